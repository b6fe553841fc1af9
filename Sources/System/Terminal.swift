import CSystem
import Glibc

extension Descriptor {
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The terminal's width in columns; 0 if it is unknown or the file isn't a terminal.
  package var columns: Int { Int(pd_window_columns(number)) }

  /// The size of the terminal's window; `nil` if it is unknown.
  package var terminalSize: TerminalSize? {
    var size = winsize()
    guard pd_terminal_size(number, &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return TerminalSize(
      columns: Int(size.ws_col), rows: Int(size.ws_row), width: Int(size.ws_xpixel),
      height: Int(size.ws_ypixel))
  }

  /// `true` if Caps Lock is on, on a Linux console; `nil` for any other file.
  package var capsLock: Bool? {
    let state = pd_console_caps_lock(number)
    return state < 0 ? nil : state > 0
  }

  /// The terminal's path; `nil` for any other file.
  package var terminalPath: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard ttyname_r(number, &name, name.count) == 0 else { return nil }
    return String(nullTerminated: name)
  }

  /// Discards output that the terminal hasn't received yet.
  package func discardOutput() { tcflush(number, TCOFLUSH) }
}

/// The size of a terminal's window.
package struct TerminalSize: Sendable {
  package let columns: Int
  package let rows: Int
  /// The size in pixels; 0 if it is unknown.
  package let width: Int
  package let height: Int
}

/// The input modes of a terminal.
package struct InputModes: Sendable {
  var modes: termios

  /// Reads the current modes; `nil` if the file isn't a terminal.
  package init?(of terminal: Descriptor) {
    var modes = termios()
    guard tcgetattr(terminal.number, &modes) == 0 else { return nil }
    self.modes = modes
  }

  /// These modes with keys passed on one by one without echo, Ctrl-C included.
  package var forKeys: InputModes {
    var keys = self
    keys.modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    return keys
  }

  /// These modes with keys passed on unchanged as well: Return isn't converted to a line feed, and
  /// Ctrl-S and Ctrl-Q are keys.
  package var forRawKeys: InputModes {
    var keys = forKeys
    keys.modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
    return keys
  }

  /// Sets the modes after pending output is written. With `discarding`, unread input is dropped.
  package func set(on terminal: Descriptor, discarding: Bool = false) {
    var modes = modes
    tcsetattr(terminal.number, discarding ? TCSAFLUSH : TCSADRAIN, &modes)
  }
}

// MARK: - TerminalRescue

/// Restores the terminal if the program crashes, or exits without doing so.
package enum TerminalRescue {
  /// Makes any end of the program set these modes and write these bytes to standard output, as many
  /// as the terminal accepts. Until then, standard error is collected in memory if it is the
  /// terminal.
  package static func arm(_ bytes: [UInt8], _ modes: InputModes) {
    let held = pd_errors_go_to_terminal() ? (try? Descriptor.memory("errors")) : nil
    withUnsafePointer(to: modes.modes) { modes in
      bytes.withUnsafeBytes { bytes in
        pd_arm_rescue(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, modes,
          held?.number ?? -1)
      }
    }
  }

  /// Restores the terminal as far as possible, and ends the program as the signal would.
  package static func end(by signal: Signal) -> Never {
    pd_end_by(signal.number)
    _exit(128 + signal.number)
  }

  /// Stops restoring the terminal.
  package static func disarm() { pd_disarm_rescue() }
}
