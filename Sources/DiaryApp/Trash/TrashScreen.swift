import DiaryCore
import TerminalUI
import Words

/// The trash: deleted entries, the last deleted first.
package struct TrashState: Sendable {
  /// `nil` until they have been read.
  var entries: [Entry]?
  var choice = ChoiceList()
  /// Those that are to be restored together.
  var marks = Marks()
  /// The entry that is to be selected once they have been read.
  var wanted: ID<Entry>?

  var selectedEntry: Entry? {
    guard let entries, entries.indices.contains(choice.selected) else { return nil }
    return entries[choice.selected]
  }

  func isMarked(_ index: Int) -> Bool {
    entries.map { marks.contains($0[index].id) } == true
      || marks.range(to: choice.selected)?.contains(index) == true
  }

  /// Those of them that are still here.
  var marked: [ID<Entry>] {
    guard !marks.isEmpty else { return [] }
    return (entries ?? []).indices.filter(isMarked).compactMap { entries?[$0].id }
  }

  mutating func toggleMark() {
    guard marks.rangeStart == nil else { return endRange() }
    guard let entry = selectedEntry else { return }
    marks.toggle(entry.id)
    choice.select(choice.selected + 1, count: entries?.count ?? 0)
  }

  mutating func toggleRange() {
    guard marks.rangeStart == nil else { return endRange() }
    if selectedEntry != nil { marks.rangeStart = choice.selected }
  }

  mutating func markAll() {
    marks.rangeStart = nil
    marks.insert((entries ?? []).map(\.id))
  }

  private mutating func endRange() {
    marks.insert(marked)
    marks.rangeStart = nil
  }
}

extension AppState {
  mutating func updateTrash(_ event: KeyEvent, _ trash: TrashState) -> [Effect] {
    guard
      let command = keys[.trash].command(for: event) ?? keys[.everywhere].command(for: event)
    else { return [] }
    var trash = trash
    switch command {
    case .unmark where !trash.marked.isEmpty: trash.marks = Marks()
    case .mark: trash.toggleMark()
    case .markRange: trash.toggleRange()
    case .markAll: trash.markAll()
    case .back, .unmark:
      screens.pop()
      return []
    case .open:
      return trash.selectedEntry.map { act(.open, on: $0) } ?? []
    case .history: return trash.selectedEntry.map { act(.history, on: $0) } ?? []
    case .undo: return undo(.undo)
    case .redo: return undo(.redo)
    case .restore:
      let marked = trash.marked
      trash.marks = Marks()
      screens.replaceFront(with: trash)
      guard marked.isEmpty else { return [.changeMany(.ids(marked), .restore)] }
      return trash.selectedEntry.map { [.restore($0.id)] } ?? []
    case .emptyTrash:
      guard let count = trash.entries?.count, count > 0 else { return [] }
      screens.push(ConfirmState.emptyTrash(count: count))
      return []
    default:
      let page = ScreenFrame.body(size).rows
      guard trash.choice.handle(command, count: trash.entries?.count ?? 0, page: page) else {
        return updateEverywhere(command)
      }
    }
    screens.replaceFront(with: trash)
    return []
  }

  mutating func clickTrash(_ mouse: MouseEvent, _ trash: TrashState) -> [Effect] {
    var trash = trash
    let click = trash.choice.handle(
      mouse, count: trash.entries?.count ?? 0, in: ScreenFrame.body(size))
    screens.replaceFront(with: trash)
    guard click == .opened, let entry = trash.selectedEntry else { return [] }
    return act(.open, on: entry)
  }

  /// Shows what was put into the trash, and what has left it.
  mutating func trashChanged(by changes: [DiaryChange]) {
    let changed = Set(changes.map(\.entry.id))
    let new = changes.filter { $0.kind == .deleted }.map(\.entry)
    trashedIsStale = true
    changeTrash { entries in
      entries.removeAll { changed.contains($0.id) }
      entries.insert(contentsOf: new.reversed(), at: 0)
    }
  }

  /// Shows the trash as it is after a change.
  mutating func changeTrash(_ body: (inout [Entry]) -> Void) {
    screens.update(TrashState.self) { trash in
      var entries = trash.entries ?? []
      body(&entries)
      trash.entries = entries
      let wanted = entries.firstIndex { $0.id == trash.wanted }
      trash.wanted = nil
      trash.choice.select(wanted ?? trash.choice.selected, count: entries.count)
    }
  }
}

extension AppState {
  /// An empty diary tells of what may be brought back.
  mutating func missingTrashCount() -> [Effect] {
    guard trashedIsStale, list.total == 0 else { return [] }
    trashedIsStale = false
    return [.countTrash]
  }
}

enum TrashView {
  static func layOut(_ trash: inout TrashState, _ size: Size) {
    trash.choice.layOut(
      count: trash.entries?.count ?? 0, height: ScreenFrame.body(size).rows)
  }

  static func draw(_ trash: TrashState, _ state: AppState, in grid: inout Grid) {
    let entries = trash.entries ?? []
    let marked = trash.marked.count
    let trailing = [
      marked > 0 ? localized("\(CountWords.grouped(marked)) marked") : nil,
      trash.entries.map { CountWords.entries($0.count) },
    ]
    let frame = ScreenFrame(
      title: localized("Trash"), trailing: trailing.compactMap(\.self).joined(separator: " · "),
      hints: state.keys[.trash].bindings, in: &grid, state)
    if trash.entries?.isEmpty == true {
      let words = localized("The trash is empty. Deleted entries stay here until you empty it.")
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
        entries[index], isSelected: index == trash.choice.selected,
        isMarked: trash.isMarked(index), in: &grid, line.inset(right: isWide ? 18 : 0), state.theme)
    }
  }
}
