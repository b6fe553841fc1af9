import DiaryCore
import Markdown

/// Text in which Markdown is to find no marks.
enum PlainMarkdown {
  /// What a line of Markdown says, without how it looks.
  static func words(_ line: String) -> String {
    let text = MarkdownText(line)
    guard !text.parts.isEmpty, case .paragraph(let inlines)? = text.blocks(ofPart: 0).first?.kind
    else { return line }
    return inlines.plainText
  }

  /// The text with a backslash before what would be a mark within a line. `before` is the byte that it
  /// stands behind.
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

  /// A line that begins as text, where Markdown would take its beginning for something else.
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
    case UInt8(ascii: "_"): !(before.isOfWord && next.isOfWord)
    case UInt8(ascii: "<"): next.isOfWord || "/!?".utf8.contains(next)
    case UInt8(ascii: "["), UInt8(ascii: "]"): true
    case UInt8(ascii: "\\"): next > 0x20 && next < 0x7F && !next.isOfWord
    case UInt8(ascii: "~"): next == byte || before == byte
    default: false
    }
  }

}

extension UInt8 {
  /// Whether it is of a word: a digit, a letter, or a part of any that isn't ASCII.
  var isOfWord: Bool {
    self >= 0x80 || (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20)
  }
}

/// The lines of a text in Markdown, block by block, in quotes and lists.
struct MarkdownBlocks {
  private enum Container {
    case quote
    /// The number of its next item, `nil` for one with points; and whether it has had one.
    case list(Int?, isBegun: Bool)
    /// What its first line begins with, until that has come, how far the others are moved, and whether
    /// none came before it.
    case item(mark: String?, width: Int, isFirst: Bool)
  }

  private var lines: [String] = []
  private var open: [Container] = []
  /// Which of those nobody opened: items that stand for the one before, and go with the list in them.
  private var implied: [Int] = []
  /// Whether an empty line is to stand before the next one.
  private var hasGap = false
  /// How many of those that are open were so at the last line.
  private var shared = 0

  var text: String { lines.joined(separator: "\n") }

  mutating func add(_ block: [String]) {
    guard !block.isEmpty else { return }
    if hasGap, !lines.isEmpty { lines.append(prefix(of: shared, usesMarks: false).trimmingEnd) }
    for line in block {
      lines.append((prefix(of: open.count, usesMarks: true) + line).trimmingEnd)
    }
    hasGap = true
    shared = open.count
  }

  mutating func beginQuote() { open.append(.quote) }

  mutating func beginList(number: Int?) {
    switch open.last {
    case .item(.some, let width, isFirst: false):
      // An item with nothing but a list: that is the list of the item before it.
      open[open.count - 1] = .item(mark: nil, width: width, isFirst: false)
      hasGap = false
    // A list within an item follows its words at once.
    case .item: hasGap = false
    case .list(let next, isBegun: true):
      // Some programs put a list into a list, and mean the item before it.
      implied.append(open.count)
      open.append(
        .item(mark: nil, width: Self.mark(next.map { $0 - 1 }).utf8.count, isFirst: false))
      hasGap = false
    default: break
    }
    open.append(.list(number, isBegun: false))
  }

  mutating func beginItem() {
    var mark = Self.mark(nil)
    var isFirst = true
    if case .list(let number, let isBegun)? = open.last {
      // The items of a list follow each other.
      if isBegun { hasGap = false }
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
    hasGap = true
  }

  /// What a line begins with in the first containers; the marks of items are used up by the first
  /// line that has them.
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
  /// Without the spaces at its end.
  fileprivate var trimmingEnd: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// What stands in the lines of one block, while it is put together: words in which Markdown finds no
/// marks, and the marks that are meant.
struct MarkdownInlines {
  private var bytes: [UInt8] = []
  /// The marks that are open, and where what they mark begins.
  private var open: [(mark: String, start: Int)] = []

  /// Words that came and aren't escaped yet: what follows one tells whether it is a mark.
  private var words = ""

  /// A link by itself; one without words is told by its address.
  static func link(_ words: String, to address: String) -> String {
    var line = MarkdownInlines()
    line.add(words.isBlank ? address : words)
    line.link(to: address, from: 0)
    return line.taken
  }

  /// The place at which what comes next begins.
  var end: Int {
    mutating get {
      endWords()
      return bytes.count
    }
  }

  /// Words, in which white space of any length is one space.
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

  private mutating func endWords() {
    let isCode = open.contains { $0.mark == "`" }
    bytes += (isCode ? words : PlainMarkdown.escaped(words, after: bytes.last ?? 0x20)).utf8
    words = ""
  }

  /// What is Markdown already.
  mutating func add(markdown: String) {
    endWords()
    bytes += markdown.utf8
  }

  mutating func breakLine() {
    endWords()
    while bytes.last == 0x20 { bytes.removeLast() }
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
  }

  mutating func open(_ mark: String) { open.append((mark, end)) }

  mutating func close(_ mark: String) {
    endWords()
    guard let index = open.lastIndex(where: { $0.mark == mark }) else { return }
    let start = open.remove(at: index).start
    // Of marks within the same marks, the outer ones are enough.
    guard !open.contains(where: { $0.mark == mark || $0.mark == "`" }) else { return }
    wrap(from: start) { words in
      let isTicked = mark == "`" && words.contains(UInt8(ascii: "`"))
      let (begin, end) = isTicked ? ("`` ", " ``") : (mark, mark)
      return begin.utf8 + words + Array(end.utf8)
    }
  }

  /// Makes a link of what came since a place.
  mutating func link(to address: String, from start: Int) {
    endWords()
    guard !address.isBlank, address.utf8.count < 4000, !address.hasPrefix("javascript:") else {
      return
    }
    let target = Self.destination(address)
    wrap(from: start) { words in
      // An address by itself is a link as it is.
      if address.hasScheme, words.elementsEqual(address.utf8) { return words }
      return [UInt8(ascii: "[")] + words + Array("](\(target))".utf8)
    }
  }

  /// As CommonMark takes it without angle brackets.
  private static func destination(_ address: String) -> String {
    let bytes = address.utf8.flatMap { byte -> [UInt8] in
      guard byte <= 0x20 || "()<>\\".utf8.contains(byte) else { return [byte] }
      return Array(((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Puts something around what came since a place, and the white space at its ends outside.
  private mutating func wrap(from start: Int, _ body: ([UInt8]) -> [UInt8]) {
    guard start < bytes.count else { return }
    let content = bytes[start...]
    guard let first = content.firstIndex(where: { $0 > 0x20 }),
      let last = content.lastIndex(where: { $0 > 0x20 })
    else { return }
    let (before, after) = (content[..<first], content[(last + 1)...])
    bytes = Array(bytes[..<start] + before) + body(Array(content[first...last])) + after
  }

  /// All of it, with the marks closed that are open; they go on in what comes next.
  var taken: String {
    mutating get {
      endWords()
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
