import CSystem
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
    switch pd_ends_until(number, deadline) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Becomes readable when it has ended; whoever asks for it closes it. `nil` when the system can't
  /// tell: Linux can since 5.3.
  package var ending: Descriptor? {
    let number = pd_process_descriptor(number)
    return number < 0 ? nil : Descriptor(number: number)
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
