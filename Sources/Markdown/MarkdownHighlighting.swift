/// What Markdown's marks mean in a text that is being written, for showing them in other styles. It
/// looks at lines, not at the whole text: what it can't know from the lines in view and some before
/// them, it leaves plain.
package enum MarkdownHighlighting {
  package enum Role: Hashable, Sendable {
    /// A mark that is only read by the program, as `**`.
    case mark
    case heading, emphasis, strong, struck, code, link, quote
    /// A bullet, a number, a check box.
    case bullet
  }

  /// A stretch of the text, in bytes.
  package struct Span: Hashable, Sendable {
    package var range: Range<Int>
    package var role: Role
  }

  /// How much before the lines in view is looked at for code that is open there, in bytes.
  package static let context = 16_384

  /// The spans of whole lines, in order; of spans that overlap the later one is further inside.
  /// `before` is what stands before the lines: all of it, or its last `context` bytes.
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

  // MARK: Code over several lines

  /// Whether a text, or its last `context` bytes, ends within a block of code.
  package static func endsInCode(_ text: [UInt8]) -> Bool { openFence(text) != nil }

  private static func openFence(_ text: [UInt8]) -> FenceLine? {
    var fence: FenceLine?
    for line in text.suffix(context).split(separator: 0x0A) { FenceLine.update(&fence, with: line) }
    return fence
  }
}

/// The marks of one line.
struct LineHighlighting {
  private typealias Role = MarkdownHighlighting.Role

  /// What is longer is no line that a person wrote marks in.
  private static let longest = 4096
  /// How far the other end of a stretch may be, so that a line of nothing but marks is read in time
  /// that grows with its length.
  private static let farthest = 512

  private let bytes: [UInt8]
  private let end: Int
  private var position: Int
  private var found: [MarkdownHighlighting.Span] = []

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = min(range.upperBound, range.lowerBound + Self.longest)
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

  // MARK: What a line begins with

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

  // MARK: What stands in it

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

  /// How often a mark is repeated at a place.
  private func run(_ index: Int, _ end: Int) -> Int {
    var next = index
    while next < end, bytes[next] == bytes[index] { next += 1 }
    return next - index
  }

  /// Where a mark is repeated as often again.
  private func close(_ mark: UInt8, _ count: Int, _ start: Int, _ end: Int) -> Int? {
    var index = start
    let end = min(end, start + Self.farthest)
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
    // One tilde is a range or a wave.
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
    // What stands inside is looked at next; the closing mark finds no other.
    return start
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  private mutating func link(_ index: Int, _ end: Int) -> Int {
    let reach = min(end, index + Self.farthest)
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
      let last = bytes[close..<min(end, close + Self.farthest)].firstIndex(of: UInt8(ascii: ")"))
    else { return index + 1 }
    record(index..<last + 1, .link)
    record(index..<index + 1, .mark)
    record(close..<last + 1, .mark)
    return last + 1
  }
}

/// A line that opens or closes a block of code.
struct FenceLine {
  private let mark: UInt8
  private let count: Int
  /// Whether anything follows on its line.
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

  /// Goes on behind a line. `open` is the one that opened the code which is open there. Returns
  /// whether the line opens or closes code.
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

  /// A line that opens the same code.
  var marks: String {
    String(repeating: Character(Unicode.Scalar(mark)), count: count) + "\n"
  }
}
