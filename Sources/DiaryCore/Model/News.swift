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
