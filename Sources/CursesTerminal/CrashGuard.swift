import CNcurses
import Glibc

/// Gives the terminal back when the program crashes or calls `exit` without doing so.
enum CrashGuard {
  /// From now on, whatever ends the program writes these bytes and sets these modes first.
  static func arm(writing bytes: [UInt8], modes: termios) {
    withUnsafePointer(to: modes) { modes in
      bytes.withUnsafeBytes { bytes in
        pd_arm_rescue(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, modes)
      }
    }
  }

  /// The terminal is in other hands.
  static func disarm() { pd_disarm_rescue() }
}
