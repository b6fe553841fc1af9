import System

/// A text in Markdown, read part by part: CommonMark with GitHub's tables, strike-through, check
/// boxes, addresses as links, and footnotes.
///
/// The library takes time that grows with the square of some hostile texts (measured: a row of
/// closing brackets after an address, rows that are shorter than a table's first one). So no part
/// is larger than `largestPart`, and what one looks at of a long text doesn't depend on its length.
/// Parts end where a paragraph does, if there is such a place. Footnotes and addresses that are told
/// on a line of their own are known in their part; in another one both stand as they were written.
package struct MarkdownText: Hashable, Sendable {
  /// In bytes; what most people write in an entry is less.
  package static let largestPart = 16_384

  package let text: String
  package let parts: [MarkdownPart]

  package init(_ text: String) {
    var text = text
    parts = text.withUTF8 { MarkdownCutting.parts(of: $0) }
    self.text = text
  }

  /// The blocks of a part, with places in the whole text. `prepared` may change what is read, but
  /// not the lines, nor what stands in one before the first change.
  package func blocks(
    ofPart index: Int, prepared: (String) -> String = { $0 }
  ) -> [MarkdownBlock] {
    let part = parts[index]
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: part.range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: part.range.upperBound)
    let source = part.opening + text[start..<end]
    let reader = MarkdownReader(source, offset: part.range.lowerBound - part.opening.utf8.count)
    let withTables = !Self.hasTooManyCells(source)
    let shown = MarkdownDefinitions(prepared(source), withTables: withTables).text
    guard let tree = MarkdownTree(shown, withTables: withTables) else {
      return [MarkdownBlock(kind: .code(source), start: part.range.lowerBound, isAfterBlank: false)]
    }
    return tree.withRoot { reader.document($0) }
  }

  /// Whether a part has a mark that every link, box and picture has, or an address.
  package func mayHaveLinks(inPart index: Int) -> Bool {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: parts[index].range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: parts[index].range.upperBound)
    var last: UInt8 = 0
    for byte in bytes[start..<end] {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "@"): return true
      case UInt8(ascii: "/") where last == UInt8(ascii: ":"): return true
      case UInt8(ascii: ".") where last | 0x20 == UInt8(ascii: "w"): return true
      default: last = byte
      }
    }
    return false
  }

  /// Every row of a table gets as many cells as the first one has, however short it is.
  private static func hasTooManyCells(_ source: String) -> Bool {
    var lines = 0
    var bars = 0
    var most = 0
    for byte in source.utf8 {
      if byte == UInt8(ascii: "|") { bars += 1 }
      guard byte == 0x0A else { continue }
      (most, lines, bars) = (max(most, bars), lines + 1, 0)
    }
    return max(most, bars) * max(1, lines) > 20_000
  }
}

/// A part of a long text.
package struct MarkdownPart: Hashable, Sendable {
  /// In bytes.
  package let range: Range<Int>
  /// The marks that open the code which the part before ended in, on a line.
  let opening: String
}

/// A part of a document that stands by itself, as a paragraph or a list.
package struct MarkdownBlock: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case paragraph([MarkdownInline])
    case heading(level: Int, [MarkdownInline])
    case quote([MarkdownBlock])
    /// `start` is the first number of a numbered list, `nil` where the items have bullets.
    case list(start: Int?, [MarkdownItem])
    /// `info` stands beside the marks that open it, as the name of a language.
    case code(String, info: String = "")
    case html(String)
    case rule
    case table(MarkdownTable)
    /// What is said at the end about a place that has the number.
    case footnote(number: Int, [MarkdownBlock])
  }

  package var kind: Kind
  /// Where its first line begins to be its own, in bytes of the source.
  package var start: Int
  /// Whether a blank line stands before it.
  package var isAfterBlank: Bool
}

/// An item of a list.
package struct MarkdownItem: Hashable, Sendable {
  /// A box to tick.
  package struct CheckBox: Hashable, Sendable {
    package var isChecked: Bool
    /// Where the blank or `x` between its brackets stands, in bytes of the source.
    package var mark: Int
  }

  package var checkBox: CheckBox?
  package var blocks: [MarkdownBlock]
  package var isAfterBlank: Bool
}

/// A table; every row has as many cells as there are columns.
package struct MarkdownTable: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable { case leading, center, trailing }

  package var alignments: [Alignment]
  package var header: [[MarkdownInline]]
  package var rows: [[[MarkdownInline]]]
}

/// A part of a line of text.
package indirect enum MarkdownInline: Hashable, Sendable {
  case text(String)
  case code(String)
  case html(String)
  case lineBreak
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case struck([MarkdownInline])
  case link([MarkdownInline], address: String)
  case image([MarkdownInline], address: String)
  case footnote(Int)
  /// What a browser would tell of a link or picture under the mouse.
  case title(String)
}

extension [MarkdownInline] {
  /// What is said, without how it looks.
  package var plainText: String {
    reduce(into: "") { text, inline in
      switch inline {
      case .text(let more), .code(let more), .html(let more): text += more
      case .lineBreak: text += " "
      case .emphasis(let content), .strong(let content), .struck(let content),
        .link(let content, _), .image(let content, _):
        text += content.plainText
      case .footnote(let number): text += "[\(number)]"
      case .title(let title): text += " (\(title))"
      }
    }
  }
}

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
