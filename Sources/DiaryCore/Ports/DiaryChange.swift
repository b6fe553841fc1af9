/// A change that subscribers of a diary are told of.
package struct DiaryChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case updated
    case deleted
    case restored
    case purged
    /// Somebody has said something under it.
    case commented
    /// Somebody has said something else, or has taken that back.
    case commentChanged = "comment-changed"
    /// Whatever was done to it, it is in a locked journal that is hidden now.
    case hidden
  }

  package let kind: Kind
  /// The entry after the change; of a purged one, as it was.
  package let entry: Entry
  /// What was said under the entry, if that is what has changed.
  package let comment: EntryComment?

  package init(_ kind: Kind, _ entry: Entry, _ comment: EntryComment? = nil) {
    (self.kind, self.entry, self.comment) = (kind, entry, comment)
  }

  /// The change as whoever sees nothing of some journals is told of it.
  package func hiding(_ journals: HiddenJournals) -> DiaryChange {
    journals.contains(entry) ? DiaryChange(.hidden, entry) : self
  }
}
