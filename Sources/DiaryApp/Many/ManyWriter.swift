import DiaryCore

/// Performs the effects that change many entries at once.
struct ManyWriter: Sendable {
  let service: DiaryService

  func make(_ change: ManyChange, of entries: ManyEntries) async throws(DiaryError) -> Message {
    let ids = try await ids(of: entries)
    let made: ManyChanges
    switch change {
    case .delete: made = try await service.delete(many: ids)
    case .add, .importing, .restore: made = try await service.restore(many: ids)
    case .edit(let edit): made = try await service.edit(ids, edit)
    case .journal(let edit): return try await make(edit)
    }
    return message(made, change, change.action)
  }

  /// The entries of the journals go along.
  func make(_ edit: JournalEdit) async throws(DiaryError) -> Message {
    let made = try await service.change(edit)
    let change = ManyChange.journal(edit)
    return message(made.entries, change, change.action)
  }

  /// What was changed elsewhere meanwhile stays, but for the fields that the step is about.
  func carryOut(
    _ step: ManyUndoStep, _ direction: UndoStack.Direction
  ) async throws(DiaryError) -> Message {
    let ids = step.parts.map(\.entry)
    let isImport = step.change == .importing
    let journals = step.journals
    let made =
      switch step.action {
      case .delete where isImport:
        try await service.takeBack(imported: ids, rewriting: step.rewritten, journals: journals)
      case .delete:
        try await service.delete(many: ids, rewriting: step.rewritten, journals: journals)
      case .restore:
        try await service.restore(
          many: ids, rewriting: step.rewritten, ofAnyone: isImport, journals: journals)
      case .patch:
        try await service.patch(
          Dictionary(
            step.parts.compactMap { part in part.patch.map { (part.entry, $0) } },
            uniquingKeysWith: { $1 }), journals: journals)
      }
    return message(made, step.change, step.action, cause: direction)
  }

  private func ids(of entries: ManyEntries) async throws(DiaryError) -> [ID<Entry>] {
    switch entries {
    case .ids(let ids): return ids
    case .matching(let predicate): return try await service.ids(EntryQuery(predicate))
    }
  }

  private func message(
    _ made: ManyChanges, _ change: ManyChange, _ action: ManyUndoStep.Action,
    cause: UndoStack.Direction? = nil
  ) -> Message {
    let kind: DiaryChange.Kind =
      switch action {
      case .delete: .deleted
      case .restore: .restored
      case .patch: .updated
      }
    return .changedMany(
      OwnChanges(
        kind: kind, entries: made.changes.map(\.after), refused: made.refused,
        keptTexts: made.keptTexts,
        step: ManyUndoStep(change, takingBack: action, made.changes, journals: made.journals),
        cause: cause))
  }
}
