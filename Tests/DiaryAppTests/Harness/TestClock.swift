import DiaryCore
import Synchronization

/// A clock that moves a second with every look, from 2026-11-21T01:00:00Z on.
final class TestClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_222_800_000)

  @Sendable func tick() -> Timestamp {
    milliseconds.withLock { value in
      value += 1000
      return Timestamp(milliseconds: value)
    }
  }
}
