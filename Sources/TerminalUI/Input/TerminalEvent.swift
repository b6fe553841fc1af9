/// What comes in from the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(KeyEvent)
  /// A bracketed paste, whole. Line ends are `\n`; bytes that aren't UTF-8 came as U+FFFD.
  case paste(String)
  /// Keys that came in one burst and may be a paste of lines, from a terminal that doesn't bracket it.
  case burst([KeyEvent])
  case mouse(MouseEvent)
  /// Whether Caps Lock is on now, where the terminal can tell.
  case capsLock(Bool)
  case resize(Size)
  /// The terminal has answered what it was asked, or has other cells than before.
  case learned(TerminalFacts)
  /// The program was stopped and goes on: the screen must be drawn anew.
  case resumed
  /// The terminal has closed or someone asked the program to end: leave now, keeping everything.
  case terminate
}
