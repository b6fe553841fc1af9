import DiaryCore
import TerminalUI
import Words

/// The pinned entries, held in view above the list, the newest first. They stand in the list, too.
package struct PinnedStrip: Sendable {
  /// How the strip's rows are used.
  struct Rows: Hashable, Sendable {
    /// The newest of them, a row each.
    var entries = 0
    /// Those that have no row of their own: a last row tells of them.
    var others = 0

    var count: Int { entries + (others > 0 ? 1 : 0) }
  }

  /// The number of its list: others are counted from 1 on.
  private static let number = 0

  private(set) var found = FoundList(number: number)
  /// Whether the selection is here rather than in the list below.
  var isSelected = false

  var count: Int { found.entries.count }

  /// The rows for a screen: few, for the list is what a person reads.
  func rows(on size: Size) -> Rows {
    let most = size.rows < 16 ? 1 : size.rows < 24 ? 2 : 3
    let entries = count <= most ? count : most - 1
    return Rows(entries: entries, others: count - entries)
  }

  /// The row that is selected while the selection is here.
  func row(of rows: Rows) -> Int { min(found.entries.selected, rows.count - 1) }

  mutating func select(row: Int) { found.entries.select(row) }

  mutating func change(_ body: (inout FoundList) -> Void) { body(&found) }

  /// Begins with what was read with the list's first rows; without that, with nothing. What is
  /// still unknown is looked for.
  mutating func begin(with first: FoundEntries?) {
    found.begin(.pinned, with: first)
  }
}

extension AppState {
  /// The rows of the strip: a part of the diary is shown without it.
  var pinnedRows: PinnedStrip.Rows { found == nil ? pinned.rows(on: size) : PinnedStrip.Rows() }

  /// The selected row of the strip; `nil` while the selection is in the list.
  var pinnedRow: Int? {
    let rows = pinnedRows
    return pinned.isSelected && rows.count > 0 ? pinned.row(of: rows) : nil
  }

  /// The entry that keys act on, in the strip or in the list.
  var selectedEntry: Entry? {
    guard let row = pinnedRow else { return entries.selectedEntry }
    return row < pinnedRows.entries ? pinned.found.entries[row] : nil
  }

  /// Goes to the list's selection.
  mutating func leaveStrip() { pinned.isSelected = false }

  /// Commands of the list that mean something else in the strip, or lead there; `nil` for all
  /// others.
  mutating func updateStrip(_ command: Command) -> [Effect]? {
    let rows = pinnedRows
    guard let row = pinnedRow else {
      guard command == .up, rows.count > 0, entries.isInFirstRow else { return nil }
      pinned.isSelected = true
      pinned.select(row: rows.count - 1)
      return []
    }
    switch command {
    case .up: pinned.select(row: max(0, row - 1))
    case .down: goDown(from: row)
    case .open where row >= rows.entries: return showPinned()
    case .mark where marks.rangeStart == nil:
      guard let entry = selectedEntry else { return [] }
      marks.toggle(entry.id)
      goDown(from: row)
    case .left, .right, .pageUp: break
    case .pageDown, .first, .last, .today, .markRange:
      leaveStrip()
      return nil
    default: return nil
    }
    return []
  }

  private mutating func goDown(from row: Int) {
    if row + 1 < pinnedRows.count { pinned.select(row: row + 1) } else { leaveStrip() }
  }

  /// All of them, as a list of their own.
  private mutating func showPinned() -> [Effect] {
    show(ListScope(.pinned, today: now.day))
  }

  mutating func clickStrip(_ event: MouseEvent, row: Int) -> [Effect] {
    pinned.isSelected = true
    pinned.select(row: row)
    if row >= pinnedRows.entries { return showPinned() }
    guard event.action == .doublePress, let entry = selectedEntry else { return [] }
    return act(.open, on: entry)
  }
}
