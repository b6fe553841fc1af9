/// An immutable part of a text: a leaf of bytes, or a branch of two parts. Ropes share nodes.
///
/// The tree is an AVL tree: the heights of a branch's two children differ by at most one.
final class RopeNode: Sendable {
  enum Content: Sendable {
    case leaf([UInt8])
    case branch(RopeNode, RopeNode)
  }

  let content: Content
  let summary: TextSummary
  let height: Int

  init(leaf bytes: [UInt8]) {
    content = .leaf(bytes)
    summary = bytes.withUnsafeBufferPointer { TextSummary($0) }
    height = 0
  }

  private init(_ left: RopeNode, _ right: RopeNode) {
    content = .branch(left, right)
    summary = left.summary + right.summary
    height = max(left.height, right.height) + 1
  }

  // MARK: Joining and splitting

  /// Concatenates two trees in time proportional to the difference of their heights.
  static func join(_ left: RopeNode?, _ right: RopeNode?) -> RopeNode? {
    guard let left else { return right }
    guard let right else { return left }
    return joined(left, right)
  }

  private static func joined(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    if abs(left.height - right.height) <= 1 { return RopeNode(left, right) }
    if left.height > right.height, case .branch(let first, let second) = left.content {
      return balanced(first, joined(second, right))
    }
    if case .branch(let first, let second) = right.content {
      return balanced(joined(left, first), second)
    }
    return RopeNode(left, right)
  }

  /// Creates a branch from two children whose heights differ by at most two.
  private static func balanced(_ left: RopeNode, _ right: RopeNode) -> RopeNode {
    if left.height > right.height + 1, case .branch(let a, let b) = left.content {
      if a.height >= b.height { return RopeNode(a, RopeNode(b, right)) }
      guard case .branch(let first, let second) = b.content else { return RopeNode(left, right) }
      return RopeNode(RopeNode(a, first), RopeNode(second, right))
    }
    if right.height > left.height + 1, case .branch(let a, let b) = right.content {
      if b.height >= a.height { return RopeNode(RopeNode(left, a), b) }
      guard case .branch(let first, let second) = a.content else { return RopeNode(left, right) }
      return RopeNode(RopeNode(left, first), RopeNode(second, b))
    }
    return RopeNode(left, right)
  }

  /// Splits the tree at an offset that is a boundary between leaves.
  func split(atLeafEnd offset: Int) -> (RopeNode?, RopeNode?) {
    if offset <= 0 { return (nil, self) }
    guard offset < summary.bytes, case .branch(let left, let right) = content else {
      return (self, nil)
    }
    if offset <= left.summary.bytes {
      let (before, after) = left.split(atLeafEnd: offset)
      return (before, Self.join(after, right))
    }
    let (before, after) = right.split(atLeafEnd: offset - left.summary.bytes)
    return (Self.join(left, before), after)
  }

  // MARK: Building

  /// The length of the longest leaf in bytes: long enough for few nodes, short enough to copy fast.
  static let maxLeafLength = 1024
  static let shortestLeaf = 256

  /// Builds a balanced tree of leaves, or returns `nil` for no bytes. Leaves end between scalars,
  /// after white space where there is some nearby.
  static func tree(_ bytes: UnsafeBufferPointer<UInt8>) -> RopeNode? {
    var leaves: [RopeNode] = []
    leaves.reserveCapacity(bytes.count / maxLeafLength + 1)
    var start = 0
    while start < bytes.count {
      let end = leafEnd(bytes, from: start)
      leaves.append(RopeNode(leaf: Array(bytes[start..<end])))
      start = end
    }
    return tree(leaves[...])
  }

  private static func tree(_ leaves: ArraySlice<RopeNode>) -> RopeNode? {
    guard leaves.count > 1 else { return leaves.first }
    let middle = leaves.startIndex + leaves.count / 2
    return join(tree(leaves[..<middle]), tree(leaves[middle...]))
  }

  private static func leafEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let most = start + maxLeafLength
    guard most < bytes.count else { return bytes.count }
    // A word that isn't split needs no merging of counts.
    var end = most
    while end > most - shortestLeaf {
      if bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0A { return end }
      end -= 1
    }
    end = most
    while bytes[end] & 0xC0 == 0x80, end > start + 1 { end -= 1 }
    return end
  }
}

// MARK: - Summaries

/// Counts of a part of a text, combined without reading it again.
struct TextSummary: Hashable, Sendable {
  var bytes = 0
  /// The number of line feeds.
  var newlines = 0
  /// The words, which are runs of anything but white space, and their characters. Markup and an
  /// image without a caption, as `![](photo:…)`, don't count.
  var length = TextLength()
  /// The number of words that contain Korean, Chinese or Japanese.
  var eastAsianWords = 0
  /// The number of Korean, Chinese and Japanese characters.
  var eastAsianCharacters = 0
  /// The first and last runs, which may continue in the neighboring parts.
  private var first = Run()
  private var last = Run()
  /// Indicates that the part contains no white space.
  private var isOneRun = true

  /// A run of anything but white space; empty next to white space.
  private struct Run: Hashable {
    /// The bytes `![`.
    private static let caption: UInt32 = 0x215B
    private static let maxLeadLength: UInt8 = 4

    /// The first bytes of the run, as many as it takes to recognize markup.
    private var lead: UInt32 = 0
    private var leadCount: UInt8 = 0
    var isEastAsian = false
    /// Twice the number of characters that aren't in the target of a link, as in `[text](target)`,
    /// unless the run begins in one.
    private var halves = 0
    /// The part of them up to the first `)`, which ends a target that the run begins in.
    private var untilClose: Int?
    private var place = Place.outside

    private enum Place { case outside, afterBracket, inTarget }

    var length: TextLength {
      let hasCaption = leadCount > 1 && lead >> (8 * UInt32(leadCount - 2)) == Self.caption
      let halves = hasCaption ? self.halves - 2 : self.halves
      return isMarkup || halves <= 0
        ? TextLength() : TextLength(words: 1, characters: (halves + 1) / 2)
    }

    /// `true` for an image without a caption, the marker of a list item, a checked box or a rule.
    private var isMarkup: Bool {
      switch (leadCount, lead) {
      case (4, 0x215B_5D28): true  // ![](
      case (3, 0x5B785D), (3, 0x5B585D), (3, 0x2D2D2D): true  // [x] [X] ---
      case (0, _), (1, 0x2D), (1, 0x2B): true  // - +
      default: false
      }
    }

    var eastAsianWords: Int { isEastAsian ? length.words : 0 }

    @inline(__always)
    mutating func append(_ byte: UInt8, halves added: Int) {
      appendLead(byte)
      switch (place, byte) {
      case (.inTarget, UInt8(ascii: ")")): place = .outside
      case (.inTarget, _): break
      case (.afterBracket, UInt8(ascii: "(")): place = .inTarget
      default:
        place = byte == UInt8(ascii: "]") ? .afterBracket : .outside
        halves += added
      }
      if byte == UInt8(ascii: ")"), untilClose == nil { untilClose = halves }
    }

    @inline(__always)
    private mutating func appendLead(_ byte: UInt8) {
      guard leadCount < Self.maxLeadLength else { return }
      lead = lead << 8 | UInt32(byte)
      leadCount += 1
    }

    private func begins(with mark: Unicode.Scalar) -> Bool {
      leadCount > 0 && lead >> (8 * UInt32(leadCount - 1)) == mark.value
    }

    /// Returns the run continued by another.
    func joined(_ other: Run) -> Run {
      var run = self
      for index in (0..<other.leadCount).reversed() {
        run.appendLead(UInt8(truncatingIfNeeded: other.lead >> (8 * UInt32(index))))
      }
      let isInTarget = place == .inTarget || place == .afterBracket && other.begins(with: "(")
      if !isInTarget {
        run.halves += other.halves
        run.untilClose = untilClose ?? other.untilClose.map { halves + $0 }
      } else if let closing = other.untilClose {
        run.halves += other.halves - closing
        run.untilClose = untilClose ?? halves
      }
      if other.leadCount > 0 {
        run.place = isInTarget && other.untilClose == nil ? .inTarget : other.place
      }
      run.isEastAsian = isEastAsian || other.isEastAsian
      return run
    }
  }

  init() {}

  init(_ text: UnsafeBufferPointer<UInt8>) {
    bytes = text.count
    var index = 0
    var run = Run()
    while index < text.count {
      let space = WhiteSpace.length(in: text, at: index)
      if space > 0 {
        if text[index] == 0x0A { newlines += 1 }
        count(run)
        if isOneRun { first = run }
        isOneRun = false
        run = Run()
        index += space
      } else {
        run.append(text[index], halves: CharacterCount.halves(in: text, at: index))
        if EastAsianText.begins(in: text, at: index) {
          eastAsianCharacters += 1
          run.isEastAsian = true
        }
        index += 1
      }
    }
    count(run)
    last = run
    if isOneRun { first = run }
  }

  private mutating func count(_ run: Run) {
    length += run.length
    eastAsianWords += run.eastAsianWords
  }

  /// Returns the summary of two adjacent parts.
  static func + (left: TextSummary, right: TextSummary) -> TextSummary {
    guard left.bytes > 0 else { return right }
    guard right.bytes > 0 else { return left }
    var sum = left
    sum.bytes += right.bytes
    sum.newlines += right.newlines
    sum.length += right.length
    sum.eastAsianWords += right.eastAsianWords
    sum.eastAsianCharacters += right.eastAsianCharacters
    sum.last = right.last
    sum.isOneRun = left.isOneRun && right.isOneRun
    // A word may continue from the left part to the right one.
    let joined = left.last.joined(right.first)
    sum.length += joined.length
    sum.length -= left.last.length
    sum.length -= right.first.length
    sum.eastAsianWords +=
      joined.eastAsianWords - left.last.eastAsianWords - right.first.eastAsianWords
    if left.isOneRun { sum.first = joined }
    if right.isOneRun { sum.last = joined }
    return sum
  }
}

/// Counts characters as a reader sees them, without breaking the text into clusters: parts of a
/// text can be counted separately. Half a character is one letter of a flag.
private enum CharacterCount {
  /// Returns the halves that a scalar of UTF-8 adds at its first byte: 2 for most; 0 for Markdown's
  /// markup and for scalars that continue a character, such as accents and the later letters of a
  /// Hangul syllable; -2 for a joiner, because what it joins has been counted.
  @inline(__always)
  static func halves(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = text[index]
    if byte < 0x80 {
      return (byte < 0x40 ? lowMarkup : highMarkup) >> (byte & 0x3F) & 1 == 0 ? 2 : 0
    }
    if byte < 0xC0 { return 0 }
    // Latin, Han and Hangul.
    if byte < 0xCC || (0xE4..<0xED).contains(byte) && byte != 0xEA { return 2 }
    return rareHalves(in: text, at: index)
  }

  /// Bits for `#`, `*` and `>`.
  private static let lowMarkup: UInt64 = 1 << 0x23 | 1 << 0x2A | 1 << 0x3E
  /// Bits for `[`, `]`, `_`, `` ` ``, `|` and `~`, less 0x40.
  private static let highMarkup: UInt64 =
    1 << 0x1B | 1 << 0x1D | 1 << 0x1F | 1 << 0x20 | 1 << 0x3C | 1 << 0x3E

  private static func rareHalves(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func next(_ distance: Int) -> UInt8 {
      index + distance < text.count ? text[index + distance] : 0
    }
    switch (text[index], next(1)) {
    // The other syllables of Hangul; punctuation such as quotation marks; signs such as arrows.
    case (0xEA, 0xB0...), (0xED, ..<0x9E), (0xE2, 0x81...0x82), (0xE2, 0x84..<0xB0): return 2
    case (0xE2, 0x80): return next(2) == 0x8D ? -2 : next(2) == 0x8C ? 0 : 2
    default: return halves(ofScalar: scalar(in: text, at: index))
    }
  }

  private static func scalar(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Unicode.Scalar {
    let mask: UInt8 = text[index] < 0xE0 ? 0x1F : text[index] < 0xF0 ? 0x0F : 0x07
    let value = text[(index + 1)...].prefix(3).prefix { $0 & 0xC0 == 0x80 }
      .reduce(UInt32(text[index] & mask)) { $0 << 6 | UInt32($1 & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func halves(ofScalar scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x200D: -2
    case 0x1F1E6...0x1F1FF: 1
    // Skin tones; vowels and final consonants of Hangul.
    case 0x1F3FB...0x1F3FF, 0x1160...0x11FF, 0xD7B0...0xD7FB: 0
    default:
      scalar.properties.isGraphemeExtend || scalar.properties.generalCategory == .spacingMark
        ? 0 : 2
    }
  }
}

/// The length of a text without white space, markup, images without a caption and targets of links.
package struct TextLength: Hashable, Sendable {
  /// The number of words, separated by white space.
  package private(set) var words = 0
  /// The number of characters in them, as a reader sees them.
  package private(set) var characters = 0

  package init(words: Int = 0, characters: Int = 0) {
    (self.words, self.characters) = (words, characters)
  }

  /// Measures a text like a rope, without building one.
  package init(of text: String) {
    var text = text
    self = text.withUTF8 { TextSummary($0).length }
  }

  /// The length in the unit that the current language uses: characters in Korean, else words.
  package var count: Int { Language.current == .korean ? characters : words }

  package static func += (sum: inout TextLength, other: TextLength) {
    sum.words += other.words
    sum.characters += other.characters
  }

  fileprivate static func -= (sum: inout TextLength, other: TextLength) {
    sum.words -= other.words
    sum.characters -= other.characters
  }
}

/// White space in UTF-8: the characters with Unicode's property White_Space.
package enum WhiteSpace {
  /// Returns the length in bytes of the white space character at `index`, or 0 if there is none.
  @inline(__always)
  package static func length(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let byte = text[index]
    if byte < 0x80 { return byte == 0x20 || (0x09...0x0D).contains(byte) ? 1 : 0 }
    guard byte == 0xC2 || (0xE1...0xE3).contains(byte) else { return 0 }
    return rareLength(in: text, at: index)
  }

  private static func rareLength(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    func next(_ distance: Int) -> UInt8 {
      index + distance < text.count ? text[index + distance] : 0
    }
    switch (text[index], next(1), next(2)) {
    case (0xC2, 0x85, _), (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
      (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
      return 3
    default: return 0
    }
  }
}

/// Detection of Korean, Chinese and Japanese in UTF-8.
package enum EastAsianText {
  /// Returns whether a character of Hangul, Kana or Han begins at `index`.
  @inline(__always)
  package static func begins(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    switch text[index] {
    case 0xE3: index + 1 < text.count && text[index + 1] >= 0x81
    case 0xE4...0xED: true
    default: false
    }
  }
}
