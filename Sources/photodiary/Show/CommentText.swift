import DiaryCore
import Localization

/// What is said under an entry, to be read: each comment with its author, time and id.
struct CommentText {
  private let comments: [EntryComment]
  private let names: [AuthorID: String]

  init(_ comments: [EntryComment], by authors: [Author]) {
    self.comments = comments
    names = Dictionary(authors.map { ($0.id, $0.name) }) { first, _ in first }
  }

  func write(to output: inout Output) throws {
    for comment in comments {
      let id = comment.id.description.prefix(8)
      let name = names[comment.author] ?? String(comment.author.description.prefix(8))
      try output.line()
      try output.line("\(name) · \(LocalTime.minute(of: comment.created)) · \(id)")
      for line in comment.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      {
        try output.line("  \(line)")
      }
    }
  }
}
