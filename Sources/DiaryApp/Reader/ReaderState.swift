import DiaryCore
import TerminalUI
import Text

/// The reader: an entry over the whole screen.
package struct ReaderState: Sendable {
  package var entry: Entry
  var scroll = ScrollPosition()
  var document: ReaderDocument
  /// The target that Tab has focused.
  var focus: ReaderFocus?

  var comments = Loadable<ID<Entry>, ShownComments>()
  /// The links to the entry.
  var backlinks = Loadable<ID<Entry>, Backlinks>()
  /// The comment to scroll to once the comments have been read.
  var writtenComment: ID<EntryComment>?

  /// The search in the entry: the one that it was opened from, or one typed here.
  var find: ReaderFind?
  /// The search being typed.
  var prompt: ReaderPrompt?
  /// The phrases of the search that the entry was opened from.
  private let foundBy: [SearchPhrase]

  /// Creates a reader. `phrases` are those of the search that found the entry.
  init(_ entry: Entry, finding phrases: [SearchPhrase] = []) {
    self.entry = entry
    foundBy = phrases
    document = ReaderDocument(entry, marking: phrases)
    if !phrases.isEmpty { find = ReaderFind(phrases: phrases) }
  }

  /// The target that Tab has focused.
  var target: ReaderTarget? { focus.flatMap { document.target(at: $0) } }

  /// The index of the photo that Tab has focused.
  var focusedPhoto: Int? {
    if case .photo(let index) = target { index } else { nil }
  }

  /// Shows a new state of the same entry.
  mutating func show(_ changed: Entry) {
    let old = target
    let asset = focusedPhoto.map { entry.pictures[$0].asset }
    let shown = entry.attachments.map(\.asset)
    entry = changed
    if changed.content != document.source {
      document = ReaderDocument(changed, marking: document.phrases, after: document)
      find?.match = nil
    }
    switch old {
    // The target may be gone or at another position.
    case .photo:
      wanted = changed.pictures.firstIndex { $0.asset == asset }.map { .photo($0) }
      focus = nil
    case .attachment(let index):
      wanted = changed.attachments.firstIndex { $0.asset == shown[index] }
        .map { .attachment($0) }
      focus = nil
    case .checkBox(let mark, let isChecked):
      wanted = .checkBox(mark: mark, isChecked: !isChecked)
      focus = nil
    default: focus = nil
    }
  }

  /// The target to focus after the next layout.
  var wanted: ReaderTarget?
}

// MARK: - ReaderUpdate

extension ReaderState: Screen {
  package var readEntry: Entry? { entry }
  package var isTyping: Bool { prompt != nil }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    [prompt == nil ? keys[.reader] : keys[.line]]
  }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    switch command {
    case .previous, .next: hasNeighbor(newer: command == .next, in: app)
    case .nextMatch, .previousMatch:
      find.map { $0.match != nil || $0.requestID != nil } ?? false
    case .focusNext, .focusPrevious: document.mayHaveTargets
    case .open: target != nil || !app.shownPictures(of: entry).isEmpty
    case .delete where focusedComment != nil: true
    default: app.isAvailable(command, for: entry)
    }
  }

  /// Returns `false` if the entry is the first or last of its list, as far as that is known.
  private func hasNeighbor(newer: Bool, in app: AppState) -> Bool {
    guard !entry.isTrashed else { return false }
    guard !app.screens.contains(where: \.leavesList), let rank = app.entries.rank(of: entry.id)
    else { return true }
    return newer ? rank > 0 : rank + 1 < app.entries.count
  }

  package func location(in app: AppState) -> Location.Screen? {
    Location.Screen(kind: .reader, entry: entry.id, top: scroll.top)
  }

  package func applying(_ change: DiaryChange, in app: AppState) -> ReaderState? {
    guard entry.id == change.entry.id else { return self }
    if change.isRemoved || change.kind == .restored { return nil }
    var reader = self
    reader.show(change.entry)
    return reader
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    if let prompt { return handle(event, prompt, in: &app) }
    if event == .escape, find?.isTyped == true {
      mark(foundBy)
      return []
    }
    let command = command(for: event, in: app)
    // Space toggles a check box unless it is bound to another command.
    if event == .character(" "), command ?? .pageDown == .pageDown,
      let effects = toggleBox(in: &app)
    {
      return effects
    }
    guard let command else { return [] }
    let body = Self.body(app.size)
    if command == .first || command == .last {
      app.recordJump()
      find?.isLeft = true
    }
    if scroll.handle(
      command, content: document.rowCount, height: body.rows, page: max(1, body.rows - 2))
    {
      return []
    }
    switch command {
    case .back: app.pop()
    // The list starts with the newest entry.
    case .previous, .next: return turnPage(by: command == .next ? -1 : 1, in: &app)
    case .focusNext, .focusPrevious:
      let next = document.next(
        after: focus, backwards: command == .focusPrevious, entry, body, app)
      focus(next, in: app)
      if next == nil { app.toast = localized("No photo or link here.") }
    case .search: prompt = ReaderPrompt(start: scroll)
    case .nextMatch, .previousMatch:
      if find == nil, let key = app.keys[.reader].keyName(of: .search) {
        app.toast = localized("Press \(key) to search this entry first.")
      }
      return goToMatch(backwards: command == .previousMatch, &app)
    case .copyText: return [.copy(textToCopy(in: app))]
    case .open: return open(in: &app)
    case .history, .versions: return app.act(command, on: entry)
    case .comment: comment(in: &app)
    case .delete where focusedComment != nil:
      if let focusedComment { askToRemove(focusedComment, in: &app) }
    case .restore: return entry.isTrashed ? [.change(.one(entry.id), .restore)] : []
    case .edit, .editExternally, .delete, .toggleStar, .togglePin:
      guard !app.isInTrash(entry) else { return [] }
      return app.act(command, on: entry)
    default: return app.updateEverywhere(command)
    }
    return []
  }

  /// Opens an entry at one of its photos.
  static func open(_ entry: Entry, at photo: AssetID, in app: inout AppState) {
    var reader = ReaderState(entry)
    reader.layOut(in: app)
    let index = app.shownPictures(of: entry).firstIndex { $0.asset == photo }
    reader.focus(index.flatMap { reader.document.focus(on: .photo($0)) }, in: app)
    app.push(reader)
  }

  /// Focuses a target and scrolls to it.
  private mutating func focus(_ focus: ReaderFocus?, in app: AppState) {
    self.focus = focus
    guard let focus, let rows = document.rows(of: focus) else { return }
    scroll.reveal(
      rows, content: document.rowCount, height: Self.body(app.size).rows)
  }

  // MARK: What Tab has come to

  private func open(in app: inout AppState) -> [Effect] {
    switch target {
    case .photo(let index):
      let picture = entry.pictures[index]
      if picture.type.isVideo { return app.play(picture.named) }
      ViewerState.open(entry, index: index, in: &app)
    case .attachment(let index):
      return app.playOrOpen(entry.attachments[index].named)
    case .address(let address): return follow(address, in: &app)
    case .entry(let name): return [.followLink(name, from: entry.id)]
    case .checkBox: return toggleBox(in: &app) ?? []
    case .comment: if let focusedComment { change(focusedComment, in: &app) }
    case .backlink(let index):
      return document.backlinks.links.element(at: index)
        .map { [.open($0.source.id, from: entry.id)] } ?? []
    case nil:
      guard !app.shownPictures(of: entry).isEmpty else { return [] }
      ViewerState.open(entry, index: document.firstPhoto ?? 0, in: &app)
    }
    return []
  }

  /// Opens a web or mail address in the desktop's browser.
  private func follow(_ address: String, in app: inout AppState) -> [Effect] {
    guard let link = LinkAddress(address) else {
      app.toast = localized(
        "Couldn't open \(address.printable): only web and email links can be opened.")
      return []
    }
    return [.openAddress(link.text)]
  }

  /// Toggles the focused check box; `nil` if it isn't in view. Only the byte of its mark changes.
  private func toggleBox(in app: inout AppState) -> [Effect]? {
    let view = scroll.top..<scroll.top + Self.body(app.size).rows
    guard case .checkBox(let mark, let isChecked) = target, let focus,
      let rows = document.rows(of: focus), rows.overlaps(view)
    else { return nil }
    guard !app.isInTrash(entry), app.checkEditable(entry) else { return [] }
    return CheckBoxes.toggled(entry.content, at: mark, isChecked: isChecked).map { content in
      app.change(entry) { $0.content = content }
    } ?? []
  }

  // MARK: Turning pages

  /// Shows the next or previous entry of the list that the reader was opened from.
  private mutating func turnPage(by count: Int, in app: inout AppState) -> [Effect] {
    guard !app.screens.contains(TrashState.self) else { return [] }
    let isInList = !app.screens.contains(where: \.leavesList)
    if isInList, let rank = app.entries.rank(of: entry.id), let next = app.entries[rank + count] {
      app.leaveStrip()
      app.entries.select(rank + count)
      self = ReaderState(next, finding: app.phrases)
      return []
    }
    // In a list of search results, the next entry is still being loaded.
    return app.found == nil || !isInList ? [.turnPage(from: entry.sortKey, by: count)] : []
  }

  // MARK: The mouse

  /// Focuses the target under the mouse; a double press opens it.
  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let wheel = mouse.action.wheelRows
    if wheel != 0 {
      scroll.move(
        by: wheel, content: document.rowCount, height: Self.body(app.size).rows)
      return []
    }
    guard let focus = focus(at: mouse.point, app) else { return [] }
    self.focus = focus
    return mouse.action == .doublePress ? open(in: &app) : []
  }
}

// MARK: - ReaderFind

/// A search in the entry, and its current match.
struct ReaderFind: Sendable {
  let phrases: [SearchPhrase]
  /// Indicates that it was typed in the reader.
  var isTyped = false
  var match: ReaderFocus?
  /// `true` until the first match has been shown.
  var isFirstDue = true
  /// `true` if the user has gone to an end of the entry since the match.
  var isLeft = false
  /// The request that searches a long text.
  var requestID: Int?
}

/// A search being typed in the reader.
struct ReaderPrompt: Sendable {
  var field = TextField()
  /// The scroll position before the search.
  let start: ScrollPosition
}

extension ReaderState {
  /// The longest search that is applied, in characters.
  private static let longestSearch = 200

  private mutating func handle(
    _ key: KeyEvent, _ typed: ReaderPrompt, in app: inout AppState
  ) -> [Effect] {
    let own = screenCommand(for: key, in: app)
    switch own ?? app.keys[.everywhere].command(for: key) {
    case .cancel:
      prompt = nil
      scroll = typed.start
      mark(foundBy)
    case .accept:
      prompt = nil
      if typed.field.text.isBlank {
        mark(foundBy)
      } else if find?.match == nil, find?.requestID == nil {
        app.toast = localized("“\(typed.field.text.printable)” not found.")
      }
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where own == .help: return app.updateEverywhere(.help)
    default:
      var field = typed.field
      if app.type(key, into: &field) { return search(field, in: &app) }
    }
    return []
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    guard var field = prompt?.field else { return [] }
    field.insert(text)
    return search(field, in: &app)
  }

  /// Goes to the first match of the typed text after the position where the search began.
  private mutating func search(_ field: TextField, in app: inout AppState) -> [Effect] {
    let isChanged = prompt?.field.text != field.text
    prompt?.field = field
    guard isChanged, let start = prompt?.start else { return [] }
    let text = String(field.text.trimmed.prefix(Self.longestSearch))
    mark(text.isEmpty ? [] : [SearchPhrase(text)])
    find?.isTyped = true
    scroll = start
    layOut(in: app)
    return goToMatch(backwards: false, &app)
  }

  /// Highlights the matches of phrases instead of those of an earlier search.
  private mutating func mark(_ phrases: [SearchPhrase]) {
    document = ReaderDocument(entry, marking: phrases, after: document)
    find = phrases.isEmpty ? nil : ReaderFind(phrases: phrases, isFirstDue: false)
  }
}

// MARK: - Copying

extension Entry {
  /// The title, if there is one, and the text.
  var copiedText: String { hasTitle ? "\(title)\n\n\(content)" : content }
}

extension ReaderState {
  /// Returns the text of what Tab has focused: a photo's path, an address, a comment; otherwise the
  /// entry's text.
  func textToCopy(in app: AppState) -> String {
    switch target {
    case .photo(let index): app.assetPath(entry.pictures[index])
    case .address(let address): address
    case .comment: focusedComment?.comment.text ?? entry.copiedText
    case .attachment, .entry, .checkBox, .backlink, nil: entry.copiedText
    }
  }

  /// Returns the hint for the key that copies; it names what is copied.
  func copyHint(_ keys: KeyTable) -> Binding? {
    switch target {
    case .photo: keys.hint(.copyText, "copy path")
    case .address: keys.hint(.copyText, "copy link")
    default: nil
    }
  }
}

/// A search in a long text beyond the sections that are searched synchronously.
package struct MatchSearch: Hashable, Sendable {
  let text: MarkdownText
  let phrases: [SearchPhrase]
  let walk: MatchWalk
  let requestID: Int

  /// The result: the walk from the next section that contains a phrase.
  var found: MatchWalk { ReaderDocument.skipped(walk, in: text, phrases) }
}

extension ReaderState {
  /// Goes to the match after the current one, or before it. If the user has scrolled away, starts
  /// from the rows in view.
  mutating func goToMatch(backwards: Bool, _ state: inout AppState) -> [Effect] {
    guard let find else { return [] }
    let view = scroll.top..<scroll.top + Self.body(state.size).rows
    let next: ReaderFocus?
    let section: Int
    if let match = find.match, !find.isLeft, document.rows(ofMatch: match)?.overlaps(view) == true {
      next = ReaderFocus(section: match.section, number: match.number + (backwards ? -1 : 1))
      section = match.section
    } else {
      section = document.section(at: backwards ? view.upperBound - 1 : view.lowerBound)
      next = document.match(in: section, of: view, backwards: backwards)
    }
    guard let next, document.rows(ofMatch: next) != nil else {
      return goToMatch(on: document.walk(from: section, backwards: backwards), &state)
    }
    showMatch(next, state)
    return []
  }

  mutating func goToMatch(on walk: MatchWalk, _ state: inout AppState) -> [Effect] {
    guard find != nil else { return [] }
    let body = Self.body(state.size)
    let (match, rest) = document.nextMatch(on: walk, entry, body, state)
    if let match {
      showMatch(match, state)
    } else if rest.left > 0 {
      return [.findInText(search(rest, &state))]
    }
    return []
  }

  private mutating func search(_ walk: MatchWalk, _ state: inout AppState) -> MatchSearch {
    let requestID = state.nextRequestID()
    find?.requestID = requestID
    return MatchSearch(
      text: document.text, phrases: find?.phrases ?? [], walk: walk, requestID: requestID)
  }

  /// Scrolls to a match, with some of the text after it.
  private mutating func showMatch(_ match: ReaderFocus, _ state: AppState) {
    find?.match = match
    find?.isLeft = false
    guard let rows = document.rows(ofMatch: match) else { return }
    let height = Self.body(state.size).rows
    let after = min(document.rowCount, rows.upperBound + height / 3)
    scroll.reveal(
      max(0, rows.lowerBound - 1)..<max(after, rows.upperBound), content: document.rowCount,
      height: height)
  }

  /// Returns the hint for the key of the next match: `match 2 of 5`.
  func matchHint(_ keys: KeyTable) -> Binding? {
    guard let match = find?.match else { return nil }
    guard let (number, total) = document.count(to: match) else {
      return keys.hint(.nextMatch, "next match")
    }
    return keys.hint(
      .nextMatch, "match \(CountText.grouped(number)) of \(CountText.grouped(total))")
  }

  /// Goes to the first match in an entry that was opened from a search.
  mutating func findFirst(in app: inout AppState) -> [Effect] {
    guard app.screens.front is Self, find?.isFirstDue == true else { return [] }
    find?.isFirstDue = false
    layOut(in: app)
    return goToMatch(backwards: false, &app)
  }
}

// MARK: - ReaderEffects

extension Effect {
  /// Opens the entry `count` ranks away.
  static func turnPage(from order: EntrySortKey, by count: Int) -> Effect {
    .read(order, count) { service in
      let rank = try await service.rank(of: order) + count
      guard rank >= 0 else { return (nil, 0) }
      return (try await service.entries(EntryQuery(offset: rank, limit: 1)).first, rank)
    } then: { (state, turned: (Entry?, Int)) in
      // The reader may show another entry by now.
      guard let reader = state.screens.front(as: ReaderState.self), reader.entry.sortKey == order,
        let next = turned.0
      else { return }
      state.screens.replaceFront(with: ReaderState(next))
      guard !state.screens.contains(where: \.leavesList) else { return }
      state.leaveStrip()
      state.list.select(turned.1)
    }
  }

  /// Opens an address in the desktop's browser.
  static func openAddress(_ address: String) -> Effect {
    .run(address) { context in
      await Result.of { () async throws(MessageError) in
        try await context.environment.photoActions.open(address: address)
      }
    } then: { state, result in
      state.toast =
        switch result {
        case .success: localized("Opened in your browser.")
        case .failure(let error): error.line
        }
    }
  }

  /// Searches a long text for matches, and continues from the result.
  static func findInText(_ search: MatchSearch) -> Effect {
    .run(search) { _ in
      search.found
    } thenPerform: { state, walk in
      guard var reader = state.screens.front(as: ReaderState.self),
        reader.find?.requestID == search.requestID
      else { return [] }
      reader.find?.requestID = nil
      let effects = reader.goToMatch(on: walk, &state)
      state.screens.replaceFront(with: reader)
      return effects
    }
  }
}

// MARK: - CheckBoxes

/// Check boxes in a text.
enum CheckBoxes {
  /// Returns the text with a check box toggled; `nil` if there is none. `mark` is the byte offset
  /// of the character between the brackets.
  static func toggled(_ text: String, at mark: Int, isChecked: Bool) -> String? {
    let bytes = text.utf8
    guard mark > 0, mark + 1 < bytes.count else { return nil }
    let start = bytes.index(bytes.startIndex, offsetBy: mark)
    let end = bytes.index(after: start)
    let there = bytes[start]
    guard bytes[bytes.index(before: start)] == UInt8(ascii: "["), bytes[end] == UInt8(ascii: "]"),
      isChecked
        ? there == UInt8(ascii: "x") || there == UInt8(ascii: "X") : there == UInt8(ascii: " ")
    else { return nil }
    return String(Substring(bytes[..<start])) + (isChecked ? " " : "x") + Substring(bytes[end...])
  }
}
