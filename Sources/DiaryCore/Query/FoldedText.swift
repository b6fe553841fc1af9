import Glibc

/// A text made ready for searching, so that case and normal form don't matter.
///
/// Most text is written in characters that have one normal form only: ASCII, Hangul syllables,
/// Chinese and Japanese characters. Of these the bytes are compared; of all others the characters,
/// by canonical equivalence, which takes fifty times as long.
package enum FoldedText: Sendable {
  case bytes([UInt8])
  case characters([Character])

  package init(_ text: String) {
    var folded = Array(text.utf8)
    if Self.fold(&folded) {
      self = .bytes(folded)
    } else {
      self = .characters(Array(text.lowercased()))
    }
  }

  /// Whether another text stands somewhere in this one.
  package func contains(_ phrase: FoldedText) -> Bool {
    switch (self, phrase) {
    case (.bytes(let text), .bytes(let phrase)):
      Self.contains(text, phrase)
    // A phrase with other characters may yet be equivalent to what has none: U+1100 U+1161 is 가.
    case (_, _): characters.contains(phrase.characters)
    }
  }

  private static func contains(_ text: [UInt8], _ phrase: [UInt8]) -> Bool {
    guard let first = phrase.first else { return true }
    return text.withUnsafeBytes { text in
      var start = 0
      while start + phrase.count <= text.count, let base = text.baseAddress {
        let room = text.count - phrase.count - start + 1
        guard let found = memchr(base + start, Int32(first), room) else { return false }
        if memcmp(found, phrase, phrase.count) == 0 { return true }
        start = UnsafeRawPointer(found) - base + 1
      }
      return false
    }
  }

  private var characters: [Character] {
    switch self {
    case .bytes(let bytes): Array(String(decoding: bytes, as: UTF8.self))
    case .characters(let characters): characters
    }
  }

  /// Makes ASCII letters small. `false` when there is a character that may have another normal form
  /// or case, or combine with one beside it.
  private static func fold(_ bytes: inout [UInt8]) -> Bool {
    var place = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        bytes[place] |= 0x20
        place += 1
      case ..<0x80: place += 1
      case 0xE2...0xED:
        let scalar =
          UInt32(bytes[place] & 0x0F) << 12 | UInt32(bytes[place + 1] & 0x3F) << 6
          | UInt32(bytes[place + 2] & 0x3F)
        switch scalar {
        // General punctuation, CJK punctuation, kana, Chinese characters, Hangul syllables.
        case 0x2010...0x2027, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
          0xAC00...0xD7A3:
          place += 3
        default: return false
        }
      default: return false
      }
    }
    return true
  }
}
