import DiaryCore
import TerminalUI

/// An entry that is being read.
package struct ReaderState: Sendable {
  package var entry: Entry
  var scroll = ScrollPosition()
  /// The photo that Tab has come to.
  var focusedPhoto: Int?

  init(_ entry: Entry) { self.entry = entry }
}
