import DiaryCore
import TerminalUI

/// The list while one searches in it: what is typed narrows it down.
struct SearchScreen: Screen {
  var isTyping: Bool { true }
  var canBeLeft: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.search]] }

  func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    switch ownCommand(for: key, in: app) {
    case .open:
      if let effects = app.finishTerm() { return effects }
      guard let entry = app.entries.selectedEntry else { return [] }
      return app.act(.open, on: entry)
    case .up: app.entries.move(.up)
    case .down: app.entries.move(.down)
    case .mark: return takeProposal(in: &app) ?? app.toggleMark()
    case .nextField: app.search?.completion?.move(by: 1)
    case .markAll: return app.markAll()
    case .listForm: return app.changeListForm()
    // Where nothing stands beside an entry, these arrows are the text's.
    case .left where app.listForm == .sheet: app.entries.move(.left)
    case .right where app.listForm == .sheet: app.entries.move(.right)
    case .pageDown: app.entries.movePages(1)
    case .pageUp: app.entries.movePages(-1)
    case .cancel: return end(in: &app)
    case .keepSearch: return app.keepSearch()
    case .widenSearch: return widen(in: &app)
    default:
      if var field = app.search?.field, app.type(key, into: &field) {
        app.search?.field = field
        // Where the caret alone has moved, a date may be whole that wasn't.
        return app.findTyped()
      }
      if let command = app.keys[.everywhere].command(for: key) {
        return app.updateEverywhere(command)
      }
    }
    return []
  }

  func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    app.search?.field.insert(text)
    return app.findTyped()
  }

  func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    ListMouse.click(mouse, in: &app)
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? { ListView.draw(app, in: &grid) }

  func pictures(in app: ScreenContext) -> WantedPictures { ListView.pictures(app) }

  /// Writes the proposal that is selected; `nil` where none is offered.
  private func takeProposal(in app: inout ScreenContext) -> [Effect]? {
    guard let completion = app.search?.completion, completion.isShown,
      let selected = completion.selected
    else { return nil }
    app.search?.field.replace(
      beforeCaret: completion.trigger.length, with: completion.proposals[selected].text)
    return app.findTyped()
  }

  private func end(in app: inout ScreenContext) -> [Effect] {
    guard let ended = app.search else { return [] }
    app.search = nil
    return [.stopFinding(list: ended.found.number)]
  }

  /// Searches in the whole diary rather than in what the list shows, or in that again.
  private func widen(in app: inout ScreenContext) -> [Effect] {
    guard app.scope != nil else { return [] }
    app.search?.isWide.toggle()
    // What was found elsewhere isn't what is asked for here.
    if app.search?.query(today: app.now.day).isEmpty == true { app.search?.found.ask(for: nil) }
    return app.findTyped()
  }
}
