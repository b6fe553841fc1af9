import Glibc

/// The time that a processor worked for the calling thread while it did something. Other programs'
/// work doesn't count, so that a limit on it holds on a busy machine as well.
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
