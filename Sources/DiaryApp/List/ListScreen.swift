import DiaryCore
import TerminalUI

/// The list, which lies below all other screens. What it shows is the app's: entries are selected in
/// it from elsewhere, too.
struct ListScreen: Screen {
  var isTyping: Bool { false }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.list]] }

  func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    if concernsMarked(command), let effects = app.actOnMarked(command) { return effects }
    if let effects = handleInStrip(command, in: &app) { return effects }
    switch command {
    case .down: app.entries.move(.down)
    case .up: app.entries.move(.up)
    case .left: app.entries.move(.left)
    case .right: app.entries.move(.right)
    case .pageDown: app.entries.movePages(1)
    case .pageUp: app.entries.movePages(-1)
    case .first:
      app.recordJump()
      app.entries.select(0)
    case .last:
      app.recordJump()
      app.entries.select(app.entries.count - 1)
    case .listForm: return app.changeListForm()
    case .mark: return app.toggleMark()
    case .markRange: return app.toggleRange()
    case .markAll: return app.markAll()
    case .unmark:
      if app.marks.isEmpty { return [.leaveScope(toList: true)] }
      app.marks = Marks()
    case .back: return app.scopes.isEmpty ? [.leave] : [.leaveScope()]
    case .open, .edit, .editExternally, .delete, .history, .versions, .toggleStar,
      .togglePin, .entryTags, .moveToJournal:
      guard let entry = app.selectedEntry else { return [] }
      return app.act(command, on: entry)
    default: return app.lead(to: command) ?? app.updateEverywhere(command)
    }
    return []
  }

  private func concernsMarked(_ command: Command) -> Bool {
    [.delete, .toggleStar, .togglePin, .entryTags, .moveToJournal, .export].contains(command)
  }

  func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    ListMouse.click(mouse, in: &app)
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? { ListView.draw(app, in: &grid) }

  func pictures(in app: ScreenContext) -> WantedPictures { ListView.pictures(app) }
}

/// What the mouse does to the list, also while one searches.
enum ListMouse {
  static func click(_ event: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    switch event.action {
    case .scrollUp, .scrollDown:
      app.leaveStrip()
      let isUp = event.action == .scrollUp
      if app.listForm == .plain {
        app.entries.move(by: isUp ? -3 : 3)
      } else {
        app.entries.move(isUp ? .up : .down)
      }
    case .press, .doublePress:
      let layout = ListLayout(app)
      if let prompt = layout.prompt, prompt.contains(event.point) {
        _ = app.search?.field.handle(event, in: SearchPrompt.field(in: prompt))
        return []
      }
      if layout.strip.contains(event.point) {
        return clickStrip(event, row: event.point.row - layout.strip.row, in: &app)
      }
      let rect = layout.rows
      guard rect.contains(event.point) else { return [] }
      guard let rank = rank(at: event.point, in: rect, app) else { return [] }
      app.leaveStrip()
      app.entries.select(rank)
      if event.action == .doublePress, let entry = app.entries[rank] {
        return app.act(.open, on: entry)
      }
    default: break
    }
    return []
  }

  /// The rank of the entry under a place in the list.
  private static func rank(at point: Point, in rect: Rect, _ app: ScreenContext) -> Int? {
    if case .tiles(let tiles) = app.arrangement {
      return ContactSheet(count: app.entries.count, tiles)
        .item(at: point, in: rect, app.entries.position(tiles))
    }
    let row = point.row - rect.row
    for (first, line) in app.entries.places(height: rect.rows) {
      guard case .entry(let rank, _) = line else { continue }
      if (first..<first + app.entries.entryLines).contains(row) { return rank }
    }
    return nil
  }
}
