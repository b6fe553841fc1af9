import DiaryCore

/// The tags of the diary, most used first, then most recently used. They are read once and updated
/// with each saved entry, so that completion is fast in any diary.
package struct TagCounts: Sendable {
  private struct Tag: Sendable {
    let name: String
    /// The form for comparison.
    let folded: [UInt32]
    var count: Int
    /// The time of the last use.
    var latest: Int64
  }

  private var tags: [Tag] = []
  private var places: [String: Int] = [:]
  /// The most tags that are kept for suggestions.
  private static let most = 2000

  package init() {}

  /// Adds the tags of an entry that wasn't counted yet.
  package mutating func count(_ entry: Entry) {
    for tag in entry.allTags { record(tag, entry.date.instant, uses: 1) }
  }

  /// Adds the tags of a saved entry, which may already be counted.
  package mutating func record(_ entry: Entry) {
    for tag in entry.allTags { record(tag, entry.date.instant, uses: 0) }
    sort()
  }

  /// Sorts the tags after all are counted.
  package mutating func sort() {
    tags.sort { ($0.count, $0.latest) > ($1.count, $1.latest) }
    tags = Array(tags.prefix(Self.most))
    places = Dictionary(
      uniqueKeysWithValues: tags.enumerated().map { ($0.element.name, $0.offset) })
  }

  /// Returns the best tags that begin with a text and are longer. Tags with blanks are included
  /// only if they can be quoted: elsewhere a blank ends a tag.
  func beginning(with start: String, limit: Int, areQuoted: Bool = false) -> [String] {
    let start = Self.folded(start)
    return Array(
      tags.lazy.filter { tag in
        tag.folded.count > start.count && tag.folded.starts(with: start)
          && (areQuoted || !tag.name.contains(where: \.isWhitespace))
      }
      .map(\.name).prefix(limit))
  }

  /// Indicates that there is a tag with this name.
  func contains(_ name: String) -> Bool {
    let folded = Self.folded(name)
    return tags.contains { $0.folded == folded }
  }

  private mutating func record(_ tag: String, _ instant: Int64, uses: Int) {
    if let index = places[tag] {
      tags[index].count += uses
      tags[index].latest = max(tags[index].latest, instant)
    } else {
      places[tag] = tags.count
      tags.append(Tag(name: tag, folded: Self.folded(tag), count: max(1, uses), latest: instant))
    }
  }

  /// Returns the scalars that searches compare. Hangul is split into letters, so that an incomplete
  /// syllable is a prefix of a word: `사` of `산책`.
  private static func folded(_ text: String) -> [UInt32] {
    let folding = ScalarFolding()
    return text.unicodeScalars.flatMap { scalar in
      guard let syllable = HangulSyllable(scalar.value) else {
        return Array(folding.scalars(of: scalar.value))
      }
      let parts = [0x1100 + syllable.initial, 0x1161 + syllable.vowel, 0x11A7 + syllable.final]
      return Array(parts.prefix(syllable.final == 0 ? 2 : 3))
    }
  }
}

// MARK: - Effects

extension Effect {
  /// Reads the tags of all entries, newest first. The tags of the first batch are posted
  /// immediately.
  static var gatherTags: Effect {
    .posting(in: .latest("tags"), priority: .utility) { context in
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

  /// Searches for entries by title, newest first, replacing the running search. Posts suggestions
  /// when there are enough, and again at the end, when it is known if titles are unique.
  static func findTitles(_ text: String, requestID: Int) -> Effect {
    .posting(text, requestID, in: .latest("titles")) { context in
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
      if state.search?.completion != nil { _ = state.completeSearch() }
      guard var completion = state.withEditor({ $0.completion }) ?? nil,
        completion.trigger.kind == .tag
      else { return }
      completion.propose(state.tags)
      _ = state.withEditor { $0.completion = completion }
    }
  }

  /// Shows the suggestions, unless the search is outdated.
  static func titlesFound(
    _ proposals: [Completion.Proposal], requestID: Int
  ) -> Message {
    Message(proposals, requestID) { state in
      _ = state.withEditor { editor in
        guard editor.completion?.requestID == requestID else { return }
        editor.completion?.put(proposals, isComplete: false)
      }
    }
  }
}

/// The entries found by title.
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
        words: entry.displayTitle, detail: DateText.short(entry.date.day),
        text: EntryLink.text(to: entry, isUnique: isUnique))
    }
  }
}
