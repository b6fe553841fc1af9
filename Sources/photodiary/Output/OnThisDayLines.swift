import DiaryCore
import Localization
import TerminalUI

/// What earlier years had on a day, as a shell shows it when it starts: a line for each of the
/// latest entries, and nothing where there is none.
struct OnThisDayLines {
  let day: CalendarDay
  /// `nil` when standard output is no terminal.
  private(set) var width = TerminalWidth.columns
  private(set) var isColored = ColorChoice.auto.colors != nil

  /// More are told by their number.
  private static let most = 5

  func write(of diary: DiaryService) async throws {
    let ids = try await diary.ids(returningOn: day)
    guard !ids.isEmpty else { return }
    let shown = try await diary.entries(
      ids: ids.count > Self.most + 1 ? Array(ids.prefix(Self.most)) : ids)
    let ages = shown.map { DateWords.yearsAgo(day.year - $0.date.day.year) }
    let column = ages.map { TextWidth.columns($0) }.max() ?? 0
    try Output.write { output in
      try put(localized("On this day, \(DateWords.dayOfYear(day))"), to: &output)
      var last = ""
      for (entry, age) in zip(shown, ages) {
        // Once for all of its year.
        let lead = (age == last ? "" : age).padded(to: column)
        try put("  " + lead, title(of: entry, after: column), to: &output)
        last = age
      }
      let others = ids.count - shown.count
      if others > 0 {
        try put("  " + localized("and \(others) more in the diary"), to: &output)
      }
    }
  }

  private func title(of entry: Entry, after column: Int) -> String {
    let photos = entry.photos.isEmpty ? "" : "  ▣ \(entry.photos.count)"
    guard let width else { return entry.displayTitle + photos }
    let room = max(12, width - column - 4 - TextWidth.columns(photos))
    return TextWidth.cut(entry.displayTitle.printable, columns: room) + photos
  }

  /// A line: what is secondary, and what isn't.
  private func put(_ quiet: String, _ text: String = "", to output: inout Output) throws {
    let rest = text.isEmpty ? "" : "  " + text.printable
    try output.text(
      isColored ? "\u{1B}[2m\(quiet.printable)\u{1B}[0m\(rest)" : quiet.printable + rest)
    try output.line()
  }
}
