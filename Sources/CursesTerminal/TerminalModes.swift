import CNcurses
import System

/// What is switched on by hand, since ncurses knows nothing of it: bracketed paste, and the mouse
/// in SGR form, which works whatever terminfo says of the terminal. A terminal that doesn't tell
/// what is dragged (1002) stays with presses (1000).
enum TerminalModes {
  static let on: [UInt8] = Array("\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
  static let off: [UInt8] = Array("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l".utf8)

  /// Everything back as a shell wants it, for when ncurses can't be asked any more.
  static func rescue() -> [UInt8] {
    ["sgr0", "cnorm", "rmkx", "rmcup"].reduce(off) { $0 + (capability($1) ?? []) }
  }

  /// A string capability of the terminal by its terminfo name, without delays; `nil` if it has
  /// none.
  static func capability(_ name: String) -> [UInt8]? {
    guard let value = pd_capability(name) else { return nil }
    var bytes: [UInt8] = []
    var rest = String(cString: value).utf8[...]
    while let byte = rest.popFirst() {
      // A delay is written $<5>.
      if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        rest = rest[rest.index(after: end)...]
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  /// Writes to the terminal at once. What can't be written is lost: the terminal is gone.
  static func write(_ bytes: [UInt8]) {
    try? Descriptor.standardOutput.write(bytes)
  }
}
