import DiaryCore
import Localization

extension Effect {
  /// Opens the screen that compares an entry's versions, if there are several.
  static func openVersions(of entry: Entry) -> Effect {
    .update(entry) { state in
      if state.context.isInTrash(entry) { return [] }
      if entry.heads.count > 1 {
        state.screens.push(VersionsState(entry))
      } else {
        state.toast =
          state.context.keyName(of: .history).map {
            localized("There is only one version. Press \($0) for its history.")
          } ?? localized("There is only one version.")
      }
      return []
    }
  }

  /// Reads every saved state of an entry, the latest first.
  static func loadHistory(_ id: ID<Entry>) -> Effect {
    .read(id) { service async throws(DiaryError) in
      try await service.history(of: id)
    } then: { state, revisions in
      state.screens.update(HistoryState.self) { if $0.entry.id == id { $0.take(revisions) } }
    } failed: { state, error in
      // A screen that has nothing to show closes; one that shows what was read earlier goes on.
      state.screens.update(HistoryState.self) { if $0.entry.id == id { $0.reading.end() } }
      state.screens.removeAll(HistoryState.self) { $0.entry.id == id && $0.history == nil }
      state.context.showError(error)
    }
  }

  /// Reads the states of an entry that nothing has replaced, the one shown first.
  static func loadVersions(_ id: ID<Entry>) -> Effect {
    .read(id) { service async throws(DiaryError) in
      (try await service.entry(id), try await service.versions(of: id))
    } then: { state, loaded in
      let (entry, versions) = loaded
      state.screens.update(VersionsState.self) { if $0.entry.id == id { $0.take(entry, versions) } }
      // Made one elsewhere, or put into the trash, while they were being looked at.
      if entry.isTrashed || versions.count < 2 { state.closeVersions(of: id) }
    } failed: { state, error in
      state.screens.update(VersionsState.self) { if $0.entry.id == id { $0.reading.end() } }
      state.screens.removeAll(VersionsState.self) { $0.entry.id == id && $0.versions == nil }
      state.context.showError(error)
    }
  }

  /// In the place of the comparison that is under way, if one is.
  static func compare(_ comparison: Comparison) -> Effect {
    .telling(comparison, in: .latest("compare")) { context in
      let outcome = comparison.outcome
      // Cut short, it isn't what it should be.
      if !Task.isCancelled { context.post(.compared(comparison, outcome)) }
    }
  }

  static var cancelComparison: Effect { .stop("compare") }
}

extension Message {
  static func compared(_ comparison: Comparison, _ outcome: Comparison.Outcome) -> Message {
    Message(comparison, outcome) { state in
      if state.comparing == comparison { state.comparing = nil }
      state.screens.update(DraftOfferState.self) { $0.text.take(outcome, of: comparison) }
      state.screens.update(HistoryState.self) { $0.text.take(outcome, of: comparison) }
      var merged: Entry?
      state.screens.update(VersionsState.self) { versions in
        versions.text.take(outcome, of: comparison)
        guard versions.merging == comparison else { return }
        versions.merging = nil
        merged = versions.entry
      }
      if let merged, let editor = EditorState(merging: comparison, outcome, of: merged) {
        // A dialog that has come up meanwhile stays in front.
        state.screens.insert([editor]) { ($0 as? VersionsState)?.entry.id == merged.id }
      }
    }
  }
}
