import DiaryCore

/// What holds in a time zone from its last recorded change on, as POSIX writes it: `KST-9`,
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
  private let standard: Int
  private var summer: (offset: Int, from: Change, to: Change)?

  /// The `week`th `weekday` of a month, the last one if there are fewer; seconds from its midnight.
  private struct Change {
    let month: Int
    let week: Int
    let weekday: Int
    let second: Int
  }

  /// `nil` for what isn't written so, and for changes on days that are counted through the year,
  /// which no zone has.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard let names = parts.first else { return nil }
    var rest = names.utf8[...]
    guard Self.skipName(&rest), let west = Self.time(&rest) else { return nil }
    standard = -west
    guard !rest.isEmpty else { return }
    guard Self.skipName(&rest), parts.count == 3 else { return nil }
    let offset = rest.isEmpty ? standard + 3600 : Self.time(&rest).map { -$0 }
    guard let offset, let from = Self.change(parts[1]), let to = Self.change(parts[2]) else {
      return nil
    }
    summer = (offset, from, to)
  }

  func offset(at instant: Int64) -> Int {
    guard let summer else { return standard }
    let year = EntryDate(instant: instant, offset: standard).day.year
    guard let from = Self.instant(of: summer.from, year, offset: standard),
      let to = Self.instant(of: summer.to, year, offset: summer.offset)
    else { return standard }
    let isSummer = from < to ? instant >= from && instant < to : instant >= from || instant < to
    return isSummer ? summer.offset : standard
  }

  private static func instant(of change: Change, _ year: Int, offset: Int) -> Int64? {
    guard let first = CalendarDay(year: year, month: change.month, day: 1) else { return nil }
    var day = 1 + (change.weekday - first.weekday + 7) % 7 + (change.week - 1) * 7
    while CalendarDay(year: year, month: change.month, day: day) == nil { day -= 7 }
    return (first.daysSinceEpoch + Int64(day - 1)) * 86_400 + Int64(change.second - offset)
  }

  private static func skipName(_ text: inout Substring.UTF8View) -> Bool {
    if text.first == UInt8(ascii: "<") {
      guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
      text = text[text.index(after: end)...]
      return true
    }
    let name = text.prefix { (0x61...0x7A).contains($0 | 0x20) }
    text = text[name.endIndex...]
    return name.count >= 3
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private static func time(_ text: inout Substring.UTF8View) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
    var seconds = 0
    for unit in [3600, 60, 1] {
      if unit < 3600 {
        guard text.first == UInt8(ascii: ":") else { break }
        text = text.dropFirst()
      }
      guard let number = number(&text) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func number(_ text: inout Substring.UTF8View) -> Int? {
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    text = text[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// `Mm.w.d[/time]`
  private static func change(_ text: Substring) -> Change? {
    var rest = text.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "M"), let month = number(&rest),
      rest.popFirst() == UInt8(ascii: "."), let week = number(&rest),
      rest.popFirst() == UInt8(ascii: "."), let weekday = number(&rest),
      (1...12).contains(month), (1...5).contains(week), weekday < 7
    else { return nil }
    guard !rest.isEmpty else {
      return Change(month: month, week: week, weekday: weekday, second: 7200)
    }
    guard rest.popFirst() == UInt8(ascii: "/"), let second = time(&rest) else { return nil }
    return Change(month: month, week: week, weekday: weekday, second: second)
  }
}
