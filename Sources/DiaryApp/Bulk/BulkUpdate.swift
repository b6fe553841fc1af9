import DiaryCore
import Localization

extension Effect {
  static func changeMany(_ entries: BulkSelection, _ change: BulkChange) -> Effect {
    .write(entries, change) { context async throws(DiaryError) in
      let service = context.service
      let ids =
        switch entries {
        case .ids(let ids): ids
        case .matching(let predicate): try await service.ids(EntryQuery(predicate))
        }
      let made =
        switch change {
        case .delete: try await service.delete(many: ids)
        case .add, .importing, .restore: try await service.restore(many: ids)
        case .edit(let edit): try await service.edit(ids, edit)
        case .journal(let edit): try await service.change(edit).entries
        }
      return .changedMany(LocalChanges(made, change, change.action))
    }
  }

  /// The entries of the journals go along.
  static func changeJournals(_ edit: JournalEdit) -> Effect {
    changeMany(.ids([]), .journal(edit))
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
    return .changedMany(LocalChanges(made, change, step.action, cause: direction))
  }
}

extension Message {
  /// Shows a change of many entries that this app made. The list is read anew, for too many ranks
  /// may have changed.
  static func changedMany(_ own: LocalChanges) -> Message {
    Message(own) { state in
      // Gathered anew when one is next typed: to note them one by one takes longer.
      state.tags = nil
      state.journalsChanged(by: own)
      let changes = own.entries.map { DiaryChange(own.kind(of: $0), $0) }
      for change in changes {
        state.apply(change, rank: nil)
        state.historyChanged(of: change.entry.id)
      }
      state.trashChanged(by: changes)
      state.context.reloadLists()
      state.feed?.reload()
      state.toast = BulkWords.line(own, undoKey: state.keys[.list].keyName(of: .undo))
      guard !own.entries.isEmpty || !own.step.journals.isEmpty else {
        if let cause = own.cause {
          state.undo.drop(cause)
          state.toast =
            BulkWords.kept(own.keptTexts)
            ?? localized("Couldn't do that: none of the entries is left to change.")
        }
        return
      }
      if let cause = own.cause {
        state.undo.carriedOut(cause, inverse: own.step)
      } else {
        state.undo.record(own.step)
      }
    }
  }
}
