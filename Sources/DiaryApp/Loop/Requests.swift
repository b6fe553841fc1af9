import DiaryCore
import TerminalUI

// What has to be read or made for what is shown, beside what the open screens ask for themselves.
extension AppState {
  /// Begins what the screen in front waits for, and ends what no screen does any more.
  mutating func missingComparison() -> [Effect] {
    let isWaiting: (any Screen) -> Bool = { $0.coversScreen || $0 is DraftOfferState }
    let wanted = screens.all.last(where: isWaiting)?.wantedComparison
    guard wanted != comparing else { return [] }
    comparing = wanted
    return [wanted.map(Effect.compare) ?? .cancelComparison]
  }

  /// What lists of found entries still have to ask and to read.
  mutating func missingFound() -> [Effect] {
    var effects: [Effect] = []
    var ticket = ticket
    changeFound { found in
      let request = found.missing {
        ticket += 1
        return ticket
      }
      if let request { effects.append(.find(request)) }
      if let rows = found.entries.missingRows() {
        effects.append(.loadFound(rows, list: found.number))
      }
    }
    self.ticket = ticket
    return effects
  }

  /// Finds where the entries in view say what was looked for.
  mutating func missingMatches() -> [Effect] {
    guard screens.frontWhole == nil, found != nil else { return [] }
    let rows = ListLayout(self).rows.rows
    let entries = entries
    var shown = entries.selectedEntry.map { [$0] } ?? []
    if listForm != .sheet {
      for case (_, .entry(_, let entry?)) in entries.places(height: rows) { shown.append(entry) }
    }
    return matches.want(shown, phrases)
  }

  /// Counts the text that is in front.
  mutating func missingLengths() -> [Effect] {
    let entry = screens.frontWhole.map(\.readEntry) ?? selectedEntry
    return (entry.flatMap { lengths.want($0) }).map { [$0] } ?? []
  }

  /// Asks about the words in view of which nothing is known. One request is under way at a time:
  /// what is typed meanwhile is asked about after it.
  mutating func missingSpelling() -> [Effect] {
    guard marksMisspelt, let editor = screens.front(as: EditorState.self) else { return [] }
    checkedWords.use(preferences.dictionaries)
    let words = checkedWords.toAsk(of: editor.settledWords)
    guard !words.isEmpty else { return [] }
    let ticket = nextTicket()
    checkedWords.ask(ticket)
    return [
      .checkWords(
        WordsRequest(words: words, dictionaries: preferences.dictionaries, ticket: ticket))
    ]
  }

  /// They are read after the first frame, after a change, and when they are asked for.
  mutating func missingJournals() -> [Effect] {
    guard journalsAreStale else { return [] }
    journalsAreStale = false
    return [.loadJournals(counted: needsJournalCounts)]
  }

  /// Whether all of them are shown, with their numbers or to complete a search.
  var needsJournalCounts: Bool {
    search?.completion?.trigger.kind == .searchValue(.journal)
      || screens.contains(JournalsState.self) || screens.contains(JournalChoice.self)
  }

  /// Counts the diary's entries while something shows what comes of it, and stops when nothing does.
  mutating func missingFigures() -> [Effect] {
    guard showsFigures else {
      let wasCounting = figures?.isCounting == true
      figures = nil
      return wasCounting ? [.stopCounting] : []
    }
    var counted = figures ?? DiaryFigures()
    defer { figures = counted }
    guard counted.want(on: now.day, ticket: ticket + 1) else { return [] }
    return [.countDiary(today: now.day, ticket: nextTicket())]
  }

  /// Whether what is on the screen comes of counting.
  var showsFigures: Bool {
    completesFigures || screens.contains(StatisticsState.self)
      || screens.contains(PlacesState.self)
  }

  /// Whether a word of the search is completed by what entries have.
  var completesFigures: Bool {
    [.searchValue(.place), .searchValue(.mood)].contains(search?.completion?.trigger.kind)
  }

  /// Asks once for each day, and after each change, when the list is on the screen already.
  mutating func missingReturning() -> [Effect] {
    guard list.count > 0, returning?.day != now.day || returning?.isStale == true else { return [] }
    let ticket = nextTicket()
    returning = ReturningDay(now.day, ticket: ticket, after: returning)
    return [.findReturning(now.day, ticket: ticket)]
  }

  /// An empty diary tells of what may be brought back.
  mutating func missingTrashCount() -> [Effect] {
    guard trashedIsStale, list.total == 0 else { return [] }
    trashedIsStale = false
    return [.countTrash]
  }
}
