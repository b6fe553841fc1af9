/// A text prepared for searches that ignore case and normal form, with one unit for each grapheme
/// cluster.
///
/// Most text consists of characters that form a cluster by themselves: letters, Hangul syllables,
/// Chinese and Japanese characters. Their unit is the lower-case scalar. All other clusters are
/// compared by canonical equivalence, which is fifty times slower.
package struct FoldedText: Sendable {
  private(set) var units: [UInt32] = []
  /// The lower-case clusters whose unit isn't a scalar.
  private(set) var clusters: [String] = []
  /// The byte offset of each unit's cluster in the text, followed by the text's length. Empty
  /// unless requested.
  private(set) var starts: [Int] = []

  /// Units from here on are indexes in `clusters` plus this.
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
    // Continuing from an index of the text itself is cheaper.
    var boundary = text.startIndex
    while position < bytes.count {
      if keepsStarts { starts.append(position) }
      let (scalar, next) = bytes.scalar(at: position)
      let isAlone =
        Self.isSimpleCluster(scalar)
        && (next >= bytes.count || Self.isSimpleCluster(bytes.scalar(at: next).scalar))
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
      Self.isSimpleCluster(scalar.value)
    {
      units.append(scalar.value)
    } else {
      units.append(Self.firstCluster + UInt32(clusters.count))
      clusters.append(small)
    }
  }

  // MARK: Characters

  /// Returns whether a character is a grapheme cluster by itself between characters for which this
  /// is also true.
  static func isSimpleCluster(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0D: false  // CR LF is one cluster.
    case ..<0x80, 0xAC00...0xD7A3, 0x4E00...0x9FFF: true
    // Joiners, flags and skin tones, half-width voice marks, variation selectors.
    case 0x200B...0x200F, 0x1F000..., 0xFF9E...0xFF9F, 0xFE0E...0xFE0F: false
    default: SimpleScalar.contains(scalar)
    }
  }

  /// Returns the lower-case scalar; `nil` if it is more than one.
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

// MARK: - SimpleScalar

/// Characters with a single spelling apart from case: no other character or sequence is canonically
/// equivalent, in any context.
///
/// In a text of only these, equivalent means equal, and case maps character by character, so
/// searches can compare bytes.
package enum SimpleScalar {
  /// Returns whether a text consists of only these characters.
  package static func makeUp(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { contains($0.value) }
  }

  /// Returns whether a scalar is one of these. Lists blocks without combining marks (Unicode 15);
  /// excludes characters that compose, decompose to one character (Kelvin, Ångström and Ohm signs)
  /// or have a case mapping of more than one.
  package static func contains(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0130, 0x01C4...0x01CC, 0x01F1...0x01F3, 0x023A, 0x023E: false  // İ; Ǆ ǅ ǆ; Ⱥ Ⱦ.
    case 0..<0x0300: true  // Latin.
    case 0x0400...0x0482, 0x048A...0x052F: true  // Cyrillic.
    case 0x05D0...0x05EA: true  // Hebrew letters.
    case 0x0E01...0x0E30, 0x0E40...0x0E46: true  // Thai letters.
    case 0x1E9E: false  // ẞ: its small letter ß has the capital SS.
    case 0x1E00...0x1EFF: true  // More Latin, including Vietnamese.
    case 0x200B...0x2027, 0x202A...0x205E: true  // Punctuation.
    case 0x20A0...0x20C0: true  // Currencies.
    case 0x2190...0x2328, 0x232B...0x23FF, 0x2460...0x2ADB, 0x2B00...0x2BFF: true  // Symbols.
    case 0x3000...0x3029, 0x3041...0x3096, 0x30A1...0x30FF: true  // Kana.
    case 0x3131...0x318E: true  // Hangul letters as typed.
    case 0x3400...0x4DBF, 0x4E00...0x9FFF: true  // Chinese characters.
    case 0xAC00...0xD7A3: true  // Hangul syllables.
    case 0xFE0E...0xFE0F: true  // Variation selectors.
    case 0xFF01...0xFF20, 0xFF5B...0xFFDC: true  // Full and half width.
    case 0x1F000...0x1FAFF: true  // Emoji.
    default: false
    }
  }

  /// Returns the capital of a small letter if both are of this kind.
  package static func capital(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let capitals = scalar.properties.uppercaseMapping.unicodeScalars
    guard capitals.count == 1, let capital = capitals.first, capital != scalar,
      contains(capital.value), capital.properties.lowercaseMapping == String(scalar)
    else { return nil }
    return capital
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
        latin + [0x2010...0x2027, 0x3000...0x3029]
      default: []
      }
    return blocks.joined().first { value in
      contains(value) && Unicode.Scalar(value).map { String($0) == cluster } ?? false
    }
  }
}

// MARK: - UnitSet

/// The accepted units at a position of a phrase: characters of one or two ranges, or one cluster.
package struct UnitSet: Hashable, Sendable {
  package let range: ClosedRange<UInt32>
  package let other: ClosedRange<UInt32>
  /// In lower case.
  let cluster: String?

  /// Matches no unit.
  private static let none: ClosedRange<UInt32> = 0x7FFF_FFFF...0x7FFF_FFFF

  init(_ range: ClosedRange<UInt32>, or other: ClosedRange<UInt32>? = nil) {
    self.range = range
    self.other = other ?? range
    cluster = nil
  }

  /// Only matches one unit of a folded text.
  init(_ unit: UInt32, of text: FoldedText) {
    if unit < FoldedText.firstCluster {
      range = unit...unit
      // Its other spellings are clusters.
      cluster = Unicode.Scalar(unit).map { String($0) }
    } else {
      let cluster = text.clusters[Int(unit - FoldedText.firstCluster)]
      range = SimpleScalar.equivalent(to: cluster).map { $0...$0 } ?? Self.none
      self.cluster = cluster
    }
    other = range
  }

  /// Matches a consonant and all syllables that begin with it; `nil` if the letter isn't an
  /// initial.
  init?(initial letter: UInt32) {
    guard let initial = HangulLetter.initial(letter) else { return nil }
    self.init(HangulSyllable.all(initial: initial), or: letter...letter)
  }

  /// Matches two consonants written as one, like ㄳ: syllables that begin with the first, and both
  /// letters. Includes some letters between them.
  init?(beginningOf pair: UInt32) {
    guard let first = HangulLetter.pair(pair)?.first, let initial = HangulLetter.initial(first)
    else { return nil }
    self.init(HangulSyllable.all(initial: initial), or: first...pair)
  }

  func contains(_ unit: UInt32, of text: FoldedText) -> Bool {
    if unit < FoldedText.firstCluster { return range.contains(unit) || other.contains(unit) }
    return cluster.map { text.clusters[Int(unit - FoldedText.firstCluster)] == $0 } ?? false
  }

  /// The set as characters with a single spelling; a cluster may have several. `nil` if it contains
  /// others.
  var characters: [UnitSet]? {
    if range != Self.none { return [self] }
    guard let cluster, SimpleScalar.makeUp(cluster) else { return nil }
    return cluster.unicodeScalars.map { UnitSet($0.value...$0.value) }
  }
}

// MARK: - HangulLetter

/// Letters of Hangul in three forms: as typed (from U+3131), as parts of a syllable with the
/// numbers of `HangulSyllable`, and conjoining (from U+1100).
enum HangulLetter {
  private static let initials = scalars("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
  private static let finals = scalars("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
  private static let firstVowel: UInt32 = 0x314F  // ㅏ; the other vowels follow in order.

  /// Two consonants written as one letter.
  private static let pairs: [UInt32: [UInt32]] = [
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
  ].reduce(into: [:]) { $0[scalars($1.key)[0]] = scalars($1.value) }

  static let finalGiyeok: UInt32 = 1

  private static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  // MARK: As typed

  /// Returns the number of an initial typed as this letter.
  static func initial(_ letter: UInt32) -> UInt32? {
    initials.firstIndex(of: letter).map { UInt32($0) }
  }

  /// Returns the letter with which an initial is typed.
  static func letter(ofInitial initial: UInt32) -> UInt32 { initials[Int(initial)] }

  /// Returns the two consonants of a letter such as ㄳ.
  static func pair(_ letter: UInt32) -> [UInt32]? { pairs[letter] }

  // MARK: Composing a syllable

  /// Returns the last compound that begins with a vowel. All its compounds directly follow the
  /// vowel.
  static func lastCompound(ofVowel vowel: UInt32) -> UInt32 {
    switch vowel {
    case 8: 11  // ㅗ to ㅘ ㅙ ㅚ
    case 13: 16  // ㅜ to ㅝ ㅞ ㅟ
    case 18: 19  // ㅡ to ㅢ
    default: vowel
    }
  }

  /// Returns the last compound that begins with a final consonant; the consonant itself if there is
  /// none, and for ㄱ.
  static func lastCompound(ofFinal final: UInt32) -> UInt32 {
    switch final {
    case 4: 6  // ㄴ to ㄵ ㄶ
    case 8: 15  // ㄹ to ㄺ ㄻ ㄼ ㄽ ㄾ ㄿ ㅀ
    case 17: 18  // ㅂ to ㅄ
    default: final
    }
  }

  /// Splits a final into the part before its last consonant, and the number of that consonant as an
  /// initial.
  static func split(final: UInt32) -> (rest: UInt32, next: UInt32)? {
    guard final > 0 else { return nil }
    let letter = finals[Int(final) - 1]
    guard let pair = pairs[letter] else { return initial(letter).map { (0, $0) } }
    guard let rest = finals.firstIndex(of: pair[0]) else { return nil }
    return initial(pair[1]).map { (UInt32(rest) + 1, $0) }
  }

  // MARK: Conjoining

  /// Returns the syllable or letter composed by a grapheme cluster of conjoining letters.
  static func composed(_ cluster: some Sequence<Unicode.Scalar>) -> UInt32? {
    var rest = cluster.map(\.value)[...]
    guard let first = rest.popFirst() else { return nil }
    var syllable: HangulSyllable
    switch (first, rest.first) {
    case (0x1100...0x1112, (0x1161...0x1175)?):
      syllable = HangulSyllable(initial: first - 0x1100, vowel: rest.removeFirst() - 0x1161)
    case (0x1100...0x1112, nil): return initials[Int(first - 0x1100)]
    case (0x1161...0x1175, nil): return firstVowel + first - 0x1161
    case (0x11A8...0x11C2, nil): return finals[Int(first - 0x11A8)]
    default:
      guard let whole = HangulSyllable(first) else { return nil }
      syllable = whole
    }
    if syllable.final == 0, let final = rest.first, (0x11A8...0x11C2).contains(final) {
      rest.removeFirst()
      syllable.final = final - 0x11A7
    }
    return rest.isEmpty ? syllable.scalar : nil
  }
}

// MARK: - HangulSyllable

/// A syllable of modern Hangul as its letters. Uses the arithmetic of the Unicode Standard, section
/// 3.12.
package struct HangulSyllable: Hashable {
  /// 0 to 18.
  package var initial: UInt32
  /// 0 to 20.
  package var vowel: UInt32
  /// 1 to 27; 0 if there is none.
  package var final: UInt32

  private static let first: UInt32 = 0xAC00
  private static let vowels: UInt32 = 21
  private static let finals: UInt32 = 28

  init(initial: UInt32, vowel: UInt32, final: UInt32 = 0) {
    self.initial = initial
    self.vowel = vowel
    self.final = final
  }

  /// Returns `nil` if the scalar isn't a syllable.
  package init?(_ scalar: UInt32) {
    guard (Self.first...0xD7A3).contains(scalar) else { return nil }
    let number = scalar - Self.first
    initial = number / (Self.vowels * Self.finals)
    vowel = number / Self.finals % Self.vowels
    final = number % Self.finals
  }

  var scalar: UInt32 {
    Self.first + (initial * Self.vowels + vowel) * Self.finals + final
  }

  /// Returns all syllables that begin with a consonant.
  static func all(initial: UInt32) -> ClosedRange<UInt32> {
    let first = HangulSyllable(initial: initial, vowel: 0).scalar
    return first...first + vowels * finals - 1
  }

  /// The syllables that this one is or becomes by typing more letters, before the next syllable
  /// begins. A vowel may become a compound, like ㅗ to ㅘ, or get a final consonant; a final
  /// consonant may become two, like ㄱ to ㄳ.
  var grown: UnitSet {
    var last = self
    if final == 0 {
      last.vowel = HangulLetter.lastCompound(ofVowel: vowel)
      last.final = Self.finals - 1
    } else if final == HangulLetter.finalGiyeok {
      // ㄲ is between ㄱ and ㄳ, but has its own key.
      return UnitSet(scalar...scalar, or: scalar + 2...scalar + 2)
    } else {
      last.final = HangulLetter.lastCompound(ofFinal: final)
    }
    return UnitSet(scalar...last.scalar)
  }

  /// The remaining syllable, and the consonant that begins the next one, if a vowel is typed next:
  /// 각 becomes 가 and ㄱ, 닭 becomes 달 and ㄱ. `nil` without a final consonant.
  var split: (before: HangulSyllable, next: UInt32)? {
    guard let (rest, next) = HangulLetter.split(final: final) else { return nil }
    return (HangulSyllable(initial: initial, vowel: vowel, final: rest), next)
  }
}
