import DiaryCore
import Synchronization

/// Lets twenty stages a second through: each is a whole frame of a screen, and keys wait for it.
final class StageThrottle<Stage>: Sendable {
  private let last = Mutex<ContinuousClock.Instant?>(nil)
  private let progress: @Sendable (Stage) -> Void

  init(_ progress: @escaping @Sendable (Stage) -> Void) { self.progress = progress }

  func tell(_ stage: Stage) {
    let now = ContinuousClock.now
    let isDue = last.withLock { last in
      if let last, now - last < .milliseconds(50) { return false }
      last = now
      return true
    }
    if isDue { progress(stage) }
  }
}
