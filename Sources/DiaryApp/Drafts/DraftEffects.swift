import DiaryCore
import Localization

extension Effect {
  static func scheduleDraft(requestID: Int) -> Effect {
    .telling(requestID) { context in
      // A pause in typing, after which the text so far is kept.
      try? await Task.sleep(for: .seconds(1))
      context.post(.draftDue(requestID: requestID))
    }
  }

  static func keepDraft(_ draft: Draft, requestID: Int) -> Effect {
    .run(draft, requestID, in: .writes) { context in
      let result = await Result.of { () async throws(DiaryError) in
        try await context.environment.drafts.keep(draft)
      }
      await context.know(result)
      return result
    } then: { state, result in
      switch result {
      case .success:
        _ = state.withEditor { if $0.draftRequestID == requestID { $0.isDraftKept = true } }
      // Not a dialog: it would come between the person and the text with every pause.
      case .failure(let error):
        state.toast = localized("Couldn't keep a draft. Save soon: \(error.line)")
      }
    }
  }

  static func removeDraft(_ id: ID<Draft>) -> Effect {
    .telling(id, in: .writes) { await $0.environment.drafts.remove(id) }
  }

  static func discardDraft(_ draft: Draft) -> Effect {
    .run(draft, in: .writes) { context async throws(DiaryError) in
      try await context.environment.drafts.discard(draft)
    } then: { state, _ in
      // What was thrown away is where it can be brought back from.
      state.discarding.removeAll { $0.draft == draft.id }
      state.undo.discarded.append(draft.id)
      let (keys, days) = (state.keys[.list], DiscardedDraft.days)
      state.toast =
        switch (keys.keyName(of: .undo), keys.keyName(of: .drafts)) {
        case (let undo?, let drafts?):
          localized("Discarded. Press \(undo) to undo, or \(drafts) within \(days) days.")
        case (nil, let drafts?):
          localized("Discarded. Press \(drafts) within \(days) days to get it back.")
        case (_, nil): localized("Discarded. It's kept for \(days) days.")
        }
    } failed: { state, error in
      // Nothing is thrown away that couldn't be brought back.
      if let editor = state.discarding.first(where: { $0.draft == draft.id }) {
        state.screens.push(editor)
      }
      state.discarding.removeAll { $0.draft == draft.id }
      state.context.showError(error)
    }
  }

  static var findDrafts: Effect {
    .telling { context in
      await context.environment.recoverRecordings()
      let left = await context.environment.drafts.left()
      guard !left.isEmpty else { return }
      let hidden = (try? await context.service.hiddenJournals()) ?? .none
      let (entries, bases) = await context.service.changed(by: left)
      context.post(.draftsFound(left, entries: entries, bases: bases, hidden: hidden))
    }
  }

  /// Finds one that was thrown away, or all for `nil`; after what is on its way, for it may have been
  /// thrown away just now.
  static func findDiscarded(_ id: ID<Draft>?) -> Effect {
    .run(id, in: .writes) { context in
      let hidden = (try? await context.service.hiddenJournals()) ?? .none
      let found = await context.environment.drafts.discarded().filter {
        id.map { [draft = $0.draft] in $0 == draft.id } ?? !hidden.contains($0.draft.fields.journal)
      }
      return (found, await context.service.changed(by: found.map(\.draft)))
    } then: { state, found in
      let (drafts, (entries, bases)) = found
      guard !state.screens.contains(EditorState.self) else { return }
      state.screens.removeAll(DraftOfferState.self) { $0.discarded != nil }
      let localDate = state.localDate
      let offers = drafts.map { discarded in
        DraftOfferState(
          discarded.draft, among: entries, bases, discarded: localDate(discarded.time))
      }
      // Behind those that were left.
      state.screens.insert(offers.reversed()) { !($0 is DraftOfferState) }
      if !(state.screens.front is DraftOfferState) {
        state.toast = localized("No drafts and no discarded text.")
      }
    }
  }
}

extension Message {
  static func draftDue(requestID: Int) -> Message {
    .performing(requestID) { state in
      if state.captionDue(requestID) { return state.captionToKeep() }
      let isDue = state.withEditor { editor in
        defer { if editor.draftTimer == requestID { editor.draftTimer = nil } }
        return editor.draftTimer == requestID
      }
      return isDue == true ? state.draftToKeep() : []
    }
  }

  /// Offers drafts that were left, the latest in front, with the entries that they change and the states
  /// that they were made from; not those in journals that are hidden. What the person has opened meanwhile
  /// stays before them. The text that was being written when the diary was locked is gone on with.
  static func draftsFound(
    _ drafts: [Draft], entries: [Entry], bases: [Revision], hidden: HiddenJournals = .none
  ) -> Message {
    Message(drafts, entries, bases) { state in
      let offered = state.screens.all(DraftOfferState.self).map(\.draft.id)
      let written = state.screens.all(EditorState.self).map(\.draft)
      var offers = drafts.map { DraftOfferState($0, among: entries, bases) }.filter { offer in
        offer.draft.id == state.resumedDraft
          || !offered.contains(offer.draft.id) && !written.contains(offer.draft.id)
            && !offer.isIn(hidden)
      }
      if let resumed = offers.firstIndex(where: { $0.draft.id == state.resumedDraft }) {
        let open = state.screens.topmost(EditorState.self)?.draft
        if open == nil { state.screens.push(offers[resumed].editor) }
        if open == nil || open == state.resumedDraft { offers.remove(at: resumed) }
      }
      state.resumedDraft = nil
      let found = Set(offers.map(\.draft.id))
      state.draftsLeft = offers + state.draftsLeft.filter { !found.contains($0.draft.id) }
      state.screens.insertBehindAll(offers.reversed())
    }
  }
}

extension DiaryService {
  /// The entries that drafts change, and the states of them that the drafts were made from.
  fileprivate func changed(by drafts: [Draft]) async -> ([Entry], [Revision]) {
    let entries = (try? await self.entries(ids: drafts.compactMap(\.entry))) ?? []
    var bases: [Revision] = []
    for entry in entries {
      let named = Set(drafts.filter { $0.entry == entry.id }.flatMap(\.base))
      bases += ((try? await history(of: entry.id)) ?? []).filter { named.contains($0.id) }
    }
    return (entries, bases)
  }
}
