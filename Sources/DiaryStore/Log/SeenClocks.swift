import DiaryCore

/// The clocks of the lines that were read, as far as what is shown hangs on them: which were believed,
/// and which weren't. A machine whose own clock is put right believes others than before.
struct SeenClocks: Hashable, Sendable {
  /// The latest that is believed.
  private(set) var latest = HybridClock(time: Timestamp(milliseconds: 0))
  /// The earliest that isn't.
  private(set) var ahead: HybridClock?

  init() {}

  init(latest: HybridClock, ahead: HybridClock?) { (self.latest, self.ahead) = (latest, ahead) }

  mutating func see(_ clock: HybridClock, _ horizon: ClockHorizon) {
    if horizon.holds(clock) {
      latest = max(latest, clock)
    } else {
      ahead = min(ahead ?? clock, clock)
    }
  }

  /// Goes on with those of all lines, the ones that a program has seen before among them.
  mutating func replace(by all: SeenClocks) {
    self = SeenClocks(latest: max(latest, all.latest), ahead: all.ahead)
  }

  /// Whether the same ones are believed now, so that all lines are in the same order.
  func areBelievedAlike(_ horizon: ClockHorizon) -> Bool {
    horizon.holds(latest) && ahead.map(horizon.holds) != true
  }
}
