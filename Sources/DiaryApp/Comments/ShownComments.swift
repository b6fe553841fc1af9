import DiaryCore
import Localization

/// What of the comments on an entry is shown under it.
struct ShownComments: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    let comment: EntryComment
    /// Who wrote it.
    let name: String
    /// Whether the person wrote it who looks at it.
    let isOwn: Bool
  }

  static let none = ShownComments([], by: [], own: nil)

  /// In the order in which they were written, the latest last.
  let items: [Item]
  /// How many came before them.
  let earlier: Int

  /// Of what others have written, as much as nobody would notice in the time that a key takes.
  private static let (mostItems, mostBytes) = (100, 64 << 10)

  /// `own` is the person who looks at them, in the diary that they are in.
  init(_ comments: [EntryComment], by authors: [Author], own: AuthorID?) {
    var rest = Self.mostBytes
    let shown = comments.reversed().prefix(Self.mostItems).prefix { comment in
      defer { rest -= comment.text.utf8.count }
      return rest > 0
    }
    earlier = comments.count - shown.count
    items = shown.reversed().map { comment in
      let name = authors.first { $0.id == comment.author }?.name
      return Item(
        comment: comment, name: (name ?? String(comment.author.description.prefix(8))).printable,
        isOwn: comment.author == own)
    }
  }
}

extension ShownComments.Item {
  /// `Mina · 20 Nov 2026, 10:04 · edited`
  func heading(_ local: (Timestamp) -> EntryDate) -> String {
    let date = local(comment.created)
    let words = "\(name) · \(DateWords.short(date.day)), \(date.clock)"
    return comment.modified == comment.created
      ? words : words + " · " + localized(id: "comment.edited", "edited")
  }
}
