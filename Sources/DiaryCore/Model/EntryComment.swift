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
