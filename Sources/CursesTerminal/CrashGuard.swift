import System

/// Gives the terminal back when the program crashes or calls `exit` without doing so.
enum CrashGuard {
  /// What takes pictures away may be long; what gives the screen back must never be cut off.
  private static let mostForPictures = 6 * 1024

  /// From now on, whatever ends the program takes the pictures away, gives the screen back by these
  /// bytes and sets these modes first.
  static func arm(writing pictures: [UInt8], _ screen: [UInt8], modes: TypingModes) {
    TerminalRescue.arm((pictures.count <= mostForPictures ? pictures : []) + screen, modes)
  }

  /// Gives the terminal back, as far as it can be had, and ends the program as a signal does.
  static func end(by signal: Signal) -> Never { TerminalRescue.end(by: signal) }

  /// The terminal is in other hands.
  static func disarm() { TerminalRescue.disarm() }
}
