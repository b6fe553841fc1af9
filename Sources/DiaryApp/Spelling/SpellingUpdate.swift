import DiaryCore
import Localization
import TerminalUI
import TextEditing

extension EditorState {
  /// Looks for the next word that isn't known, from the caret on and round to it again.
  mutating func findMisspelling(
    after change: WordChange? = nil, in app: inout ScreenContext
  ) -> [Effect] {
    switch change {
    case .adding(let word), .ignoring(let word): app.checkedWords.pass(word)
    case nil: break
    }
    focus = .content
    misspelling = nil
    let requestID = app.nextRequestID()
    spellingRequestID = requestID
    return [
      .findMisspelling(
        SpellingRequest(
          text: page.content.text, offset: page.content.caret,
          change: change, dictionaries: app.preferences.dictionaries, requestID: requestID))
    ]
  }

  /// Keys of the list, while it is shown; `nil` for those that are the editor's, which close it.
  mutating func correct(with event: KeyEvent, in app: inout ScreenContext) -> [Effect]? {
    guard var misspelling else { return nil }
    let count = misspelling.choices.count
    self.misspelling = nil
    switch event.key {
    case .up, .down:
      misspelling.selected = (misspelling.selected + (event.key == .up ? count - 1 : 1)) % count
      self.misspelling = misspelling
    case .escape: break
    case .enter, .tab: return carryOut(misspelling, in: &app)
    default: return nil
    }
    return []
  }

  /// Does what was chosen, and goes on to the next word.
  private mutating func carryOut(_ misspelling: Misspelling, in app: inout ScreenContext)
    -> [Effect]
  {
    let word = misspelling.word
    switch misspelling.choices[misspelling.selected] {
    case .replace(let other):
      // The text may have changed without a key.
      let end = self.page.beforeCaret(in: .content).suffix(word.text.count)
      guard String(end).replacing("’", with: "'") == word.text else { return [] }
      change { page in
        page.replace(beforeCaret: word.text.count, with: other, in: .content)
      }
      return findMisspelling(in: &app)
    case .add: return findMisspelling(after: .adding(word.text), in: &app)
    case .ignore: return findMisspelling(after: .ignoring(word.text), in: &app)
    }
  }
}

extension SpellingWordError {
  var line: String {
    localized("“\(word)” is ignored until you quit. \(file): \(reason).").printable
  }
}

extension SpellingError {
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
