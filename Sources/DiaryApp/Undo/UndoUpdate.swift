import DiaryCore
import Words

extension AppState {
  mutating func undo(_ direction: UndoStack.Direction) -> [Effect] {
    undo.ask(direction)
    return []
  }

  /// The step that was asked for, if nothing is being saved that it would have to wait for.
  mutating func nextUndo() -> [Effect] {
    guard let direction = undo.next() else { return [] }
    guard let step = undo.step(direction) else {
      toast =
        direction == .undo
        ? localized("There is nothing to undo.") : localized("There is nothing to redo.")
      return []
    }
    return switch step {
    case .one(let step): [.undo(step, direction)]
    case .many(let step): [.undoMany(step, direction)]
    }
  }

  /// A step that failed stays, unless the entry has become such that it can never be carried out.
  mutating func undoFailed(
    _ step: UndoStep, _ direction: UndoStack.Direction, _ error: DiaryError
  ) {
    undo.stopWaiting()
    switch error {
    case .noSuchEntry:
      undo.forget([step.entry])
      toast = localized("It can't be done any more: the trash was emptied meanwhile.")
    case .inTrash, .notInTrash:
      undo.drop(direction)
      toast = localized("It can't be done any more. \(error.line)")
    default: showError(error)
    }
  }

  /// What a step did, in words: the change, to which entry, and what became of it.
  static func words(
    of direction: UndoStack.Direction, _ own: OwnChange
  ) -> String {
    let title = TitleWords.quoted(own.change.entry)
    let start = direction == .undo ? localized("Undone") : localized("Redone")
    guard !own.isBesideAnother else {
      return localized("\(start). \(title) was changed elsewhere too: both versions are kept.")
    }
    let change = words(of: own.step.change, title)
    return "\(start): \(change)."
      + (own.change.kind == .deleted ? " " + localized("It is in the trash.") : "")
  }

  private static func words(of change: UndoStep.Change, _ title: String) -> String {
    switch change {
    case .adding: localized("adding \(title)")
    case .editing: localized("editing \(title)")
    case .deleting: localized("deleting \(title)")
    case .restoring: localized("restoring \(title)")
    case .reverting: localized("reverting \(title)")
    case .merging: localized("merging the versions of \(title)")
    }
  }
}

extension Effect {
  /// Whether it saves something, so that the next step of undo has to wait for it.
  var changesDiary: Bool {
    switch self {
    case .add, .rewrite, .restoreAndRewrite, .delete, .restore, .changeMany, .changeJournals, .undo,
      .undoMany,
      .emptyTrash, .renameAuthor, .writePhotos, .writeImport:
      true
    default: false
    }
  }
}
