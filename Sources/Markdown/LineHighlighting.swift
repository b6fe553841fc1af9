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
