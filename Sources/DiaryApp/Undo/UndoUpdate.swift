import DiaryCore
import Words

extension AppState {
  /// The step that was asked for, if nothing is being saved that it would have to wait for.
  mutating func nextUndo() -> [Effect] {
    guard let direction = undo.next() else { return [] }
    if direction == .undo, let draft = undo.discarded.popLast() { return [.findDiscarded(draft)] }
    guard let step = undo.step(direction) else {
      toast =
        direction == .undo
        ? localized("Nothing to undo.") : localized("Nothing to redo.")
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
      toast = localized("Couldn't do that: the trash has been emptied since.")
    case .inTrash, .notInTrash:
      undo.drop(direction)
      toast = localized("Couldn't do that any more. \(error.line)")
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
      return localized(
        "\(start). \(title) was changed in another window too; kept both versions.")
    }
    let change = words(of: own, title)
    return "\(start): \(change)."
      + (own.change.kind == .deleted ? " " + localized("It's in the trash.") : "")
  }

  private static func words(of own: OwnChange, _ title: String) -> String {
    switch own.step.change {
    case .adding: return localized("adding \(title)")
    case .editing:
      return switch own.singleChange {
      case .starred: localized("starring \(title)")
      case .unstarred: localized("unstarring \(title)")
      case .pinned: localized("pinning \(title)")
      case .unpinned: localized("unpinning \(title)")
      case .tagged, .untagged, .moved, .dated, nil: localized("editing \(title)")
      }
    case .deleting: return localized("deleting \(title)")
    case .restoring: return localized("restoring \(title)")
    case .reverting: return localized("reverting \(title)")
    case .merging: return localized("merging the versions of \(title)")
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
