import DiaryCore
import Localization
import TerminalUI

extension JournalsState {
  /// What they are isn't shown before they have been counted.
  func rowCount(in app: ScreenContext) -> Int {
    isCounted ? app.rowsBeforeJournals + app.journals.count + app.neighbors.count : 0
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let frame = ScreenFrame(
      title: localized("Journals"),
      trailing: isCounted ? CountWords.journals(app.journals.count) : "",
      hints: app.keys[.journals].bindings, in: &grid, app)
    if !isCounted {
      grid.draw(localized("reading…"), in: frame.body.line(0).inset(left: 1), app.theme.dim)
    }
    drawRows(in: &grid, app)
    return nil
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: ScreenContext) {
    if let diary = neighbor(at: row, in: app) {
      return DetailRow.draw(
        diary.title, detail: diary.words, mark: EntryOrigin.mark, isSelected: isSelected, in: &grid,
        line, app.theme)
    }
    if isTogether(row, in: app) {
      return DetailRow.draw(
        ScreenContext.togetherTitle,
        detail: togetherWords(in: app, briefly: DetailRow.isNarrow(line)), mark: EntryOrigin.mark,
        isSelected: isSelected, in: &grid, line, app.theme)
    }
    CountedRow.draw(
      name(ofRow: row, in: app), count: count(ofRow: row, in: app),
      detail: lockWords(ofRow: row, in: app) ?? "",
      mark: journal(at: row, in: app).map { JournalMark.style($0.color, app.theme) },
      isSelected: isSelected, in: &grid, line, app.theme)
  }

  /// How many entries all have, or how many diaries there are.
  private func togetherWords(in app: ScreenContext, briefly isBrief: Bool = false) -> String {
    guard app.together == nil else {
      return CountWords.entries(app.journals.compactMap(\.count).reduce(0, +))
    }
    let count = app.neighbors.count + 1
    return isBrief
      ? localized("\(count) diaries") : localized("\(count) diaries as one timeline")
  }

  private func name(ofRow row: Int, in app: ScreenContext) -> String {
    journal(at: row, in: app).map { TitleWords.journal($0.name) } ?? localized("All entries")
  }

  /// `nil` of one that is hidden.
  private func count(ofRow row: Int, in app: ScreenContext) -> Int? {
    guard let journal = journal(at: row, in: app) else {
      return app.journals.compactMap(\.count).reduce(0, +)
    }
    return journal.count
  }

  private func lockWords(ofRow row: Int, in app: ScreenContext) -> String? {
    guard let journal = journal(at: row, in: app), journal.isLocked else { return nil }
    return app.hides(journal) ? localized("locked") : localized("shown for now")
  }

  func words(ofRow row: Int, in app: ScreenContext) -> String {
    if let diary = neighbor(at: row, in: app) { return "\(diary.title), \(diary.words)" }
    if isTogether(row, in: app) {
      return "\(ScreenContext.togetherTitle), \(togetherWords(in: app))"
    }
    let count = count(ofRow: row, in: app).map(CountWords.entries)
    let color = journal(at: row, in: app)?.color?.words
    return [name(ofRow: row, in: app), count, lockWords(ofRow: row, in: app), color]
      .compactMap(\.self).joined(separator: ", ")
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    guard isCounted else { return AccessibleText(localized("Journals")) }
    return AccessibleText(
      "\(localized("Journals")), \(CountWords.journals(app.journals.count))",
      selected: selectedWords(in: app))
  }
}

extension Location.Kind {
  static let journals = Self(name: "journals") { location, _, old, app in
    var screen = old as? JournalsState ?? JournalsState()
    screen.wanted = location.name
    app.journalsAreStale = true
    return (screen, [])
  }
}
