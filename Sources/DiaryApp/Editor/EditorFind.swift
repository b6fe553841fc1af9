import DiaryCore
import TerminalUI
import Text

/// A search in the editor's text, with or without replacing.
struct EditorFind: Hashable, Sendable {
  var phrase: TextField
  /// The replacement; `nil` while only searching.
  var replacement: TextField?
  /// `true` if the replacement has the focus rather than the phrase.
  var isInReplacement = false
  /// `true` while the user is asked about each match.
  var isAsking = false
  /// The number of matches replaced so far.
  var replaced = 0
  /// The caret at the beginning of the search, in bytes. The search covers the text from there to
  /// the end, and then the part before it.
  var start: Int
  /// `true` once the search has wrapped around to the part before `start`.
  var hasWrapped = false
  /// The selected match.
  var match: Range<Int>?
  /// All matches, if there are few enough to count.
  var places: TextMatches?
  /// `true` if Enter closes the search, as in vi, rather than going to the next match.
  var endsWithEnter = false

  init(_ phrase: String, from start: Int) {
    self.phrase = TextField(phrase)
    self.start = start
    selectPhrase()
  }

  var wanted: FindPhrase? { FindPhrase(phrase.text) }

  /// Selects the previous phrase, so that typing replaces it.
  private mutating func selectPhrase() {
    var ring = KillRing()
    _ = phrase.apply(.selectAll, &ring)
  }

  /// Returns the next match to ask about.
  func next(in text: EditableText, from offset: Int) -> (match: Range<Int>, hasWrapped: Bool)? {
    guard let wanted else { return nil }
    if !hasWrapped, let match = text.first(wanted, from: offset) { return (match, false) }
    return text.first(wanted, from: hasWrapped ? offset : 0, to: start).map { ($0, true) }
  }

  /// Returns all matches that haven't been asked about, in the order of the text.
  func rest(in text: EditableText, from offset: Int) -> [Range<Int>] {
    guard let wanted else { return [] }
    if hasWrapped { return text.ranges(of: wanted, in: offset..<max(offset, start)) }
    return text.ranges(of: wanted, in: 0..<min(start, offset))
      + text.ranges(of: wanted, in: offset..<max(offset, text.rope.count))
  }

  /// Returns `true` if the phrase is still at this match. Photos may have been added to the text in
  /// the meantime.
  func isStillMatch(_ match: Range<Int>, in text: EditableText) -> Bool {
    wanted.flatMap { text.first($0, from: match.lowerBound, to: match.upperBound) } == match
  }

  /// Records that a match has been replaced.
  mutating func replaced(_ match: Range<Int>, with text: String) {
    replaced += 1
    // The search ends where it began, which moves if earlier text changes its length.
    if match.upperBound <= start { start += text.utf8.count - match.count }
  }
}

// MARK: - EditorFindUpdate

extension EditorState {
  /// Opens the search, or adds a field for the replacement.
  mutating func openFind(
    replacing: Bool, endsWithEnter: Bool = false, in app: inout AppState
  ) -> [Effect] {
    if focus != .content { moveFocus(to: .content) }
    let content = page.content.content
    let selected = content.selectedText.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
    let start = content.selection?.lowerBound ?? content.caret
    var find = self.find ?? EditorFind(selected ?? lastPhrase, from: start)
    find.replacement = replacing ? find.replacement ?? TextField() : nil
    // If the phrase has a match already, only the replacement is missing.
    find.isInReplacement = replacing && self.find?.match != nil
    find.endsWithEnter = endsWithEnter
    self.find = find
    seek(in: &app)
    return []
  }

  /// Goes to the next or previous match of the last phrase.
  mutating func findAgain(isBack: Bool, in app: inout AppState) -> [Effect] {
    guard let wanted = FindPhrase(lastPhrase) else {
      return openFind(replacing: false, in: &app)
    }
    let content = page.content.content
    let match =
      isBack
      ? content.previous(wanted, before: content.caret)
      : content.next(wanted, from: content.after(content.caret))
    if let match {
      _ = edit(.place(match.lowerBound), &app.killRing)
    } else {
      app.toast = localized("“\(lastPhrase.printable)” not found.")
    }
    return []
  }

  mutating func handle(
    _ event: KeyEvent, _ find: EditorFind, in app: inout AppState
  ) -> [Effect] {
    if find.isAsking { return replace(event, find, in: &app) }
    switch app.keys[.find].command(for: event) {
    case .cancel: closeFind(in: &app)
    case .accept where find.replacement != nil && !find.isInReplacement:
      self.find?.isInReplacement = true
    case .accept where find.replacement != nil: beginReplacing(in: &app)
    case .accept where find.endsWithEnter: closeFind(in: &app)
    case .accept, .next: step(isBack: false, in: &app)
    case .previous: step(isBack: true, in: &app)
    case .nextField, .previousField:
      if find.replacement != nil { self.find?.isInReplacement.toggle() }
    case .replace: return openFind(replacing: true, in: &app)
    case .help: return app.updateEverywhere(.help)
    default: return typeFind(event, in: &app)
    }
    return []
  }

  /// Inserts pasted text into the focused field.
  mutating func pasteIntoFind(_ text: String, in app: inout AppState) {
    guard find?.isAsking == false else { return }
    if find?.isInReplacement == true {
      find?.replacement?.insert(text)
    } else {
      find?.phrase.insert(text)
      seek(in: &app)
    }
  }

  private mutating func typeFind(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    guard var find else { return [] }
    if let command = app.keys.editing(for: event) {
      let isHandled: Bool
      if find.isInReplacement, var field = find.replacement {
        isHandled = field.apply(command, &app.killRing).isHandled
        find.replacement = field
      } else {
        isHandled = find.phrase.apply(command, &app.killRing).isHandled
      }
      let isOther = find.phrase.text != self.find?.phrase.text
      self.find = find
      if isOther { seek(in: &app) }
      if isHandled { return [] }
    }
    return leaveFind(event, in: &app)
  }

  /// Handles keys with a wider purpose. Saving closes the search first.
  private mutating func leaveFind(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    if app.keys[.editor].command(for: event) == .save {
      closeFind(in: &app)
      return handle(event, in: &app)
    }
    guard let command = app.keys[.everywhere].withoutLetters.command(for: event) else { return [] }
    return app.updateEverywhere(command)
  }

  // MARK: Finding

  /// Selects the first match from the beginning of the search on.
  private mutating func seek(in app: inout AppState) {
    guard let find else { return }
    let content = page.content.content
    self.find?.places = find.wanted.flatMap { TextMatches($0, in: content) }
    show(find.wanted.flatMap { content.next($0, from: find.start) }, in: &app)
  }

  private mutating func step(isBack: Bool, in app: inout AppState) {
    guard let find, let wanted = find.wanted else { return }
    let content = page.content.content
    let match =
      isBack
      ? content.previous(wanted, before: find.match?.lowerBound ?? content.caret)
      : content.next(wanted, from: find.match?.upperBound ?? content.caret)
    show(match, in: &app)
  }

  /// Selects a match; without one, the caret returns to the beginning of the search.
  private mutating func show(_ match: Range<Int>?, in app: inout AppState) {
    find?.match = match
    if let match {
      _ = edit(.select(match), &app.killRing)
    } else if let start = find?.start {
      _ = edit(.dropSelection, &app.killRing)
      _ = edit(.place(start), &app.killRing)
    }
  }

  private mutating func closeFind(in app: inout AppState) {
    guard let find else { return }
    lastPhrase = find.phrase.text
    self.find = nil
    _ = edit(.dropSelection, &app.killRing)
    _ = edit(.place(find.match?.lowerBound ?? page.content.caret), &app.killRing)
  }

  // MARK: Replacing

  private mutating func beginReplacing(in app: inout AppState) {
    find?.isAsking = true
    askNext(from: find?.start ?? 0, in: &app)
  }

  private mutating func replace(
    _ event: KeyEvent, _ find: EditorFind, in app: inout AppState
  ) -> [Effect] {
    guard let match = find.match, let text = find.replacement?.text else { return [] }
    switch app.keys[.replacing].command(for: event) {
    case .yes where !find.isStillMatch(match, in: page.content.content):
      askNext(from: match.lowerBound, in: &app)
    case .yes:
      _ = edit(.replace(match, with: text), &app.killRing)
      self.find?.replaced(match, with: text)
      askNext(from: match.lowerBound + text.utf8.count, in: &app)
    case .no: askNext(from: match.upperBound, in: &app)
    case .replaceAll:
      replaceRest(from: match, with: text, in: &app)
      endReplacing(in: &app)
    case .cancel: endReplacing(in: &app)
    case .help: return app.updateEverywhere(.help)
    default: return leaveFind(event, in: &app)
    }
    return []
  }

  /// Asks about the next match, or ends if there is none.
  private mutating func askNext(from offset: Int, in app: inout AppState) {
    guard let next = find?.next(in: page.content.content, from: offset) else {
      return endReplacing(in: &app)
    }
    find?.hasWrapped = next.hasWrapped
    show(next.match, in: &app)
  }

  /// Replaces the remaining matches as one change.
  private mutating func replaceRest(
    from match: Range<Int>, with text: String, in app: inout AppState
  ) {
    let rest = find?.rest(in: page.content.content, from: match.lowerBound) ?? []
    _ = edit(.replaceAll(rest, with: text), &app.killRing)
    find?.replaced += rest.count
  }

  private mutating func endReplacing(in app: inout AppState) {
    guard let find else { return }
    lastPhrase = find.phrase.text
    self.find = nil
    _ = edit(.dropSelection, &app.killRing)
    app.toast = CountText.replaced(find.replaced)
  }
}

extension CountText {
  fileprivate static func replaced(_ number: Int) -> String {
    switch number {
    case 0: localized("Nothing replaced.")
    case 1: localized("Replaced 1 match.")
    default: localized("Replaced \(grouped(number)) matches.")
    }
  }
}

// MARK: - EditorFindView

/// The bottom line of the editor during a search.
enum EditorFindView {
  /// Draws the line in place of the hints. Returns the caret's cell; `nil` while the user is asked
  /// about a match.
  static func draw(
    _ find: EditorFind, _ state: AppState, in grid: inout Grid, _ rect: Rect
  ) -> Point? {
    grid.fill(rect)
    let line = rect.inset(left: 1, right: 1)
    let theme = state.theme
    guard !find.isAsking else {
      grid.draw(question(state.keys), in: line, theme.accent)
      return nil
    }
    let words = hint(find, state.keys[.find])
    let hintColumns = line.columns >= 60 ? TextWidth.columns(words) + 2 : 0
    if hintColumns > 0 { grid.draw(trailing: words, in: line, theme.dim) }
    let space = line.inset(right: hintColumns)
    guard let replacement = find.replacement else {
      return draw(localized("Find"), find.phrase, in: &grid, space, isMissing(find), theme)
    }
    let half = space.columns / 2
    let left = space.inset(right: space.columns - half + 1)
    let first = draw(localized("Find"), find.phrase, in: &grid, left, isMissing(find), theme)
    let second = draw(
      localized("With"), replacement, in: &grid, space.inset(left: half), false, theme)
    return find.isInReplacement ? second : first
  }

  /// Returns the styles of the matches in view.
  static func marks(
    _ find: EditorFind, in content: TextArea, _ theme: Theme
  ) -> [(range: Range<Int>, style: Style)] {
    guard let wanted = find.wanted else { return [] }
    return content.content.ranges(of: wanted, in: content.visibleRange).map {
      ($0, theme.accent.adding(.underline))
    }
  }

  private static func isMissing(_ find: EditorFind) -> Bool {
    find.match == nil && !find.phrase.isEmpty
  }

  /// Returns the question about a match, with the keys that answer it.
  static func question(_ keys: Keymap) -> String {
    let answers: [(Command, String)] = [
      (.yes, localized("yes")), (.no, localized("no")), (.replaceAll, localized("all")),
      (.cancel, localized("stop")),
    ]
    let words = answers.compactMap { command, words in
      keys[.replacing].keyName(of: command).map { "\($0) \(words)" }
    }
    return localized("Replace this?") + " " + words.joined(separator: ", ")
  }

  private static func hint(_ find: EditorFind, _ keys: KeyTable) -> String {
    if isMissing(find) { return localized("not found") }
    let next: (Command, String) =
      find.replacement == nil ? (.next, localized("next")) : (.accept, localized("continue"))
    let words = [next, (.cancel, localized("close"))].compactMap { command, words in
      keys.keyName(of: command).map { "\($0) \(words)" }
    }
    let place = find.match.flatMap { find.places?.text(at: $0) }
    return ([place].compactMap(\.self) + words).joined(separator: "  ")
  }

  private static func draw(
    _ label: String, _ field: TextField, in grid: inout Grid, _ rect: Rect, _ isMissing: Bool,
    _ theme: Theme
  ) -> Point {
    let end = grid.draw(label, in: rect, theme.dim)
    return field.draw(
      in: &grid, rect.inset(left: end + 1 - rect.column), isMissing ? theme.warning : theme.text)
  }
}

// MARK: - TextMatches

/// The positions of a phrase's matches in a text, for numbering them.
struct TextMatches: Hashable, Sendable {
  /// The byte offset of each match, in the order of the text.
  private let starts: [Int]
  /// `true` if there are more than `most` matches.
  private let hasMore: Bool

  private static let most = 999
  /// The longest text, in bytes, that is searched to its end after each key.
  private static let maxTextLength = 1 << 18

  /// Returns `nil` if the text is too long for counting.
  init?(_ phrase: FindPhrase, in text: EditableText) {
    guard text.rope.count <= Self.maxTextLength else { return nil }
    let found = text.ranges(of: phrase, most: Self.most + 1)
    starts = found.prefix(Self.most).map(\.lowerBound)
    hasMore = found.count > Self.most
  }

  /// Returns a text such as `3 of 12`; `nil` for a match that wasn't counted.
  func text(at match: Range<Int>) -> String? {
    guard let index = starts.firstIndex(of: match.lowerBound) else { return nil }
    let total = "\(starts.count)" + (hasMore ? "+" : "")
    return localized("\(index + 1) of \(total)")
  }
}
