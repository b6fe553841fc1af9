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
