/// Syntax highlighting for Markdown that is being edited. It scans lines rather than the whole
/// text; anything that depends on lines before the scanned ones has no style.
package enum MarkdownHighlighting {
  package enum Role: Hashable, Sendable {
    /// Syntax that isn't part of the displayed text, as `**`.
    case mark
    case heading, emphasis, strong, struck, code, link, quote
    /// A bullet, a number or a check box.
    case bullet
  }

  /// A highlighted range, in bytes.
  package struct Span: Hashable, Sendable {
    package var range: Range<Int>
    package var role: Role
  }

  /// The number of bytes before the visible lines that are searched for an open code block.
  package static let context = 16_384

  /// Returns the spans of complete lines, in order; of overlapping spans, the later one is nested
  /// inside. `before` is the text before the lines: all of it, or its last `context` bytes.
  package static func spans(of lines: [UInt8], after before: [UInt8] = []) -> [Span] {
    var fence = openFence(before)
    var spans: [Span] = []
    var start = 0
    while start < lines.count {
      let end = lines[start...].firstIndex(of: 0x0A) ?? lines.count
      var line = LineHighlighting(lines, start..<end)
      if FenceLine.update(&fence, with: lines[start..<end]) {
        spans.append(Span(range: start..<end, role: .mark))
      } else if fence != nil {
        spans.append(Span(range: start..<end, role: .code))
      } else {
        spans += line.spans()
      }
      start = end + 1
    }
    return spans
  }

  // MARK: Code blocks

  /// Returns whether a text, of which the last `context` bytes suffice, ends inside a code block.
  package static func endsInCode(_ text: [UInt8]) -> Bool { openFence(text) != nil }

  private static func openFence(_ text: [UInt8]) -> FenceLine? {
    var fence: FenceLine?
    for line in text.suffix(context).split(separator: 0x0A) { FenceLine.update(&fence, with: line) }
    return fence
  }
}

// MARK: - One line

/// A scanner for the highlighted spans of one line.
struct LineHighlighting {
  private typealias Role = MarkdownHighlighting.Role

  /// The number of bytes of a line that are scanned.
  private static let maxLength = 4096
  /// The maximum distance of a closing mark in bytes. It keeps the time linear for a line of
  /// nothing but marks.
  private static let maxDistance = 512

  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  private var found: [MarkdownHighlighting.Span] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = min(range.upperBound, range.lowerBound + Self.maxLength)
  }

  mutating func spans() -> [MarkdownHighlighting.Span] {
    let start = position
    skipBlanks()
    while peek() == UInt8(ascii: ">") {
      record(position..<position + 1, .quote)
      position += 1
      skipBlanks()
    }
    if !found.isEmpty { record(position..<end, .quote) }
    if heading() { return found }
    bullet()
    if position - start < 4 || !found.isEmpty { inlines(position..<end) }
    return found
  }

  // MARK: Start of the line

  private func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < end ? bytes[position + offset] : 0x0A
  }

  private mutating func skipBlanks() {
    while peek() == 0x20 || peek() == 0x09 { position += 1 }
  }

  private mutating func record(_ range: Range<Int>, _ role: MarkdownHighlighting.Role) {
    if !range.isEmpty { found.append(MarkdownHighlighting.Span(range: range, role: role)) }
  }

  private mutating func heading() -> Bool {
    var count = 0
    while count < 7, peek(count) == UInt8(ascii: "#") { count += 1 }
    guard (1...6).contains(count), [0x20, 0x09, 0x0A].contains(peek(count)) else { return false }
    record(position..<end, .heading)
    record(position..<position + count, .mark)
    inlines(position + count..<end)
    return true
  }

  private mutating func bullet() {
    let start = position
    var length = 0
    if [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(peek()) {
      length = 1
    } else {
      while length < 9, (0x30...0x39).contains(peek(length)) { length += 1 }
      guard length > 0, peek(length) == UInt8(ascii: ".") || peek(length) == UInt8(ascii: ")")
      else { return }
      length += 1
    }
    guard [0x20, 0x09, 0x0A].contains(peek(length)) else { return }
    position += length
    record(start..<position, .bullet)
    skipBlanks()
    if peek() == UInt8(ascii: "["), peek(2) == UInt8(ascii: "]"),
      [0x20, UInt8(ascii: "x"), UInt8(ascii: "X")].contains(peek(1)),
      [0x20, 0x09, 0x0A].contains(peek(3))
    {
      record(position..<position + 3, .bullet)
      position += 3
    }
  }

  // MARK: Inline content

  private mutating func inlines(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        index += 2
        continue
      case UInt8(ascii: "`"): index = code(index, range.upperBound)
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        index = emphasis(index, range.upperBound)
      case UInt8(ascii: "["): index = link(index, range.upperBound)
      default: index += 1
      }
    }
  }

  /// Returns the number of repetitions of the byte at `index`.
  private func run(_ index: Int, _ end: Int) -> Int {
    var next = index
    while next < end, bytes[next] == bytes[index] { next += 1 }
    return next - index
  }

  /// Returns the start of the next run of exactly `count` marks.
  private func close(_ mark: UInt8, _ count: Int, _ start: Int, _ end: Int) -> Int? {
    var index = start
    let end = min(end, start + Self.maxDistance)
    while index < end {
      guard bytes[index] == mark else {
        index += mark != UInt8(ascii: "`") && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      let length = run(index, end)
      if length == count { return index }
      index += length
    }
    return nil
  }

  private mutating func code(_ index: Int, _ end: Int) -> Int {
    let count = run(index, end)
    guard let close = close(bytes[index], count, index + count, end) else { return index + count }
    record(index..<close + count, .code)
    record(index..<index + count, .mark)
    record(close..<close + count, .mark)
    return close + count
  }

  private mutating func emphasis(_ index: Int, _ end: Int) -> Int {
    let mark = bytes[index]
    let count = run(index, end)
    let start = index + count
    // A single tilde is a range or a decoration.
    guard (mark == UInt8(ascii: "~") ? 2...2 : 1...3).contains(count), start < end,
      bytes[start] > 0x20,
      !(mark == UInt8(ascii: "_") && index > 0 && isWord(bytes[index - 1])),
      let close = close(mark, count, start, end), bytes[close - 1] > 0x20,
      !(mark == UInt8(ascii: "_") && close + count < end && isWord(bytes[close + count]))
    else { return start }
    let whole = index..<close + count
    if mark == UInt8(ascii: "~") {
      record(whole, .struck)
    } else {
      if count > 1 { record(whole, .strong) }
      if count != 2 { record(whole, .emphasis) }
    }
    record(index..<start, .mark)
    record(close..<close + count, .mark)
    // Continue inside the emphasis. The closing mark won't match another one.
    return start
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  private mutating func link(_ index: Int, _ end: Int) -> Int {
    let reach = min(end, index + Self.maxDistance)
    if index + 1 < end, bytes[index + 1] == UInt8(ascii: "[") {
      guard let close = bytes[index..<reach].firstIndex(of: UInt8(ascii: "]")), close + 1 < end,
        bytes[close + 1] == UInt8(ascii: "]")
      else { return index + 2 }
      record(index..<close + 2, .link)
      record(index..<index + 2, .mark)
      record(close..<close + 2, .mark)
      return close + 2
    }
    guard let close = bytes[index..<reach].firstIndex(of: UInt8(ascii: "]")), close + 1 < end,
      bytes[close + 1] == UInt8(ascii: "("),
      let last = bytes[close..<min(end, close + Self.maxDistance)].firstIndex(of: UInt8(ascii: ")"))
    else { return index + 1 }
    record(index..<last + 1, .link)
    record(index..<index + 1, .mark)
    record(close..<last + 1, .mark)
    return last + 1
  }
}

// MARK: - Fences

/// A line that opens or closes a fenced code block.
struct FenceLine {
  private let mark: UInt8
  private let count: Int
  /// Indicates that text follows the fence.
  private let hasInfo: Bool

  private init?(_ line: some RandomAccessCollection<UInt8>) {
    let rest = line.drop { $0 == 0x20 }
    guard line.count - rest.count < 4, let mark = rest.first,
      mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
    else { return nil }
    let info = rest.drop { $0 == mark }
    count = rest.count - info.count
    guard count >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    self.mark = mark
    hasInfo = info.contains { $0 > 0x20 }
  }

  /// Updates the open fence with the next line. `open` is the fence of the current code block, or
  /// `nil` outside of one.
  /// - Returns: `true` if the line opens or closes a code block.
  @discardableResult
  static func update(
    _ open: inout FenceLine?, with line: some RandomAccessCollection<UInt8>
  ) -> Bool {
    guard let found = FenceLine(line) else { return false }
    guard let opening = open else {
      open = found
      return true
    }
    guard found.mark == opening.mark, found.count >= opening.count, !found.hasInfo else {
      return false
    }
    open = nil
    return true
  }

  /// A line that opens the same kind of code block.
  var marks: String {
    String(repeating: Character(Unicode.Scalar(mark)), count: count) + "\n"
  }
}
