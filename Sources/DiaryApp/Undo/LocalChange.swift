import DiaryCore

/// A change of one entry or of many that this app made, and what goes with it.
package struct LocalChange: Sendable {
  /// What became of each of the entries.
  package var changes: [DiaryChange]
  /// The rank of the one entry after it; `nil` of many, and when it couldn't be told.
  package var rank: Int?
  /// How many entries there are after it.
  package var total: Int?
  /// How to take it back.
  package var step: UndoStep
  /// Whether it came of undo or redo; `nil` for a new change.
  package var cause: UndoStack.Direction?
  /// The session of writing that it ends.
  package var draft: ID<Draft>?
  /// Whether another program had changed the entry meanwhile, so that it has several versions.
  package var isBesideAnother = false
  /// How many were left because someone else wrote them.
  package var refused = 0
  /// Of how many the text was left because it was changed meanwhile.
  package var keptTexts = 0

  /// Whether there was nothing to change.
  var isEmpty: Bool { changes.isEmpty && step.journals.isEmpty }

  /// The change as somebody who sees nothing of some journals is shown it.
  func hiding(_ journals: HiddenJournals) -> LocalChange {
    var shown = self
    shown.changes = changes.map { $0.hiding(journals) }
    return shown
  }

  /// What the person changed in an entry, where that is one thing beside the text: of a step of undo,
  /// what it took back.
  var singleChange: SingleChange? {
    guard let other = step.parts.first?.target.fields.first, let change = changes.first else {
      return nil
    }
    let fields = change.entry.fields
    return cause == .undo
      ? SingleChange(from: fields, to: other) : SingleChange(from: other, to: fields)
  }
}

extension LocalChange {
  /// A change of many entries.
  init(
    _ made: BulkChanges, _ change: BulkChange, _ action: UndoStep.Action,
    cause: UndoStack.Direction? = nil
  ) {
    let kind: DiaryChange.Kind =
      switch action {
      case .delete: .deleted
      case .restore: .restored
      case .rewrite: .updated
      }
    let step = UndoStep(change, takingBack: action, made.changes, journals: made.journals)
    let changes = made.changes.map { made in
      DiaryChange(step.rewritten[made.after.id] == nil ? kind : .updated, made.after)
    }
    self.init(
      changes: changes, step: step, cause: cause, refused: made.refused,
      keptTexts: made.keptTexts)
  }
}
