/// A time of day, to the minute.
package struct ClockTime: Hashable, Sendable {
  package let minuteOfDay: Int

  package static let midnight = ClockTime(minuteOfDay: 0)

  private init(minuteOfDay: Int) { self.minuteOfDay = minuteOfDay }

  /// `21:30`, `9:30pm`, `오후 9시 반`; `nil` for what is no time alone.
  package init?(_ text: some StringProtocol) {
    var tokens = DayToken.tokens(of: text)
    guard let clock = try? ClockPhrase.take(from: &tokens), tokens.isEmpty, clock.zone.isEmpty
    else { return nil }
    minuteOfDay = clock.secondOfDay / 60
  }

  /// `21:30`
  package var text: String { String(ISO8601.time(minuteOfDay * 60).prefix(5)) }

  /// How many seconds of a day are left until then; none when it has passed.
  package func seconds(after date: EntryDate) -> Int {
    max(0, minuteOfDay * 60 - date.secondOfDay)
  }
}
