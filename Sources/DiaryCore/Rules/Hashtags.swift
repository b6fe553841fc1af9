/// Hashtags in a title or text: `#walk` at its beginning, or after white space or an opening
/// bracket. A tag consists of letters, digits, marks, `_`, `-` and `/`, with at least one letter.
/// Code, addresses of links and links to entries contain no tags.
package enum Hashtags {
  /// A tag and its position in the text.
  package struct Tag: Hashable, Sendable {
    /// Without the `#`.
    package let name: String
    /// In bytes of UTF-8, including the `#`.
    package let range: Range<Int>
  }

  /// Returns the tags of a text in order.
  ///
  /// - Parameter before: The character before the text, if any.
  package static func all(in text: String, after before: Character? = nil) -> [Tag] {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return [] }
    var text = text
    return text.withUTF8 { bytes in
      var scan = TextScan(bytes, after: before?.unicodeScalars.last)
      scan.run()
      return scan.tags
    }
  }

  /// Returns whether a name is valid as a hashtag.
  package static func isValid(_ name: String) -> Bool {
    let tags = all(in: "#" + name)
    return tags.count == 1 && tags[0].range.upperBound == name.utf8.count + 1
  }

  /// Replaces tags by the text that the closure returns for their names; `nil` keeps a tag.
  package static func replaced(in text: String, by words: (String) -> String?) -> String {
    var result: [UInt8] = []
    var position = 0
    let bytes = Array(text.utf8)
    for tag in all(in: text) {
      guard let new = words(tag.name) else { continue }
      result += bytes[position..<tag.range.lowerBound]
      result += new.utf8
      position = tag.range.upperBound
    }
    // A text without a replaced tag is returned unchanged, byte for byte.
    return position == 0 ? text : String(decoding: result + bytes[position...], as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// `true` for characters of a tag.
  fileprivate var isHashtagCharacter: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2F, 0xAC00...0xD7A3: return true
    case ..<0x80: return false
    default:
      switch properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        return true
      default: return false
      }
    }
  }

  fileprivate var mayPrecedeHashtag: Bool {
    properties.isWhitespace || properties.generalCategory == .openPunctuation
  }
}

/// Scans a text for tags and links to entries in a single pass.
struct TextScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The scalar before `position`.
  private var before: Unicode.Scalar?
  private var position = 0
  private(set) var tags: [Hashtags.Tag] = []
  /// The links to entries with their brackets, in bytes.
  private(set) var links: [Range<Int>] = []
  /// By the number of backticks: the position before which no closing run of that length exists.
  private var unclosed: [Int: Int] = [:]
  /// By character: the next known position of one, which is at or after `position`.
  private var nextEnds: [UInt8: Int] = [:]
  private var lineStart = 0
  /// `true` after a closing bracket in the line.
  private var lineHasBracket = false
  /// `true` if the previous line is blank or missing.
  private var followsBlankLine = true
  /// `true` if the line may belong to a list item, whose lines may be indented.
  private var isInList = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, after before: Unicode.Scalar? = nil) {
    self.bytes = bytes
    self.before = before
  }

  mutating func run() {
    var isLineStart = before == nil || before == "\n"
    while position < bytes.count {
      if isLineStart {
        if skipFence() || skipIndented() { continue }
        (lineStart, lineHasBracket) = (position, false)
      }
      isLineStart = bytes[position] == 0x0A
      switch bytes[position] {
      case UInt8(ascii: "#") where before?.mayPrecedeHashtag ?? true: scanTag()
      case UInt8(ascii: "`"): skipCode()
      case UInt8(ascii: "]"): skipAddress()
      case UInt8(ascii: "["): skipEntryLink()
      case UInt8(ascii: "\\"):
        advance()
        if position < bytes.count, bytes[position] != 0x0A { advance() }
      default: advance()
      }
    }
  }

  private mutating func advance() {
    let (scalar, next) = scalar(at: position)
    before = scalar
    position = next
  }

  /// Decodes the scalar at a byte; also returns the position of the next.
  private func scalar(at position: Int) -> (scalar: Unicode.Scalar, next: Int) {
    let (value, next) = bytes.scalar(at: position)
    return (Unicode.Scalar(value) ?? "\u{FFFD}", next)
  }

  private mutating func scanTag() {
    let start = position
    var end = start + 1
    var next = end
    var hasLetter = false
    while next < bytes.count {
      let (scalar, after) = scalar(at: next)
      guard scalar.isHashtagCharacter else { break }
      if scalar.properties.isAlphabetic { hasLetter = true }
      next = after
      // Separators at the end don't belong to the tag.
      if scalar != "-", scalar != "/" { end = next }
    }
    advance()
    guard hasLetter, end > start + 1 else { return }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    tags.append(Hashtags.Tag(name: name, range: start..<end))
    while position < end { advance() }
  }

  // MARK: Skipped parts

  /// Skips a fenced code block that begins here. Returns `false` if there is none.
  private mutating func skipFence() -> Bool {
    guard let (mark, count) = fence(at: position, mayHaveInfo: true) else { return false }
    followsBlankLine = false
    skipLine()
    while position < bytes.count {
      let close = fence(at: position, mayHaveInfo: false)
      skipLine()
      if let close, close.mark == mark, close.count >= count { break }
    }
    return true
  }

  /// Skips a line of an indented code block: four columns, after a blank line and not in a list.
  /// Returns `false` if there is none.
  private mutating func skipIndented() -> Bool {
    let (columns, first) = indentation
    guard first < bytes.count, bytes[first] != 0x0A, bytes[first] != 0x0D else {
      followsBlankLine = true
      return false
    }
    if columns >= 4, followsBlankLine, !isInList {
      // `followsBlankLine` stays `true`, so that the next indented line belongs to the block.
      skipLine()
      return true
    }
    if columns < 4 {
      let isContinued = isInList && (columns > 0 || !followsBlankLine)
      isInList = isContinued || isListItem(at: first)
    }
    followsBlankLine = false
    return false
  }

  /// The width of the line's indentation, and the position of its first other byte.
  private var indentation: (columns: Int, first: Int) {
    var (columns, index) = (0, position)
    while index < bytes.count {
      switch bytes[index] {
      case 0x20: columns += 1
      case 0x09: columns += 4 - columns % 4
      default: return (columns, index)
      }
      index += 1
    }
    return (columns, index)
  }

  private func isListItem(at first: Int) -> Bool {
    var index = first
    while index < bytes.count, index < first + 9, (0x30...0x39).contains(bytes[index]) {
      index += 1
    }
    let marks: [Character] = index > first ? [".", ")"] : ["-", "*", "+"]
    guard index < bytes.count, marks.contains(Character(Unicode.Scalar(bytes[index]))) else {
      return false
    }
    return index + 1 == bytes.count || [0x20, 0x09, 0x0A].contains(bytes[index + 1])
  }

  private func fence(at start: Int, mayHaveInfo: Bool) -> (mark: UInt8, count: Int)? {
    var index = start
    // A fence may be in a quotation or a list item.
    while index < bytes.count, [0x20, 0x09, UInt8(ascii: ">")].contains(bytes[index]) { index += 1 }
    guard index < bytes.count, [UInt8(ascii: "`"), UInt8(ascii: "~")].contains(bytes[index])
    else { return nil }
    let mark = bytes[index]
    let first = index
    while index < bytes.count, bytes[index] == mark { index += 1 }
    let count = index - first
    guard count >= 3 else { return nil }
    while index < bytes.count, bytes[index] != 0x0A {
      let isBlank = bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x0D
      if !isBlank, !mayHaveInfo || (mark == UInt8(ascii: "`") && bytes[index] == mark) {
        return nil
      }
      index += 1
    }
    return (mark, count)
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    position = min(bytes.count, position + 1)
    before = "\n"
  }

  private mutating func skipCode() {
    let start = position
    while position < bytes.count, bytes[position] == UInt8(ascii: "`") { position += 1 }
    before = "`"
    let count = position - start
    guard position >= unclosed[count] ?? 0 else { return }
    var index = position
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "`"):
        let run = index
        while index < bytes.count, bytes[index] == UInt8(ascii: "`") { index += 1 }
        if index - run == count {
          position = index
          return
        }
      // A blank line ends the paragraph, and the opening backticks are plain text.
      case 0x0A where index + 1 < bytes.count && bytes[index + 1] == 0x0A:
        unclosed[count] = index
        return
      default: index += 1
      }
    }
    unclosed[count] = index
  }

  /// Returns the position of the next such character, or of the line's end.
  private mutating func next(_ mark: UInt8) -> Int {
    if let known = nextEnds[mark], known >= position { return known }
    var index = position
    while index < bytes.count, bytes[index] != mark, bytes[index] != 0x0A { index += 1 }
    nextEnds[mark] = index
    return index
  }

  private mutating func skipAddress() {
    let isFirst = !lineHasBracket
    lineHasBracket = true
    advance()
    guard position < bytes.count else { return }
    switch bytes[position] {
    case UInt8(ascii: "("):
      let close = next(UInt8(ascii: ")"))
      guard close < bytes.count, bytes[close] != 0x0A else { return }
      skip(to: close)
    // A line that begins with `[name]:` defines the address of a link.
    case UInt8(ascii: ":") where isFirst && followsLinkName: skip(to: next(0x0A))
    default: return
    }
  }

  /// `true` if the line up to `position` only contains a name in brackets.
  private var followsLinkName: Bool {
    guard lineStart < position else { return false }
    let line = bytes[lineStart..<position].drop { $0 == 0x20 }
    return line.first == UInt8(ascii: "[")
      && line.firstIndex(of: UInt8(ascii: "]")) == position - 1
  }

  private mutating func skipEntryLink() {
    advance()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "[") else { return }
    let start = position - 1
    switch endOfEntryLink() {
    case .link(let close):
      // `[[words]](address)` is a link to the address.
      let end = close + 2
      if end == bytes.count || bytes[end] != UInt8(ascii: "(") { links.append(start..<end) }
      skip(to: close)
    // The innermost brackets count.
    case .opening: return
    case .none:
      let close = next(UInt8(ascii: "]"))
      if close < bytes.count, bytes[close] != 0x0A { skip(to: close) }
    }
  }

  private enum LinkEnd {
    /// At the position of the closing brackets.
    case link(Int)
    /// Another link begins before the end.
    case opening
    case none
  }

  /// Returns the end of the link whose second bracket is at `position`. Reads no further than the
  /// next opening brackets, so that a text with many of them takes linear time.
  private func endOfEntryLink() -> LinkEnd {
    var index = position + 1
    while index + 1 < bytes.count, bytes[index] != 0x0A {
      guard bytes[index] == bytes[index + 1] else {
        index += 1
        continue
      }
      if bytes[index] == UInt8(ascii: "]") { return .link(index) }
      if bytes[index] == UInt8(ascii: "[") { return .opening }
      index += 1
    }
    return .none
  }

  private mutating func skip(to end: Int) {
    position = end
    before = "]"
  }
}
