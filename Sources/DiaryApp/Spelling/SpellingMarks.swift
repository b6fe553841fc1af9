import DiaryCore
import TerminalUI

// Misspelt words in view are underlined while one writes.
extension AppState {
  var marksMisspelt: Bool { !speaks && preferences.dictionaries != [] }

  /// Asks about the words in view of which nothing is known. One request is under way at a time:
  /// what is typed meanwhile is asked about after it.
  mutating func missingSpelling() -> [Effect] {
    guard marksMisspelt, let editor = screens.front(as: EditorState.self) else { return [] }
    checkedWords.use(preferences.dictionaries)
    let words = checkedWords.toAsk(of: editor.settledWords)
    guard !words.isEmpty else { return [] }
    let ticket = nextTicket()
    checkedWords.ask(ticket)
    return [
      .checkWords(
        WordsRequest(words: words, dictionaries: preferences.dictionaries, ticket: ticket))
    ]
  }
}

extension EditorState {
  /// The words in view, but for one that may still be being typed.
  var settledWords: [SpellingWord] {
    focus == .content ? wordsInView.settled(besides: page.content.caret) : wordsInView.words
  }
}

enum SpellingMarks {
  /// Where the misspelt words in view are, each in the style that it has, underlined.
  static func parts(
    _ editor: EditorState, _ state: AppState, over look: TextArea.Look
  ) -> [(range: Range<Int>, style: Style)] {
    guard state.marksMisspelt else { return [] }
    return editor.settledWords.filter(state.checkedWords.isMisspelt).map { word in
      let place = word.range.lowerBound
      let style = look.parts.last { $0.range.contains(place) }?.style ?? look.text
      return (word.range, state.theme.misspelt(style))
    }
  }
}
