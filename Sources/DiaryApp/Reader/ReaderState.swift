import DiaryCore
import TerminalUI

/// An entry that is being read.
package struct ReaderState: Sendable {
  package var entry: Entry
  var scroll = ScrollPosition()
  var document: ReaderDocument
  /// What Tab has come to.
  var focus: ReaderFocus?

  /// What is said under it.
  var reading = Reading.due
  /// What of that is to come into view, once it is read.
  var writtenComment: ID<EntryComment>?

  /// What it was found by.
  var find: ReaderFind?

  /// `phrases` are what was looked for to find it.
  init(_ entry: Entry, finding phrases: [SearchPhrase] = []) {
    self.entry = entry
    document = ReaderDocument(entry, marking: phrases)
    if !phrases.isEmpty { find = ReaderFind(phrases: phrases) }
  }

  /// What Tab has come to.
  var target: ReaderTarget? { focus.flatMap { document.target(at: $0) } }

  /// The photo that Tab has come to.
  var focusedPhoto: Int? {
    if case .photo(let index) = target { index } else { nil }
  }

  /// Shows another state of the same entry.
  mutating func show(_ changed: Entry) {
    let old = target
    let asset = focusedPhoto.map { entry.pictures[$0].asset }
    let shown = entry.attachments.map(\.asset)
    entry = changed
    if changed.content != document.source {
      document = ReaderDocument(changed, marking: document.phrases, after: document)
      find?.match = nil
    }
    switch old {
    // It may have gone, or got another place.
    case .photo:
      wanted = changed.pictures.firstIndex { $0.asset == asset }.map { .photo($0) }
      focus = nil
    case .attachment(let index):
      wanted = changed.attachments.firstIndex { $0.asset == shown[index] }
        .map { .attachment($0) }
      focus = nil
    case .checkBox(let mark, let isChecked):
      wanted = .checkBox(mark: mark, isChecked: !isChecked)
      focus = nil
    default: focus = nil
    }
  }

  /// What shall be marked once it is laid out.
  var wanted: ReaderTarget?
}
