import Dispatch

/// Runs what may block away from the threads that all tests share.
final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "photodiary.tests.own-thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
