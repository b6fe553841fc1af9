import CSystem
import Glibc

extension Descriptor {
  package var isTerminal: Bool { isatty(number) == 1 }

  /// A terminal's width in columns, or 0 when it doesn't say or is none.
  package var columns: Int { Int(pd_window_columns(number)) }

  /// A terminal's window as the kernel knows it; `nil` where that knows nothing.
  package var window: TerminalWindow? {
    var size = winsize()
    guard pd_terminal_size(number, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return TerminalWindow(
      columns: Int(size.ws_col), rows: Int(size.ws_row), width: Int(size.ws_xpixel),
      height: Int(size.ws_ypixel))
  }

  /// Whether Caps Lock is on at a console of Linux; `nil` of anything else.
  package var capsLock: Bool? {
    let state = pd_console_caps_lock(number)
    return state < 0 ? nil : state > 0
  }

  /// The path of a terminal; `nil` of anything else.
  package var terminalPath: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(number, &name, name.count) == 0 else { return nil }
    return String(zeroEnded: name)
  }

  /// Throws away what a terminal has been sent and hasn't taken.
  package func discardOutput() { tcflush(number, TCOFLUSH) }
}

/// How large a terminal's window is.
package struct TerminalWindow: Sendable {
  package let columns: Int
  package let rows: Int
  /// In pixels; 0 where the terminal hasn't told.
  package let width: Int
  package let height: Int
}

/// How a terminal treats what is typed.
package struct TypingModes: Sendable {
  var modes: termios

  /// Those of a terminal now; `nil` where there is none.
  package init?(of terminal: Descriptor) {
    var modes = termios()
    guard tcgetattr(terminal.number, &modes) == 0 else { return nil }
    self.modes = modes
  }

  /// The modes in which keys come one by one and unseen, Ctrl-C among them.
  package var forKeys: TypingModes {
    var keys = self
    keys.modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    return keys
  }

  /// The modes in which keys come as they are sent: Return isn't turned into a line end, and Ctrl-S
  /// and Ctrl-Q are keys.
  package var forRawKeys: TypingModes {
    var keys = forKeys
    keys.modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
    return keys
  }

  /// Has them hold from now on. With `discarding`, what was typed before goes.
  package func set(on terminal: Descriptor, discarding: Bool = false) {
    var modes = modes
    tcsetattr(terminal.number, discarding ? TCSAFLUSH : TCSADRAIN, &modes)
  }
}

// MARK: - TerminalRescue

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
