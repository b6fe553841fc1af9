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
    var fence: FenceLine?
    var firstFence: FenceLine?
    // Where the part may end, best first.
    var afterParagraph: Int?
    var afterLine: (place: Int, fence: FenceLine?)?
    var isAfterBlank = false
    func cut(at end: Int, endsIn last: FenceLine?) {
      parts.append(MarkdownPart(range: start..<end, opening: firstFence?.marks ?? ""))
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
      FenceLine.update(&fence, with: bytes[line..<end])
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

  /// The start of a character at a place or before it.
  private static func characterStart(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = place
    while place > 0, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }
}
