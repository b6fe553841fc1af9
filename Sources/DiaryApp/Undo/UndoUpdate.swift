import DiaryCore

extension AppState {
  mutating func undo(_ direction: UndoStack.Direction) -> [Effect] {
    undo.ask(direction)
    return []
  }

  /// The step that was asked for, if nothing is being saved that it would have to wait for.
  mutating func nextUndo() -> [Effect] {
    guard let direction = undo.next() else { return [] }
    guard let step = undo.step(direction) else {
      toast = direction == .undo ? "There is nothing to undo." : "There is nothing to redo."
      return []
    }
    return [.undo(step, direction)]
  }

  /// A step that failed stays, unless the entry has become such that it can never be carried out.
  mutating func undoFailed(
    _ step: UndoStep, _ direction: UndoStack.Direction, _ error: DiaryError
  ) {
    undo.stopWaiting()
    switch error {
    case .noSuchEntry:
      undo.forget([step.entry])
      toast = "It can't be done any more: the trash was emptied meanwhile."
    case .inTrash, .notInTrash:
      undo.drop(direction)
      toast = "It can't be done any more. " + error.line
    default: showError(error)
    }
  }

  /// What a step did, in words: the change, to which entry, and what became of it.
  static func words(
    of direction: UndoStack.Direction, _ own: OwnChange
  ) -> String {
    let change =
      switch own.step.change {
      case .adding: "adding"
      case .editing: "editing"
      case .deleting: "deleting"
      case .restoring: "restoring"
      case .reverting: "reverting"
      case .merging: "merging the versions of"
      }
    let title = TitleWords.quoted(own.change.entry)
    let start = direction == .undo ? "Undone" : "Redone"
    guard !own.isBesideAnother else {
      return "\(start). \(title) was changed elsewhere too: both versions are kept."
    }
    return "\(start): \(change) \(title)."
      + (own.change.kind == .deleted ? " It is in the trash." : "")
  }
}

extension Effect {
  /// Whether it saves something, so that the next step of undo has to wait for it.
  var changesDiary: Bool {
    switch self {
    case .add, .rewrite, .restoreAndRewrite, .delete, .restore, .undo, .emptyTrash, .renameAuthor,
      .writePhotos:
      true
    default: false
    }
  }
}
