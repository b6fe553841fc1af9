import DiaryCore
import TerminalUI
import TextEditing
import Words

extension AppState {
  /// Opens the line in which a phrase is typed, or adds one for what comes in its place.
  mutating func openFind(
    _ editor: EditorState, replacing: Bool, endsWithEnter: Bool = false
  ) -> [Effect] {
    var editor = editor
    if editor.focus != .content { editor.moveFocus(to: .content) }
    let content = editor.page.content.content
    let selected = content.selectedText.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
    let start = content.selection?.lowerBound ?? content.caret
    var find = editor.find ?? EditorFind(selected ?? editor.lastPhrase, from: start)
    find.replacement = replacing ? find.replacement ?? TextField() : nil
    // What was found already is known; what comes in its place isn't.
    find.isInReplacement = replacing && editor.find?.match != nil
    find.endsWithEnter = endsWithEnter
    editor.find = find
    seek(&editor)
    return put(editor)
  }

  /// Goes to the next place of the phrase that was looked for last, without asking for one.
  mutating func findAgain(_ editor: EditorState, isBack: Bool) -> [Effect] {
    guard let wanted = SearchPhrase(editor.lastPhrase) else {
      return openFind(editor, replacing: false)
    }
    var editor = editor
    let content = editor.page.content.content
    let match =
      isBack
      ? content.previous(wanted, before: content.caret)
      : content.next(wanted, from: content.after(content.caret))
    if let match {
      _ = editor.edit(.place(match.lowerBound), &killRing)
    } else {
      toast = localized("“\(editor.lastPhrase.printable)” not found.")
    }
    return put(editor)
  }

  mutating func updateFind(
    _ event: KeyEvent, _ find: EditorFind, _ editor: EditorState
  ) -> [Effect] {
    var editor = editor
    if find.isAsking { return updateReplacing(event, find, editor) }
    switch keys[.find].command(for: event) {
    case .cancel: closeFind(&editor)
    case .accept where find.replacement != nil && !find.isInReplacement:
      editor.find?.isInReplacement = true
    case .accept where find.replacement != nil: beginReplacing(&editor)
    case .accept where find.endsWithEnter: closeFind(&editor)
    case .accept, .next: step(isBack: false, &editor)
    case .previous: step(isBack: true, &editor)
    case .nextField, .previousField:
      if find.replacement != nil { editor.find?.isInReplacement.toggle() }
    case .replace: return openFind(editor, replacing: true)
    case .help:
      put(editor)
      return updateEverywhere(.help)
    default: return typeFind(event, &editor)
    }
    return put(editor)
  }

  /// Pasted text goes into the line.
  mutating func pasteIntoFind(_ text: String, _ editor: EditorState) -> [Effect] {
    var editor = editor
    guard editor.find?.isAsking == false else { return [] }
    if editor.find?.isInReplacement == true {
      editor.find?.replacement?.insert(text)
    } else {
      editor.find?.phrase.insert(text)
      seek(&editor)
    }
    return put(editor)
  }

  private mutating func typeFind(_ event: KeyEvent, _ editor: inout EditorState) -> [Effect] {
    guard var find = editor.find else { return [] }
    if let command = keys.editing(for: event) {
      let isTaken: Bool
      if find.isInReplacement, var field = find.replacement {
        isTaken = field.apply(command, &killRing).isTaken
        find.replacement = field
      } else {
        isTaken = find.phrase.apply(command, &killRing).isTaken
      }
      let isOther = find.phrase.text != editor.find?.phrase.text
      editor.find = find
      if isOther { seek(&editor) }
      if isTaken { return put(editor) }
    }
    return leaveFind(event, &editor)
  }

  /// A key that is for more than the line: saving ends the search first.
  private mutating func leaveFind(_ event: KeyEvent, _ editor: inout EditorState) -> [Effect] {
    if keys[.editor].command(for: event) == .save {
      closeFind(&editor)
      return updateEditor(event, editor)
    }
    put(editor)
    guard let command = keys[.everywhere].withoutLetters.command(for: event) else { return [] }
    return updateEverywhere(command)
  }

  // MARK: Finding

  /// Selects the nearest place from where the search began.
  private mutating func seek(_ editor: inout EditorState) {
    guard let find = editor.find else { return }
    let content = editor.page.content.content
    editor.find?.places = find.wanted.flatMap { FoundPlaces($0, in: content) }
    show(find.wanted.flatMap { content.next($0, from: find.start) }, &editor)
  }

  private mutating func step(isBack: Bool, _ editor: inout EditorState) {
    guard let find = editor.find, let wanted = find.wanted else { return }
    let content = editor.page.content.content
    let match =
      isBack
      ? content.previous(wanted, before: find.match?.lowerBound ?? content.caret)
      : content.next(wanted, from: find.match?.upperBound ?? content.caret)
    show(match, &editor)
  }

  /// Selects a place; without one, the caret goes back to where it was.
  private mutating func show(_ match: Range<Int>?, _ editor: inout EditorState) {
    editor.find?.match = match
    if let match {
      _ = editor.edit(.select(match), &killRing)
    } else if let start = editor.find?.start {
      _ = editor.edit(.dropSelection, &killRing)
      _ = editor.edit(.place(start), &killRing)
    }
  }

  private mutating func closeFind(_ editor: inout EditorState) {
    guard let find = editor.find else { return }
    editor.lastPhrase = find.phrase.text
    editor.find = nil
    _ = editor.edit(.dropSelection, &killRing)
    _ = editor.edit(.place(find.match?.lowerBound ?? editor.page.content.caret), &killRing)
  }

  // MARK: Replacing

  private mutating func beginReplacing(_ editor: inout EditorState) {
    editor.find?.isAsking = true
    goOn(from: editor.find?.start ?? 0, &editor)
  }

  private mutating func updateReplacing(
    _ event: KeyEvent, _ find: EditorFind, _ editor: EditorState
  ) -> [Effect] {
    var editor = editor
    guard let match = find.match, let text = find.replacement?.text else { return [] }
    switch keys[.replacing].command(for: event) {
    case .yes where !find.isThere(match, in: editor.page.content.content):
      goOn(from: match.lowerBound, &editor)
    case .yes:
      _ = editor.edit(.replace(match, with: text), &killRing)
      editor.find?.replaced(match, with: text)
      goOn(from: match.lowerBound + text.utf8.count, &editor)
    case .no: goOn(from: match.upperBound, &editor)
    case .replaceAll:
      replaceRest(from: match, with: text, &editor)
      endReplacing(&editor)
    case .cancel: endReplacing(&editor)
    case .help:
      put(editor)
      return updateEverywhere(.help)
    default: return leaveFind(event, &editor)
    }
    return put(editor)
  }

  /// Asks about the next place, or ends where there is none.
  private mutating func goOn(from offset: Int, _ editor: inout EditorState) {
    guard let next = editor.find?.next(in: editor.page.content.content, from: offset) else {
      return endReplacing(&editor)
    }
    editor.find?.isAround = next.isAround
    show(next.match, &editor)
  }

  /// Replaces every place that would still be asked about, as one change.
  private mutating func replaceRest(
    from match: Range<Int>, with text: String, _ editor: inout EditorState
  ) {
    let rest = editor.find?.rest(in: editor.page.content.content, from: match.lowerBound) ?? []
    _ = editor.edit(.replaceAll(rest, with: text), &killRing)
    editor.find?.replaced += rest.count
  }

  private mutating func endReplacing(_ editor: inout EditorState) {
    guard let find = editor.find else { return }
    editor.lastPhrase = find.phrase.text
    editor.find = nil
    _ = editor.edit(.dropSelection, &killRing)
    toast = CountWords.replaced(find.replaced)
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
