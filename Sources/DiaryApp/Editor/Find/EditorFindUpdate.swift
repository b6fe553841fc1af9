import DiaryCore
import Localization
import TerminalUI
import TextEditing

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
