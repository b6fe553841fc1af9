import Synchronization
import System

/// Ends the helper programs of one task, from any thread.
final class HelperStop: Sendable {
  private struct State {
    /// The process, as long as it has not been waited for: only then is the number surely its own.
    var process: ChildProcess?
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Ends the program that runs, and keeps further ones from starting.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.sendToGroup(.kill)
    }
  }

  /// Starts a program that leads a process group of its own; `nil` when that failed or is no longer
  /// wanted.
  func begin(_ start: () -> ChildProcess?) -> ChildProcess? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.process = start()
      return state.process
    }
  }

  /// The status of the process that was begun, which has ended or is killed.
  func end(_ process: ChildProcess, kills: Bool) -> ExitStatus {
    state.withLock { state in
      if kills { process.sendToGroup(.kill) }
      state.process = nil
      return process.wait()
    }
  }
}
