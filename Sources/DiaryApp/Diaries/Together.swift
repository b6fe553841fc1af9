import DiaryCore
import Localization
import TerminalUI

// Several diaries as one, and what there is to choose among them.
extension ScreenContext {
  /// What all of them are called.
  static var togetherTitle: String { localized("Everything together") }

  /// Whether the first line of the journals shows all diaries as one: it does where there are others.
  var offersTogether: Bool { together != nil || !neighbors.isEmpty }

  /// The line for all entries is that for everything, where that is shown.
  var rowsBeforeJournals: Int { together == nil && offersTogether ? 2 : 1 }

  /// The diaries that something new may be put into, where there is a choice.
  var writableDiaries: [DiaryName] {
    guard let writable = together?.writable, writable.count > 1 else { return [] }
    return writable
  }
}

extension EntryOrigin {
  static let mark = "⇄"
}
