import DiaryCore

/// A change that this app made, and what goes with it.
package struct LocalChange: Sendable {
  package var change: DiaryChange
  /// The entry's rank after it; `nil` when it couldn't be told.
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

  /// What the person changed, where that is one thing beside the text: of a step of undo, what it
  /// took back.
  var singleChange: SingleChange? {
    guard let other = step.parts[0].target.fields.first else { return nil }
    let fields = change.entry.fields
    return cause == .undo
      ? SingleChange(from: fields, to: other) : SingleChange(from: other, to: fields)
  }
}
