import DiaryCore
import TerminalUI

/// A search in the list: what is typed, and what was found for it.
package struct SearchState: Sendable {
  package var field = TextField()
  package var results = EntryList(whole: [])
  /// The search whose answer is awaited.
  var ticket: Int?
  /// The search whose answer the results are, so far.
  private var shown: Int?

  /// Whether anything is known of what is found.
  var isAnswered: Bool { shown != nil }

  /// Takes in some of what was found by a search; the first of it takes the place of what an
  /// earlier search found.
  mutating func found(_ entries: [Entry], by ticket: Int) {
    guard self.ticket == ticket else { return }
    if shown == ticket { results.append(entries) } else { results = EntryList(whole: entries) }
    shown = ticket
  }

  /// Everything that a search finds has been taken in.
  mutating func ended(_ ticket: Int) { found([], by: ticket) }

  /// Results beyond this are not shown; more words find fewer.
  static let limit = 500
}
