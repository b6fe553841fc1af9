import DiaryCore
import TerminalUI
import Text

/// The state of the trash screen: deleted entries, the latest deletion first.
package struct TrashState: Sendable {
  /// The entries, or `nil` until they have been read.
  var entries: [Entry]?
  var choice = ChoiceList()
  /// The entries selected to be restored together.
  var marks = Marks()
  /// The entry to select once the trash has been read.
  var wanted: ID<Entry>?

  var selectedEntry: Entry? { entries?.element(at: choice.selected) }

  func isMarked(_ index: Int) -> Bool {
    entries.map { marks.contains($0[index].id) } == true
      || marks.range(to: choice.selected)?.contains(index) == true
  }

  /// The marked entries that are still in the trash.
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

extension TrashState: ChoiceScreen {
  package var opener: Command? { .trash }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.trash]] }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(kind: .trash, entry: selectedEntry?.id)
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .open, .history, .mark, .markRange, .markAll: selectedEntry != nil
    case .restore, .emptyTrash: selectedEntry != nil && app.obstacle == nil
    default: true
    }
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    selectedEntry.map { app.act(.open, on: $0) } ?? []
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .unmark where !marked.isEmpty: marks = Marks()
    case .unmark: app.pop()
    case .mark: toggleMark()
    case .markRange: toggleRange()
    case .markAll: markAll()
    case .history: return selectedEntry.map { app.act(.history, on: $0) } ?? []
    case .restore:
      let marked = marked
      marks = Marks()
      guard marked.isEmpty else { return [.change(.ids(marked), .restore)] }
      return selectedEntry.map { [.change(.one($0.id), .restore)] } ?? []
    case .emptyTrash:
      let count = rowCount(in: app)
      if count > 0, app.mayWrite() { app.push(ConfirmState.emptyTrash(count: count)) }
    default: return nil
    }
    return []
  }

  // MARK: Drawing

  func rowCount(in app: AppState) -> Int { entries?.count ?? 0 }

  private var emptyPage: EmptyPage {
    EmptyPage(
      localized("The trash is empty."), localized("Deleted entries stay here until you empty it."))
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let marked = marked.count
    let trailing = [
      marked > 0 ? localized("\(CountText.grouped(marked)) marked") : nil,
      entries.map { CountText.entries($0.count) },
    ]
    let frame = ScreenFrame(
      title: localized("Trash"), trailing: trailing.compactMap(\.self).joined(separator: " · "),
      hints: app.keys[.trash].bindings, in: &grid, app)
    if entries?.isEmpty == true { emptyPage.draw(in: &grid, frame.body, app.theme) }
    drawRows(in: &grid, app)
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    guard let entry = entries?[row] else { return }
    let month = DateText.month(entry.date.day)
    let isWide = line.columns >= 70
    if isWide { grid.draw(trailing: month, in: line.inset(right: 2), app.theme.dim) }
    EntryRow.draw(
      entry, isSelected: isSelected, isMarked: isMarked(row), origin: app.origin(of: entry),
      in: &grid, line.inset(right: isWide ? 18 : 0), app.theme)
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    entries.map { AccessibleText.text(for: $0[row], in: app) } ?? ""
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    guard let entries else { return AccessibleText(localized("Trash")) }
    return AccessibleText(
      localized("Trash, \(CountText.entries(entries.count))"),
      entries.isEmpty ? emptyPage.lines : [],
      selected: selectedText(in: app))
  }
}

extension Location.Kind {
  static let trash = Self(name: "trash") { location, _, old, app in
    var trash = old as? TrashState ?? TrashState()
    trash.wanted = location.entry
    return (trash, [.loadTrash])
  }
}

extension ConfirmState {
  fileprivate static func emptyTrash(count: Int) -> Self {
    ConfirmState(title: localized("Empty the trash?"), isFinal: true, effects: [.emptyTrash]) { _ in
      let words = localized(
        """
        \(CountText.entries(count)) will be permanently deleted, with photos that no other entry \
        uses.
        """)
      return [words, "", localized("This can't be undone.")]
    }
  }
}

// MARK: - Effects

extension Effect {
  static var loadTrash: Effect {
    .read { service in .trashLoaded(try await service.trash()) }
  }

  static var countTrash: Effect {
    .read { service in
      try await service.trash().count
    } then: {
      $0.trashed = $1
    }
  }

  /// Empties the trash, except for entries that another device has changed.
  static var emptyTrash: Effect {
    .write { context in
      let service = context.service
      let before = try await service.trash()
      _ = try await service.emptyTrash()
      // Emptying has succeeded even if the remaining entries can't be read.
      let kept = (try? await service.trash()) ?? []
      let gone = Set(before.map(\.id)).subtracting(kept.map(\.id))
      let assets = before.filter { gone.contains($0.id) }.flatMap(\.files).map(\.asset)
      await context.environment.photoActions.removeCopies(of: Set(assets))
      return Message(gone, kept) { state in
        state.undo.forget(gone)
        state.changeTrash { $0 = kept }
        state.trashedIsStale = true
        state.toast = localized("Permanently deleted \(CountText.entries(gone.count)).")
      }
    }
  }
}

extension Message {
  static func trashLoaded(_ entries: [Entry]) -> Message {
    Message(entries) { state in state.changeTrash { $0 = entries } }
  }
}
