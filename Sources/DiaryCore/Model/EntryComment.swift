/// What somebody says under an entry. Only its author changes or removes it.
package struct EntryComment: Hashable, Sendable {
  package var id: ID<EntryComment>
  package let entry: ID<Entry>
  package var author: AuthorID
  package let created: Timestamp
  package var modified: Timestamp
  package var text: String
  /// Whether its author has taken it back; then it has no text.
  package var isRemoved: Bool

  package init(
    id: ID<EntryComment>, entry: ID<Entry>, author: AuthorID, created: Timestamp,
    modified: Timestamp,
    text: String, isRemoved: Bool = false
  ) {
    (self.id, self.entry, self.author) = (id, entry, author)
    (self.created, self.modified) = (created, modified)
    (self.text, self.isRemoved) = (text, isRemoved)
  }

  /// How long one may be, in bytes.
  package static let longest = 16 << 10
}

extension EntryComment: Comparable {
  /// In the order in which they were made.
  package static func < (one: Self, other: Self) -> Bool {
    (one.created, one.id) < (other.created, other.id)
  }
}

// MARK: - CommentChange

/// What was done to a comment: it was made, changed or taken back.
package struct CommentChange: Hashable, Sendable {
  package let comment: EntryComment
  /// What it said; `nil` where it wasn't there.
  package let before: String?
  /// What it says since; `nil` where it was taken back.
  package let after: String?

  package init(of comment: EntryComment, from before: String?, to after: String?) {
    (self.comment, self.before, self.after) = (comment, before, after)
  }

  /// What takes it back.
  package var inverse: CommentChange { CommentChange(of: comment, from: after, to: before) }
}

// MARK: - News

/// Something that somebody else has written in a diary: an entry, or a comment on one.
package struct NewsItem: Hashable, Sendable {
  package let entry: ID<Entry>
  /// `nil` for the entry itself.
  package let comment: ID<EntryComment>?
  package let author: AuthorID

  package init(entry: ID<Entry>, comment: ID<EntryComment>? = nil, author: AuthorID) {
    (self.entry, self.comment, self.author) = (entry, comment, author)
  }
}

/// How much of what others have written in a diary isn't read yet.
package struct DiaryNews: Hashable, Sendable {
  /// `nil` for the diary that is open.
  package let diary: String?
  /// By the names of those who wrote it, the first one first; empty where the diary is locked.
  package let counts: [(name: String, count: Int)]
  package let total: Int

  package init(diary: String?, counts: [(name: String, count: Int)], total: Int) {
    (self.diary, self.counts, self.total) = (diary, counts, total)
  }

  /// Counts items by their authors.
  package init(diary: String?, _ items: [NewsItem], by authors: [Author]) {
    var counts: [(name: String, count: Int)] = []
    for item in items {
      guard let name = authors.first(where: { $0.id == item.author })?.name else { continue }
      if let known = counts.firstIndex(where: { $0.name == name }) {
        counts[known].count += 1
      } else {
        counts.append((name, 1))
      }
    }
    self.init(diary: diary, counts: counts, total: items.count)
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.diary == other.diary && one.total == other.total
      && one.counts.elementsEqual(other.counts, by: ==)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(diary)
    hasher.combine(total)
  }
}

/// Of which diaries all that others have written counts as read.
package enum NewsScope: Hashable, Sendable {
  /// The one that is open; of several that are shown as one, the first.
  case open
  case diary(String)
  case all
}
