import DiaryCore
import Localization
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

  /// What is to be said of what is typed: what can't be understood, what isn't finished, or which
  /// days the term at the caret means. `nil` for nothing.
  func words(today: CalendarDay) -> String? {
    let query = query(today: today)
    if let issue = query.issues.first { return issue.line }
    if let pending = query.pending.map({ query.text[$0] }), pending.contains(where: { $0 != "-" }) {
      return localized(
        "“\(pending.printable)”: press Space or Enter to leave out what has it.")
    }
    let text = query.text
    let caret = text.index(
      text.startIndex, offsetBy: field.charactersBeforeCaret, limitedBy: text.endIndex)
    let place = caret ?? text.endIndex
    return query.terms.first { $0.range.lowerBound < place && place <= $0.range.upperBound }?
      .predicate.dayWords
  }
}
