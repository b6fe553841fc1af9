import DiaryCore
import Localization

extension AppState {
  /// The step that was asked for, if nothing is being saved that it would have to wait for.
  mutating func nextUndo() -> [Effect] {
    guard let direction = undo.next() else { return [] }
    if direction == .undo, let draft = undo.discarded.popLast() { return [.findDiscarded(draft)] }
    guard let step = undo.step(direction) else {
      context.toast =
        direction == .undo
        ? localized("Nothing to undo.") : localized("Nothing to redo.")
      return []
    }
    return [.undo(step, direction)]
  }

  /// What a step did, in words: the change, to which entry, and what became of it.
  static func words(
    of direction: UndoStack.Direction, _ own: LocalChange, _ change: DiaryChange
  ) -> String {
    let title = TitleWords.quoted(change.entry)
    guard !own.isBesideAnother else {
      return localized(
        "\(start(direction)). \(title) was changed in another window too; kept both versions.")
    }
    return words(of: direction, words(of: own, title))
      + (change.kind == .deleted ? " " + localized("It's in the trash.") : "")
  }

  /// The same of what is told in words already.
  static func words(of direction: UndoStack.Direction, _ change: String) -> String {
    "\(start(direction)): \(change)."
  }

  private static func start(_ direction: UndoStack.Direction) -> String {
    direction == .undo ? localized("Undone") : localized("Redone")
  }

  private static func words(of own: LocalChange, _ title: String) -> String {
    switch own.step.change {
    case .adding: return localized("adding \(title)")
    case .editing, .many, .commenting:
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
