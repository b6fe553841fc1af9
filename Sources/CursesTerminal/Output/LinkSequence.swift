import TerminalUI

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
