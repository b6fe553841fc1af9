import CSystem
import Glibc

/// Gives the terminal back when the program crashes or calls `exit` without doing so.
package enum TerminalRescue {
  /// From now on, whatever ends the program writes these bytes to standard output, as far as there is
  /// room for them, and sets these modes first. What is written to standard error is held back in memory.
  package static func arm(_ bytes: [UInt8], _ modes: TypingModes) {
    let held = pd_errors_go_to_terminal() ? (try? Descriptor.memory("errors")) : nil
    withUnsafePointer(to: modes.modes) { modes in
      bytes.withUnsafeBytes { bytes in
        pd_arm_rescue(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, modes,
          held?.number ?? -1)
      }
    }
  }

  /// Gives the terminal back, as far as it can be had, and ends the program as a signal does.
  package static func end(by signal: Signal) -> Never {
    pd_end_by(signal.number)
    _exit(128 + signal.number)
  }

  /// The terminal is in other hands.
  package static func disarm() { pd_disarm_rescue() }
}
