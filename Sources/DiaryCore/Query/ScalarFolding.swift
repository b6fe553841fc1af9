import System
import Text

/// The foldings of characters for searches: `NFKC_Casefold` of the Unicode Character Database, by
/// which case, width, ligatures and invisible characters don't count, with quotes and dashes of one
/// kind, and without accents. Hangul is unchanged, and so are the voiced sounds of kana.
///
/// `foldings.bin`, which Assets/make-text-tables.py writes, is read in place. It contains the
/// number of scalars that fold to something else, these scalars in ascending order, the folding of
/// each without accents, then of each with accents, and the sequences to which those foldings refer
/// that aren't a single scalar.
package struct ScalarFolding {
  private let bytes: UnsafeRawBufferPointer
  private let count: Int

  package init() {
    bytes = EmbeddedFile.foldings.bytes
    count = Int(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
  }

  /// The scalars that one scalar folds to.
  package struct Scalars: RandomAccessCollection {
    private let folding: ScalarFolding
    private let single: UInt32
    private let place: Int
    package let endIndex: Int
    /// `true` if an accent was removed.
    let isWithoutAccents: Bool

    package var startIndex: Int { 0 }

    fileprivate init(_ folding: ScalarFolding, _ scalar: UInt32) {
      (self.folding, single, place) = (folding, scalar, 0)
      (endIndex, isWithoutAccents) = (1, false)
    }

    fileprivate init(_ folding: ScalarFolding, reference: UInt32, isWithoutAccents: Bool) {
      (self.folding, self.isWithoutAccents) = (folding, isWithoutAccents)
      let isSingle = reference < 0x8000_0000
      single = reference
      place = 1 + 3 * folding.count + Int(reference >> 8 & 0x7F_FFFF)
      endIndex = isSingle ? 1 : Int(reference & 0xFF)
    }

    package subscript(position: Int) -> UInt32 {
      endIndex == 1 ? single : folding.number(place + position)
    }
  }

  /// Returns the folding of a scalar.
  package func scalars(of scalar: UInt32, keepsAccents: Bool = false) -> Scalars {
    switch scalar {
    case 0x41...0x5A: return Scalars(self, scalar | 0x20)
    case ..<0xA0, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x9FFF, 0xAC00...0xD7A3:
      return Scalars(self, scalar)
    // Tags and variation selectors.
    case 0xE0000...0xE0FFF:
      return Scalars(self, reference: 0x8000_0000, isWithoutAccents: false)
    default: break
    }
    let place = partitionPoint(count) { number(1 + $0) < scalar }
    guard place < count, number(1 + place) == scalar else { return Scalars(self, scalar) }
    let (plain, accented) = (number(1 + count + place), number(1 + 2 * count + place))
    return Scalars(
      self, reference: keepsAccents ? accented : plain,
      isWithoutAccents: !keepsAccents && plain != accented)
  }

  /// The scalars that fold to something else, ascending.
  fileprivate var changed: some Sequence<UInt32> { (0..<count).lazy.map { number(1 + $0) } }

  private func number(_ index: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }
}

// MARK: - SimpleScalar

/// Characters whose spellings a search in bytes knows: each folds to the same scalars in any
/// context.
package enum SimpleScalar {
  /// Returns whether a text consists of only these characters, with joiners and variation selectors
  /// only after symbols.
  package static func makeUp(_ text: String) -> Bool {
    var previous: UInt32 = 0
    for scalar in text.unicodeScalars.lazy.map(\.value) {
      if isJoiner(scalar) {
        guard isSymbol(previous), ScalarFolding().scalars(of: previous).elementsEqual([previous])
        else {
          return false
        }
      } else {
        guard contains(scalar) else { return false }
        previous = scalar
      }
    }
    return true
  }

  /// Returns whether a scalar is one of these. Lists blocks without combining marks and invisible
  /// characters (Unicode 15); excludes rare characters that fold to letters or digits, so that each
  /// of these has few spellings.
  package static func contains(_ scalar: UInt32) -> Bool {
    // Nearly all characters of most texts, before the many comparisons below.
    if scalar < 0xAD || 0xAC00...0xD7A3 ~= scalar { return true }
    return switch scalar {
    case 0xAD, 0x0132...0x0133, 0x013F...0x0140, 0x0149, 0x01C4...0x01CC, 0x01F1...0x01F3: false
    case 0x023A, 0x023E, 0x3164: false  // Ⱥ and Ⱦ, whose small letters aren't here; a filler.
    case 0..<0x0300: true  // Latin.
    case 0x0386, 0x0388...0x03CE: true  // Greek.
    case 0x0400...0x0482, 0x048A...0x052F: true  // Cyrillic.
    case 0x05D0...0x05EA: true  // Hebrew letters.
    case 0x0E01...0x0E30, 0x0E40...0x0E46: true  // Thai letters.
    case 0x1E00...0x1EFF: true  // More Latin, including Vietnamese.
    case 0x2010...0x2027, 0x202F...0x205E: true  // Punctuation.
    case 0x20A0...0x20A7, 0x20A9...0x20C0: true  // Currencies.
    case 0x2190...0x2328, 0x232B...0x23FF, 0x2460...0x2468: true  // Symbols, circled digits.
    case 0x2500...0x2ADB, 0x2B00...0x2BFF: true  // Symbols.
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A1...0x30FE: true  // Kana.
    case 0x3131...0x318E: true  // Hangul letters as typed.
    case 0x3400...0x4DBF, 0x4E00...0x9FFF: true  // Chinese characters.
    case 0xFF01...0xFF5E: true  // Full width.
    case 0x1F000...0x1F0FF, 0x1F1E6...0x1F1FF, 0x1F266...0x1FAFF: true  // Emoji.
    default: false
    }
  }

  /// Returns whether a joiner or a variation selector may follow a scalar in a text of simple
  /// characters.
  static func isSymbol(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2190...0x2BFF, 0x1F000...: true
    default: false
    }
  }

  private static func isJoiner(_ scalar: UInt32) -> Bool {
    scalar == 0x200D || scalar == 0xFE0E || scalar == 0xFE0F
  }

  /// Returns the character that is equivalent to a cluster of others, as é is to e and a mark.
  package static func equivalent(to cluster: String) -> UInt32? {
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first?.value else { return nil }
    let latin: [ClosedRange<UInt32>] = [0x00...0x2FF, 0x1E00...0x1EFF]
    let blocks: [ClosedRange<UInt32>] =
      switch first {
      case _ where scalars.contains("\u{338}"): [0x2190...0x2AFF]  // Symbols with a stroke: ≠.
      case 0xF900...0xFAFF, 0x2F800...0x2FA1F: [0x3400...0x4DBF, 0x4E00...0x9FFF]
      case 0x3041...0x30FF: [0x3041...0x30FF]
      case 0x400...0x52F: [0x400...0x52F]
      case ..<0x300, 0x1E00...0x1EFF: latin
      // Symbols that duplicate others, like the Greek question mark.
      case 0x300...0x3FF, 0x1F00...0x1FFF, 0x2000...0x232A:
        latin + [0x386...0x3CE, 0x2010...0x2027, 0x3000...0x3029]
      default: []
      }
    return blocks.joined().first { value in
      contains(value) && Unicode.Scalar(value).map { String($0) == cluster } ?? false
    }
  }
}

// MARK: - Spellings

/// The simple characters that fold to a scalar without accents.
package struct Spellings: Sendable {
  /// The characters that fold to this scalar alone, including itself.
  package fileprivate(set) var whole: [UInt32]
  /// The characters that fold to a sequence that begins with it, as ß does with s.
  package fileprivate(set) var beginning: [UInt32] = []
  /// The characters that fold to a sequence that ends with it.
  package fileprivate(set) var ending: [UInt32] = []
  /// `true` if some fold to a sequence that contains it.
  package fileprivate(set) var isInSequences = false
  /// The scalars that follow it in these sequences.
  fileprivate var followers: Set<UInt32> = []

  package static func of(_ scalar: UInt32) -> Spellings { all[scalar] ?? Spellings(scalar) }

  /// Returns whether a single character may fold to this scalar and the next one.
  package func mayShareCharacter(with next: UInt32) -> Bool { followers.contains(next) }

  private init(_ scalar: UInt32) { whole = [scalar] }

  private static let all: [UInt32: Spellings] = {
    let folding = ScalarFolding()
    var all: [UInt32: Spellings] = [:]
    for scalar in folding.changed where SimpleScalar.contains(scalar) {
      let folded = folding.scalars(of: scalar)
      guard let first = folded.first, let last = folded.last else { continue }
      if folded.count == 1 {
        all[first, default: Spellings(first)].whole.append(scalar)
        continue
      }
      all[first, default: Spellings(first)].beginning.append(scalar)
      all[last, default: Spellings(last)].ending.append(scalar)
      for part in folded { all[part, default: Spellings(part)].isInSequences = true }
      for (part, next) in zip(folded, folded.dropFirst()) { all[part]?.followers.insert(next) }
    }
    return all
  }()
}
