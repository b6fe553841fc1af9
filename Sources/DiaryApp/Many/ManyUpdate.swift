import DiaryCore
import Words

extension Effect {
  static func changeMany(_ entries: ManyEntries, _ change: ManyChange) -> Effect {
    .write(entries, change) { context async throws(DiaryError) in
      try await ManyWriter(service: context.service).make(change, of: entries)
    }
  }

  static func changeJournals(_ edit: JournalEdit) -> Effect {
    .write(edit) { context async throws(DiaryError) in
      try await ManyWriter(service: context.service).make(edit)
    }
  }

  static func undoMany(_ step: ManyUndoStep, _ direction: UndoStack.Direction) -> Effect {
    .write(step, direction) { context async throws(DiaryError) in
      try await ManyWriter(service: context.service).carryOut(step, direction)
    }
  }
}

extension Message {
  /// Shows a change of many entries that this app made. The list is read anew, for too many ranks
  /// may have changed.
  static func changedMany(_ own: OwnChanges) -> Message {
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
      state.reloadLists()
      state.roll?.reload()
      state.toast = ManyWords.line(own, undoKey: state.keys[.list].keyName(of: .undo))
      guard !own.entries.isEmpty || !own.step.journals.isEmpty else {
        if let cause = own.cause {
          state.undo.drop(cause)
          state.toast =
            ManyWords.kept(own.keptTexts)
            ?? localized("Couldn't do that: none of the entries is left to change.")
        }
        return
      }
      if let cause = own.cause {
        state.undo.carriedOut(cause, inverse: .many(own.step))
      } else {
        state.undo.record(.many(own.step))
      }
    }
  }
}
