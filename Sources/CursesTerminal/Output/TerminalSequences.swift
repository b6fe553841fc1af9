import CNcurses
import System
import TerminalUI

/// Terminal modes that ncurses doesn't set: bracketed paste, and the mouse in SGR encoding, which
/// doesn't depend on terminfo. A terminal without support for dragging (1002) falls back to presses
/// (1000).
enum TerminalModes {
  static let on: [UInt8] = Array("\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
  static let off: [UInt8] = Array("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l".utf8)

  /// Returns the sequences that restore the terminal for a shell, for when ncurses can't be called.
  static func rescue() -> [UInt8] {
    ["sgr0", "cnorm", "rmkx", "rmcup"].reduce(off) { $0 + (capability($1) ?? []) }
  }

  /// Returns a string capability by its terminfo name, without delays, or `nil` if the terminal
  /// doesn't have it.
  static func capability(_ name: String) -> [UInt8]? {
    guard let value = pd_capability(name) else { return nil }
    var bytes: [UInt8] = []
    var rest = String(cString: value).utf8[...]
    while let byte = rest.popFirst() {
      // A delay has the form $<5>.
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

  /// Writes to the terminal immediately. Errors are ignored: the terminal is gone.
  static func write(_ bytes: [UInt8]) {
    try? Descriptor.standardOutput.write(bytes)
  }
}

// MARK: - Cursor

/// Sequences for writing at a position without ncurses, which keep its cursor and colors.
enum CursorPosition {
  /// DECSC, then reset of colors and attributes.
  static let save: [UInt8] = Array("\u{1B}7\u{1B}[m".utf8)
  /// DECRC.
  static let restore: [UInt8] = Array("\u{1B}8".utf8)
  /// A string terminator, which has no effect outside of a string.
  static let stringEnd: [UInt8] = Array("\u{1B}\\".utf8)

  static func move(column: Int, row: Int) -> [UInt8] {
    Array("\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }

  /// Returns spaces for rectangles, which is what ncurses assumes under pictures.
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

/// Sequences between which the terminal doesn't draw its window.
enum SynchronizedUpdate {
  static let begin = Array("\u{1B}[?2026h".utf8)
  static let end = Array("\u{1B}[?2026l".utf8)
}

// MARK: - Links and clipboard

/// Hyperlink sequences (OSC 8), as described in
/// https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda.
package enum LinkSequence {
  /// The maximum length of an address in bytes. Terminals keep 2,083 of them, and some parse
  /// sequences of at most 2,048.
  private static let longest = 2000

  /// Returns the sequence before the text, or `nil` if the address is too long. To the terminal,
  /// all texts with the same address and `id` are one link.
  package static func opening(_ address: LinkAddress, id: Int) -> [UInt8]? {
    guard address.text.utf8.count <= longest else { return nil }
    return Array("\u{1B}]8;id=\(id);\(address.text)\u{1B}\\".utf8)
  }

  /// The sequence after the text.
  package static let closing = Array("\u{1B}]8;;\u{1B}\\".utf8)

  /// Returns whether the terminal of an environment parses the sequences or at least ignores them.
  package static func areSupported(in environment: [String: String]) -> Bool {
    TerminalEnvironment(environment).supportsLinks
  }
}

/// The sequence that copies a text to the clipboard (OSC 52) of the desktop where the terminal
/// runs, even over ssh.
struct ClipboardSequence {
  /// The maximum length in bytes; terminals silently drop longer sequences.
  private static let longest = 100_000
  private static let head = Array("\u{1B}]52;c;".utf8)
  private static let end: UInt8 = 0x07

  let bytes: [UInt8]

  /// Creates the sequence, or returns `nil` if the text is too long.
  init?(_ text: String, throughTmux: Bool) {
    // Don't encode a text that is too long anyway.
    guard text.utf8.count < Self.longest else { return nil }
    let sequence = Self.head + Base64.encode(Array(text.utf8)) + [Self.end]
    guard sequence.count <= Self.longest else { return nil }
    // With `set-clipboard on`, tmux handles the sequence itself. Otherwise it drops it.
    bytes = throughTmux ? sequence + TmuxPassthrough.wrapped(sequence) : sequence
  }
}

// MARK: - Encodings

/// Sequences passed through tmux to the terminal outside. tmux drops them unless
/// `allow-passthrough` is on (tmux(1)).
enum TmuxPassthrough {
  private static let head = Array("\u{1B}Ptmux;".utf8)
  private static let end = Array("\u{1B}\\".utf8)
  private static let escape: UInt8 = 0x1B

  static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    head + bytes.flatMap { $0 == escape ? [escape, escape] : [$0] } + end
  }
}
