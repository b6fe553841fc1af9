import Synchronization
import System

/// Ends what is done with a remote, from any thread, and knows when something last went on.
final class RemoteStop: Sendable {
  private struct State {
    /// The program that runs, as long as it has not been waited for: only then is its number surely
    /// its own.
    var process: ChildProcess?
    var isStopped = false
    var lastMove = SystemClock.milliseconds
  }

  private let state = Mutex(State())

  /// Ends the program that runs with all it has started, and keeps further ones from starting.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.process?.sendToGroup(.kill)
    }
  }

  var isStopped: Bool { state.withLock(\.isStopped) }

  /// Throws once it is stopped. Whoever works calls it often: each time something has gone on.
  func check() throws(RemoteFault) {
    let isStopped = state.withLock { state in
      state.lastMove = SystemClock.milliseconds
      return state.isStopped
    }
    if isStopped { throw .stopped }
  }

  /// For how many milliseconds nothing has gone on.
  var idle: Int { SystemClock.milliseconds - state.withLock(\.lastMove) }

  /// Starts a program that leads a group of its own.
  func begin(
    _ start: () throws(ErrorNumber) -> ChildProcess
  ) throws(RemoteFault) -> Result<ChildProcess, ErrorNumber> {
    try check()
    return try state.withLock { state throws(RemoteFault) in
      guard !state.isStopped else { throw .stopped }
      do throws(ErrorNumber) {
        let process = try start()
        state.process = process
        return .success(process)
      } catch {
        return .failure(error)
      }
    }
  }

  /// How the program that was begun ended; it has ended, or is killed with all it has started.
  func end(_ process: ChildProcess, kills: Bool) -> ExitStatus {
    state.withLock { state in
      if kills { process.sendToGroup(.kill) }
      state.process = nil
      return process.wait()
    }
  }
}
