import DiaryCore
import Localization
import TerminalUI

enum PinnedStripView {
  /// Draws the strip, in the columns of the list below it.
  static func draw(in grid: inout Grid, _ rect: Rect, _ state: ScreenContext) {
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
      othersWords(rows, state), in: line.inset(left: rows.entries > 0 ? 9 : 1, right: 1),
      isSelected ? state.theme.title : state.theme.dim)
  }

  /// ` 9 Nov`, in the columns of the days below; of another year, that year.
  private static func lead(_ entry: Entry, _ state: ScreenContext) -> String {
    let day = entry.date.day
    return day.year == state.now.day.year
      ? DateWords.brief(day) : DateWords.year(day)
  }

  /// `… 12 more`, or `⚑ 13 pinned` where there is no row for any.
  private static func othersWords(_ rows: PinnedStrip.Rows, _ state: ScreenContext) -> String {
    // How many they are isn't known yet.
    guard !state.pinned.found.isSearching else { return "…" }
    return rows.entries > 0
      ? localized("… \(CountWords.grouped(rows.others)) more")
      : "\(EntryDetails.pin) \(words(rows.others))"
  }

  /// `13 pinned`
  static func words(_ count: Int) -> String { localized("\(CountWords.grouped(count)) pinned") }
}
