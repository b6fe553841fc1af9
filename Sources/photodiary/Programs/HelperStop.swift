import Glibc
import Synchronization

/// Ends the helper programs of one task, from any thread.
final class HelperStop: Sendable {
  private struct State {
    /// The process, as long as it has not been waited for: only then is the number surely its own.
    var process: pid_t?
    var isStopped = false
  }

  private let state = Mutex(State())

  /// Ends the program that runs, and keeps further ones from starting.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      if let process = state.process { kill(-process, SIGKILL) }
    }
  }

  /// Starts a program that leads a process group of its own; `nil` when that failed or is no longer
  /// wanted.
  func begin(_ start: () -> pid_t?) -> pid_t? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      state.process = start()
      return state.process
    }
  }

  /// The status of the process that was begun, which has ended or is killed.
  func end(_ process: pid_t, kills: Bool) -> Int32 {
    state.withLock { state in
      if kills { kill(-process, SIGKILL) }
      state.process = nil
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }
}
