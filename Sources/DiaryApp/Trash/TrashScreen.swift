import DiaryCore
import TerminalUI
import Words

/// The trash: deleted entries, the last deleted first.
package struct TrashState: Sendable {
  /// `nil` until they have been read.
  var entries: [Entry]?
  var choice = ChoiceList()
  /// The entry that is to be selected once they have been read.
  var wanted: ID<Entry>?

  var selectedEntry: Entry? {
    guard let entries, entries.indices.contains(choice.selected) else { return nil }
    return entries[choice.selected]
  }
}

extension AppState {
  mutating func updateTrash(_ event: KeyEvent, _ trash: TrashState) -> [Effect] {
    guard
      let command = keys.trash.command(for: event) ?? keys.everywhere.command(for: event)
    else { return moveInTrash(event, trash) }
    switch command {
    case .back: layers.removeLast()
    case .up: return moveInTrash(KeyEvent(.up), trash)
    case .down: return moveInTrash(KeyEvent(.down), trash)
    case .open:
      if let entry = trash.selectedEntry { return act(.open, on: entry) }
    case .history:
      if let entry = trash.selectedEntry { return act(.history, on: entry) }
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .restore: return trash.selectedEntry.map { [.restore($0.id)] } ?? []
    case .emptyTrash:
      guard let count = trash.entries?.count, count > 0 else { return [] }
      layers.append(.confirm(.emptyTrash(count: count)))
    default: return updateEverywhere(command)
    }
    return []
  }

  private mutating func moveInTrash(_ event: KeyEvent, _ trash: TrashState) -> [Effect] {
    var trash = trash
    let page = ScreenFrame.body(size).rows
    if trash.choice.handle(event, count: trash.entries?.count ?? 0, page: page) {
      layers[layers.count - 1] = .trash(trash)
    }
    return []
  }

  mutating func clickTrash(_ mouse: MouseEvent, _ trash: TrashState) -> [Effect] {
    var trash = trash
    let click = trash.choice.handle(
      mouse, count: trash.entries?.count ?? 0, in: ScreenFrame.body(size))
    layers[layers.count - 1] = .trash(trash)
    guard click == .opened, let entry = trash.selectedEntry else { return [] }
    return act(.open, on: entry)
  }

  /// Shows the trash as it is after a change.
  mutating func changeTrash(_ body: (inout [Entry]) -> Void) {
    for place in layers.indices {
      guard case .trash(var trash) = layers[place] else { continue }
      var entries = trash.entries ?? []
      body(&entries)
      trash.entries = entries
      let wanted = entries.firstIndex { $0.id == trash.wanted }
      trash.wanted = nil
      trash.choice.select(wanted ?? trash.choice.selected, count: entries.count)
      layers[place] = .trash(trash)
    }
  }
}

enum TrashView {
  static func layOut(_ trash: inout TrashState, _ size: Size) {
    trash.choice.layOut(
      count: trash.entries?.count ?? 0, height: ScreenFrame.body(size).rows)
  }

  static func draw(_ trash: TrashState, _ state: AppState, in grid: inout Grid) {
    let entries = trash.entries ?? []
    let frame = ScreenFrame(
      title: localized("Trash"), trailing: trash.entries.map { CountWords.entries($0.count) } ?? "",
      hints: state.keys.trash.bindings, in: &grid, state)
    if trash.entries?.isEmpty == true {
      let words = localized("The trash is empty. What you delete waits here until you empty it.")
      let rect = frame.body.inset(left: 3, top: 2, right: 3)
      grid.draw(paragraph: words, in: rect, state.theme.dim)
    }
    for row in 0..<frame.body.rows {
      let index = trash.choice.top + row
      guard entries.indices.contains(index) else { break }
      let line = frame.body.line(row)
      let month = DateWords.month(entries[index].date.day)
      let isWide = frame.body.columns >= 70
      if isWide { grid.draw(trailing: month, in: line.inset(right: 2), state.theme.dim) }
      EntryRow.draw(
        entries[index], isSelected: index == trash.choice.selected, in: &grid,
        line.inset(right: isWide ? 18 : 0), state.theme)
    }
  }
}
