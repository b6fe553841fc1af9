import DiaryCore
import Localization
import TerminalUI

extension AppState {
  /// Takes a message in: the new state, and what is to be done outside.
  package mutating func update(_ message: Message, now: EntryDate) -> [Effect] {
    context.now = now
    awaitsRows = false
    if message.endsWrite {
      undo.ended()
      context.sync.recordSave()
    }
    var effects = carryOut(message.change(&self))
    if isLocked {
      layOut()
      return effects
    }
    if hasWrittenOne { return effects + leaving() }
    effects += nextUndo() + ScreenStack.withAll(of: &self) { $0.requests(in: &$1) }
    effects += pendingJournals() + pendingFigures() + pendingReturning()
    undo.began(saving: effects.count { $0.changesDiary })
    effects += pendingLengths() + pendingMediaLengths()
    layOut()
    effects += pendingMatches() + pendingComparison() + pendingSpelling()
    if let rows = context.list.pendingRows() { effects.append(.loadRows(rows)) }
    effects +=
      pendingFound() + pendingTrashCount() + pendingSync() + pendingAutoLock()
      + pendingNews()
    let wanted = context.pictures.request(wantedPictures)
    if !wanted.stale.isEmpty { effects.append(.cancelPictures(wanted.stale)) }
    return effects + wanted.missing.inView.map { .makePicture($0, isAhead: false) }
      + wanted.missing.ahead.map { .makePicture($0, isAhead: true) }
  }

  /// What is to be done before the first message: nothing but what the first frame needs.
  package mutating func start(_ first: FirstRows? = nil) -> [Effect] {
    context.list.pendingRows().map { [.loadRows($0, begun: $0.offset == 0 ? first : nil)] } ?? []
  }

  mutating func receive(_ event: TerminalEvent) -> [Effect] {
    switch event {
    case .key, .paste, .burst, .mouse, .resumed:
      if isAutoLockOverdue { return lock() }
      if event != .resumed { autoLock.lastInput = uptime }
    case .resize, .capsLock, .learned, .terminate: break
    }
    switch event {
    case .key(let key):
      // What can't be seen shouldn't be done.
      let command = context.keys[.everywhere].command(for: key)
      let isLeaving = screens.isEmpty && context.found == nil && command == .back
      guard isLargeEnough || isLeaving || command == .leave || command == .suspend else {
        return []
      }
      context.toast = nil
      return receive(key)
    // What can't be seen shouldn't be changed.
    case .paste(let text):
      return isLargeEnough ? ScreenStack.withFront(of: &self) { $0.paste(text, in: &$1) } : []
    case .burst(let keys):
      // Only where a text is written does a paste differ from its keys: as such it continues no list.
      if let editor = context.front as? EditorState, context.isTypingText(in: editor) {
        return receive(.paste(keys.compactMap(\.typedText).joined()))
      }
      return keys.flatMap { key in
        defer { layOut() }
        return receive(.key(key))
      }
    case .mouse(let mouse): return isLargeEnough ? receive(mouse) : []
    case .resize(let size): context.size = size
    case .capsLock(let isOn): context.hasCapsLock = isOn
    case .learned(let facts): context.facts = facts
    case .resumed: return [.redraw]
    case .terminate: return leave(evenUnsaved: true)
    }
    return []
  }

  private mutating func receive(_ key: KeyEvent) -> [Effect] {
    let depth = depth
    if leavingKey?.key != key { leavingKey = nil }
    let effects = giveFront(key)
    guard effects.contains(.leave) else {
      if self.depth < depth { leavingKey = LeavingKey(key: key, time: uptime) }
      return effects
    }
    let others = effects.filter { $0 != .leave }
    if leavingKey?.isRepeated(by: key, at: uptime) == true {
      context.toast = localized("Press \(key.name) again to quit.")
      return others
    }
    return others + leave(evenUnsaved: false)
  }

  /// Gives a key to the screen or dialog in front.
  mutating func giveFront(_ key: KeyEvent) -> [Effect] {
    if let effects = runOwnCommand(key) { return effects }
    return ScreenStack.withFront(of: &self) { $0.handle(key, in: &$1) }
  }

  /// Ends the program; what is written and not saved is kept as a draft first. A save that runs is
  /// waited for; should it fail, the program ends only if it must.
  mutating func leave(evenUnsaved: Bool) -> [Effect] {
    // Nothing has been opened that there would be something to keep of.
    if isLocked { return [.leave] }
    if withEditor({ $0.isSaving }) == true || isSavingCaption {
      endsAfterSave = evenUnsaved
      return []
    }
    // What stands in an open dialog goes into the draft.
    for dialog in screens.all(DetailsState.self) { changeEditor(dialog.takeIntoEditor) }
    return captionToKeep() + draftToKeep() + leaving(atOnce: evenUnsaved)
  }

  private mutating func receive(_ mouse: MouseEvent) -> [Effect] {
    var mouse = mouse
    if !(context.front is EditorState) {
      // Where there is no text, nothing is dragged, and a third press is the first of the next two.
      switch mouse.action {
      case .drag, .release: return []
      case .triplePress: mouse.action = .press
      default: break
      }
    }
    return ScreenStack.withFront(of: &self) { $0.click(mouse, in: &$1) }
  }
}

/// A key that has left a screen. Pressed once too often, it would end the program.
struct LeavingKey: Sendable {
  let key: KeyEvent
  /// In the program's time.
  let time: Duration

  /// Nobody has seen by then that the list is in front.
  private static let pause = Duration.milliseconds(500)

  func isRepeated(by key: KeyEvent, at time: Duration) -> Bool {
    key == self.key && time - self.time < Self.pause
  }
}

// MARK: - Message

/// Something that has happened to the app: an event of the terminal, or what came of an effect. A
/// feature declares it beside its effects, with what it changes.
package struct Message: Sendable {
  /// What declares it: `rowsLoaded(_:entries:total:pinned:)`.
  let function: String
  let arguments: [any Sendable]
  let change: @Sendable (inout AppState) -> [Effect]
  /// What the terminal brings, if it comes from there.
  private(set) var event: TerminalEvent?
  private(set) var endsWrite = false

  /// Changes the state.
  init(
    _ arguments: any Sendable..., function: String = #function,
    change: @escaping @Sendable (inout AppState) -> Void
  ) {
    self.init(function, arguments) { state in
      change(&state)
      return []
    }
  }

  /// Changes the state, and says what is to be done then.
  static func performing(
    _ arguments: any Sendable..., function: String = #function,
    change: @escaping @Sendable (inout AppState) -> [Effect]
  ) -> Message {
    Message(function, arguments, change)
  }

  private init(
    _ function: String, _ arguments: [any Sendable],
    _ change: @escaping @Sendable (inout AppState) -> [Effect]
  ) {
    self.arguments = arguments
    self.function = function
    self.change = change
  }

  package static func terminal(_ event: TerminalEvent) -> Message {
    var message = Message.performing(event) { $0.receive(event) }
    message.event = event
    return message
  }

  /// The message as the answer to a change of the diary that undo has waited for.
  package var endingWrite: Message {
    var message = self
    message.endsWrite = true
    return message
  }

  package static func failed(_ error: DiaryError) -> Message {
    Message(error) { $0.context.showError(error) }
  }
}

// MARK: - Screen requests

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
