import DiaryCore
import Markdown

/// How an entry begins, in plain words.
enum Excerpt {
  /// In characters.
  private static let longest = 180

  static func of(_ entry: Entry) -> String {
    // Twice as much leaves room for what is left out.
    let text = MarkdownText(String(entry.content.prefix(longest * 4)))
    guard !text.parts.isEmpty else { return "" }
    var words = ""
    for block in text.blocks(ofPart: 0, prepared: PhotoReference.withPlainCaptions) {
      guard words.count < longest else { break }
      guard case .paragraph(let inlines) = block.kind else { continue }
      let more = inlines.filter { if case .image = $0 { false } else { true } }.plainText
      if !more.isBlank {
        words += (words.isEmpty ? "" : " ") + EntryLink.labeled(more).trimmed
      }
    }
    guard words.count > longest else { return words }
    let cut = words.prefix(longest)
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }
}
