/// A point in time to the millisecond, written as ISO 8601 in UTC: `2026-11-19T22:30:00.250Z`.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let milliseconds: Int64

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The time of a file in seconds since 1970. A file may claim any; what lies outside the years
  /// 1 to 9999 counts as the nearest day that is in them wherever one stands.
  package init(fileSeconds seconds: Int64, nanoseconds: Int64) {
    let day: Int64 = 86_400
    let (first, last) = (
      CalendarDay.writable.lowerBound + day, CalendarDay.writable.upperBound - day - 1
    )
    let within = max(first, min(seconds, last))
    milliseconds = within * 1000 + (within == seconds ? nanoseconds / 1_000_000 : 0)
  }

  /// Reads an ISO 8601 date with time, of any offset.
  package init?(_ text: String) {
    guard let parsed = ISO8601(text), let offset = parsed.offset else { return nil }
    let seconds = parsed.day.daysSinceEpoch * 86_400 + Int64(parsed.secondOfDay) - Int64(offset)
    guard CalendarDay.writable.contains(seconds) else { return nil }
    milliseconds = seconds * 1000 + Int64(parsed.millisecond)
  }

  package var seconds: Int64 { milliseconds.floorDivided(by: 1000) }

  package var description: String {
    let day = CalendarDay(daysSinceEpoch: seconds.floorDivided(by: 86_400))
    let time = ISO8601.time(Int(seconds.modulo(86_400)))
    return "\(day)T\(time).\(padded(Int(milliseconds.modulo(1000)), to: 3))Z"
  }

  package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}
