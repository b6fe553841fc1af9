import Markdown

/// A line of an entry's text without the marks of Markdown, for where it stands alone: in a row of
/// a list, a dialog, a message. Empty for one that has nothing but marks.
package enum PlainLine {
  /// In characters: of a longer line more isn't shown anywhere.
  private static let longest = 1000

  package static func text(of line: some StringProtocol) -> String {
    var rest = Substring(PhotoReference.removed(from: line)).trimmed
    while let shorter = withoutOpening(rest) { rest = shorter }
    return isRule(rest) ? "" : withoutInlineMarks(rest)
  }

  /// Without the mark of a heading, quotation or item that it begins with; `nil` if it has none. The
  /// number of an item is left, for `2026. 11. 20.` is a date.
  private static func withoutOpening(_ text: Substring) -> Substring? {
    if text.first == "#" {
      let rest = text.drop { $0 == "#" }.trimmed
      let end = rest.lastIndex { $0 != "#" }.map { rest.index(after: $0) } ?? rest.startIndex
      let isClosed = end < rest.endIndex && rest[..<end].last?.isWhitespace != false
      return isClosed ? rest[..<end].trimmed : rest
    }
    if text.first == ">" { return text.dropFirst().trimmed }
    for mark in ["[ ]", "[x]", "[X]", "-", "*", "+"] where text.hasPrefix(mark) {
      let rest = text.dropFirst(mark.count)
      if rest.first?.isWhitespace == true { return rest.trimmed }
    }
    return nil
  }

  /// Whether it is a line across the page, or one that code stands below or above.
  private static func isRule(_ text: Substring) -> Bool {
    if text.hasPrefix("```") || text.hasPrefix("~~~") { return true }
    guard let first = text.first, "-*_=".contains(first) else { return text.isEmpty }
    let marks = text.filter { !$0.isWhitespace }
    return marks.count > 2 && marks.allSatisfy { $0 == first }
  }

  private static func withoutInlineMarks(_ text: Substring) -> String {
    guard text.utf8.contains(where: isMark) else { return String(text) }
    let end = text.index(text.startIndex, offsetBy: longest, limitedBy: text.endIndex)
    let (shown, rest) = (text[..<(end ?? text.endIndex)], text[(end ?? text.endIndex)...])
    // Behind a word, nothing opens a block.
    let lead = "x "
    let markdown = MarkdownText(lead + shown)
    guard !markdown.parts.isEmpty,
      case .paragraph(let inlines)? = markdown.blocks(ofPart: 0).first?.kind
    else { return String(text) }
    return EntryLink.labeled(inlines.plainText.dropFirst(lead.count) + String(rest))
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "["),
      UInt8(ascii: "<"), UInt8(ascii: "~"), UInt8(ascii: "&"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }
}
