import DiaryCore

extension Effect {
  /// With the numbers of their entries, for which all are looked at, or without.
  static func loadJournals(counted isCounted: Bool) -> Effect {
    .telling(isCounted) { context in
      do throws(DiaryError) {
        await context.know(try await context.service.journalRecords())
        let journals = try await context.service.journals(counted: isCounted)
        let hidden = try await context.service.hiddenJournals()
        context.post(.journalsLoaded(journals, hidden: hidden, isCounted: isCounted))
      } catch {
        // Colors that can't be read keep nobody from reading; whoever asks for them is told.
        context.post(
          isCounted ? .failed(error) : .journalsLoaded([], hidden: nil, isCounted: false))
      }
    }
  }
}

extension Message {
  fileprivate static func journalsLoaded(
    _ loaded: [Journal], hidden: HiddenJournals?, isCounted: Bool
  ) -> Message {
    .performing(loaded, isCounted) { state in
      let effects = hidden.map { state.hide($0) } ?? []
      // Numbers that are on the screen don't go away again.
      guard isCounted || !state.needsJournalCounts else { return effects }
      let old = state.journals
      state.journals = loaded
      if state.search?.completion != nil { _ = state.context.completeSearch() }
      state.screens.update(JournalsState.self) { [context = state.context] screen in
        let selected = screen.choice.selected - context.rowsBeforeJournals
        screen.wanted = screen.wanted ?? old.element(at: selected)?.name
        if !screen.isCounted {
          // The line for all entries, which there has been nothing to move from yet.
          let rows = context.rowsBeforeJournals
          screen.choice.select(rows - 1, count: rows)
        }
        screen.isCounted = true
        screen.settle(in: context)
      }
      for var choice in state.screens.all(JournalChoice.self) {
        choice.renew(in: state.context)
        state.screens.put(choice)
      }
      return effects
    }
  }

  /// Another program has changed what is known of the journals.
  static var journalsChangedExternally: Message { Message { $0.journalsAreStale = true } }
}
