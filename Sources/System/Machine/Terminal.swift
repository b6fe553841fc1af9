import CSystem
import Glibc

extension Descriptor {
  package var isTerminal: Bool { isatty(number) == 1 }

  /// A terminal's width in columns, or 0 when it doesn't say or is none.
  package var columns: Int { Int(pd_window_columns(number)) }
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

  /// The same, but keys come one by one and unseen, Ctrl-C among them.
  package var forKeys: TypingModes {
    var keys = self
    keys.modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    return keys
  }

  /// Has them hold from now on. With `discarding`, what was typed before goes.
  package func set(on terminal: Descriptor, discarding: Bool = false) {
    var modes = modes
    tcsetattr(terminal.number, discarding ? TCSAFLUSH : TCSADRAIN, &modes)
  }
}
