import DiaryCore
import Localization
import TerminalUI

/// The author's display name being edited.
struct AuthorNameState: LineDialog {
  var field: TextField

  init(_ author: Author) { field = TextField(author.name) }

  var title: String { localized("The author's name") }
  var label: String { localized("Name") }

  func lines(_ keys: KeyTable) -> [String] { [keys.keepingWords] }

  /// It closes when the name has been taken.
  func accept(in app: inout ScreenContext) -> [Effect] { [.renameAuthor(field.text)] }
}
