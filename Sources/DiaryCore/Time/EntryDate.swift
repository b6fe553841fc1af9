/// The date of an entry as a person entered it: a local time and its offset from UTC. It is shown
/// in that local time wherever it is read, for that is the time that the writer lived.
package struct EntryDate: Hashable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let instant: Int64
  /// Seconds east of UTC.
  package let offset: Int
  /// Whether it was written with `Z` rather than `+00:00`.
  private let isZulu: Bool

  package init(instant: Int64, offset: Int) {
    self.instant = instant
    self.offset = offset
    isZulu = false
  }

  /// Reads ISO 8601. A text without a time means midnight, one without an offset that of the
  /// place, asked for the local seconds since 1970 (as if they were UTC).
  package init?(_ text: String, localOffset: (Int64) -> Int) {
    guard let parsed = ISO8601(text) else { return nil }
    let local = parsed.day.daysSinceEpoch * 86_400 + Int64(parsed.secondOfDay)
    offset = parsed.offset ?? localOffset(local)
    instant = local - Int64(offset)
    guard CalendarDay.writable.contains(instant) else { return nil }
    isZulu = parsed.isZulu
  }

  /// A time of a day. `localOffset` is asked as for a text; at the very ends of the calendar, where
  /// the place's time would leave it, the time is UTC.
  package init(on day: CalendarDay, secondOfDay: Int, localOffset: (Int64) -> Int) {
    let local = day.daysSinceEpoch * 86_400 + Int64(secondOfDay)
    let offset = localOffset(local)
    let isWritable = CalendarDay.writable.contains(local - Int64(offset))
    self.init(
      instant: isWritable ? local - Int64(offset) : local, offset: isWritable ? offset : 0)
  }

  /// An instant at the time of the place, whose offset is asked for as for a text.
  package init(instant: Int64, localOffset: (Int64) -> Int) {
    self.init(
      instant: instant, offset: localOffset(instant + Int64(localOffset(instant))))
  }

  /// Reads ISO 8601 with an offset, or taken as UTC.
  package init?(_ text: String) {
    self.init(text, localOffset: { _ in 0 })
  }

  private var local: Int64 { instant + Int64(offset) }

  /// The day in the writer's own time.
  package var day: CalendarDay { CalendarDay(daysSinceEpoch: local.floorDivided(by: 86_400)) }

  /// Seconds since the writer's midnight.
  package var secondOfDay: Int { Int(local.modulo(86_400)) }

  /// `07:30`
  package var clock: String {
    "\(padded(secondOfDay / 3600, to: 2)):\(padded(secondOfDay / 60 % 60, to: 2))"
  }

  /// `+09:00`
  package var zone: String { isZulu ? "Z" : ISO8601.offset(offset) }

  /// ISO 8601: `2026-11-19T07:30:00+09:00`.
  package var description: String { "\(day)T\(ISO8601.time(secondOfDay))\(zone)" }
}
