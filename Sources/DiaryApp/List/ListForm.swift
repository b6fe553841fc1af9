import TerminalUI
import Words

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

extension AppState {
  /// How entries stand in the list as large as it is now.
  var arrangement: EntryList.Arrangement {
    switch listForm {
    case .plain: .lines(hasMatchingLines ? 2 : 1)
    case .thumbnails: .lines(ThumbnailRow.lines)
    case .sheet:
      .tiles(TileLayout(for: ListLayout(self).rows.size, cellRatio: facts.cellRatio))
    }
  }

  /// Whether what was found is told in a line of its own below each title: where there are rows
  /// enough.
  var hasMatchingLines: Bool {
    listForm == .plain && size.rows >= 18 && !phrases.isEmpty
  }

  /// Shows the list in the next form, and remembers it.
  mutating func changeListForm() -> [Effect] {
    listForm = listForm.next
    toast = listForm.words
    return [.rememberView(leftView)]
  }
}
