import DiaryCore
import Localization

extension Effect {
  static func change(_ entries: EntrySelection, _ change: BulkChange) -> Effect {
    .write(entries, change) { context async throws(DiaryError) in
      let service = context.service
      let ids: [ID<Entry>]
      switch entries {
      case .one(let id) where change == .delete: return try await context.deleted(id)
      case .one(let id) where change == .restore: return try await context.restored(id)
      case .one(let id): ids = [id]
      case .ids(let some): ids = some
      case .matching(let predicate): ids = try await service.ids(EntryQuery(predicate))
      }
      let made =
        switch change {
        case .delete: try await service.delete(many: ids)
        case .add, .importing, .restore: try await service.restore(many: ids)
        case .edit(let edit): try await service.edit(ids, edit)
        case .journal(let edit): try await service.change(edit).entries
        }
      return .changed(LocalChange(made, change, change.action))
    }
  }

  /// The entries of the journals go along.
  static func changeJournals(_ edit: JournalEdit) -> Effect {
    change(.ids([]), .journal(edit))
  }
}

extension EffectContext {
  /// What was changed elsewhere meanwhile stays, but for the fields that the step is about.
  nonisolated func carryOut(
    _ step: UndoStep, of change: BulkChange, _ direction: UndoStack.Direction
  ) async throws(DiaryError) -> Message {
    let ids = step.parts.map(\.entry)
    let isImport = change == .importing
    let journals = step.journals
    let made =
      switch step.action {
      case .delete where isImport:
        try await service.rollBack(imported: ids, rewriting: step.rewritten, journals: journals)
      case .delete:
        try await service.delete(many: ids, rewriting: step.rewritten, journals: journals)
      case .restore:
        try await service.restore(
          many: ids, rewriting: step.rewritten, ofAnyone: isImport, journals: journals)
      case .rewrite:
        try await service.patch(
          Dictionary(
            step.parts.compactMap { part in part.patch.map { (part.entry, $0) } },
            uniquingKeysWith: { $1 }), journals: journals)
      }
    return .changed(LocalChange(made, change, step.action, cause: direction))
  }
}
