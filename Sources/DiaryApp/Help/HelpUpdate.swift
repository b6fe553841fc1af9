import TerminalUI

extension HelpState: ScrolledScreen {
  package var canBeLeft: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.help]] }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    // A letter is part of a word once one has been begun.
    let own = isFiltering ? app.keys[.help].withoutLetters : app.keys[.help]
    let everywhere = isFiltering ? app.keys[.everywhere].withoutLetters : app.keys[.everywhere]
    switch own.command(for: key) ?? everywhere.command(for: key) {
    case .cancel where isFiltering: setFilter(TextField())
    case .cancel, .back, .help: app.pop()
    case .some(let command): return carryOut(command, in: &app)
    case nil:
      var filter = filter
      if app.type(key, into: &filter) { setFilter(filter) }
    }
    return []
  }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    var filter = filter
    filter.insert(text)
    setFilter(filter)
    return []
  }

  func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    if command == .jumpBack || command == .jumpForward { app.pop() }
    return nil
  }

  func extent(in app: ScreenContext) -> (rows: Int, height: Int)? {
    (HelpLayout(self, app.size).height, HelpLayout.body(app.size).rows)
  }
}
