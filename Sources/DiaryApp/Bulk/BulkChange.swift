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
package enum BulkSelection: Hashable, Sendable {
  case ids([ID<Entry>])
  /// All that match when it is done.
  case matching(EntryPredicate)
}

/// A change of many entries that this app made, and what goes with it.
package struct LocalChanges: Sendable {
  let change: BulkChange
  package var kind: DiaryChange.Kind
  /// The entries after it.
  package var entries: [Entry]
  /// How many were left because someone else wrote them.
  package var refused = 0
  /// Of how many the text was left because it was changed meanwhile.
  package var keptTexts = 0
  /// How to take it back.
  package var step: UndoStep
  /// Whether it came of undo or redo; `nil` for a new change.
  package var cause: UndoStack.Direction?

  init(
    _ made: BulkChanges, _ change: BulkChange, _ action: UndoStep.Action,
    cause: UndoStack.Direction? = nil
  ) {
    self.change = change
    kind =
      switch action {
      case .delete: .deleted
      case .restore: .restored
      case .rewrite: .updated
      }
    entries = made.changes.map(\.after)
    (refused, keptTexts) = (made.refused, made.keptTexts)
    step = UndoStep(change, takingBack: action, made.changes, journals: made.journals)
    self.cause = cause
  }

  /// What it was to one of the entries.
  func kind(of entry: Entry) -> DiaryChange.Kind {
    step.rewritten[entry.id] == nil ? kind : .updated
  }
}
