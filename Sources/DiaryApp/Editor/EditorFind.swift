import DiaryCore
import Localization
import TerminalUI
import TextEditing

/// A phrase that is looked for in the text of the editor, and perhaps replaced.
struct EditorFind: Hashable, Sendable {
  var phrase: TextField
  /// What comes in its place; `nil` where it is only looked for.
  var replacement: TextField?
  /// Whether the replacement is being typed rather than the phrase.
  var isInReplacement = false
  /// Whether each place is asked about.
  var isAsking = false
  /// How many were replaced by now.
  var replaced = 0
  /// Where the caret was when the search began; all places from there on, and round again, are
  /// looked at.
  var start: Int
  /// Whether the places before that are being looked at, after the text's end.
  var isAround = false
  /// The place that is selected.
  var match: Range<Int>?
  /// All places, where they are few enough to be counted.
  var places: TextMatches?
  /// Whether Enter ends it, as in vi, rather than going on to the next place.
  var endsWithEnter = false

  init(_ phrase: String, from start: Int) {
    self.phrase = TextField(phrase)
    self.start = start
    selectPhrase()
  }

  var wanted: SearchPhrase? { SearchPhrase(phrase.text) }

  /// The next letter takes the place of the phrase of the last time.
  private mutating func selectPhrase() {
    var ring = KillRing()
    _ = phrase.apply(.selectAll, &ring)
  }

  /// Where to look for the next place that is asked about.
  func next(in text: EditableText, from offset: Int) -> (match: Range<Int>, isAround: Bool)? {
    guard let wanted else { return nil }
    if !isAround, let match = text.first(wanted, from: offset) { return (match, false) }
    return text.first(wanted, from: isAround ? offset : 0, to: start).map { ($0, true) }
  }

  /// All places that are still to be asked about, in the order of the text.
  func rest(in text: EditableText, from offset: Int) -> [Range<Int>] {
    guard let wanted else { return [] }
    if isAround { return text.ranges(of: wanted, in: offset..<max(offset, start)) }
    return text.ranges(of: wanted, in: 0..<min(start, offset))
      + text.ranges(of: wanted, in: offset..<max(offset, text.rope.count))
  }

  /// Whether the phrase is still where it was found: photos may have come into the text meanwhile.
  func isThere(_ match: Range<Int>, in text: EditableText) -> Bool {
    wanted.flatMap { text.first($0, from: match.lowerBound, to: match.upperBound) } == match
  }

  /// A place has been replaced.
  mutating func replaced(_ match: Range<Int>, with text: String) {
    replaced += 1
    // The search ends where it began, wherever that is by now.
    if match.upperBound <= start { start += text.utf8.count - match.count }
  }
}

// MARK: - EditorFindUpdate

extension EditorState {
  /// Opens the line in which a phrase is typed, or adds one for what comes in its place.
  mutating func openFind(
    replacing: Bool, endsWithEnter: Bool = false, in app: inout ScreenContext
  ) -> [Effect] {
    if focus != .content { moveFocus(to: .content) }
    let content = page.content.content
    let selected = content.selectedText.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
    let start = content.selection?.lowerBound ?? content.caret
    var find = self.find ?? EditorFind(selected ?? lastPhrase, from: start)
    find.replacement = replacing ? find.replacement ?? TextField() : nil
    // What was found already is known; what comes in its place isn't.
    find.isInReplacement = replacing && self.find?.match != nil
    find.endsWithEnter = endsWithEnter
    self.find = find
    seek(in: &app)
    return []
  }

  /// Goes to the next place of the phrase that was looked for last, without asking for one.
  mutating func findAgain(isBack: Bool, in app: inout ScreenContext) -> [Effect] {
    guard let wanted = SearchPhrase(lastPhrase) else {
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
    _ event: KeyEvent, _ find: EditorFind, in app: inout ScreenContext
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

  /// Pasted text goes into the line.
  mutating func pasteIntoFind(_ text: String, in app: inout ScreenContext) {
    guard find?.isAsking == false else { return }
    if find?.isInReplacement == true {
      find?.replacement?.insert(text)
    } else {
      find?.phrase.insert(text)
      seek(in: &app)
    }
  }

  private mutating func typeFind(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard var find else { return [] }
    if let command = app.keys.editing(for: event) {
      let isTaken: Bool
      if find.isInReplacement, var field = find.replacement {
        isTaken = field.apply(command, &app.killRing).isTaken
        find.replacement = field
      } else {
        isTaken = find.phrase.apply(command, &app.killRing).isTaken
      }
      let isOther = find.phrase.text != self.find?.phrase.text
      self.find = find
      if isOther { seek(in: &app) }
      if isTaken { return [] }
    }
    return leaveFind(event, in: &app)
  }

  /// A key that is for more than the line: saving ends the search first.
  private mutating func leaveFind(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    if app.keys[.editor].command(for: event) == .save {
      closeFind(in: &app)
      return handle(event, in: &app)
    }
    guard let command = app.keys[.everywhere].withoutLetters.command(for: event) else { return [] }
    return app.updateEverywhere(command)
  }

  // MARK: Finding

  /// Selects the nearest place from where the search began.
  private mutating func seek(in app: inout ScreenContext) {
    guard let find else { return }
    let content = page.content.content
    self.find?.places = find.wanted.flatMap { TextMatches($0, in: content) }
    show(find.wanted.flatMap { content.next($0, from: find.start) }, in: &app)
  }

  private mutating func step(isBack: Bool, in app: inout ScreenContext) {
    guard let find, let wanted = find.wanted else { return }
    let content = page.content.content
    let match =
      isBack
      ? content.previous(wanted, before: find.match?.lowerBound ?? content.caret)
      : content.next(wanted, from: find.match?.upperBound ?? content.caret)
    show(match, in: &app)
  }

  /// Selects a place; without one, the caret goes back to where it was.
  private mutating func show(_ match: Range<Int>?, in app: inout ScreenContext) {
    find?.match = match
    if let match {
      _ = edit(.select(match), &app.killRing)
    } else if let start = find?.start {
      _ = edit(.dropSelection, &app.killRing)
      _ = edit(.place(start), &app.killRing)
    }
  }

  private mutating func closeFind(in app: inout ScreenContext) {
    guard let find else { return }
    lastPhrase = find.phrase.text
    self.find = nil
    _ = edit(.dropSelection, &app.killRing)
    _ = edit(.place(find.match?.lowerBound ?? page.content.caret), &app.killRing)
  }

  // MARK: Replacing

  private mutating func beginReplacing(in app: inout ScreenContext) {
    find?.isAsking = true
    goOn(from: find?.start ?? 0, in: &app)
  }

  private mutating func replace(
    _ event: KeyEvent, _ find: EditorFind, in app: inout ScreenContext
  ) -> [Effect] {
    guard let match = find.match, let text = find.replacement?.text else { return [] }
    switch app.keys[.replacing].command(for: event) {
    case .yes where !find.isThere(match, in: page.content.content):
      goOn(from: match.lowerBound, in: &app)
    case .yes:
      _ = edit(.replace(match, with: text), &app.killRing)
      self.find?.replaced(match, with: text)
      goOn(from: match.lowerBound + text.utf8.count, in: &app)
    case .no: goOn(from: match.upperBound, in: &app)
    case .replaceAll:
      replaceRest(from: match, with: text, in: &app)
      endReplacing(in: &app)
    case .cancel: endReplacing(in: &app)
    case .help: return app.updateEverywhere(.help)
    default: return leaveFind(event, in: &app)
    }
    return []
  }

  /// Asks about the next place, or ends where there is none.
  private mutating func goOn(from offset: Int, in app: inout ScreenContext) {
    guard let next = find?.next(in: page.content.content, from: offset) else {
      return endReplacing(in: &app)
    }
    find?.isAround = next.isAround
    show(next.match, in: &app)
  }

  /// Replaces every place that would still be asked about, as one change.
  private mutating func replaceRest(
    from match: Range<Int>, with text: String, in app: inout ScreenContext
  ) {
    let rest = find?.rest(in: page.content.content, from: match.lowerBound) ?? []
    _ = edit(.replaceAll(rest, with: text), &app.killRing)
    find?.replaced += rest.count
  }

  private mutating func endReplacing(in app: inout ScreenContext) {
    guard let find else { return }
    lastPhrase = find.phrase.text
    self.find = nil
    _ = edit(.dropSelection, &app.killRing)
    app.toast = CountWords.replaced(find.replaced)
  }
}

extension CountWords {
  fileprivate static func replaced(_ number: Int) -> String {
    switch number {
    case 0: localized("Nothing replaced.")
    case 1: localized("Replaced 1 place.")
    default: localized("Replaced \(grouped(number)) places.")
    }
  }
}

// MARK: - FindKeys

extension KeyScreen {
  static let find = KeyScreen(
    "find",
    title: "Find in the text",
    bindings: [
      Binding(.accept, .enter, help: "Next match; then replace"),
      Binding(.next, .function(3), help: "Next match"),
      Binding(.previous, KeyEvent(.function(3), .shift), help: "Previous match"),
      Binding(.replace, .function(4), help: "Replace matches"),
      Binding(.nextField, .tab, help: "Text to find or replacement"),
      Binding(.previousField, KeyEvent(.tab, .shift), help: "Other field"),
      Binding(.cancel, .escape, help: "Close; the cursor stays there"),
      Binding(.help, .function(1), help: "All keys"),
    ])

  static let replacing = KeyScreen(
    "replacing",
    title: "Replace in the text",
    bindings: [
      Binding(.yes, "y", help: "Replace this one"),
      Binding(.no, "n", help: "Skip this one"),
      Binding(.replaceAll, "a", help: "Replace this and all others"),
      Binding(.cancel, "q", .escape, help: "Stop"),
      Binding(.help, .function(1), help: "All keys"),
    ])
}

// MARK: - EditorFindView

/// The line in which a phrase is typed, at the bottom of the editor.
enum EditorFindView {
  /// Draws it in place of the keys. Returns the caret's place; `nil` where a place in the text is
  /// asked about.
  static func draw(
    _ find: EditorFind, _ state: ScreenContext, in grid: inout Grid, _ rect: Rect
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
    let room = line.inset(right: hintColumns)
    guard let replacement = find.replacement else {
      return draw(localized("Find"), find.phrase, in: &grid, room, isMissing(find), theme)
    }
    let half = room.columns / 2
    let left = room.inset(right: room.columns - half + 1)
    let first = draw(localized("Find"), find.phrase, in: &grid, left, isMissing(find), theme)
    let second = draw(
      localized("With"), replacement, in: &grid, room.inset(left: half), false, theme)
    return find.isInReplacement ? second : first
  }

  /// The places of the phrase that are in view.
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

  /// What is asked about a place that may be replaced, with the keys that answer.
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
    let place = find.match.flatMap { find.places?.words(at: $0) }
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

/// Where a phrase is in a text, so that it can be said which of how many places is shown.
struct TextMatches: Hashable, Sendable {
  /// Where each begins, in the order of the text.
  private let starts: [Int]
  /// Whether there are, or may be, more.
  private let hasMore: Bool

  private static let most = 999
  /// In bytes: longer texts aren't read to their end at each key.
  private static let longestText = 1 << 18

  /// `nil` where counting would take long.
  init?(_ phrase: SearchPhrase, in text: EditableText) {
    guard text.rope.count <= Self.longestText else { return nil }
    let found = text.ranges(of: phrase, most: Self.most + 1)
    starts = found.prefix(Self.most).map(\.lowerBound)
    hasMore = found.count > Self.most
  }

  /// `3 of 12`; `nil` for a place that wasn't counted.
  func words(at match: Range<Int>) -> String? {
    guard let index = starts.firstIndex(of: match.lowerBound) else { return nil }
    let total = "\(starts.count)" + (hasMore ? "+" : "")
    return localized("\(index + 1) of \(total)")
  }
}
