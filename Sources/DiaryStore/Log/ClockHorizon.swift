import DiaryCore
import System

/// Which clocks of lines are believed: those at most a day ahead of this machine. A line with a later
/// one is kept and shown, but counts as older than all others, and no line that comes after takes its
/// time from it.
struct ClockHorizon: Sendable {
  let latest: Timestamp

  private static let day: Int64 = 86_400_000

  /// Seen from a time of this machine's clock.
  init(at now: Timestamp) {
    latest = Timestamp(milliseconds: now.milliseconds + Self.day)
  }

  /// That of a time of which the latest believed clock is known.
  init(upTo clock: HybridClock) { latest = clock.time }

  /// Seen from now.
  init() {
    self.init(at: Timestamp(milliseconds: SystemClock.now))
  }

  func holds(_ clock: HybridClock) -> Bool { clock.time <= latest }

  /// Whether one of two lines counts as older, by its clock and then by its id.
  func isOlder(
    _ line: (clock: HybridClock, id: ID<Revision>),
    than other: (clock: HybridClock, id: ID<Revision>)
  ) -> Bool {
    guard holds(line.clock) == holds(other.clock) else { return !holds(line.clock) }
    return (line.clock, line.id) < (other.clock, other.id)
  }
}
