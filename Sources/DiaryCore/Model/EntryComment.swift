/// A comment on an entry. Only its author changes or removes it.
package struct EntryComment: Hashable, Sendable {
  package var id: ID<EntryComment>
  package let entry: ID<Entry>
  package var author: AuthorID
  package let created: Timestamp
  package var modified: Timestamp
  package var text: String
  /// `true` if its author removed it; the text is then empty.
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

  /// The maximum length in bytes.
  package static let longest = 16 << 10
}

extension EntryComment: Comparable {
  /// Orders comments by creation.
  package static func < (one: Self, other: Self) -> Bool {
    (one.created, one.id) < (other.created, other.id)
  }
}

// MARK: - CommentChange

/// A change to a comment: added, edited or removed.
package struct CommentChange: Hashable, Sendable {
  package let comment: EntryComment
  /// The previous text; `nil` if the comment is new.
  package let before: String?
  /// The new text; `nil` if the comment was removed.
  package let after: String?

  package init(of comment: EntryComment, from before: String?, to after: String?) {
    (self.comment, self.before, self.after) = (comment, before, after)
  }

  /// The change that undoes this one.
  package var inverse: CommentChange { CommentChange(of: comment, from: after, to: before) }
}

// MARK: - News

/// An entry or comment that another person has written in a diary.
package struct NewsItem: Hashable, Sendable {
  package let entry: ID<Entry>
  /// `nil` for the entry itself.
  package let comment: ID<EntryComment>?
  package let author: AuthorID

  package init(entry: ID<Entry>, comment: ID<EntryComment>? = nil, author: AuthorID) {
    (self.entry, self.comment, self.author) = (entry, comment, author)
  }
}

/// Counts of unread entries and comments by others in one diary.
package struct DiaryNews: Hashable, Sendable {
  /// `nil` for the open diary.
  package let diary: String?
  /// Counts by author name, in order of first appearance; empty if the diary is locked.
  package let counts: [(name: String, count: Int)]
  package let total: Int

  package init(diary: String?, counts: [(name: String, count: Int)], total: Int) {
    (self.diary, self.counts, self.total) = (diary, counts, total)
  }

  /// Counts items by author. Authors that aren't listed only count in the total.
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

/// The diaries whose news is marked as read.
package enum NewsScope: Hashable, Sendable {
  /// The open diary; if several are shown as one, the first.
  case open
  case diary(String)
  case all
}
