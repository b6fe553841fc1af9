import DiaryCore

/// Entries that match a predicate, as they are found: what a search shows, or a scope. It is kept
/// right in place while entries change, as the list of all is.
package struct FoundList: Sendable {
  /// Tells it from every other one.
  let number: Int
  package internal(set) var entries = EntryList.ofFound
  /// What its entries match; `nil` while nothing is asked for.
  private(set) var predicate: EntryPredicate?
  /// What the entries that are shown match: until some of the next ones are found, it is what was
  /// asked for before.
  private(set) var shown: EntryPredicate?
  /// What is shown, with the ids of the authors that it names.
  private var named: EntryPredicate?
  /// Of the search whose answer is awaited.
  private var requestID: Int?
  /// The entry that is selected again as soon as it is found.
  private var wanted: EntrySortKey?
  /// How many entries in view are to be above it then.
  private var above: Int?
  /// What is found by asking the same once more; shown when it is whole.
  private var anew: [EntrySortKey]?
  private var isStale = false

  init(number: Int) { self.number = number }

  /// Whether more may be found.
  package var isSearching: Bool { requestID != nil || isStale }
  /// Whether anything is known of what is found.
  package var isAnswered: Bool { shown != nil }

  mutating func change(_ body: (inout FoundList) -> Void) { body(&self) }

  // MARK: Finding

  /// Asks for other entries; those that were found before are shown until then.
  mutating func ask(for predicate: EntryPredicate?) {
    guard self.predicate != predicate else { return }
    self.predicate = predicate
    requestID = nil
    anew = nil
    isStale = predicate != nil
    wanted = wanted ?? entries.order(at: entries.selected)
    guard predicate == nil else { return }
    (shown, named, wanted) = (nil, nil, nil)
    entries.clear()
  }

  /// Shows what was found before it was asked for; what else there may be is asked for now.
  mutating func begin(_ predicate: EntryPredicate, with first: FoundEntries?) {
    ask(for: predicate)
    guard let first else { return }
    (shown, named) = (predicate, first.predicate)
    entries.show(first.orders, first: first.first)
    wanted = nil
    isStale = !first.isEnd
  }

  /// Selects an entry with so many in view above it, now or as soon as it is found.
  mutating func select(_ order: EntrySortKey, below count: Int) {
    if shown == predicate, let rank = entries.rank(of: order) {
      entries.select(rank, below: count)
    } else {
      (wanted, above) = (order, count)
    }
  }

  /// Asks for the same once more: too much has changed.
  mutating func refresh() {
    guard predicate != nil else { return }
    requestID = nil
    anew = nil
    isStale = true
  }

  /// The search has failed: what was found by then is all there is.
  mutating func fail(_ requestID: Int) {
    guard self.requestID == requestID else { return }
    self.requestID = nil
    anew = nil
  }

  /// What is to be asked, once there is something.
  mutating func missing(requestID: () -> Int) -> FindRequest? {
    guard isStale, let predicate else { return nil }
    isStale = false
    let requestID = requestID()
    self.requestID = requestID
    // What is shown already changes at once, not from the top on.
    anew = shown == predicate ? [] : nil
    return FindRequest(list: number, predicate: predicate, requestID: requestID)
  }

  /// Takes in some of what was found; the first of it takes the place of what was shown.
  mutating func take(_ found: FoundEntries) {
    guard let requestID, requestID == found.requestID else { return }
    defer { if found.isEnd { self.requestID = nil } }
    if anew != nil {
      anew?.append(contentsOf: found.orders)
      guard found.isEnd, let orders = anew else { return }
      anew = nil
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

  /// The selection stays on its entry if that is found again, unless a person has moved on.
  private mutating func selectWanted(among orders: [EntrySortKey]) {
    guard let wanted, entries.selected == 0, let last = orders.last, wanted >= last else { return }
    self.wanted = nil
    guard let rank = entries.rank(of: wanted) else { return }
    if let above { entries.select(rank, below: above) } else { entries.select(rank) }
    above = nil
  }

  // MARK: Changes in place

  /// Takes in another state of an entry: it comes, goes, or gets another place.
  mutating func record(_ entry: Entry, isGone: Bool) {
    // What is still looked for is found as it was before the change.
    if isSearching { refresh() }
    guard let named else { return }
    if isGone || !named.matches(entry) {
      entries.remove(entry.id)
    } else {
      entries.put(entry)
    }
  }
}

/// What is looked for, and for which list.
package struct FindRequest: Hashable, Sendable {
  package let list: Int
  package let predicate: EntryPredicate
  package let requestID: Int
}

/// Some of what was found, newest first.
package struct FoundEntries: Sendable {
  package let requestID: Int
  /// What they match, with the ids of the authors that it names.
  package let predicate: EntryPredicate
  package var orders: [EntrySortKey] = []
  /// The first of them whole, where they are the first to be shown.
  package var first: [Entry] = []
  /// Whether there is nothing else.
  package var isEnd = false
}

// MARK: - Effects

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
