import DiaryCore

/// What is done to many entries at once.
package enum BulkChange: Hashable, Sendable {
  case add
  case importing
  case delete
  case restore
  case edit(EntryEdit)
  case journal(JournalEdit)

  var action: UndoStep.Action {
    switch self {
    case .delete: .delete
    case .add, .importing, .restore: .restore
    case .journal(.delete(_, .trash)): .delete
    case .edit, .journal: .rewrite
    }
  }
}

/// Which entries it is done to.
package enum EntrySelection: Hashable, Sendable {
  /// One, by its name: it fails where it can't be done. Of many, those are left.
  case one(ID<Entry>)
  case ids([ID<Entry>])
  /// All that match when it is done.
  case matching(EntryPredicate)
}
