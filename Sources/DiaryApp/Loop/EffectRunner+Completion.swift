import DiaryCore

// What the diary is asked for while something is typed, beside the loop.
extension EffectRunner {
  /// Goes through all entries once, the newest first. The tags of the newest are told at once.
  func gatherTags() {
    let (service, post) = (environment.service, post)
    completing.append(
      Task.detached(priority: .utility) {
        var counts = TagCounts()
        var isFirst = true
        guard let batches = try? await service.batches(EntryQuery()) else { return }
        for await batch in batches {
          for entry in batch { counts.count(entry) }
          if isFirst {
            var first = counts
            first.sort()
            post(.tagsGathered(first))
          }
          isFirst = false
        }
        guard !Task.isCancelled else { return }
        counts.sort()
        post(.tagsGathered(counts))
      })
  }

  /// Looks for entries by title, the newest first. Once some are found they are told; the search
  /// goes on, for whether a title is the only one of its kind.
  func findTitles(_ text: String, ticket: Int) {
    findingTitles?.cancel()
    let (service, post) = (environment.service, post)
    findingTitles = Task.detached {
      let wanted = SearchPhrase(text)
      var found = FoundTitles()
      let query =
        text.isBlank ? EntryQuery(limit: Completion.most) : EntryQuery(.text(wanted))
      if let batches = try? await service.batches(query) {
        for await batch in batches {
          let wasFull = found.isFull
          for entry in batch
          where FoldedText(entry.displayTitle).contains(wanted) {
            found.add(entry)
          }
          if found.isFull, !wasFull { post(.titlesFound(found.proposals, ticket: ticket)) }
        }
      }
      if !Task.isCancelled { post(.titlesFound(found.proposals, ticket: ticket)) }
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
