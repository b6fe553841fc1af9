/// A text prepared for searches, which ignore case, accents, width and more (`ScalarFolding`).
///
/// Most text consists of characters that form a grapheme cluster by themselves: letters, Hangul
/// syllables, Chinese and Japanese characters. Their units are the scalars they fold to. Other
/// clusters that don't fold to such characters are one unit, compared by canonical equivalence,
/// which is fifty times slower.
package struct FoldedText: Sendable {
  private let text: String
  private let keepsAccents: Bool
  private let positions: Positions
  private(set) var units: [UInt32] = []
  /// The folded clusters whose unit isn't a scalar.
  private(set) var clusters: [String] = []
  /// The position of each unit's cluster in the text, followed by the text's length. Empty unless
  /// requested.
  private(set) var starts: [Int] = []
  /// `true` if the text has accents that the units don't have.
  private(set) var hasAccents = false

  /// The kind of positions in `starts`.
  enum Positions { case none, bytes, characters }

  /// Units from here on are indexes in `clusters` plus this.
  static let firstCluster: UInt32 = 0x8000_0000

  package init(_ text: String) { self.init(text, keepsAccents: false) }

  init(_ text: String, keepsAccents: Bool, positions: Positions = .none) {
    var text = text
    text.makeContiguousUTF8()
    (self.text, self.keepsAccents, self.positions) = (text, keepsAccents, positions)
    _ = text.utf8.withContiguousStorageIfAvailable { fold(text, $0) }
  }

  /// The text as a phrase is compared with it: with accents if these count.
  func comparable(with phrase: SearchPhrase) -> FoldedText {
    phrase.keepsAccents && hasAccents
      ? FoldedText(text, keepsAccents: true, positions: positions) : self
  }

  private mutating func fold(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
    units.reserveCapacity(bytes.count / 2)
    let folding = ScalarFolding()
    var (position, number) = (0, 0)
    // Continuing from an index of the text itself is cheaper.
    var boundary = text.startIndex
    while position < bytes.count {
      let known = units.count
      let (scalar, next) = bytes.scalar(at: position)
      let start = positions == .bytes ? position : number
      if Self.isSimpleCluster(scalar)
        && (next >= bytes.count || Self.isSimpleCluster(bytes.scalar(at: next).scalar))
      {
        append(folding.scalars(of: scalar, keepsAccents: keepsAccents))
        position = next
      } else {
        if boundary.utf8Offset(in: text) != position {
          boundary = text.utf8.index(text.startIndex, offsetBy: position)
        }
        let end = text.index(after: boundary)
        append(text[boundary..<end], folding)
        boundary = end
        position = end.utf8Offset(in: text)
      }
      number += 1
      if positions != .none {
        for _ in known..<units.count { starts.append(start) }
      }
    }
    if positions != .none { starts.append(positions == .bytes ? bytes.count : number) }
  }

  /// Appends a character that is a cluster by itself.
  private mutating func append(_ folded: ScalarFolding.Scalars) {
    if folded.isWithoutAccents { hasAccents = true }
    if folded.count == 1 {
      units.append(folded[0])
    } else {
      append(cluster: Array(folded))
    }
  }

  private mutating func append(_ cluster: Substring, _ folding: ScalarFolding) {
    var scalars: [UInt32] = []
    for scalar in cluster.unicodeScalars {
      let folded = folding.scalars(of: scalar.value, keepsAccents: keepsAccents)
      if folded.isWithoutAccents { hasAccents = true }
      scalars += folded
    }
    if let composed = HangulLetter.composed(scalars) {
      units.append(composed)
    } else {
      append(cluster: scalars)
    }
  }

  private mutating func append(cluster scalars: [UInt32]) {
    if scalars.allSatisfy(Self.isSimpleCluster) {
      units += scalars
    } else {
      units.append(Self.firstCluster + UInt32(clusters.count))
      clusters.append(String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init))))
    }
  }

  /// Returns whether a character is a grapheme cluster by itself between characters for which this
  /// is also true.
  static func isSimpleCluster(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0D: false  // CR LF is one cluster.
    case ..<0x80, 0xAC00...0xD7A3, 0x4E00...0x9FFF: true
    case 0x1F000...: false  // Flags and skin tones.
    default: SimpleScalar.contains(scalar)
    }
  }
}

extension String.Index {
  fileprivate func utf8Offset(in text: String) -> Int {
    text.utf8.distance(from: text.startIndex, to: self)
  }
}

// MARK: - UnitSet

/// The accepted units at a position of a phrase: characters of one or two ranges, or one cluster.
package struct UnitSet: Hashable, Sendable {
  package let range: ClosedRange<UInt32>
  package let other: ClosedRange<UInt32>
  /// Folded.
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

  /// The set as simple characters; a cluster may have several. `nil` if it contains others.
  var characters: [UnitSet]? {
    if range != Self.none { return [self] }
    guard let cluster, SimpleScalar.makeUp(cluster) else { return nil }
    return cluster.unicodeScalars.map { UnitSet($0.value...$0.value) }
  }

  /// The only character of the set, if it isn't a range.
  package var single: UInt32? {
    range.lowerBound == range.upperBound && other == range ? range.lowerBound : nil
  }

  /// `true` if invisible characters may follow.
  var isSymbol: Bool { SimpleScalar.isSymbol(range.lowerBound) }
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
  static func composed(_ cluster: [UInt32]) -> UInt32? {
    var rest = cluster[...]
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
