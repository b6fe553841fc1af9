import TerminalUI

extension AppState {
  mutating func updateHelp(_ event: KeyEvent, _ help: HelpState) -> [Effect] {
    // A letter is part of a word once one has been begun.
    let own = help.isFiltering ? keys[.help].withoutLetters : keys[.help]
    let everywhere = help.isFiltering ? keys[.everywhere].withoutLetters : keys[.everywhere]
    let page = max(1, HelpLayout.body(size).rows - 1)
    switch own.command(for: event) ?? everywhere.command(for: event) {
    case .cancel where help.isFiltering: setFilter(TextField(), help)
    case .cancel, .back, .help: screens.pop()
    case .down: scroll(help, by: 1)
    case .up: scroll(help, by: -1)
    case .pageDown: scroll(help, by: page)
    case .pageUp: scroll(help, by: -page)
    case .first: scroll(help, by: -HelpLayout(help, size).height)
    case .last: scroll(help, by: HelpLayout(help, size).height)
    case .some(let command):
      if command == .jumpBack || command == .jumpForward { screens.pop() }
      return updateEverywhere(command)
    case nil:
      var filter = help.filter
      if type(event, into: &filter) { setFilter(filter, help) }
    }
    return []
  }

  mutating func paste(_ text: String, into help: HelpState) {
    var filter = help.filter
    filter.insert(text)
    setFilter(filter, help)
  }

  private mutating func setFilter(_ field: TextField, _ help: HelpState) {
    var help = help
    help.setFilter(field)
    screens.replaceFront(with: help)
  }

  mutating func scroll(_ help: HelpState, by rows: Int) {
    var help = help
    help.scroll.move(
      by: rows, content: HelpLayout(help, size).height, height: HelpLayout.body(size).rows)
    screens.replaceFront(with: help)
  }
}
