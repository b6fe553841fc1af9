/// The date of an entry as a person entered it: a local time and its offset from UTC. Always shown
/// in that local time, regardless of the reader's time zone.
package struct EntryDate: Hashable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let instant: Int64
  /// Seconds east of UTC.
  package let offset: Int
  /// `true` if the offset was written as `Z` rather than `+00:00`.
  private let isZulu: Bool

  package init(instant: Int64, offset: Int) {
    self.instant = instant
    self.offset = offset
    isZulu = false
  }

  /// Parses ISO 8601. A missing time means midnight.
  ///
  /// - Parameter localOffset: Returns the offset for a text without one, given the local time as
  ///   seconds since 1970, as if it were UTC.
  package init?(_ text: String, localOffset: (Int64) -> Int) {
    guard let parsed = ISO8601(text) else { return nil }
    let local = parsed.day.daysSinceEpoch * 86_400 + Int64(parsed.secondOfDay)
    offset = parsed.offset ?? localOffset(local)
    instant = local - Int64(offset)
    guard CalendarDay.writable.contains(instant) else { return nil }
    isZulu = parsed.isZulu
  }

  /// Creates the date for a time of a day. `localOffset` works as for a text. At the ends of the
  /// calendar, where the local time would leave it, the time is UTC.
  package init(on day: CalendarDay, secondOfDay: Int, localOffset: (Int64) -> Int) {
    let local = day.daysSinceEpoch * 86_400 + Int64(secondOfDay)
    let offset = localOffset(local)
    let isWritable = CalendarDay.writable.contains(local - Int64(offset))
    self.init(
      instant: isWritable ? local - Int64(offset) : local, offset: isWritable ? offset : 0)
  }

  /// Creates the date for an instant. `localOffset` works as for a text.
  package init(instant: Int64, localOffset: (Int64) -> Int) {
    self.init(
      instant: instant, offset: localOffset(instant + Int64(localOffset(instant))))
  }

  /// Parses ISO 8601; without an offset, as UTC.
  package init?(_ text: String) {
    self.init(text, localOffset: { _ in 0 })
  }

  private var local: Int64 { instant + Int64(offset) }

  /// The day in the writer's local time.
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

// MARK: - ISO8601

/// A date or time in ISO 8601.
struct ISO8601 {
  var day: CalendarDay
  /// `false` for a day without a time.
  var hasTime = false
  var secondOfDay = 0
  var millisecond = 0
  /// Seconds east of UTC; `nil` if the text has no offset.
  var offset: Int?
  /// `true` if the offset is written as `Z`.
  var isZulu = false

  /// Parses `yyyy-mm-dd`, optionally `T` or a space and `hh:mm[:ss[.fff]]`, optionally `Z` or
  /// `±hh[:mm[:ss]]`.
  init?(_ text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(of: 4), reader.consume("-"), let month = reader.number(of: 2),
      reader.consume("-"), let dayOfMonth = reader.number(of: 2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.day = day
    if reader.isAtEnd { return }
    guard reader.consume("T") || reader.consume("t") || reader.consume(" ") else { return nil }
    hasTime = true
    guard readTime(&reader), readOffset(&reader), reader.isAtEnd else { return nil }
  }

  private mutating func readTime(_ reader: inout DigitReader) -> Bool {
    guard let hour = reader.number(of: 2), reader.consume(":"), let minute = reader.number(of: 2),
      hour < 24, minute < 60
    else { return false }
    secondOfDay = hour * 3600 + minute * 60
    guard reader.consume(":") else { return true }
    guard let second = reader.number(of: 2), second < 60 else { return false }
    secondOfDay += second
    guard reader.consume(".") || reader.consume(",") else { return true }
    guard let milliseconds = reader.fraction(digits: 3) else { return false }
    millisecond = milliseconds
    return true
  }

  private mutating func readOffset(_ reader: inout DigitReader) -> Bool {
    if reader.isAtEnd { return true }
    if reader.consume("Z") || reader.consume("z") {
      offset = 0
      isZulu = true
      return true
    }
    let isWest = reader.consume("-")
    // The largest offsets ever in use are -15:13:42 and +15:13:42 (Manila and Alaska).
    guard isWest || reader.consume("+"), let hours = reader.number(of: 2), hours < 16 else {
      return false
    }
    var seconds = hours * 3600
    for unit in [60, 1] where !reader.isAtEnd {
      _ = reader.consume(":")
      guard let number = reader.number(of: 2), number < 60 else { return false }
      seconds += number * unit
    }
    offset = isWest ? -seconds : seconds
    return true
  }

  /// Formats seconds since midnight as `hh:mm:ss`.
  static func time(_ second: Int) -> String {
    let (hour, minute) = (second / 3600, second / 60 % 60)
    return "\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second % 60, to: 2))"
  }

  /// Formats an offset as `+09:00`; with seconds only if it has some, as local mean times do.
  static func offset(_ seconds: Int) -> String {
    let size = abs(seconds)
    let text = "\(padded(size / 3600, to: 2)):\(padded(size / 60 % 60, to: 2))"
    return (seconds < 0 ? "-" : "+") + text + (size % 60 == 0 ? "" : ":\(padded(size % 60, to: 2))")
  }
}

// MARK: - Timestamp

/// A point in time in milliseconds, written as ISO 8601 in UTC: `2026-11-19T22:30:00.250Z`.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let milliseconds: Int64

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Converts a file's time in seconds since 1970. A file may have any time; it is limited to days
  /// that are within the years 1 to 9999 in every time zone.
  package init(fileSeconds seconds: Int64, nanoseconds: Int64) {
    let day: Int64 = 86_400
    let (first, last) = (
      CalendarDay.writable.lowerBound + day, CalendarDay.writable.upperBound - day - 1
    )
    let within = max(first, min(seconds, last))
    milliseconds = within * 1000 + (within == seconds ? nanoseconds / 1_000_000 : 0)
  }

  /// Parses an ISO 8601 date with a time and any offset.
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

// MARK: - HybridClock

/// A hybrid logical clock: wall time, and a counter for events within the same millisecond or while
/// the wall clock is behind times already seen.
///
/// After Kulkarni et al., "Logical Physical Clocks" (2014): a revision's clock is always later than
/// its parents', on any device.
package struct HybridClock: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let time: Timestamp
  package let counter: Int

  private static let maxCounter = 1_000_000
  /// The year 9000. Clocks that are read are earlier, so that clocks after them can still be
  /// written.
  private static let end = Timestamp(milliseconds: 221_845_392_000_000)

  package init(time: Timestamp, counter: Int = 0) {
    self.time = time
    self.counter = counter
  }

  /// Parses `2026-11-19T22:30:00.250Z+3`.
  package init?(_ text: String) {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "+")) ?? text.endIndex
    guard let time = Timestamp(String(text[..<end])) else { return nil }
    guard let counter = end == text.endIndex ? 0 : Int(text[end...].dropFirst()),
      (0...Self.maxCounter).contains(counter), time < Self.end
    else { return nil }
    self.init(time: time, counter: counter)
  }

  package var description: String { "\(time)+\(counter)" }

  /// Returns the clock of the next event, given the wall clock's time.
  package func next(at now: Timestamp) -> HybridClock {
    if now > time { return HybridClock(time: now) }
    return counter < Self.maxCounter
      ? HybridClock(time: time, counter: counter + 1)
      : HybridClock(time: Timestamp(milliseconds: time.milliseconds + 1))
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.time, left.counter) < (right.time, right.counter)
  }
}
