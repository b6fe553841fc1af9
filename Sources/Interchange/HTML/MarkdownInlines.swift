import DiaryCore

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
