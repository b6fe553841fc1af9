/// Text as it may stand in HTML, between elements and between quotation marks.
enum HTMLEscaping {
  /// Characters that HTML doesn't allow, as those that command a terminal, become `�`.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { characters in
      // Runs of bytes that stand for themselves are taken at once.
      var start = 0
      var index = 0
      while index < characters.count {
        guard isSuspect[Int(characters[index])],
          let (replacement, length) = replacement(at: index, in: characters)
        else {
          index += 1
          continue
        }
        bytes.append(contentsOf: characters[start..<index])
        replacement.withUTF8Buffer { bytes.append(contentsOf: $0) }
        index += length
        start = index
      }
      bytes.append(contentsOf: characters[start...])
    }
  }

  /// Bytes that `replacement` has to look at.
  private static let isSuspect: [Bool] = (0..<256).map { byte in
    byte < 0x20 && byte != 0x09 && byte != 0x0A
      || [0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F, 0xC2].contains(byte) || byte >= 0xEF
  }

  /// What stands for the character that begins at a byte, and how many bytes it has; `nil` when it
  /// stands for itself.
  private static func replacement(
    at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (StaticString, Int)? {
    switch bytes[index] {
    case UInt8(ascii: "<"): ("&lt;", 1)
    case UInt8(ascii: ">"): ("&gt;", 1)
    case UInt8(ascii: "&"): ("&amp;", 1)
    case UInt8(ascii: "\""): ("&quot;", 1)
    case UInt8(ascii: "'"): ("&#39;", 1)
    case 0x0D:
      // What follows is the line's end.
      index + 1 < bytes.count && bytes[index + 1] == 0x0A ? ("", 1) : ("\n", 1)
    case ..<0x20, 0x7F: ("\u{FFFD}", 1)
    // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
    case 0xC2 where bytes[index + 1] < 0xA0: ("\u{FFFD}", 2)
    // U+FDD0 to U+FDEF, U+FFFE and U+FFFF, which aren't characters.
    case 0xEF where bytes[index + 1] == 0xB7 && 0x90...0xAF ~= bytes[index + 2]: ("\u{FFFD}", 3)
    case 0xEF where bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE: ("\u{FFFD}", 3)
    // The last two of every further plane aren't either.
    case 0xF0...
    where bytes[index + 1] & 0x0F == 0x0F && bytes[index + 2] == 0xBF && bytes[index + 3] >= 0xBE:
      ("\u{FFFD}", 4)
    default: nil
    }
  }
}
