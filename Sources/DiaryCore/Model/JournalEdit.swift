/// A change to the journals, and to the entries that are in them.
package enum JournalEdit: Hashable, Sendable {
  /// What becomes of the entries of a journal that is deleted.
  package enum Remainder: Hashable, Sendable {
    case move(to: String)
    case trash
  }

  case add(String, JournalColor?)
  case rename(String, to: String)
  case recolor(String, JournalColor?)
  /// All of them, the first one first.
  case reorder([String])
  case merge(String, into: String)
  case delete(String, Remainder)
}

/// What came of one.
package struct JournalChanges: Sendable {
  /// Of the entries, and what the journals' records said before.
  package var entries = BulkChanges()
  /// Whether the entries went to the trash.
  package var isTrashing = false
  /// The name as it was saved, of a journal that was made or renamed.
  package var name: String?
}
