import DiaryCore

extension Effect {
  /// In place of what is being looked for, for the same list.
  static func find(_ request: FindRequest) -> Effect {
    .telling(request, in: .latest(slot(of: request.list))) { context in
      do throws(DiaryError) {
        try await EntryFinder(context.service).find(request) { context.post(.found($0)) }
      } catch {
        context.post(
          Message(error) { state in
            state.context.changeFound { $0.fail(request.requestID) }
            state.context.showError(error)
          })
      }
    }
  }

  static func stopFinding(list: Int) -> Effect { .stop(slot(of: list), list) }

  private static func slot(of list: Int) -> String { "find \(list)" }

  /// Reads entries of a list of found ones.
  static func loadFound(_ rows: EntryList.Rows, list: Int) -> Effect {
    .read(rows, list) { service async throws(DiaryError) in
      .foundLoaded(rows, list: list, entries: try await service.shownEntries(ids: rows.ids))
    }
  }

  static func findMatch(_ entry: Entry, _ phrases: [SearchPhrase]) -> Effect {
    .run(entry, phrases) { context async throws(DiaryError) in
      let match = EntryMatch(entry, phrases)
      return match.isNone
        ? EntryMatch(entry, phrases, saidIn: try await context.service.comments(on: entry.id))
        : match
    } then: { state, match in
      state.matches.put(match, of: EntryState(entry), phrases)
    }
  }
}

extension Message {
  package static func found(_ some: FoundEntries) -> Message {
    Message(some) { state in state.context.changeFound { $0.take(some) } }
  }

  package static func foundLoaded(
    _ rows: EntryList.Rows, list: Int, entries: [Entry]
  ) -> Message {
    Message(rows, list, entries) { state in
      state.context.changeFound { if $0.number == list { $0.entries.load(rows, found: entries) } }
    }
  }
}
