import DiaryCore
import TerminalUI
import TextEditing
import Words

extension AppState {
  /// Looks for the next word that isn't known, from the caret on and round to it again.
  mutating func findMisspelling(
    _ editor: EditorState, after change: WordChange? = nil
  ) -> [Effect] {
    switch change {
    case .adding(let word), .ignoring(let word): checkedWords.pass(word)
    case nil: break
    }
    var editor = editor
    editor.focus = .content
    editor.misspelling = nil
    let ticket = nextTicket()
    editor.spellingTicket = ticket
    let effects = put(editor)
    return effects + [
      .findMisspelling(
        SpellingRequest(
          text: editor.page.content.text, offset: editor.page.content.caret,
          change: change, dictionaries: preferences.dictionaries, ticket: ticket))
    ]
  }

  /// Keys of the list, while it is shown; `nil` for those that are the editor's, which close it.
  mutating func updateMisspelling(_ event: KeyEvent, _ editor: EditorState) -> [Effect]? {
    guard var misspelling = editor.misspelling else { return nil }
    var editor = editor
    let count = misspelling.choices.count
    editor.misspelling = nil
    switch event.key {
    case .up, .down:
      misspelling.selected = (misspelling.selected + (event.key == .up ? count - 1 : 1)) % count
      editor.misspelling = misspelling
    case .escape: break
    case .enter, .tab: return carryOut(misspelling, editor)
    default: return nil
    }
    return put(editor)
  }

  /// Does what was chosen, and goes on to the next word.
  private mutating func carryOut(_ misspelling: Misspelling, _ editor: EditorState) -> [Effect] {
    var editor = editor
    let word = misspelling.word
    switch misspelling.choices[misspelling.selected] {
    case .replace(let other):
      // The text may have changed without a key.
      let end = editor.page.beforeCaret(in: .content).suffix(word.text.count)
      guard String(end).replacing("’", with: "'") == word.text else { return put(editor) }
      editor.change { page in
        page.replace(beforeCaret: word.text.count, with: other, in: .content)
      }
      let effects = put(editor)
      return effects + findMisspelling(editor)
    case .add: return findMisspelling(editor, after: .adding(word.text))
    case .ignore: return findMisspelling(editor, after: .ignoring(word.text))
    }
  }
}

extension WordFault {
  var line: String {
    localized("“\(word)” is ignored until you quit. \(file): \(reason).").printable
  }
}

extension SpellingFault {
  /// What to do about it.
  var line: String {
    switch self {
    case .noLibrary:
      localized("Spelling needs: apt install libhunspell-1.7-0 hunspell-en-us hunspell-ko")
    case .noDictionary:
      localized("Spelling needs a dictionary: apt install hunspell-en-us hunspell-ko")
    case .off: localized("Spelling is turned off in the settings.")
    }
  }
}
