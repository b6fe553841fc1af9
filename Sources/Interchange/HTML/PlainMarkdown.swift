import DiaryCore
import Text

/// Escapes plain text for Markdown, and removes Markdown syntax from text.
enum PlainMarkdown {
  /// Returns the plain text of a line of Markdown.
  static func text(_ line: String) -> String {
    let text = MarkdownText(line)
    guard !text.parts.isEmpty, case .paragraph(let inlines)? = text.blocks(ofPart: 0).first?.kind
    else { return line }
    return inlines.plainText
  }

  /// Escapes inline syntax with backslashes.
  ///
  /// - Parameter before: the byte before the text.
  static func escaped(_ text: String, after before: UInt8 = 0x20) -> String {
    guard text.utf8.contains(where: { "*`_<[]\\~".utf8.contains($0) }) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex { $0 <= 0x20 } ?? bytes.count
      let word = bytes[position..<end]
      if isAddress(word) {
        result += word
      } else {
        for index in word.indices {
          let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
          if isMark(word[index], after: result.last ?? before, before: next) {
            result.append(UInt8(ascii: "\\"))
          }
          result.append(word[index])
        }
      }
      let rest = bytes[end...].firstIndex { $0 > 0x20 } ?? bytes.count
      result += bytes[end..<rest]
      position = rest
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Escapes the beginning of a line that Markdown would take for a block, such as a list item or a
  /// heading.
  static func guarded(_ line: String) -> String {
    let bytes = Array(line.utf8)
    guard let first = bytes.first else { return line }
    let digits = bytes.prefix { (0x30...0x39).contains($0) }.count
    let isList =
      "-+*".utf8.contains(first) && (bytes.count == 1 || bytes[1] == 0x20)
    let isHeading = first == UInt8(ascii: "#") && bytes.drop { $0 == first }.first ?? 0x20 == 0x20
    let isRule =
      bytes.count >= 2 && "-=".utf8.contains(first)
      && bytes.allSatisfy { $0 == first || $0 == 0x20 }
    if isList || isHeading || isRule || first == UInt8(ascii: ">") { return "\\" + line }
    // `1. ` and `1) ` begin a list.
    if (1...9).contains(digits), digits < bytes.count, ".)".utf8.contains(bytes[digits]),
      digits + 1 == bytes.count || bytes[digits + 1] == 0x20
    {
      return String(
        decoding: bytes[..<digits] + [UInt8(ascii: "\\")] + bytes[digits...], as: UTF8.self)
    }
    return line
  }

  private static func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
    word.starts(with: "http://".utf8) || word.starts(with: "https://".utf8)
  }

  static func isMark(_ byte: UInt8, after before: UInt8, before next: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "`"): true
    case UInt8(ascii: "*"): !(before <= 0x20 && next <= 0x20)
    case UInt8(ascii: "_"): !(before.isWordByte && next.isWordByte)
    case UInt8(ascii: "<"): next.isWordByte || "/!?".utf8.contains(next)
    case UInt8(ascii: "["), UInt8(ascii: "]"): true
    case UInt8(ascii: "\\"): next > 0x20 && next < 0x7F && !next.isWordByte
    case UInt8(ascii: "~"): next == byte || before == byte
    default: false
    }
  }

}

extension UInt8 {
  /// True for digits, letters and all bytes of non-ASCII characters.
  var isWordByte: Bool {
    self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}

/// Assembles the lines of a Markdown text block by block, with nested quotes and lists.
struct MarkdownBlocks {
  private enum Container {
    case quote
    /// A list, with the number of its next item (`nil` for bullets), and true if it has had an
    /// item.
    case list(Int?, isBegun: Bool)
    /// An item, with the marker until its first line was written, the indent of its other lines,
    /// and true if it is the first of its list.
    case item(mark: String?, width: Int, isFirst: Bool)
  }

  private var lines: [String] = []
  private var open: [Container] = []
  /// The indices of items that were opened implicitly for nested lists, and that close with them.
  private var implied: [Int] = []
  /// True if an empty line is needed before the next block.
  private var needsBlankLine = false
  /// The number of containers in common with the last line.
  private var shared = 0

  var text: String { lines.joined(separator: "\n") }

  mutating func add(_ block: [String]) {
    guard !block.isEmpty else { return }
    if needsBlankLine, !lines.isEmpty {
      lines.append(prefix(of: shared, usesMarks: false).trimmingEnd)
    }
    for line in block {
      lines.append((prefix(of: open.count, usesMarks: true) + line).trimmingEnd)
    }
    needsBlankLine = true
    shared = open.count
  }

  mutating func beginQuote() { open.append(.quote) }

  mutating func beginList(number: Int?) {
    switch open.last {
    case .item(.some, let width, isFirst: false):
      // An item that contains only a list means the list of the previous item.
      open[open.count - 1] = .item(mark: nil, width: width, isFirst: false)
      needsBlankLine = false
    // A nested list follows the item's text without an empty line.
    case .item: needsBlankLine = false
    case .list(let next, isBegun: true):
      // A list directly in a list belongs to the previous item.
      implied.append(open.count)
      open.append(
        .item(mark: nil, width: Self.mark(next.map { $0 - 1 }).utf8.count, isFirst: false))
      needsBlankLine = false
    default: break
    }
    open.append(.list(number, isBegun: false))
  }

  mutating func beginItem() {
    var mark = Self.mark(nil)
    var isFirst = true
    if case .list(let number, let isBegun)? = open.last {
      // The items of a list follow each other without empty lines.
      if isBegun { needsBlankLine = false }
      isFirst = !isBegun
      mark = Self.mark(number)
      let next = number.map { $0 < 999_999 ? $0 + 1 : $0 }
      open[open.count - 1] = .list(next, isBegun: true)
    }
    open.append(.item(mark: mark, width: mark.utf8.count, isFirst: isFirst))
  }

  private static func mark(_ number: Int?) -> String { number.map { "\($0). " } ?? "- " }

  mutating func endContainer() {
    guard open.popLast() != nil else { return }
    if implied.last == open.count - 1 {
      implied.removeLast()
      open.removeLast()
    }
    shared = min(shared, open.count)
    needsBlankLine = true
  }

  /// Returns the prefix of a line in the first `count` containers.
  ///
  /// - Parameter usesMarks: true to write the markers of items, each only once.
  private mutating func prefix(of count: Int, usesMarks: Bool) -> String {
    var prefix = ""
    for index in open.indices.prefix(count) {
      switch open[index] {
      case .quote: prefix += "> "
      case .list: break
      case .item(let mark, let width, let isFirst):
        if usesMarks, let mark {
          prefix += mark
          open[index] = .item(mark: nil, width: width, isFirst: isFirst)
        } else {
          prefix += String(repeating: " ", count: width)
        }
      }
    }
    return prefix
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingEnd: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Assembles the inline Markdown of one block from plain text, which is escaped, and markers.
struct MarkdownInlines {
  private var bytes: [UInt8] = []
  /// The open markers with the start of the marked text.
  private var open: [(mark: String, start: Int)] = []

  /// The plain text that isn't escaped yet. Escaping depends on the next characters.
  private var words = ""

  /// Returns a link. Without words, its text is the address.
  static func link(_ words: String, to address: String) -> String {
    var line = MarkdownInlines()
    line.add(words.isBlank ? address : words)
    line.link(to: address, from: 0)
    return line.taken
  }

  /// The position of the next text.
  var end: Int {
    mutating get {
      flushText()
      return bytes.count
    }
  }

  /// Adds plain text, with white space collapsed to single spaces.
  mutating func add(_ text: String) {
    for scalar in text.unicodeScalars {
      guard scalar.properties.isWhitespace else {
        words.unicodeScalars.append(scalar)
        continue
      }
      let last = words.utf8.last ?? bytes.last ?? UInt8(ascii: "\n")
      if last != 0x20, last != UInt8(ascii: "\n") { words += " " }
    }
  }

  private mutating func flushText() {
    let isCode = open.contains { $0.mark == "`" }
    bytes += (isCode ? words : PlainMarkdown.escaped(words, after: bytes.last ?? 0x20)).utf8
    words = ""
  }

  /// Adds Markdown without escaping it.
  mutating func add(markdown: String) {
    flushText()
    bytes += markdown.utf8
  }

  mutating func breakLine() {
    flushText()
    while bytes.last == 0x20 { bytes.removeLast() }
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
  }

  mutating func open(_ mark: String) { open.append((mark, end)) }

  mutating func close(_ mark: String) {
    flushText()
    guard let index = open.lastIndex(where: { $0.mark == mark }) else { return }
    let start = open.remove(at: index).start
    // Markers nested in the same markers or in code are left out.
    guard !open.contains(where: { $0.mark == mark || $0.mark == "`" }) else { return }
    wrap(from: start) { words in
      let isChecked = mark == "`" && words.contains(UInt8(ascii: "`"))
      let (begin, end) = isChecked ? ("`` ", " ``") : (mark, mark)
      return begin.utf8 + words + Array(end.utf8)
    }
  }

  /// Makes a link of the text after a position.
  mutating func link(to address: String, from start: Int) {
    flushText()
    guard !address.isBlank, address.utf8.count < 4000, !address.hasPrefix("javascript:") else {
      return
    }
    let target = Self.destination(address)
    wrap(from: start) { words in
      // A bare URL is a link without syntax.
      if address.hasScheme, words.elementsEqual(address.utf8) { return words }
      return [UInt8(ascii: "[")] + words + Array("](\(target))".utf8)
    }
  }

  /// Returns an address encoded as a CommonMark link destination without angle brackets.
  private static func destination(_ address: String) -> String {
    let bytes = address.utf8.flatMap { byte -> [UInt8] in
      guard byte <= 0x20 || "()<>\\".utf8.contains(byte) else { return [byte] }
      return Array(((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the text after a position by the result of `body`, which gets the text without white
  /// space at its ends.
  private mutating func wrap(from start: Int, _ body: ([UInt8]) -> [UInt8]) {
    guard start < bytes.count else { return }
    let content = bytes[start...]
    guard let first = content.firstIndex(where: { $0 > 0x20 }),
      let last = content.lastIndex(where: { $0 > 0x20 })
    else { return }
    let (before, after) = (content[..<first], content[(last + 1)...])
    bytes = Array(bytes[..<start] + before) + body(Array(content[first...last])) + after
  }

  /// The Markdown so far, which reading removes. Open markers are closed, and reopened in the next
  /// block.
  var taken: String {
    mutating get {
      flushText()
      let marks = open.map(\.mark)
      for mark in marks.reversed() { close(mark) }
      defer {
        bytes = []
        open = marks.map { ($0, 0) }
      }
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return lines.map { String(String(decoding: $0, as: UTF8.self).trimmed) }
        .joined(separator: "\n")
    }
  }
}
