import DiaryCore

/// The texts of comments, made ready to be looked through once: a search asks for them with each letter.
struct CommentTexts {
  /// By the sums of their lines.
  private var folded: [ID<Revision>: FoldedText] = [:]
  private var size = 0

  /// In bytes of text; what goes beyond it is read each time.
  private static let mostKept = 8 << 20

  /// The text at a place; `nil` when its line isn't there any more.
  mutating func text(
    at place: CommentPlace, _ lines: inout LineSource
  ) throws(DiaryError) -> FoldedText? {
    if let known = folded[place.sum] { return known }
    guard let comment = try lines.comment(at: place) else { return nil }
    let text = FoldedText(comment.text)
    if size < Self.mostKept {
      folded[place.sum] = text
      size += comment.text.utf8.count
    }
    return text
  }
}
