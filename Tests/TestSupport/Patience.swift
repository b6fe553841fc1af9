import Glibc

/// The time after which a hanging test fails, far above that of the slowest machine. Set in seconds
/// by `PHOTODIARY_PATIENCE=10`.
package enum Patience {
  package static let limit = Duration.seconds(
    getenv("PHOTODIARY_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 300)

  package static var deadline: ContinuousClock.Instant { .now + limit }
}

/// Polls a condition without an event, like another program's file.
package func comesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Patience.deadline
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(10_000)
  }
  return true
}

/// Polls a condition without blocking the shared threads.
package func eventually(_ condition: () async throws -> Bool) async rethrows -> Bool {
  let deadline = Patience.deadline
  while try await !condition() {
    guard ContinuousClock.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return true
}

/// Returns the CPU time of the calling thread, which other programs don't affect.
package func processorTime(of work: () throws -> Void) rethrows -> Duration {
  let start = threadTime()
  try work()
  return threadTime() - start
}

private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
