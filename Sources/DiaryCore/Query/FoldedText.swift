/// A text made ready for searching, so that case and normal form don't matter: a unit for each of
/// its grapheme clusters.
///
/// Most text is written in characters that stand alone, whatever is beside them: letters, Hangul
/// syllables, Chinese and Japanese characters. Of these the unit is the small letter's scalar. All
/// others are compared by canonical equivalence, which takes fifty times as long.
package struct FoldedText: Sendable {
  private(set) var units: [UInt32] = []
  /// The small letters of the clusters that have no scalar for a unit.
  private(set) var clusters: [String] = []
  /// The byte at which each unit's cluster begins in the text, and the end of the last one.
  private(set) var starts: [Int] = []

  /// From here on, a unit less this is a place in `clusters`.
  static let firstCluster: UInt32 = 0x8000_0000

  package init(_ text: String) { self.init(text, keepsStarts: false) }

  init(_ text: String, keepsStarts: Bool) {
    var text = text
    text.makeContiguousUTF8()
    _ = text.utf8.withContiguousStorageIfAvailable { bytes in
      fold(text, bytes, keepsStarts)
    }
  }

  private mutating func fold(
    _ text: String, _ bytes: UnsafeBufferPointer<UInt8>, _ keepsStarts: Bool
  ) {
    units.reserveCapacity(bytes.count / 2)
    var position = 0
    // A boundary that the text itself gave costs less to go on from.
    var boundary = text.startIndex
    while position < bytes.count {
      if keepsStarts { starts.append(position) }
      let (scalar, next) = bytes.scalar(at: position)
      let isAlone =
        Self.standsAlone(scalar)
        && (next >= bytes.count || Self.standsAlone(bytes.scalar(at: next).scalar))
      if isAlone, let small = Self.small(scalar) {
        units.append(small)
        position = next
        continue
      }
      if boundary.utf8Offset(in: text) != position {
        boundary = text.utf8.index(text.startIndex, offsetBy: position)
      }
      let end = text.index(after: boundary)
      append(text[boundary..<end])
      boundary = end
      position = end.utf8Offset(in: text)
    }
    if keepsStarts { starts.append(bytes.count) }
  }

  private mutating func append(_ cluster: Substring) {
    if let composed = HangulLetter.composed(cluster.unicodeScalars) {
      units.append(composed)
      return
    }
    let small = cluster.lowercased()
    if let scalar = small.unicodeScalars.first, small.unicodeScalars.count == 1,
      Self.standsAlone(scalar.value)
    {
      units.append(scalar.value)
    } else {
      units.append(Self.firstCluster + UInt32(clusters.count))
      clusters.append(small)
    }
  }

  // MARK: Characters

  /// Whether a character is a grapheme cluster by itself between any two that are so as well.
  static func standsAlone(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0D: false  // CR LF is one cluster.
    case ..<0x80, 0xAC00...0xD7A3, 0x4E00...0x9FFF: true
    // Joiners, flags and skin tones, half-width voice marks, which picture is meant.
    case 0x200B...0x200F, 0x1F000..., 0xFF9E...0xFF9F, 0xFE0E...0xFE0F: false
    default: SimpleScalar.contains(scalar)
    }
  }

  /// The small letter of a character that stands alone; `nil` when that is more than one character.
  private static func small(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x41...0x5A: return scalar | 0x20
    case ..<0x80, 0x3000...0x9FFF, 0xAC00...0xD7A3: return scalar
    default:
      guard let mapping = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars,
        mapping.count == 1
      else { return nil }
      return mapping.first?.value
    }
  }
}

extension String.Index {
  fileprivate func utf8Offset(in text: String) -> Int {
    text.utf8.distance(from: text.startIndex, to: self)
  }
}
