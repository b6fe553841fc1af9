import DiaryCore
import TerminalUI
import Text

/// A diary's statistics as tables: totals, then one table for each way of counting, with bars.
struct StatisticsTable {
  let statistics: DiaryStatistics
  /// `false` for the statistics of a year, which have only a longest streak.
  var hasCurrentStreak = true

  private static let barColumns = 24
  private static let maxNames = 10
  private static let maxNameWidth = 60

  func write(to output: inout Output) throws {
    try writeTotals(to: &output)
    try write(
      localized("Years"), statistics.years.reversed(), to: &output
    ) { "\($0.first.year)" }
    if let last = statistics.months.last?.first {
      try write(
        localized("Months"), statistics.months(upTo: last).filter { $0.amount.entries > 0 },
        to: &output
      ) { String($0.first.description.prefix(7)) }
    }
    let order = Array(1...6) + [0]
    try write(
      localized("Days of the week"),
      order.map { (DateText.narrowWeekday($0), statistics.weekdays[$0], "") }, to: &output)
    try write(
      localized("Hours of the day"),
      statistics.hours.enumerated().filter { $0.element > 0 }
        .map { ($0.offset < 10 ? "0\($0.offset)" : "\($0.offset)", $0.element, "") },
      to: &output)
    try write(
      localized("Most used tags"),
      statistics.tags.prefix(Self.maxNames).map { ("#" + $0.name, $0.count, "") }, to: &output)
    try write(
      localized("Most frequent places"),
      statistics.places.prefix(Self.maxNames).map { ($0.name, $0.count, "\($0.latest)") },
      to: &output)
    try write(
      localized("Moods"),
      statistics.moods.prefix(Self.maxNames).map { ($0.name, $0.count, "") }, to: &output)
    guard let unlinked = statistics.unlinked, !unlinked.newest.isEmpty else { return }
    try output.line()
    try output.line(localized("Newest without links"))
    for entry in unlinked.newest {
      let title = TextWidth.cut(entry.title, columns: Self.maxNameWidth)
      try output.line("\(entry.date.day)  \(title)")
    }
  }

  private func writeTotals(to output: inout Output) throws {
    func days(_ first: CalendarDay?, _ last: CalendarDay?) -> String {
      guard let first, let last else { return "" }
      return first == last ? "\(first)" : "\(first)..\(last)"
    }
    let total = statistics.total
    var facts = [
      (localized("Entries"), CountText.grouped(total.entries), ""),
      (
        localized("Days"), CountText.grouped(statistics.days),
        days(statistics.firstDay, statistics.lastDay)
      ),
      (localized("Words"), CountText.grouped(total.length.count), ""),
      (localized("Photos"), CountText.grouped(total.photos), ""),
    ]
    func add(_ name: String, _ streak: Streak?) {
      facts.append((name, CountText.grouped(streak?.days ?? 0), days(streak?.first, streak?.last)))
    }
    if hasCurrentStreak { add(localized("Current streak"), statistics.current) }
    add(localized("Longest streak"), statistics.longest)
    if let unlinked = statistics.unlinked, !unlinked.newest.isEmpty {
      facts.append((localized("Without links"), CountText.grouped(unlinked.entries), ""))
    }
    let names = facts.map { TextWidth.columns($0.0) }.max() ?? 0
    for (name, number, detail) in facts {
      let line = name.padded(to: names) + number.trailing(in: 12)
      try output.line(detail.isEmpty ? line : "\(line)  \(detail)")
    }
  }

  /// Writes the numbers of entries, words and photos of each period.
  private func write(
    _ title: String, _ periods: [PeriodTally], to output: inout Output,
    _ name: (PeriodTally) -> String
  ) throws {
    let captions = [(localized("entries"), 9), (localized("words"), 12), (localized("photos"), 9)]
    try output.line()
    try output.line(
      title.padded(to: 9) + captions.map { $0.0.trailing(in: $0.1) }.joined())
    let most = periods.map(\.amount.entries).max() ?? 0
    for period in periods {
      let amount = period.amount
      let numbers = zip([amount.entries, amount.length.count, amount.photos], captions)
        .map { CountText.grouped($0).trailing(in: $1.1) }
      let bar = Self.bar(amount.entries, of: most)
      try output.line(name(period).padded(to: 9) + numbers.joined() + bar)
    }
  }

  /// Writes a table of entry counts, unless it is empty.
  private func write(
    _ title: String, _ counts: [(name: String, count: Int, detail: String)],
    to output: inout Output
  ) throws {
    guard !counts.isEmpty else { return }
    try output.line()
    try output.line(title)
    let names = counts.map { min(Self.maxNameWidth, TextWidth.columns($0.name.printable)) }
    let (width, most) = (names.max() ?? 0, counts.map(\.count).max() ?? 0)
    for (name, count, detail) in counts {
      let bar = Self.bar(count, of: most)
      try output.line(
        name.printable.padded(to: width) + CountText.grouped(count).trailing(in: 9)
          + (detail.isEmpty ? "" : "  \(detail)") + bar)
    }
  }

  /// Returns a bar after two spaces, or nothing for 0.
  private static func bar(_ value: Int, of most: Int) -> String {
    value == 0 ? "" : "  " + Bar.horizontal(value, of: most, columns: barColumns)
  }
}

extension String {
  /// Returns the text right-aligned in a width in columns.
  fileprivate func trailing(in width: Int) -> String {
    String(repeating: " ", count: max(0, width - TextWidth.columns(self))) + self
  }
}
