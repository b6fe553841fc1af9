import DiaryCore
import TerminalUI
import Text

extension AppState {
  /// Handles a message: changes the state and returns the effects to run.
  package mutating func update(_ message: Message, now: EntryDate) -> [Effect] {
    self.now = now
    awaitsRows = false
    if message.endsWrite {
      undo.ended()
      sync.recordSave()
    }
    var effects = applyUpdates(message.change(&self))
    if mustReopen {
      mustReopen = false
      effects += restart()
    }
    if isLocked {
      layOut()
      return effects
    }
    if hasWrittenOne { return effects + quitting() }
    effects += nextUndo() + withAll { $0.requests(in: &$1) }
    effects += pendingJournals() + pendingFigures() + pendingReturning()
    undo.began(saving: effects.count { $0.changesDiary })
    effects += pendingLengths() + pendingMediaLengths()
    layOut()
    effects += pendingPhotoTexts()
    effects += pendingMatches() + pendingComparison() + pendingSpelling()
    if let rows = list.pendingRows() { effects.append(.loadRows(rows)) }
    effects +=
      pendingFound() + pendingTrashCount() + pendingSync() + pendingAutoLock()
      + pendingNews()
    let wanted = pictures.request(wantedPictures)
    if !wanted.stale.isEmpty { effects.append(.cancelPictures(wanted.stale)) }
    return effects + wanted.missing.inView.map { .makePicture($0, isPrefetch: false) }
      + wanted.missing.ahead.map { .makePicture($0, isPrefetch: true) }
  }

  /// Returns the effects to run before the first message: only those that the first frame needs.
  package mutating func start(_ first: FirstRows? = nil) -> [Effect] {
    list.pendingRows().map { rows in
      [
        .loadRows(
          rows, begun: rows.offset == 0 ? first : nil, lookingBackFrom: now.day)
      ]
    } ?? []
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
      guard !writesBehindMessage, let letters = commandLetters(of: key) else {
        return press(key)
      }
      let depth = depth
      return letters.enumerated().flatMap { index, letter -> [Effect] in
        // The rest of a syllable was meant for the screen that it was typed on.
        guard index == 0 || (self.depth == depth && takesLetterCommands) else { return [] }
        defer { layOut() }
        return press(letter)
      }
    case .paste(let text):
      pressedKey = nil
      guard acceptsText else { return [] }
      if writesBehindMessage {
        return withTopmost(EditorState.self) { $0.paste(text, in: &$1) }
      }
      return withScreen { $0.paste(text, in: &$1) }
    case .burst(let keys):
      // A paste only differs from keys in a text, where it doesn't continue lists.
      if let editor = front as? EditorState, isTypingText(in: editor) {
        return receive(.paste(keys.compactMap(\.typedText).joined()))
      }
      return keys.flatMap { key in
        defer { layOut() }
        return receive(.key(key))
      }
    case .mouse(let mouse):
      pressedKey = nil
      return isLargeEnough ? receive(mouse) : []
    case .resize(let size): self.size = size
    case .capsLock(let isOn): hasCapsLock = isOn
    case .learned(let facts): self.facts = facts
    case .resumed: return [.redraw]
    case .terminate: return leave(evenUnsaved: true)
    }
    return []
  }

  /// Indicates that the front screen is visible, or is the editor, where typed text isn't lost.
  private var acceptsText: Bool { isLargeEnough || front is EditorState }

  /// Indicates that a message is shown while the user types into the editor behind it. The text
  /// still goes there.
  private var writesBehindMessage: Bool {
    guard screens.front is NoticeState, let editor = screens.topmost(EditorState.self) else {
      return false
    }
    let isTyping =
      usesViKeys(in: editor)
      ? editor.viKeys.mode == .insert : editor.find?.isAsking != true
    return isTyping && screens.above(EditorState.self).allSatisfy { $0 is NoticeState }
  }

  private mutating func press(_ key: KeyEvent) -> [Effect] {
    // Don't run commands on contents that are too small to be visible.
    let command = keys[.everywhere].command(for: key)
    guard acceptsText || command == .leave || command == .suspend else { return [] }
    let toast = self.toast
    self.toast = nil
    let depth = depth
    if leavingKey?.key != key { leavingKey = nil }
    if pressedKey != key { pressedKey = nil }
    let isUnused = self.isUnused(key)
    let effects = sendToFront(key)
    if isUnused, effects.isEmpty, self.isUnused(key), self.depth == depth, self.toast == nil {
      // A message stays until the second such key.
      let line = self.line(aboutUnused: key)
      self.toast = wasKeyUnused ? line : toast ?? line
      wasKeyUnused = true
    } else {
      wasKeyUnused = false
    }
    guard effects.contains(.leave) else {
      if self.depth < depth { leavingKey = LeavingKey(key: key, time: uptime) }
      return effects
    }
    let others = effects.filter { $0 != .leave }
    if leavingKey?.isRepeated(by: key, at: uptime) == true {
      self.toast = localized("Press \(key.name) again to quit.")
      return others
    }
    if let request = requestBeforeQuitting(key), !isRepeated(key, orShow: request) {
      return others
    }
    return others + leave(evenUnsaved: false)
  }

  /// Passes a key to the front screen or dialog.
  mutating func sendToFront(_ key: KeyEvent) -> [Effect] {
    if let effects = runCustomCommand(key) { return effects }
    if key == .backspace || key != .enter && key.typedText != nil, writesBehindMessage {
      return withTopmost(EditorState.self) { $0.handle(key, in: &$1) }
    }
    return withScreen { $0.handle(key, in: &$1) }
  }

  /// Ends the program after keeping unsaved text as a draft. A running save is awaited; if it
  /// fails, the program ends only if `evenUnsaved` is set.
  mutating func leave(evenUnsaved: Bool) -> [Effect] {
    // Nothing is open, so there is nothing to keep.
    if isLocked { return [.leave] }
    if withEditor({ $0.isSaving }) == true || isSavingCaption {
      endsAfterSave = evenUnsaved
      return []
    }
    // Input in an open dialog is part of the draft.
    for dialog in screens.all(DetailsState.self) { changeEditor(dialog.applyToEditor) }
    return captionToKeep() + draftToKeep() + quitting(immediately: evenUnsaved)
  }

  private mutating func receive(_ mouse: MouseEvent) -> [Effect] {
    var mouse = mouse
    if !(front is EditorState) {
      // Without text there is nothing to drag, and a third press starts the next double press.
      switch mouse.action {
      case .drag, .release: return []
      case .triplePress: mouse.action = .press
      default: break
      }
    }
    return withScreen { $0.click(mouse, in: &$1) }
  }
}

/// The key that closed a screen. One repetition too many would quit the program.
struct LeavingKey: Sendable {
  let key: KeyEvent
  /// The program's running time.
  let time: Duration

  /// The time in which the user can't have noticed that the list is in front.
  private static let pause = Duration.milliseconds(500)

  func isRepeated(by key: KeyEvent, at time: Duration) -> Bool {
    key == self.key && time - self.time < Self.pause
  }
}

// MARK: - Message

/// An event for the app: terminal input, or the result of an effect. A feature declares its
/// messages beside its effects, together with the change of the state.
package struct Message: Sendable {
  /// The declaring function, such as `rowsLoaded(_:entries:total:pinned:)`.
  let function: String
  let arguments: [any Sendable]
  let change: @Sendable (inout AppState) -> [Effect]
  /// The terminal event, if it is one.
  private(set) var event: TerminalEvent?
  private(set) var endsWrite = false

  /// Creates a message that changes the state.
  init(
    _ arguments: any Sendable..., function: String = #function,
    change: @escaping @Sendable (inout AppState) -> Void
  ) {
    self.init(function, arguments) { state in
      change(&state)
      return []
    }
  }

  /// Creates a message that changes the state and returns further effects.
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

  /// The message, marked as the result of a change that undo was waiting for.
  package var endingWrite: Message {
    var message = self
    message.endsWrite = true
    return message
  }

  package static func failed(_ error: DiaryError) -> Message {
    Message(error) { $0.showError(error) }
  }
}

// MARK: - Screen requests

// Requests for data that is shown, in addition to `Screen.requests(in:)`.
extension AppState {
  /// Starts the comparison needed by the front screen, and cancels one that is no longer needed.
  mutating func pendingComparison() -> [Effect] {
    let isWaiting: (any Screen) -> Bool = { $0.coversScreen || $0 is DraftOfferState }
    let wanted = screens.all.last(where: isWaiting)?.wantedComparison
    guard wanted != comparing else { return [] }
    comparing = wanted
    return [wanted.map(Effect.compare) ?? .cancelComparison]
  }

  /// Requests the queries and rows missing in filtered lists.
  mutating func pendingFound() -> [Effect] {
    var effects: [Effect] = []
    var requestID = self.requestID
    changeFound { found in
      let request = found.missing {
        requestID += 1
        return requestID
      }
      if let request { effects.append(.find(request)) }
      if let rows = found.entries.pendingRows() {
        effects.append(.loadFound(rows, list: found.number))
      }
    }
    self.requestID = requestID
    return effects
  }

  /// Finds the matches of the search in visible entries.
  mutating func pendingMatches() -> [Effect] {
    guard screens.frontFullScreen == nil, found != nil else { return [] }
    let rows = ListLayout(self).rows.rows
    let entries = self.entries
    var shown = entries.selectedEntry.map { [$0] } ?? []
    if listForm != .sheet {
      for case (_, .entry(_, let entry?)) in entries.places(height: rows) { shown.append(entry) }
    }
    return matches.request(shown, phrases, inPhotos: photoPhrases)
  }

  /// Counts the words of the front text.
  mutating func pendingLengths() -> [Effect] {
    let entry = screens.frontFullScreen.map(\.readEntry) ?? selectedEntry
    return entry.map { lengths.request($0) } ?? []
  }

  /// Checks the visible words whose spelling is unknown. Only one request runs at a time; words
  /// typed in the meantime are checked after it.
  mutating func pendingSpelling() -> [Effect] {
    guard marksMisspelt, let editor = screens.front(as: EditorState.self) else { return [] }
    checkedWords.use(preferences.dictionaries)
    let words = checkedWords.unchecked(among: editor.settledWords)
    guard !words.isEmpty else { return [] }
    let requestID = nextRequestID()
    checkedWords.begin(requestID)
    return [
      .checkWords(
        WordsRequest(
          words: words, dictionaries: preferences.dictionaries, requestID: requestID))
    ]
  }

  /// Reads the journals after the first frame, after a change, and on request.
  mutating func pendingJournals() -> [Effect] {
    guard journalsAreStale else { return [] }
    journalsAreStale = false
    let others: [Effect] =
      screens.contains(JournalsState.self)
      ? [.loadSearches(counted: true, in: self), .loadNeighbors] : []
    return [.loadJournals(counted: needsJournalCounts)] + others
  }

  /// Indicates that journals are shown with their counts, or complete a search.
  var needsJournalCounts: Bool {
    search?.completion?.trigger.kind == .searchValue(.journal)
      || screens.contains(JournalsState.self) || screens.contains(JournalChoice.self)
  }

  /// Calculates the statistics while a screen shows them, and stops when none does.
  mutating func pendingFigures() -> [Effect] {
    guard showsFigures else {
      let wasCounting = figures?.isReading == true
      figures = nil
      return wasCounting ? [.stopCounting] : []
    }
    var counted = figures ?? StatisticsCache()
    defer { figures = counted }
    guard counted.request(on: now.day, requestID: self.requestID + 1) else { return [] }
    return [.countDiary(today: now.day, requestID: nextRequestID())]
  }

  /// Indicates that a visible screen needs the statistics.
  var showsFigures: Bool {
    completesFigures || screens.contains(StatisticsState.self)
      || screens.contains(PlacesState.self) || screens.contains(MoodsState.self)
  }

  /// Indicates that the search is being completed with values from the entries.
  var completesFigures: Bool {
    [.searchValue(.place), .searchValue(.mood)].contains(search?.completion?.trigger.kind)
  }

  /// Finds entries of earlier years, once a day and after each change, when the list has rows.
  mutating func pendingReturning() -> [Effect] {
    guard preferences.looksBack else {
      returning = nil
      return []
    }
    guard list.count > 0,
      returning?.day != now.day || returning?.isStale == true
    else { return [] }
    let requestID = nextRequestID()
    returning = ReturningDay(
      now.day, requestID: requestID, after: returning)
    return [.findReturning(now.day, requestID: requestID)]
  }

  /// Counts the trash for an empty diary, whose page offers to restore entries.
  mutating func pendingTrashCount() -> [Effect] {
    guard trashedIsStale, list.total == 0 else { return [] }
    trashedIsStale = false
    return [.countTrash]
  }
}
