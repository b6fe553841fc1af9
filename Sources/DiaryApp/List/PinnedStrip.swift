import DiaryCore
import TerminalUI
import Text

/// The pinned entries, shown above the list as well as in it, newest first.
package struct PinnedStrip: Sendable {
  /// The numbers of rows in the strip.
  struct Rows: Hashable, Sendable {
    /// The number of entries with a row, newest first.
    var entries = 0
    /// The number of entries without a row; the last row shows it.
    var others = 0

    var count: Int { entries + (others > 0 ? 1 : 0) }
  }

  /// The strip's list number; other lists count from 1.
  private static let number = 0

  var found = FoundList(number: number)
  /// True if the selection is in the strip instead of the list.
  var isSelected = false

  var count: Int { found.entries.count }

  /// Returns the strip's rows for a screen. They are few, to leave space for the list.
  func rows(on size: Size) -> Rows {
    let most = size.rows < 16 ? 1 : size.rows < 24 ? 2 : 3
    let entries = count <= most ? count : most - 1
    return Rows(entries: entries, others: count - entries)
  }

  /// Returns the selected row while the selection is in the strip.
  func row(of rows: Rows) -> Int { min(found.entries.selected, rows.count - 1) }

  mutating func select(row: Int) { found.entries.select(row) }

  /// Starts with the entries read with the list's first rows, or with none, and searches for the
  /// rest.
  mutating func begin(with first: FoundEntries?) {
    found.begin(.pinned, with: first)
  }
}

extension ListScreen {
  /// Handles commands that act differently in the strip or lead into it. Returns `nil` for all
  /// others.
  func handleInStrip(_ command: Command, in app: inout AppState) -> [Effect]? {
    let rows = app.pinnedRows
    guard let row = app.pinnedRow else {
      guard command == .up, rows.count > 0, app.entries.isInFirstRow else { return nil }
      app.pinned.isSelected = true
      app.pinned.select(row: rows.count - 1)
      return []
    }
    switch command {
    case .up: app.pinned.select(row: max(0, row - 1))
    case .down: goDown(from: row, in: &app)
    case .open, .right:
      if row >= rows.entries { return [.show(ListScope(.pinned, today: app.now.day))] }
      guard let entry = app.selectedEntry else { return [] }
      return app.act(.open, on: entry)
    case .mark where app.marks.rangeStart == nil:
      guard let entry = app.selectedEntry else { return [] }
      app.marks.toggle(entry.id)
      goDown(from: row, in: &app)
    case .left, .pageUp, .halfPageUp: break
    case .pageDown, .halfPageDown, .first, .last, .today, .markRange:
      app.leaveStrip()
      return nil
    default: return nil
    }
    return []
  }

  private func goDown(from row: Int, in app: inout AppState) {
    if row + 1 < app.pinnedRows.count { app.pinned.select(row: row + 1) } else { app.leaveStrip() }
  }
}

extension EntryListScreen {
  func clickStrip(
    _ event: MouseEvent, row: Int, in app: inout AppState
  ) -> [Effect] {
    app.pinned.isSelected = true
    app.pinned.select(row: row)
    if row >= app.pinnedRows.entries { return [.show(ListScope(.pinned, today: app.now.day))] }
    guard event.action == .doublePress, let entry = app.selectedEntry else { return [] }
    return app.act(.open, on: entry)
  }
}

// MARK: - Drawing

enum PinnedStripView {
  /// Draws the strip, aligned with the list below it.
  static func draw(in grid: inout Grid, _ rect: Rect, _ state: AppState) {
    let rows = state.pinnedRows
    for row in 0..<rows.entries {
      guard let entry = state.pinned.found.entries[row] else { continue }
      EntryRow.draw(
        entry, isSelected: row == state.pinnedRow, isMarked: state.marks.contains(entry.id),
        lead: lead(entry, state), origin: state.origin(of: entry), in: &grid, rect.line(row),
        state.theme)
    }
    guard rows.others > 0 else { return }
    let line = rect.line(rows.entries)
    let isSelected = state.pinnedRow == rows.entries
    if isSelected { grid.draw("▌", in: line, state.theme.accent) }
    grid.draw(
      othersText(rows, state), in: line.inset(left: rows.entries > 0 ? 9 : 1, right: 1),
      isSelected ? state.theme.title : state.theme.dim)
  }

  /// Returns the date in the width of the list's days: ` 9 Nov`, or the year if it isn't the
  /// current one.
  private static func lead(_ entry: Entry, _ state: AppState) -> String {
    let day = entry.date.day
    return day.year == state.now.day.year
      ? DateText.brief(day) : DateText.year(day)
  }

  /// Returns `… 12 more`, or `⚑ 13 pinned` if no entry has a row.
  private static func othersText(_ rows: PinnedStrip.Rows, _ state: AppState) -> String {
    // The number isn't known yet.
    guard !state.pinned.found.isSearching else { return "…" }
    return rows.entries > 0
      ? localized("… \(CountText.grouped(rows.others)) more")
      : "\(EntryDetails.pin) \(text(rows.others))"
  }

  /// Returns `13 pinned`.
  static func text(_ count: Int) -> String { localized("\(CountText.grouped(count)) pinned") }
}
