import CSystem
import Dispatch
import Glibc

/// A program that this one has started. Until it has been waited for, its number is surely its own.
package struct ChildProcess: Hashable, Sendable {
  package let number: Int32

  /// Sends it a signal.
  package func send(_ signal: Signal) { kill(number, signal.number) }

  /// Sends a signal to all of the group that it leads.
  package func sendToGroup(_ signal: Signal) { kill(-number, signal.number) }

  /// Waits for its end until a time of `SystemClock.milliseconds`, which `wait` still has to be told
  /// of. `nil` when the system can't tell.
  package func ends(until deadline: Int) -> Bool? {
    guard let ending else { return nil }
    defer { ending.close() }
    while true {
      do throws(ErrorNumber) {
        let left = max(0, deadline - SystemClock.milliseconds)
        return try Readiness.wait(for: [.readable(ending)], milliseconds: left)[0]
      } catch {
        guard error == .interrupted else { return nil }
      }
    }
  }

  /// Becomes readable when it has ended; whoever asks for it closes it. `nil` when the system can't
  /// tell.
  package var ending: Descriptor? {
    guard Facility.pidfd.isAvailable else { return awaitedEnding }
    let descriptor = pd_process_descriptor(number)
    // Linux has them since 5.3.
    return descriptor < 0 ? awaitedEnding : Descriptor(number: descriptor)
  }

  /// The end of a pipe whose other end is closed by a thread that waits for the program's end.
  package var awaitedEnding: Descriptor? {
    var ends: [Int32] = [-1, -1]
    guard pd_pipe(&ends) == 0 else { return nil }
    let writing = Descriptor(number: ends[1])
    if pd_has_ended(number, 0) != 0 {
      writing.close()
    } else {
      DispatchQueue(label: "photodiary.program-end").async { [number] in
        _ = pd_has_ended(number, 1)
        writing.close()
      }
    }
    return Descriptor(number: ends[0])
  }

  /// How it ended, which is waited for. The number may be another program's from now on.
  package func wait() -> ExitStatus {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
    return ExitStatus(status)
  }
}

/// How a program ended.
package enum ExitStatus: Hashable, Sendable {
  case exited(Int32)
  case killed(Signal)

  package static let success = ExitStatus.exited(0)

  init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal != 0 ? .killed(Signal(number: signal)) : .exited(status >> 8 & 0xFF)
  }
}
