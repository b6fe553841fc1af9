/// What an import did to an entry. It tells something only of the state that was saved then: a later
/// one has another time.
package struct ImportOrigin: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// It came, or was updated, from another diary of this program.
    case brought
    /// The import was taken back: it may bring the entry again, out of the trash too.
    case takenBack
  }

  package let kind: Kind
  package let modified: Timestamp

  package init(_ kind: Kind, modified: Timestamp) {
    self.kind = kind
    self.modified = modified
  }
}

extension Entry {
  /// What an import did to it, if nothing has happened to it since.
  package var lastImport: ImportOrigin.Kind? {
    importTrace.flatMap { $0.modified == modified ? $0.kind : nil }
  }
}
