/// A hybrid logical clock: wall time, and a counter for what happens within a millisecond or
/// while the wall clock stands behind what was already seen.
///
/// After Kulkarni et al., "Logical Physical Clocks" (2014): a revision's clock is always later
/// than its parents', on whatever device they were written.
package struct HybridClock: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let time: Timestamp
  package let counter: Int

  private static let highest = 1_000_000
  /// The year 9000. A clock that is read is before it, so that the clocks which follow can be
  /// written, too.
  private static let end = Timestamp(milliseconds: 221_845_392_000_000)

  package init(time: Timestamp, counter: Int = 0) {
    self.time = time
    self.counter = counter
  }

  /// Reads `2026-11-19T22:30:00.250Z+3`.
  package init?(_ text: String) {
    let end = text.utf8.firstIndex(of: UInt8(ascii: "+")) ?? text.endIndex
    guard let time = Timestamp(String(text[..<end])) else { return nil }
    guard let counter = end == text.endIndex ? 0 : Int(text[end...].dropFirst()),
      (0...Self.highest).contains(counter), time < Self.end
    else { return nil }
    self.init(time: time, counter: counter)
  }

  package var description: String { "\(time)+\(counter)" }

  /// The clock of the next event, given the wall clock's reading.
  package func next(at now: Timestamp) -> HybridClock {
    if now > time { return HybridClock(time: now) }
    return counter < Self.highest
      ? HybridClock(time: time, counter: counter + 1)
      : HybridClock(time: Timestamp(milliseconds: time.milliseconds + 1))
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.time, left.counter) < (right.time, right.counter)
  }
}
