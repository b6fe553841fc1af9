import DiaryCore
import TerminalUI

/// A search in the list: what is typed, and what was found for it.
package struct SearchState: Sendable {
  package var field = TextField()
  package internal(set) var found: FoundList
  /// Whether the whole diary is searched, though the list shows a part of it.
  var isWide = false
  /// What may complete the word at the caret.
  var completion: Completion?

  /// `number` is that of the list of what is found.
  init(number: Int) { self.init(found: FoundList(number: number)) }

  init(found: FoundList) { self.found = found }

  func query(today: CalendarDay) -> SearchQuery {
    let text = field.text
    let caret = text.index(
      text.startIndex, offsetBy: field.charactersBeforeCaret, limitedBy: text.endIndex)
    return SearchQuery(text, today: today, typingAt: caret ?? text.endIndex)
  }
}
