/// A change that subscribers of a diary are told of.
package struct DiaryChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case updated
    case deleted
    case restored
    case purged
  }

  package let kind: Kind
  /// The entry after the change; of a purged one, as it was.
  package let entry: Entry

  package init(_ kind: Kind, _ entry: Entry) {
    self.kind = kind
    self.entry = entry
  }
}
