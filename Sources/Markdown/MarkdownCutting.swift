import System

/// Cuts a text into parts that can be read one by one.
enum MarkdownCutting {
  static func parts(of bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownPart] {
    guard bytes.count > MarkdownText.largestPart else {
      return [MarkdownPart(range: 0..<bytes.count, opening: "")]
    }
    var parts: [MarkdownPart] = []
    var start = 0
    // The line that opened the code that is open, here and at the part's start.
    var fence: Range<Int>?
    var firstFence: Range<Int>?
    // Where the part may end, best first.
    var afterParagraph: Int?
    var afterLine: (place: Int, fence: Range<Int>?)?
    var isAfterBlank = false
    func marks(_ range: Range<Int>?) -> String {
      guard let range else { return "" }
      let line = bytes[range].drop { $0 == 0x20 }
      return String(decoding: line.prefix { $0 == line.first }, as: UTF8.self) + "\n"
    }
    func cut(at end: Int, endsIn last: Range<Int>?) {
      parts.append(MarkdownPart(range: start..<end, opening: marks(firstFence)))
      (start, firstFence, afterParagraph, afterLine) = (end, last, nil, nil)
    }
    var line = 0
    while line < bytes.count {
      let end = lineEnd(line, bytes)
      if isAfterBlank, fence == nil, line > start, beginsParagraph(bytes[line..<end]) {
        afterParagraph = line
      }
      if line > start { afterLine = (line, fence) }
      while end - start > MarkdownText.largestPart {
        if let place = afterParagraph {
          cut(at: place, endsIn: nil)
        } else if let place = afterLine {
          cut(at: place.place, endsIn: place.fence)
        } else {
          cut(at: characterStart(start + MarkdownText.largestPart, bytes), endsIn: fence)
        }
        if line > start { afterLine = (line, fence) }
      }
      isAfterBlank = bytes[line..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 <= 0x0D }
      if opensOrClosesCode(bytes[line..<end], open: fence.map { bytes[$0] }) {
        fence = fence == nil ? line..<end : nil
      }
      line = end
    }
    if start < bytes.count { cut(at: bytes.count, endsIn: fence) }
    return parts
  }

  /// Where the line after one begins.
  private static func lineEnd(_ line: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    UnsafeRawBufferPointer(bytes).place(of: 0x0A, from: line).map { $0 + 1 } ?? bytes.count
  }

  /// Whether a line begins something that doesn't belong to a list or quote before it.
  private static func beginsParagraph(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = line.first else { return false }
    switch first {
    case 0x20, 0x09, 0x0A, 0x0D: return false
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ">"): return false
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return false
    default: return true
    }
  }

  private static func opensOrClosesCode(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, open: Slice<UnsafeBufferPointer<UInt8>>?
  ) -> Bool {
    let indent = line.prefix(4).prefix { $0 == 0x20 }.count
    guard indent < 4, let mark = line.dropFirst(indent).first,
      mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
    else { return false }
    let rest = line.dropFirst(indent)
    let count = rest.prefix { $0 == mark }.count
    let info = rest.dropFirst(count)
    guard count >= 3 else { return false }
    guard let open else { return mark == UInt8(ascii: "~") || !info.contains(mark) }
    let opening = open.drop { $0 == 0x20 }
    return opening.first == mark && count >= opening.prefix { $0 == mark }.count
      && info.allSatisfy { $0 <= 0x20 }
  }

  /// The start of a character at a place or before it.
  private static func characterStart(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = place
    while place > 0, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }
}
