import Dispatch
import Synchronization

/// The program that a task runs and waits for, which any thread may end.
package final class ProcessHandle: Sendable {
  private struct State {
    /// The process, as long as it has not been waited for: only then is the number surely its own.
    var process: ChildProcess?
    var isStopped = false
  }

  private let state = Mutex(State())

  package init() {}

  /// What work gives that runs programs and waits for them, on a queue rather than in Swift's pool.
  /// They are ended when the task is cancelled.
  package static func running<Outcome: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable (ProcessHandle) -> Outcome
  ) async -> Outcome {
    let handle = ProcessHandle()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async(
          execute: Invocation.carrying { continuation.resume(returning: work(handle)) })
      }
    } onCancel: {
      handle.stop()
    }
  }

  /// Ends the program that runs, and keeps further ones from starting.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.sendToGroup(.kill)
    }
  }

  package var isStopped: Bool { state.withLock(\.isStopped) }

  /// Starts a program that leads a process group of its own; `nil` when that failed or is no longer
  /// wanted.
  package func begin(_ start: () -> ChildProcess?) -> ChildProcess? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.process = start()
      return state.process
    }
  }

  /// The status of the process that was begun, once it has ended. At the deadline it is killed, for
  /// one that has closed its output may go on for ever, and there is none.
  ///
  /// - Parameter deadline: A time of `SystemClock.milliseconds`.
  package func status(of process: ChildProcess, until deadline: Int) -> ExitStatus? {
    let isInTime = process.ends(until: deadline) ?? (deadline > SystemClock.milliseconds)
    return state.withLock { state in
      if !isInTime { process.sendToGroup(.kill) }
      // Nobody signals a process that is no longer known here.
      state.process = nil
      let status = process.wait()
      return isInTime ? status : nil
    }
  }
}
