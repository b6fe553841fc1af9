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
