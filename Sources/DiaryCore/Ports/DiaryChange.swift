/// A change that subscribers of a diary are told of.
package struct DiaryChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case updated
    case deleted
    case restored
    case purged
    /// Whatever was done to it, it is in a locked journal that is hidden now.
    case hidden
  }

  package let kind: Kind
  /// The entry after the change; of a purged one, as it was.
  package let entry: Entry

  package init(_ kind: Kind, _ entry: Entry) {
    self.kind = kind
    self.entry = entry
  }

  /// The change as whoever sees nothing of some journals is told of it.
  package func hiding(_ journals: HiddenJournals) -> DiaryChange {
    journals.contains(entry.journal) ? DiaryChange(.hidden, entry) : self
  }
}
