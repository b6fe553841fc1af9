import Synchronization

/// Lets progress through twenty times a second: each is a whole frame of a screen, and keys wait for
/// it.
package final class ProgressThrottle: Sendable {
  private let last = Mutex<ContinuousClock.Instant?>(nil)
  private let progress: @Sendable (Progress) -> Void

  package init(_ progress: @escaping @Sendable (Progress) -> Void) { self.progress = progress }

  package func report(_ now: Progress) {
    let time = ContinuousClock.now
    let isDue = last.withLock { last in
      if let last, time - last < .milliseconds(50) { return false }
      last = time
      return true
    }
    if isDue { progress(now) }
  }
}
