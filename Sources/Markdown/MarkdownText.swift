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
