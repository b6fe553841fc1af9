import CNcurses
import System
import TerminalUI

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

/// Writing somewhere without ncurses' noticing: the cursor and the colors are as before.
enum CursorPosition {
  /// DECSC, and colors and attributes off.
  static let save: [UInt8] = Array("\u{1B}7\u{1B}[m".utf8)
  /// DECRC
  static let restore: [UInt8] = Array("\u{1B}8".utf8)
  /// Ends a string that may have begun; otherwise nothing.
  static let stringEnd: [UInt8] = Array("\u{1B}\\".utf8)

  static func move(column: Int, row: Int) -> [UInt8] {
    Array("\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }

  /// Blanks over rectangles, which is what ncurses takes the cells below pictures for.
  static func blank(_ rects: [Rect]) -> [UInt8] {
    if rects.allSatisfy(\.isEmpty) { return [] }
    var bytes = save
    for rect in rects {
      for row in rect.row..<rect.endRow {
        bytes += move(column: rect.column, row: row)
        bytes += Array(repeating: 0x20, count: rect.columns)
      }
    }
    return bytes + restore
  }
}

/// The sequences around a text that the terminal shall open an address for (OSC 8), as
/// https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda describes them.
package enum LinkSequence {
  /// Of an address, in bytes: terminals keep 2,083 of it, and some read no longer sequence than
  /// 2,048.
  private static let longest = 2000

  /// What stands before the text; `nil` for an address that is too long. Texts of one address and
  /// `id` are one link to the terminal, wherever they stand.
  package static func opening(_ address: LinkAddress, id: Int) -> [UInt8]? {
    guard address.text.utf8.count <= longest else { return nil }
    return Array("\u{1B}]8;id=\(id);\(address.text)\u{1B}\\".utf8)
  }

  /// What stands after it.
  package static let closing = Array("\u{1B}]8;;\u{1B}\\".utf8)

  /// Whether the terminal of an environment reads them, or passes over them.
  package static func areTaken(in environment: [String: String]) -> Bool {
    TerminalEnvironment(environment).takesLinks
  }
}

/// The sequence that gives the terminal a text for its clipboard (OSC 52). It reaches the clipboard
/// of the desktop that the terminal is on, over ssh too.
struct ClipboardSequence {
  /// Terminals take 100,000 bytes of such a sequence, and drop a longer one in silence.
  private static let longest = 100_000
  private static let head = Array("\u{1B}]52;c;".utf8)
  private static let end: UInt8 = 0x07

  let bytes: [UInt8]

  /// `nil` for a text that is longer than terminals take.
  init?(_ text: String, throughTmux: Bool) {
    // Not encoded just to be thrown away.
    guard text.utf8.count < Self.longest else { return nil }
    let sequence = Self.head + Base64.encode(Array(text.utf8)) + [Self.end]
    guard sequence.count <= Self.longest else { return nil }
    // With `set-clipboard on`, tmux takes the sequence itself. Else it drops it.
    bytes = throughTmux ? sequence + TmuxPassthrough.wrapped(sequence) : sequence
  }
}

/// What goes through tmux to the terminal that it runs in, where its `allow-passthrough` is on: else tmux
/// drops it (tmux(1)).
enum TmuxPassthrough {
  private static let head = Array("\u{1B}Ptmux;".utf8)
  private static let end = Array("\u{1B}\\".utf8)
  private static let escape: UInt8 = 0x1B

  static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    head + bytes.flatMap { $0 == escape ? [escape, escape] : [$0] } + end
  }
}

/// Bytes as text of 64 letters (RFC 4648, with padding).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
      var index = 0
      while index < bytes.count {
        let left = bytes.count - index
        let three =
          UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
          | (left > 2 ? UInt32(bytes[index + 2]) : 0)
        for position in 0..<4 {
          let letter = letters[Int(three >> UInt32(18 - 6 * position) & 63)]
          text[count] = position <= left ? letter : UInt8(ascii: "=")
          count += 1
        }
        index += 3
      }
    }
  }
}
