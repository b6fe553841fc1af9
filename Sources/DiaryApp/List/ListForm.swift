import Localization
import TerminalUI

/// How the list shows entries.
package enum ListForm: String, Hashable, Sendable, CaseIterable {
  /// A line each.
  case plain
  /// Three lines each, with the first photo at the left.
  case thumbnails
  /// A tile each.
  case sheet

  var next: ListForm {
    switch self {
    case .plain: .thumbnails
    case .thumbnails: .sheet
    case .sheet: .plain
    }
  }

  var words: String {
    switch self {
    case .plain: localized("Showing one line per entry.")
    case .thumbnails: localized("Showing small photos beside entries.")
    case .sheet: localized("Showing entries as tiles.")
    }
  }
}
