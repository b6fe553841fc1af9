import System

/// A Markdown text, parsed part by part: CommonMark with GitHub's tables, strikethrough, task lists
/// and autolinks, and footnotes.
///
/// The library takes quadratic time for some malicious texts (measured: a row of closing brackets
/// after an address, rows shorter than the first one of a table). So no part is larger than
/// `largestPart`, and the time to show a screen doesn't depend on the length of the text. Parts end
/// between paragraphs if possible. Footnote and link definitions are known only in their part; in
/// other parts, both the definition and its references are shown as written.
package struct MarkdownText: Hashable, Sendable {
  /// The maximum size of a part in bytes; most diary entries are smaller.
  package static let largestPart = 16_384

  package let text: String
  package let parts: [MarkdownPart]

  package init(_ text: String) {
    var text = text
    parts = text.withUTF8 { MarkdownSplitter.parts(of: $0) }
    self.text = text
  }

  /// Parses a part and returns its blocks, with offsets in the whole text. `prepared` may change
  /// the parsed text, but not the lines or the text of a line before its first change.
  package func blocks(
    ofPart index: Int, prepared: (String) -> String = { $0 }
  ) -> [MarkdownBlock] {
    let part = parts[index]
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: part.range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: part.range.upperBound)
    let source = part.opening + text[start..<end]
    let builder = MarkdownBuilder(source, offset: part.range.lowerBound - part.opening.utf8.count)
    let withTables = !Self.hasTooManyCells(source)
    let shown = MarkdownDefinitions(prepared(source), withTables: withTables).text
    guard let tree = MarkdownTree(shown, withTables: withTables) else {
      return [MarkdownBlock(kind: .code(source), start: part.range.lowerBound, isAfterBlank: false)]
    }
    return tree.withRoot { builder.document($0) }
  }

  /// Returns whether a part contains a character that occurs in every link, check box and image, or
  /// an address.
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

  /// Returns whether tables would have too many cells: the library pads every row, however short,
  /// to the length of the first one.
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
  /// The range in bytes.
  package let range: Range<Int>
  /// The line that reopens the code block in which the previous part ended, or an empty string.
  let opening: String
}

// MARK: - Blocks and inlines

/// A block of a document, as a paragraph or a list.
package struct MarkdownBlock: Hashable, Sendable {
  package indirect enum Kind: Hashable, Sendable {
    case paragraph([MarkdownInline])
    case heading(level: Int, [MarkdownInline])
    case quote([MarkdownBlock])
    /// A list. `start` is the first number of an ordered list, or `nil` for a bulleted list.
    case list(start: Int?, [MarkdownItem])
    /// A code block. `info` is the text after the opening fence, as the name of a language.
    case code(String, info: String = "")
    case html(String)
    case rule
    case table(MarkdownTable)
    /// A footnote, shown at the end.
    case footnote(number: Int, [MarkdownBlock])
  }

  package var kind: Kind
  /// The offset of its first line's content, after the markers of enclosing blocks, in bytes of the
  /// source.
  package var start: Int
  /// Indicates that a blank line precedes it.
  package var isAfterBlank: Bool
}

/// An item of a list.
package struct MarkdownItem: Hashable, Sendable {
  /// The check box of a task.
  package struct CheckBox: Hashable, Sendable {
    package var isChecked: Bool
    /// The offset of the space or `x` between the brackets, in bytes of the source.
    package var mark: Int
  }

  package var checkBox: CheckBox?
  package var blocks: [MarkdownBlock]
  package var isAfterBlank: Bool
}

/// A table. Every row has one cell for each column.
package struct MarkdownTable: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable { case leading, center, trailing }

  package var alignments: [Alignment]
  package var header: [[MarkdownInline]]
  package var rows: [[[MarkdownInline]]]
}

/// A span of inline content.
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
  /// The title of a link or image, which browsers show as a tooltip.
  case title(String)
}

extension [MarkdownInline] {
  /// The text without formatting.
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

// MARK: - Splitting

/// Splits a text into parts that can be parsed separately.
enum MarkdownSplitter {
  static func parts(of bytes: UnsafeBufferPointer<UInt8>) -> [MarkdownPart] {
    guard bytes.count > MarkdownText.largestPart else {
      return [MarkdownPart(range: 0..<bytes.count, opening: "")]
    }
    var parts: [MarkdownPart] = []
    var start = 0
    // The fence of the open code block, at the current line and at the start of the part.
    var fence: FenceLine?
    var firstFence: FenceLine?
    // The positions where the part may end, best first.
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

  /// Returns the start of the line after `line`.
  private static func lineEnd(_ line: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    UnsafeRawBufferPointer(bytes).offset(of: 0x0A, from: line).map { $0 + 1 } ?? bytes.count
  }

  /// Returns whether a line begins a block that can't belong to a list or quote before it.
  private static func beginsParagraph(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = line.first else { return false }
    switch first {
    case 0x20, 0x09, 0x0A, 0x0D: return false
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ">"): return false
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return false
    default: return true
    }
  }

  /// Returns the start of the character that contains the byte at `place`.
  private static func characterStart(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var place = place
    while place > 0, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }
}
