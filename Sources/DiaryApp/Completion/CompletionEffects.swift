import DiaryCore

extension Effect {
  /// Goes through all entries once, the newest first, for the tags to be proposed. Those of the newest
  /// are told at once.
  static var gatherTags: Effect {
    .telling(in: .latest("tags"), priority: .utility) { context in
      var counts = TagCounts()
      var isFirst = true
      guard let batches = try? await context.service.batches(EntryQuery()) else { return }
      for await batch in batches {
        for entry in batch { counts.count(entry) }
        if isFirst {
          var first = counts
          first.sort()
          context.post(.tagsGathered(first))
        }
        isFirst = false
      }
      guard !Task.isCancelled else { return }
      counts.sort()
      context.post(.tagsGathered(counts))
    }
  }

  /// Looks for entries to link to by title, the newest first, in place of the search that is under way.
  /// Once some are found they are told; the search goes on, for whether a title is the only one of
  /// its kind.
  static func findTitles(_ text: String, requestID: Int) -> Effect {
    .telling(text, requestID, in: .latest("titles")) { context in
      let wanted = SearchPhrase(text)
      var found = FoundTitles()
      let query =
        text.isBlank ? EntryQuery(limit: Completion.most) : EntryQuery(.text(wanted))
      if let batches = try? await context.service.batches(query) {
        for await batch in batches {
          let wasFull = found.isFull
          for entry in batch where FoldedText(entry.displayTitle).contains(wanted) {
            found.add(entry)
          }
          if found.isFull, !wasFull {
            context.post(.titlesFound(found.proposals, requestID: requestID))
          }
        }
      }
      if !Task.isCancelled { context.post(.titlesFound(found.proposals, requestID: requestID)) }
    }
  }
}

extension Message {
  fileprivate static func tagsGathered(_ gathered: TagCounts) -> Message {
    Message(gathered) { state in
      state.tags = gathered
      if state.search?.completion != nil { _ = state.context.completeSearch() }
      guard var completion = state.withEditor({ $0.completion }) ?? nil,
        completion.trigger.kind == .tag
      else { return }
      completion.propose(state.tags)
      _ = state.withEditor { $0.completion = completion }
    }
  }

  /// A search that was overtaken by another has nothing to say.
  static func titlesFound(
    _ proposals: [Completion.Proposal], requestID: Int
  ) -> Message {
    Message(proposals, requestID) { state in
      _ = state.withEditor { editor in
        guard editor.completion?.requestID == requestID else { return }
        editor.completion?.put(proposals, isWhole: false)
      }
    }
  }
}

/// Entries that a search for titles has found.
private struct FoundTitles {
  private var entries: [Entry] = []
  private var counts: [String: Int] = [:]

  var isFull: Bool { entries.count == Completion.most }

  mutating func add(_ entry: Entry) {
    counts[entry.displayTitle.lowercased(), default: 0] += 1
    if !isFull { entries.append(entry) }
  }

  var proposals: [Completion.Proposal] {
    entries.map { entry in
      let isUnique = counts[entry.displayTitle.lowercased()] == 1
      return Completion.Proposal(
        words: entry.displayTitle, detail: DateWords.short(entry.date.day),
        text: EntryLink.text(to: entry, isUnique: isUnique))
    }
  }
}
