import DiaryCore

/// The saved states of an entry as a table, without a heading, so that a line is a state.
struct HistoryTable {
  private let history: EntryHistory
  private let idLength: Int

  init(_ history: EntryHistory) {
    self.history = history
    idLength = TableFormat.prefixLength(of: history.revisions.map(\.id))
  }

  func write(to output: inout Output) throws {
    for revision in history.revisions { try output.line(line(revision)) }
  }

  private func line(_ revision: Revision) -> String {
    let date = LocalTime.date(of: revision.clock.time)
    let isVersion = history.heads.count > 1 && history.heads.contains(revision.id)
    return [
      String(revision.id.description.prefix(idLength)), "\(date.day)", date.clock,
      history.kind(of: revision).rawValue.padded(to: 8),
      revision.entry.displayTitle + (isVersion ? "  (version)" : ""),
    ].joined(separator: "  ")
  }
}
