import DiaryCore

/// An entry as Markdown: a heading, the text, the photos that the text doesn't place, and what its
/// attachments are called.
struct EntryMarkdown {
  let entry: Entry

  func write(to output: inout Output) throws {
    if !entry.title.isBlank {
      try output.line("# \(entry.title)")
      if !entry.content.isEmpty { try output.line() }
    }
    if !entry.content.isEmpty {
      for line in Self.lines(of: entry.content) { try output.line(line) }
    }
    for photo in entry.photos where !entry.content.contains("(photo:\(photo.asset))") {
      try output.line()
      try output.line(PhotoReference.markdown(photo))
    }
    for attachment in entry.attachments {
      try output.line()
      try output.line(AttachmentWords.line(attachment))
    }
  }

  /// The lines of a text, without the end of the last one.
  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
