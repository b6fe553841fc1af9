// Grapheme clusters, which users see as characters. They are found by Swift's rules in the smallest
// part of the text that determines them.
extension TextRope {
  /// Returns the start of the cluster that ends at `offset` or contains it, or 0.
  package func clusterStart(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    var start = 0
    for cluster in clusters(around: offset) {
      guard cluster.lowerBound < offset else { break }
      start = cluster.lowerBound
    }
    return start
  }

  /// Returns the end of the cluster that begins at `offset` or contains it.
  package func clusterEnd(after offset: Int) -> Int {
    guard offset < count else { return count }
    return clusters(around: offset).first { $0.upperBound > offset }?.upperBound ?? count
  }

  /// Returns the boundary between clusters at `offset`, or the one before it.
  package func clusterBoundary(atOrBefore offset: Int) -> Int {
    if offset <= 0 { return 0 }
    if offset >= count { return count }
    return clusters(around: offset).last { $0.lowerBound <= offset }?.lowerBound ?? offset
  }

  /// Returns the cluster that begins at `offset`, or `nil` at the end of the text.
  package func cluster(at offset: Int) -> Character? {
    offset < count ? substring(offset..<clusterEnd(after: offset)).first : nil
  }

  /// Returns the clusters between the nearest certain breaks before and after `offset`.
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

/// The part of a text around an offset that begins and ends at certain breaks.
private struct Window {
  private(set) var range: Range<Int>

  /// The limit in bytes to each side. Longer clusters are split: no language needs them.
  private static let longest = 4096

  init(_ rope: TextRope, around offset: Int) {
    var reach = 32
    range = offset..<offset
    // Widen the window only if it has no certain break.
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

  /// Returns the last certain break before the offset, or the start of the text.
  private static func start(
    _ bytes: [UInt8], _ low: Int, before offset: Int, isLast: Bool
  ) -> Int? {
    var index = offset - low
    while index > 0, index < bytes.count, bytes[index] & 0xC0 == 0x80 { index -= 1 }
    // The cluster before the offset must be complete, so look for the break before it.
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

  /// Returns the scalar that ends at `index`, and its start.
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

/// Breaks between grapheme clusters that are certain from two scalars alone, so that clusters can
/// be found in a small part of a text.
///
/// The rules are from Unicode Standard Annex 29. A break that depends on more context isn't
/// certain.
enum ClusterBreak {
  /// Returns whether there is a cluster boundary between two scalars in every context.
  static func isCertain(between left: Unicode.Scalar, and right: Unicode.Scalar) -> Bool {
    if left.value == 0x0A { return true }
    if right.value == 0x0A { return left.value != 0x0D }
    // A zero-width joiner joins emoji; some are in old blocks, as ©.
    if left.value == 0x200D { return right.value < 0x80 }
    // A shortcut for most text.
    if left.value < 0x300, right.value < 0x300 { return true }
    if isPrepended(left) || isLeadingJamo(left) { return false }
    if isPlain(right) { return true }
    if isEmoji(right) { return true }
    return isPlain(left) && isLetter(right)
  }

  /// Returns whether a scalar joins nothing before it except a prepended character or a leading
  /// consonant, and no plain scalar after it.
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

  /// Returns whether a scalar is a letter that doesn't combine with the one before it.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Thai and Lao vowels that follow their consonant, and conjoining Hangul.
    case 0xE33, 0xEB3, 0x1160...0x11FF, 0xD7B0...0xD7FF: return false
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber: return true
      default: return false
      }
    }
  }

  /// Returns whether a scalar joins the one after it: Prepend in GraphemeBreakProperty.txt.
  private static func isPrepended(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0xD4E, 0x110BD, 0x110CD,
      0x111C2...0x111C3, 0x113D1, 0x1193F, 0x11941, 0x11A3A, 0x11A84...0x11A89, 0x11D46, 0x11F02:
      true
    default: false
    }
  }
}

// MARK: - Words and paragraphs

// Words for motions: runs of letters, numbers and `_`. In Korean a word includes its particles. A
// line end separates words, and a motion passes it by itself.
extension TextRope {
  /// Returns the start of the word before `offset` or around it. At the start of a line, returns
  /// the end of the line before it.
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

  /// Returns the end of the word after `offset` or around it. At the end of a line, returns the
  /// start of the next one.
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

  /// Returns the word around `offset`, or the run of spaces or of other characters there.
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

  /// Returns the start of the blank line before the paragraph, or 0.
  package func paragraphStart(before offset: Int) -> Int {
    var line = line(at: max(0, offset))
    if start(ofLine: line) < offset, !isBlank(line) { line += 1 }
    line -= 1
    while line > 0, isBlank(line) { line -= 1 }
    while line > 0, !isBlank(line) { line -= 1 }
    return line <= 0 ? 0 : start(ofLine: line)
  }

  /// Returns the start of the blank line after the paragraph, or the end of the text.
  package func paragraphEnd(after offset: Int) -> Int {
    var line = line(at: offset)
    while line < lines, isBlank(line) { line += 1 }
    while line < lines, !isBlank(line) { line += 1 }
    return line >= lines ? count : start(ofLine: line)
  }

  /// Returns the lines around `offset` up to the next blank lines, or a single blank line. Looks no
  /// further than the line where `part` begins or ends.
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
    // Don't read a very long line of spaces to its end.
    return end - start < 256
      && bytes(start..<end).allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}

extension Character {
  /// Indicates that the character is part of a word.
  package var isOfWord: Bool { isLetter || isNumber || self == "_" }
  var isLineEnd: Bool { self == "\n" || self == "\r\n" }
}
