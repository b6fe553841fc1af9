import DiaryCore

/// A list of entries that match a condition, filled while they are found: the result of a search,
/// or a filter of the list. It is updated in place when entries change.
package struct FoundList: Sendable {
  /// The list's unique number.
  let number: Int
  package internal(set) var entries = EntryList.ofFound
  /// The condition; `nil` if there is none.
  private(set) var predicate: EntryPredicate?
  /// The condition of the shown entries: the previous one until new entries are found.
  private(set) var shown: EntryPredicate?
  /// The condition of the shown entries with the IDs of authors it names.
  private var named: EntryPredicate?
  /// The number of the running request.
  private var requestID: Int?
  /// The entry to select again when it is found.
  private var wanted: EntrySortKey?
  /// The number of visible entries above it then.
  private var above: Int?
  /// The result of the repeated search, shown when it is complete.
  private var repeated: [EntrySortKey]?
  private var isStale = false

  init(number: Int) { self.number = number }

  /// Indicates that more entries may be found.
  package var isSearching: Bool { requestID != nil || isStale }
  /// Indicates that a result is shown.
  package var isAnswered: Bool { shown != nil }

  mutating func change(_ body: (inout FoundList) -> Void) { body(&self) }

  // MARK: Finding

  /// Changes the condition. The former entries are shown until new ones are found.
  mutating func ask(for predicate: EntryPredicate?) {
    guard self.predicate != predicate else { return }
    self.predicate = predicate
    requestID = nil
    repeated = nil
    isStale = predicate != nil
    wanted = wanted ?? entries.sortKey(at: entries.selected)
    guard predicate == nil else { return }
    (shown, named, wanted) = (nil, nil, nil)
    entries.clear()
  }

  /// Changes the condition, shows entries that were already found, and requests the rest.
  mutating func begin(_ predicate: EntryPredicate, with first: FoundEntries?) {
    ask(for: predicate)
    guard let first else { return }
    (shown, named) = (predicate, first.predicate)
    entries.show(first.orders, first: first.first)
    wanted = nil
    isStale = !first.isEnd
  }

  /// Selects an entry, with `count` visible entries above it, now or when it is found.
  mutating func select(_ order: EntrySortKey, below count: Int) {
    if shown == predicate, let rank = entries.rank(of: order) {
      entries.select(rank, below: count)
    } else {
      (wanted, above) = (order, count)
    }
  }

  /// Repeats the search after too many changes.
  mutating func refresh() {
    guard predicate != nil else { return }
    requestID = nil
    repeated = nil
    isStale = true
  }

  /// Ends a failed search, keeping the entries found so far.
  mutating func fail(_ requestID: Int) {
    guard self.requestID == requestID else { return }
    self.requestID = nil
    repeated = nil
  }

  /// Returns the request that must be made, if any.
  mutating func missing(requestID: () -> Int) -> FindRequest? {
    guard isStale, let predicate else { return nil }
    isStale = false
    let requestID = requestID()
    self.requestID = requestID
    // A repeated search replaces the entries at once, not from the top.
    repeated = shown == predicate ? [] : nil
    return FindRequest(list: number, predicate: predicate, requestID: requestID)
  }

  /// Adds found entries. The first ones of a new search replace the shown ones.
  mutating func receive(_ found: FoundEntries) {
    guard let requestID, requestID == found.requestID else { return }
    defer { if found.isEnd { self.requestID = nil } }
    if repeated != nil {
      repeated?.append(contentsOf: found.orders)
      guard found.isEnd, let orders = repeated else { return }
      repeated = nil
      entries.renew(orders)
    } else if shown != predicate {
      (shown, named) = (predicate, found.predicate)
      entries.show(found.orders, first: found.first)
      selectWanted(among: found.orders)
    } else {
      entries.append(found.orders)
      selectWanted(among: found.orders)
    }
    if found.isEnd { (wanted, above) = (nil, nil) }
  }

  /// Selects the wanted entry if it is found, unless the user has moved.
  private mutating func selectWanted(among orders: [EntrySortKey]) {
    guard let wanted, entries.selected == 0, let last = orders.last, wanted >= last else { return }
    self.wanted = nil
    guard let rank = entries.rank(of: wanted) else { return }
    if let above { entries.select(rank, below: above) } else { entries.select(rank) }
    above = nil
  }

  // MARK: Changes in place

  /// Applies a change of an entry: it is added, removed or moved.
  mutating func record(_ entry: Entry, isRemoved: Bool) {
    // The running search may return the entry's former state.
    if isSearching || predicate?.isOfPlaces == true { refresh() }
    guard let named else { return }
    if isRemoved || !named.matches(entry) {
      entries.remove(entry.id)
    } else {
      entries.put(entry)
    }
  }
}

/// A search for the entries of a list.
package struct FindRequest: Hashable, Sendable {
  package let list: Int
  package let predicate: EntryPredicate
  package let requestID: Int
}

/// A batch of found entries, newest first.
package struct FoundEntries: Sendable {
  package let requestID: Int
  /// The condition with the IDs of authors it names.
  package let predicate: EntryPredicate
  package var orders: [EntrySortKey] = []
  /// The first entries in full, if they will be shown first.
  package var first: [Entry] = []
  /// Indicates the last batch.
  package var isEnd = false
}

// MARK: - Effects

extension Effect {
  /// Searches for entries, replacing the running search of the list.
  static func find(_ request: FindRequest) -> Effect {
    .posting(request, in: .latest(slot(of: request.list))) { context in
      do {
        try await EntryFinder(context.service).find(request) { context.post(.found($0)) }
      } catch {
        let error = DiaryError(error)
        context.post(
          Message(error) { state in
            state.changeFound { $0.fail(request.requestID) }
            state.showError(error)
          })
      }
    }
  }

  static func stopFinding(list: Int) -> Effect { .stop(slot(of: list), list) }

  private static func slot(of list: Int) -> String { "find \(list)" }

  /// Reads entries of a list.
  static func loadFound(_ rows: EntryList.Rows, list: Int) -> Effect {
    .read(rows, list) { service in
      .foundLoaded(rows, list: list, entries: try await service.visibleEntries(ids: rows.ids))
    }
  }

  static func findMatch(
    _ entry: Entry, _ phrases: [SearchPhrase], inPhotos photoPhrases: [SearchPhrase]
  ) -> Effect {
    .run(entry, phrases, photoPhrases) { context in
      let match = EntryMatch(entry, phrases)
      guard match.isEmpty else { return match }
      let service = context.service
      let commented = EntryMatch(
        entry, phrases, inComments: phrases.isEmpty ? [] : try await service.comments(on: entry.id))
      guard commented.isEmpty else { return commented }
      let inPhotos = await service.photoTexts.matches(of: photoPhrases, in: entry.photos)
      return EntryMatch(entry, phrases, inPhotos: inPhotos)
    } then: { state, match in
      state.matches.put(match, of: EntryCacheKey(entry), photoPhrases)
    }
  }
}

extension Message {
  package static func found(_ some: FoundEntries) -> Message {
    Message(some) { state in state.changeFound { $0.receive(some) } }
  }

  package static func foundLoaded(
    _ rows: EntryList.Rows, list: Int, entries: [Entry]
  ) -> Message {
    Message(rows, list, entries) { state in
      state.changeFound { if $0.number == list { $0.entries.load(rows, found: entries) } }
    }
  }
}
