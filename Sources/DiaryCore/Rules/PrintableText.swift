import System

extension StringProtocol {
  /// The text on one line, with nothing in it that a terminal could take for a command: control
  /// characters become `␛`-like symbols or `�`, line ends and tabs a space, and characters that
  /// reorder the text around them are removed. The paths in it are as people read them.
  package var printable: String {
    let text = Path.readable(String(self))
    guard text.unicodeScalars.contains(where: { !$0.isPrintable }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let shown = scalar.shown { result.append(shown) }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it may be written to a terminal as it is.
  package var isPrintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  /// What stands for it on one line, `nil` for nothing.
  package var shown: Unicode.Scalar? {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
    // U+2400 and on are pictures of the control characters in the same order.
    case 0..<0x20: Unicode.Scalar(0x2400 + value)
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0: "\u{FFFD}"
    case 0x202A...0x202E, 0x2066...0x2069: nil
    default: self
    }
  }
}

extension StringProtocol {
  /// Whether nothing but white space is in it.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Whether nothing of it is seen: white space, and characters that are drawn as nothing at all.
  package var isInvisible: Bool { unicodeScalars.allSatisfy(\.isInvisible) }

  /// As much of it as a sentence has room for.
  package var shortened: String { count > 40 ? prefix(39) + "…" : String(self) }

  /// Without the white space at both ends.
  package var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}

extension Unicode.Scalar {
  /// The Braille pattern without dots is a character, though nobody sees it.
  fileprivate var isInvisible: Bool {
    properties.isWhitespace || properties.isDefaultIgnorableCodePoint || value == 0x2800
  }
}

// What journals and tags are called.
extension String {
  /// Whether two names mean one thing: case and normal form don't matter.
  package func isSameName(as other: String) -> Bool {
    // String equality is canonical equivalence.
    lowercased() == other.lowercased()
  }

  /// Whether it can be a name: something of it can be seen, on one line.
  var isName: Bool {
    !isBlank && utf8.count <= Self.longestName && unicodeScalars.allSatisfy(\.isPrintable)
  }

  /// In bytes: more than any screen shows.
  private static let longestName = 400
}
