/// A text cut into the pieces that a difference keeps whole. Joined again they are the text.
enum TextTokens {
  /// Words, stretches of white space, marks and line ends. Scripts that are written without
  /// spaces, and Hangul, whose syllables change alone, are cut into characters.
  static func words(of text: String) -> [Substring] {
    var tokens: [Substring] = []
    var start = text.startIndex
    var open: Kind?
    var index = text.startIndex
    while index < text.endIndex {
      let kind = Kind(text[index])
      if index > start, kind == .alone || kind != open {
        tokens.append(text[start..<index])
        start = index
      }
      open = kind
      index = text.index(after: index)
    }
    if start < index { tokens.append(text[start..<index]) }
    return tokens
  }

  /// Lines with their ends.
  static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = Substring(text)
    while let end = rest.firstIndex(where: \.isNewline) {
      lines.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  private enum Kind {
    case word, space
    /// Never joined with what is beside it.
    case alone

    init(_ character: Character) {
      if let byte = character.asciiValue {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          self = .word
        case UInt8(ascii: " "), UInt8(ascii: "\t"): self = .space
        default: self = .alone
        }
      } else if character.isNewline || character.isWrittenWithoutSpaces {
        self = .alone
      } else if character.isWhitespace {
        self = .space
      } else {
        self = character.isLetter || character.isNumber ? .word : .alone
      }
    }
  }
}

extension Character {
  fileprivate var isWrittenWithoutSpaces: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao, Burmese, Khmer
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true  // Hangul
    case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: true  // Kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true  // Han
    default: false
    }
  }
}
