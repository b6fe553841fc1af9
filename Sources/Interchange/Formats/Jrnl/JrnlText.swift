import DiaryCore

/// What stands behind the date of an entry, taken apart as jrnl does.
struct JrnlText {
  let title: String
  let body: String
  let isStarred: Bool
  /// The words by which jrnl knows the entry.
  let key: String

  init(title: String, body: String, isStarred: Bool) {
    let key = String(title.trimmed)
    // A photo has its place in the text. Without a title, jrnl takes the first line of that for one.
    var showsPhoto = false
    _ = MarkdownImages.replaced(in: key) { _ in
      showsPhoto = true
      return nil
    }
    self.key = key
    self.title = showsPhoto ? "" : key
    self.body = String((showsPhoto ? key + "\n" + body : body).trimmed)
    self.isStarred = isStarred
  }

  /// `text` is the rest of the head's line and the lines below it.
  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 }
    var first = lines.removeFirst()
    // A star at the end of the head is that of the entry.
    let isStarred = first.trimmed.hasSuffix("*")
    if isStarred {
      first = first.trimmed
      while let edge = first.last, edge == "*" || edge == " " { first.removeLast() }
      while let edge = first.first, edge == "*" || edge == " " { first.removeFirst() }
    }
    // With nothing on the head's line, the next one with words is the title.
    while first.isBlank, !lines.isEmpty { first = lines.removeFirst() }
    if lines.isEmpty, !isStarred, let end = Self.sentenceEnd(in: first) {
      self.init(
        title: String(first[..<end]), body: String(first[end...]), isStarred: isStarred)
    } else {
      self.init(
        title: String(first), body: lines.joined(separator: "\n"), isStarred: isStarred)
    }
  }

  private static let ends: Set<Character> = [
    ".", "!", "?", "…", "‼", "‽", "⁇", "⁈", "⁉", "⋯", "﹒", "﹗",
  ]
  /// Behind these, no space is needed.
  private static let wideEnds: Set<Character> = ["！", "．", "？", "｡", "。"]

  /// Where the second sentence of a line begins. Of an entry that is one line and no more, and that
  /// ends without a line end, jrnl takes the first sentence as the title.
  private static func sentenceEnd(in text: Substring) -> Substring.Index? {
    var position = text.startIndex
    while position < text.endIndex {
      let character = text[position]
      var next = text.index(after: position)
      if wideEnds.contains(character) { return next }
      guard ends.contains(character) else {
        position = next
        continue
      }
      if next < text.endIndex, "'’\"”".contains(text[next]) { next = text.index(after: next) }
      while next < text.endIndex, "])".contains(text[next]) { next = text.index(after: next) }
      if next < text.endIndex, text[next].isWhitespace {
        return text[next...].firstIndex { !$0.isWhitespace } ?? text.endIndex
      }
      position = text.index(after: position)
    }
    return nil
  }
}
