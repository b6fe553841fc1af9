import DiaryCore
import Localization
import TerminalUI

/// The list of entries, with a preview of the selected one where there is room.
enum ListView {
  static func draw(_ state: ScreenContext, in grid: inout Grid) -> Point? {
    let layout = ListLayout(state)
    let entries = state.entries
    let frame = ScreenFrame(
      title: state.listTitle,
      trailing: trailing(state),
      hints: hints(state), in: &grid, state)
    let cursor = layout.prompt.flatMap { SearchPrompt.draw(in: &grid, $0, state) }
    let rest = layout.prompt.map { frame.body.inset(top: $0.rows) } ?? frame.body
    if let search = state.search, search.found.predicate == nil {
      SearchPrompt.drawExamples(in: &grid, rest, state)
      return cursor
    }
    if entries.total == 0 {
      drawEmpty(in: &grid, rest, state)
      return cursor
    }
    PinnedStripView.draw(in: &grid, layout.strip, state)
    drawEntries(in: &grid, layout.rows, state)
    if let preview = layout.preview {
      grid.drawRule(in: preview, state.theme)
      if let entry = state.selectedEntry {
        let count = photoCount(entries.places(height: layout.rows.rows), state)
        PreviewView.draw(
          entry, in: &grid, preview.inset(left: 2, right: 1), among: count, state)
      }
    }
    return cursor
  }

  private static func hints(_ state: ScreenContext) -> [Binding] {
    if state.search != nil { return state.keys[.search].bindings }
    return isWelcome(state) ? WelcomeView.hints(state.keys) : state.keys[.list].bindings
  }

  /// Whether the diary is empty, and shown.
  private static func isWelcome(_ state: ScreenContext) -> Bool {
    state.search == nil && state.scope == nil && state.entries.total == 0
  }

  private static func drawEntries(in grid: inout Grid, _ rect: Rect, _ state: ScreenContext) {
    let entries = state.entries
    if case .tiles(let tiles) = state.arrangement {
      var position = entries.position(tiles)
      // No tile is selected while a row of the strip is.
      if state.pinnedRow != nil { position = SheetPosition(selected: -1, top: position.top) }
      return ContactSheet(count: entries.count, tiles).draw(
        in: &grid, rect, position, state
      ) { rank in entries[rank].map { tile($0, isMarked: isMarked(rank, $0, state), state) } }
    }
    let places = entries.places(height: rect.rows)
    let count = photoCount(places, state)
    let tellsJournals = hasSeveralJournals(places)
    for (row, line) in places {
      switch line {
      case .month(let day):
        grid.draw(DateWords.month(day), in: rect.line(row).inset(left: 1), state.theme.dim)
      case .entry(let rank, let entry?):
        let isSelected = rank == entries.selected && state.pinnedRow == nil
        let isMarked = isMarked(rank, entry, state)
        if state.listForm == .thumbnails {
          ThumbnailRow.draw(
            entry, isSelected: isSelected, isMarked: isMarked, in: &grid,
            thumbnailRow(row, in: rect), among: count, state)
        } else {
          let lines = Rect(
            column: rect.column, row: rect.row + row, columns: rect.columns,
            rows: entries.entryLines)
          EntryRow.draw(
            entry, isSelected: isSelected, isMarked: isMarked, match: state.match(of: entry),
            journal: tellsJournals ? journalMark(entry, state) : nil,
            tag: state.shownTag(of: entry), origin: state.origin(of: entry),
            in: &grid, lines, state.theme)
        }
      case .gap, .entry(_, nil): break
      }
    }
  }

  /// An entry on a contact sheet: its first photo, else its words, and its date.
  private static func tile(
    _ entry: Entry, isMarked: Bool, _ state: ScreenContext
  ) -> ContactTile {
    let subject =
      state.shownPictures(of: entry).first.map(ContactTile.Subject.photo)
      ?? .words(title: entry.displayTitle, text: EntryWords.first(of: entry))
    // The title is read above where there is no photo.
    let title = state.shownPictures(of: entry).isEmpty ? "" : "  " + entry.displayTitle
    let mark = isMarked ? EntryRow.mark + " " : ""
    let origin = state.origin(of: entry)?.brief.map { "  " + $0 } ?? ""
    return ContactTile(
      subject: subject, caption: mark + DateWords.short(entry.date.day) + origin + title)
  }

  private static func hasSeveralJournals(_ places: [(row: Int, line: EntryList.Line)]) -> Bool {
    let names = places.lazy.compactMap { place in
      if case .entry(_, let entry?) = place.line { entry.journal } else { nil }
    }
    return names.first.map { first in names.contains { $0 != first } } ?? false
  }

  /// The journal that every diary has needn't be told.
  private static func journalMark(_ entry: Entry, _ state: ScreenContext) -> Style? {
    entry.journal.isSameName(as: EntryFields.defaultJournal)
      ? nil : state.journalMark(entry.journal)
  }

  private static func isMarked(_ rank: Int, _ entry: Entry, _ state: ScreenContext) -> Bool {
    state.marks.contains(entry.id)
      || state.marks.range(to: state.entries.selected)?.contains(rank) == true
  }

  private static func thumbnailRow(_ row: Int, in rect: Rect) -> Rect {
    Rect(
      column: rect.column, row: rect.row + row, columns: rect.columns, rows: ThumbnailRow.lines)
  }

  /// How many photos are on the screen, the one of the preview among them.
  private static func photoCount(
    _ places: [(row: Int, line: EntryList.Line)], _ state: ScreenContext
  ) -> Int {
    let shown = places.count { place in
      if case .entry(_, let entry?) = place.line {
        !state.shownPictures(of: entry).isEmpty
      } else {
        false
      }
    }
    return 1 + (state.listForm == .thumbnails ? shown : 0)
  }

  /// The pictures of the list and the preview, and those that the next keys would show.
  static func pictures(_ state: ScreenContext) -> WantedPictures {
    let entries = state.entries
    let layout = ListLayout(state)
    if case .tiles(let tiles) = state.arrangement {
      return ContactSheet(count: entries.count, tiles).pictures(
        in: layout.rows, entries.position(tiles), state
      ) { rank in entries[rank].map { tile($0, isMarked: false, state) } }
    }
    var wanted = WantedPictures()
    let places = entries.places(height: layout.rows.rows)
    let count = photoCount(places, state)
    if let preview = layout.preview {
      let rect = preview.inset(left: 2, right: 1)
      func pictures(_ entry: Entry?) -> [PictureRequest] {
        entry.map { PreviewView.pictures($0, in: rect, among: count, state) } ?? []
      }
      wanted.inView = pictures(state.selectedEntry)
      wanted.ahead = [1, -1, 2].flatMap { pictures(entries[entries.selected + $0]) }
    }
    if state.listForm == .thumbnails { wanted.add(thumbnails(places, count, layout.rows, state)) }
    return wanted
  }

  /// The small photos in view, and those of the next screen.
  private static func thumbnails(
    _ places: [(row: Int, line: EntryList.Line)], _ count: Int, _ rect: Rect, _ state: ScreenContext
  ) -> WantedPictures {
    var wanted = WantedPictures()
    for case (let row, .entry(_, let entry?)) in places {
      wanted.inView += ThumbnailRow.pictures(
        entry, in: thumbnailRow(row, in: rect), among: count, state)
    }
    let end = state.entries.top + places.count
    for rank in end..<end + rect.rows / ThumbnailRow.lines {
      guard let entry = state.entries[rank] else { break }
      wanted.ahead += ThumbnailRow.pictures(
        entry, in: thumbnailRow(0, in: rect), among: count, state)
    }
    return wanted
  }

  /// How many entries there are and how many are marked; before that sync's sign, as far as there is
  /// room for it beside the title.
  private static func trailing(_ state: ScreenContext) -> String {
    let counts = [markCount(state), count(state)].filter { !$0.isEmpty }
    let room = state.size.columns - 4 - TextWidth.columns(state.listTitle)
    let (inbox, others, sync) = (
      InboxSign.forms(state), NewsSign.forms(state), SyncSign.forms(state)
    )
    let news =
      inbox.isEmpty || others.isEmpty
      ? inbox + others
      : inbox.flatMap { inbox in others.map { inbox + " · " + $0 } } + inbox
    let both = news.flatMap { news in sync.map { [news, $0] } }
    let forms = (both + sync.map { [$0] } + news.map { [$0] }).map {
      ($0 + counts).joined(separator: " · ")
    }
    return forms.first { !TextWidth.exceeds($0, columns: room) }
      ?? counts.joined(separator: " · ")
  }

  private static func markCount(_ state: ScreenContext) -> String {
    let ranks = state.marks.range(to: state.entries.selected)
    let inRange = ranks?.count { rank in
      state.entries[rank].map { !state.marks.contains($0.id) } ?? true
    }
    let count = state.marks.ids.count + (inRange ?? 0)
    return count == 0 ? "" : localized("\(CountWords.grouped(count)) marked")
  }

  private static func count(_ state: ScreenContext) -> String {
    guard let total = state.entries.total else { return "" }
    let isSearching = state.found?.isSearching == true
    var words =
      state.search == nil
      ? CountWords.entries(total) : localized("\(CountWords.grouped(total)) found")
    if isSearching { words += TextWidth.ellipsis }
    // Where there is room for one thing, it is the number.
    guard total > 0, state.found == nil, state.size.columns >= 60,
      let returning = state.returning?.words
    else { return words }
    return words + " · " + returning
  }

  private static func emptyWords(_ scope: ListScope, _ state: ScreenContext) -> String {
    guard case .journal = scope.part, let new = state.keys[.list].keyName(of: .new) else {
      return localized("No such entry. Press Esc to go back.")
    }
    return localized("This journal is empty. Press \(new) to write in it, Esc to go back.")
  }

  private static func drawEmpty(in grid: inout Grid, _ rect: Rect, _ state: ScreenContext) {
    let inner = rect.inset(left: 3, top: 1, right: 3)
    if state.search != nil {
      grid.draw(
        paragraph: localized(
          "No results. Try fewer or shorter words. Press Esc to end the search."),
        in: inner, state.theme.dim)
    } else if let scope = state.scope {
      grid.draw(paragraph: emptyWords(scope, state), in: inner, state.theme.dim)
    } else {
      WelcomeView.draw(in: &grid, rect, state)
    }
  }
}
