import DiaryCore
import TerminalUI

extension EditorState {
  /// The words in view, but for one that may still be being typed.
  var settledWords: [SpellingWord] {
    focus == .content ? wordsInView.settled(besides: page.content.caret) : wordsInView.words
  }
}

enum SpellingMarks {
  /// Where the misspelt words in view are, each in the style that it has, underlined.
  static func parts(
    _ editor: EditorState, _ state: ScreenContext, over look: TextArea.Appearance
  ) -> [(range: Range<Int>, style: Style)] {
    guard state.marksMisspelt else { return [] }
    return editor.settledWords.filter(state.checkedWords.isMisspelt).map { word in
      let place = word.range.lowerBound
      let style = look.parts.last { $0.range.contains(place) }?.style ?? look.text
      return (word.range, state.theme.misspelt(style))
    }
  }
}
