// Grapheme clusters: what a person takes for a character. They are found by Swift's own rules in
// as little of the text as tells them for certain.
extension TextRope {
  /// The beginning of the cluster that ends at a place or holds it; 0 at the beginning.
  package func clusterStart(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    var start = 0
    for cluster in clusters(around: offset) {
      guard cluster.lowerBound < offset else { break }
      start = cluster.lowerBound
    }
    return start
  }

  /// The end of the cluster that begins at a place or holds it.
  package func clusterEnd(after offset: Int) -> Int {
    guard offset < count else { return count }
    return clusters(around: offset).first { $0.upperBound > offset }?.upperBound ?? count
  }

  /// A place between clusters: this one, or the one before it.
  package func clusterBoundary(atOrBefore offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if offset >= count { return count }
    return clusters(around: offset).last { $0.lowerBound <= offset }?.lowerBound ?? offset
  }

  /// The cluster that begins at a place.
  package func cluster(at offset: Int) -> Character? {
    offset < count ? substring(offset..<clusterEnd(after: offset)).first : nil
  }

  /// The clusters between the nearest certain breaks before and behind a place.
  private func clusters(around offset: Int) -> [Range<Int>] {
    let window = Window(self, around: offset)
    var clusters: [Range<Int>] = []
    var index = window.range.lowerBound
    for character in substring(window.range) {
      let end = index + character.utf8.count
      clusters.append(index..<end)
      index = end
    }
    return clusters
  }
}

/// The part of a text around a place that begins and ends at certain breaks.
private struct Window {
  private(set) var range: Range<Int>

  /// In bytes. What joins for longer is cut: a run of a million marks is nothing that is written.
  private static let longest = 4096

  init(_ rope: TextRope, around offset: Int) {
    var reach = 32
    range = offset..<offset
    // Looks further only if there is no certain break near.
    while true {
      let low = max(0, offset - reach)
      let high = min(rope.count, offset + reach)
      let bytes = rope.bytes(low..<high)
      let isWhole = reach >= Self.longest
      let start = Self.start(bytes, low, before: offset, isLast: isWhole)
      let end = Self.end(bytes, low, after: offset, rope, isLast: isWhole)
      if let start, let end {
        range = start..<max(start, end)
        return
      }
      reach *= 8
      if reach > Self.longest { reach = Self.longest + offset % Self.longest }
    }
  }

  /// A break before a place, or where the text begins.
  private static func start(
    _ bytes: [UInt8], _ low: Int, before offset: Int, isLast: Bool
  ) -> Int? {
    var index = offset - low
    while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    // The cluster before the place is wanted whole, so the break is one further.
    var right: Unicode.Scalar?
    while let (left, start) = scalar(bytes, before: index) {
      if let right, ClusterBreak.isCertain(between: left, and: right) { return low + index }
      right = left
      index = start
    }
    if low == 0 || isLast { return low + index }
    return nil
  }

  private static func end(
    _ bytes: [UInt8], _ low: Int, after offset: Int, _ rope: TextRope, isLast: Bool
  ) -> Int? {
    var index = offset - low
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    var left: Unicode.Scalar?
    while index < bytes.count {
      let length = Self.length(bytes[index])
      guard index + length <= bytes.count else { break }
      let right = scalar(bytes[index..<index + length])
      if let left, ClusterBreak.isCertain(between: left, and: right) { return low + index }
      left = right
      index += length
    }
    if low + index >= rope.count || isLast { return low + index }
    return nil
  }

  private static func length(_ byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  /// The scalar that ends at a place, and where it begins.
  private static func scalar(
    _ bytes: [UInt8], before index: Int
  ) -> (Unicode.Scalar, Int)? {
    var start = index - 1
    while start >= 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start < 0 ? nil : (scalar(bytes[start..<index]), start)
  }

  private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar {
    guard let first = bytes.first, first >= 0x80 else { return Unicode.Scalar(bytes.first ?? 0) }
    let head = UInt32(first) & (0x7F >> UInt32(bytes.count))
    let value = bytes.dropFirst().reduce(head) { $0 << 6 | UInt32($1 & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

/// Where a grapheme cluster begins whatever stands around it, so that clusters can be found in a
/// small part of a text.
///
/// The rules are those of Unicode Standard Annex 29. What they leave to context is not certain.
enum ClusterBreak {
  /// Whether one cluster surely ends between two scalars and another one begins.
  static func isCertain(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
    if left.value == 0x0A { return true }
    if right.value == 0x0A { return left.value != 0x0D }
    // A joiner takes an emoji to it; some of those are old signs, as ©.
    if left.value == 0x200D { return right.value < 0x80 }
    // Most text.
    if left.value < 0x300, right.value < 0x300 { return true }
    if isPrepended(left) || isLeadingJamo(left) { return false }
    if isPlain(right) { return true }
    if isEmoji(right) { return true }
    return isPlain(left) && isLetter(right)
  }

  /// Scalars that join nothing before them, but a prepended sign or a leading consonant, and
  /// nothing that is plain behind them.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300, 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x0E01...0x0E30,
      0x0E40...0x0E46, 0x1E00...0x1FFF, 0x2010...0x2027, 0x20A0...0x20C0, 0x2190...0x21FF,
      0x3000...0x3029, 0x3041...0x3096, 0x30A1...0x30FF, 0x3131...0x318E, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D:
      true
    default: false
    }
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F300...0x1F3FA).contains(scalar.value) || (0x1F400...0x1FAFF).contains(scalar.value)
  }

  private static func isLeadingJamo(_ scalar: Unicode.Scalar) -> Bool {
    (0x1100...0x115F).contains(scalar.value) || (0xA960...0xA97C).contains(scalar.value)
  }

  /// A letter that is no mark of the one before it.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Vowels that Thai and Lao write behind their consonant, and conjoining Hangul.
    case 0xE33, 0xEB3, 0x1160...0x11FF, 0xD7B0...0xD7FF: return false
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber: return true
      default: return false
      }
    }
  }

  /// Signs that stand before what they belong to: Prepend, in GraphemeBreakProperty.txt.
  private static func isPrepended(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD,
      0x111C2...0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      true
    default: false
    }
  }
}

// Words as motions take them: letters, numbers and `_` in a row. Hangul, with its particles, goes
// from blank to blank. A line end stands between words and is passed by itself.
extension TextRope {
  /// The beginning of the word before a place or around it; from the beginning of a line, the end
  /// of the one before.
  package func wordStart(before offset: Int) -> Int {
    if offset == 0 || byte(at: offset - 1) == 0x0A { return clusterStart(before: offset) }
    var index = offset
    var isInWord = false
    while index > 0 {
      let start = clusterStart(before: index)
      guard let character = cluster(at: start), !character.isLineEnd else { return index }
      if isInWord, !character.isOfWord { return index }
      isInWord = isInWord || character.isOfWord
      index = start
    }
    return index
  }

  /// The end of the word behind a place or around it; from the end of a line, the beginning of the
  /// next.
  package func wordEnd(after offset: Int) -> Int {
    guard offset < count else { return count }
    var index = offset
    var isInWord = false
    while index < count {
      let end = clusterEnd(after: index)
      guard let character = substring(index..<end).first else { return index }
      if character.isLineEnd { return index == offset ? end : index }
      if isInWord, !character.isOfWord { return index }
      isInWord = isInWord || character.isOfWord
      index = end
    }
    return index
  }

  /// The word around a place, or what stands between two words there.
  package func wordRange(at offset: Int) -> Range<Int> {
    let line = lineRange(at: offset)
    guard !line.isEmpty else { return line }
    let start = clusterBoundary(
      atOrBefore: offset < line.upperBound ? offset : line.upperBound - 1)
    guard let kind = cluster(at: start).map(Kind.init) else { return line }
    var range = start..<min(line.upperBound, clusterEnd(after: start))
    while range.lowerBound > line.lowerBound {
      let before = clusterStart(before: range.lowerBound)
      guard cluster(at: before).map(Kind.init) == kind else { break }
      range = before..<range.upperBound
    }
    while range.upperBound < line.upperBound, cluster(at: range.upperBound).map(Kind.init) == kind {
      range = range.lowerBound..<clusterEnd(after: range.upperBound)
    }
    return range
  }

  private enum Kind {
    case word, blank, other

    init(_ character: Character) {
      self = character.isOfWord ? .word : character.isWhitespace ? .blank : .other
    }
  }

  // MARK: Paragraphs

  /// The blank line before the paragraph of a place, or the text's beginning.
  package func paragraphStart(before offset: Int) -> Int {
    var line = line(at: max(0, offset))
    if start(ofLine: line) < offset, !isBlank(line) { line += 1 }
    line -= 1
    while line > 0, isBlank(line) { line -= 1 }
    while line > 0, !isBlank(line) { line -= 1 }
    return line <= 0 ? 0 : start(ofLine: line)
  }

  /// The blank line behind the paragraph of a place, or the text's end.
  package func paragraphEnd(after offset: Int) -> Int {
    var line = line(at: offset)
    while line < lines, isBlank(line) { line += 1 }
    while line < lines, !isBlank(line) { line += 1 }
    return line >= lines ? count : start(ofLine: line)
  }

  /// The lines around a place that no blank line divides, as far as they reach into a part, if one
  /// is given; a blank line by itself.
  package func paragraphRange(at offset: Int, near part: Range<Int>? = nil) -> Range<Int> {
    let part = part ?? 0..<count
    let line = line(at: offset)
    guard !isBlank(line) else { return wholeLineRange(at: offset) }
    var first = line
    while first > 0, start(ofLine: first) > part.lowerBound, !isBlank(first - 1) { first -= 1 }
    var end = line + 1
    while end < lines, start(ofLine: end) < part.upperBound, !isBlank(end) { end += 1 }
    return start(ofLine: first)..<(end < lines ? start(ofLine: end) : count)
  }

  private func isBlank(_ line: Int) -> Bool {
    let start = start(ofLine: line)
    let end = line + 1 < lines ? self.start(ofLine: line + 1) : count
    // A long line of blanks alone isn't read to its end.
    return end - start < 256
      && bytes(start..<end).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}

extension Character {
  /// Whether it is part of a word.
  package var isOfWord: Bool { isLetter || isNumber || self == "_" }
  var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}
