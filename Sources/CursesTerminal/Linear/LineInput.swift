/// What comes from a terminal that sends whole lines, as the shell of Emacs does (`M-x shell`): the
/// end of a line only sends it, and an empty line is Enter.
struct LineInput {
  private let sendsLines: Bool

  init(_ environment: [String: String]) {
    // https://www.gnu.org/software/emacs/manual/html_node/emacs/Interactive-Shell.html
    sendsLines = environment["INSIDE_EMACS"]?.contains("comint") == true
  }

  /// The bytes of the keys that are meant.
  func keys(in bytes: [UInt8]) -> [UInt8] {
    guard sendsLines, bytes.count > 1, bytes.last == 0x0A else { return bytes }
    return Array(bytes.dropLast())
  }
}
