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
