import DiaryCore
import TerminalUI

// What has to be read or made for what is shown, beside what the open screens ask for themselves.
extension AppState {
  /// Begins what the screen in front waits for, and ends what no screen does any more.
  mutating func pendingComparison() -> [Effect] {
    let isWaiting: (any Screen) -> Bool = { $0.coversScreen || $0 is DraftOfferState }
    let wanted = screens.all.last(where: isWaiting)?.wantedComparison
    guard wanted != comparing else { return [] }
    comparing = wanted
    return [wanted.map(Effect.compare) ?? .cancelComparison]
  }

  /// What lists of found entries still have to ask and to read.
  mutating func pendingFound() -> [Effect] {
    var effects: [Effect] = []
    var requestID = context.requestID
    context.changeFound { found in
      let request = found.missing {
        requestID += 1
        return requestID
      }
      if let request { effects.append(.find(request)) }
      if let rows = found.entries.pendingRows() {
        effects.append(.loadFound(rows, list: found.number))
      }
    }
    context.requestID = requestID
    return effects
  }

  /// Finds where the entries in view say what was looked for.
  mutating func pendingMatches() -> [Effect] {
    guard screens.frontWhole == nil, context.found != nil else { return [] }
    let rows = ListLayout(context).rows.rows
    let entries = context.entries
    var shown = entries.selectedEntry.map { [$0] } ?? []
    if context.listForm != .sheet {
      for case (_, .entry(_, let entry?)) in entries.places(height: rows) { shown.append(entry) }
    }
    return context.matches.request(shown, context.phrases)
  }

  /// Counts the text that is in front.
  mutating func pendingLengths() -> [Effect] {
    let entry = screens.frontWhole.map(\.readEntry) ?? context.selectedEntry
    return entry.map { context.lengths.request($0) } ?? []
  }

  /// Asks about the words in view of which nothing is known. One request is under way at a time:
  /// what is typed meanwhile is asked about after it.
  mutating func pendingSpelling() -> [Effect] {
    guard context.marksMisspelt, let editor = screens.front(as: EditorState.self) else { return [] }
    context.checkedWords.use(context.preferences.dictionaries)
    let words = context.checkedWords.toAsk(of: editor.settledWords)
    guard !words.isEmpty else { return [] }
    let requestID = context.nextRequestID()
    context.checkedWords.ask(requestID)
    return [
      .checkWords(
        WordsRequest(
          words: words, dictionaries: context.preferences.dictionaries, requestID: requestID))
    ]
  }

  /// They are read after the first frame, after a change, and when they are asked for.
  mutating func pendingJournals() -> [Effect] {
    guard context.journalsAreStale else { return [] }
    context.journalsAreStale = false
    let neighbors: [Effect] = screens.contains(JournalsState.self) ? [.loadNeighbors] : []
    return [.loadJournals(counted: needsJournalCounts)] + neighbors
  }

  /// Whether all of them are shown, with their numbers or to complete a search.
  var needsJournalCounts: Bool {
    context.search?.completion?.trigger.kind == .searchValue(.journal)
      || screens.contains(JournalsState.self) || screens.contains(JournalChoice.self)
  }

  /// Counts the diary's entries while something shows what comes of it, and stops when nothing does.
  mutating func pendingFigures() -> [Effect] {
    guard showsFigures else {
      let wasCounting = context.figures?.isCounting == true
      context.figures = nil
      return wasCounting ? [.stopCounting] : []
    }
    var counted = context.figures ?? StatisticsCache()
    defer { context.figures = counted }
    guard counted.request(on: context.now.day, requestID: context.requestID + 1) else { return [] }
    return [.countDiary(today: context.now.day, requestID: context.nextRequestID())]
  }

  /// Whether what is on the screen comes of counting.
  var showsFigures: Bool {
    completesFigures || screens.contains(StatisticsState.self)
      || screens.contains(PlacesState.self) || screens.contains(MoodsState.self)
  }

  /// Whether a word of the search is completed by what entries have.
  var completesFigures: Bool {
    [.searchValue(.place), .searchValue(.mood)].contains(context.search?.completion?.trigger.kind)
  }

  /// Asks once for each day, and after each change, when the list is on the screen already.
  mutating func pendingReturning() -> [Effect] {
    guard context.list.count > 0,
      context.returning?.day != context.now.day || context.returning?.isStale == true
    else { return [] }
    let requestID = context.nextRequestID()
    context.returning = ReturningDay(
      context.now.day, requestID: requestID, after: context.returning)
    return [.findReturning(context.now.day, requestID: requestID)]
  }

  /// An empty diary tells of what may be brought back.
  mutating func pendingTrashCount() -> [Effect] {
    guard trashedIsStale, context.list.total == 0 else { return [] }
    trashedIsStale = false
    return [.countTrash]
  }
}
