import DiaryCore
import TerminalUI

/// A search in the list: what is typed, and what was found for it.
package struct SearchState: Sendable {
  package var field = TextField()
  package var results = EntryList(whole: [])
  /// The search whose answer is awaited.
  var ticket: Int?
  /// Results beyond this are not shown; more words find fewer.
  static let limit = 500
}
