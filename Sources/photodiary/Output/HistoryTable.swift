import DiaryCore
import Localization
import TerminalUI

/// The saved states of an entry as a table, without a heading, so that a line is a state.
struct HistoryTable {
  private let history: EntryHistory
  private let idLength: Int
  private let kindColumns: Int
  /// `nil` where long titles would not wrap.
  private let titleColumns: Int?

  /// `width` is that of the terminal, `nil` when it is a file or a pipe.
  init(_ history: EntryHistory, width: Int? = TerminalWidth.columns) {
    self.history = history
    idLength = TableFormat.prefixLength(of: history.revisions.map(\.id))
    // The id, date, time and kind with two blanks between the columns, and room for the mark.
    kindColumns = history.revisions.reduce(8) { widest, revision in
      max(widest, TextWidth.columns(history.kind(of: revision).words))
    }
    let others =
      idLength + 2 + 10 + 2 + 5 + 2 + kindColumns + 2 + (history.heads.count > 1 ? 11 : 0)
    titleColumns = width.map { max(12, $0 - others) }
  }

  func write(to output: inout Output) throws {
    for revision in history.revisions { try output.line(line(revision)) }
  }

  private func line(_ revision: Revision) -> String {
    let date = LocalTime.date(of: revision.clock.time)
    let isVersion = history.heads.count > 1 && history.heads.contains(revision.id)
    let title = revision.entry.displayTitle
    return [
      String(revision.id.description.prefix(idLength)), "\(date.day)", date.clock,
      history.kind(of: revision).words.padded(to: kindColumns),
      (titleColumns.map { TextWidth.cut(title, columns: $0) } ?? title)
        + (isVersion ? "  (" + localized("version") + ")" : ""),
    ].joined(separator: "  ")
  }
}
