import DiaryCore
import TerminalUI
import Text

/// The list, also during a search.
protocol EntryListScreen: Screen {}

// The view, with a preview of the selected entry if there is enough space.
extension EntryListScreen {
  func draw(in grid: inout Grid, _ state: AppState) -> Point? {
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
      emptyPage(state).draw(in: &grid, rest, state.theme)
      return cursor
    }
    ReturningStrip.draw(
      in: &grid, layout.returning,
      among: photoCount(entries.places(height: layout.rows.rows), state), state)
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

  private func hints(_ state: AppState) -> [Binding] {
    if state.search != nil { return state.keys[.search].bindings }
    let bindings =
      isWelcome(state) ? WelcomeView.hints(state.keys) : state.keys[.list].bindings
    // Without drafts, their key is only in help and the palette.
    guard !state.draftsLeft.isEmpty, let drafts = state.keys[.list].hint(.drafts, "drafts") else {
      return bindings
    }
    return Array(bindings.prefix(1)) + [drafts] + bindings.dropFirst()
  }

  /// Returns `true` if the list shows the whole diary and it is empty.
  private func isWelcome(_ state: AppState) -> Bool {
    state.search == nil && state.scope == nil && state.entries.total == 0
  }

  private func drawEntries(in grid: inout Grid, _ rect: Rect, _ state: AppState) {
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
    let showsJournals = hasSeveralJournals(places)
    for (row, line) in places {
      switch line {
      case .month(let day):
        grid.draw(DateText.month(day), in: rect.line(row).inset(left: 1), state.theme.dim)
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
            journal: showsJournals ? journalMark(entry, state) : nil,
            mood: state.moodStyle(of: entry), tag: state.shownTag(of: entry),
            origin: state.origin(of: entry),
            in: &grid, lines, state.theme)
        }
      case .gap, .entry(_, nil): break
      }
    }
  }

  /// Returns an entry's tile: its first photo, or else its text, and its date.
  private func tile(
    _ entry: Entry, isMarked: Bool, _ state: AppState
  ) -> ContactTile {
    let subject =
      state.shownPictures(of: entry).first.map(ContactTile.Subject.photo)
      ?? .words(title: entry.displayTitle, text: EntryExcerpt.first(of: entry))
    // Without a photo, the tile itself shows the title.
    let title = state.shownPictures(of: entry).isEmpty ? "" : "  " + entry.displayTitle
    let mark = isMarked ? EntryRow.mark + " " : ""
    let origin = state.origin(of: entry)?.brief.map { "  " + $0 } ?? ""
    let mood = entry.details.mood?.printable ?? ""
    // There is space for a symbol, not for a word.
    let icons = (entry.details.icons + (1...2 ~= TextWidth.columns(mood) ? [mood] : []))
      .map { $0 + " " }.joined()
    return ContactTile(
      subject: subject, caption: mark + icons + DateText.short(entry.date.day) + origin + title)
  }

  private func hasSeveralJournals(_ places: [(row: Int, line: EntryList.Line)]) -> Bool {
    let names = places.lazy.compactMap { place in
      if case .entry(_, let entry?) = place.line { entry.journal } else { nil }
    }
    return names.first.map { first in names.contains { $0 != first } } ?? false
  }

  /// Returns the badge of an entry's journal; `nil` for the default journal.
  private func journalMark(_ entry: Entry, _ state: AppState) -> Style? {
    entry.journal.isSameName(as: EntryFields.defaultJournal)
      ? nil : state.journalMark(entry.journal)
  }

  private func isMarked(_ rank: Int, _ entry: Entry, _ state: AppState) -> Bool {
    state.marks.contains(entry.id)
      || state.marks.range(to: state.entries.selected)?.contains(rank) == true
  }

  private func thumbnailRow(_ row: Int, in rect: Rect) -> Rect {
    Rect(
      column: rect.column, row: rect.row + row, columns: rect.columns, rows: ThumbnailRow.lines)
  }

  /// Returns the number of photos on the screen, including the preview's.
  private func photoCount(
    _ places: [(row: Int, line: EntryList.Line)], _ state: AppState
  ) -> Int {
    let shown = places.count { place in
      if case .entry(_, let entry?) = place.line {
        !state.shownPictures(of: entry).isEmpty
      } else {
        false
      }
    }
    let returning =
      ReturningStrip.entry(in: state).map { state.shownPictures(of: $0).isEmpty ? 0 : 1 } ?? 0
    return 1 + returning + (state.listForm == .thumbnails ? shown : 0)
  }

  /// Returns the pictures of the list and the preview, and those that the next keys would show.
  func pictures(in state: AppState) -> WantedPictures {
    let entries = state.entries
    let layout = ListLayout(state)
    let places = entries.places(height: layout.rows.rows)
    let count = photoCount(places, state)
    let returning = ReturningStrip.pictures(in: layout.returning, among: count, state)
    if case .tiles(let tiles) = state.arrangement {
      var wanted = ContactSheet(count: entries.count, tiles).pictures(
        in: layout.rows, entries.position(tiles), state
      ) { rank in entries[rank].map { tile($0, isMarked: false, state) } }
      wanted.inView += returning
      return wanted
    }
    var wanted = WantedPictures()
    if let preview = layout.preview {
      let rect = preview.inset(left: 2, right: 1)
      func pictures(_ entry: Entry?) -> [PictureRequest] {
        entry.map { PreviewView.pictures($0, in: rect, among: count, state) } ?? []
      }
      wanted.inView = pictures(state.selectedEntry)
      wanted.ahead = [1, -1, 2].flatMap { pictures(entries[entries.selected + $0]) }
    }
    wanted.inView += returning
    if state.listForm == .thumbnails { wanted.add(thumbnails(places, count, layout.rows, state)) }
    return wanted
  }

  /// Returns the small photos in view, and those of the next screen.
  private func thumbnails(
    _ places: [(row: Int, line: EntryList.Line)], _ count: Int, _ rect: Rect, _ state: AppState
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

  /// Returns the text right of the title: the icons of inbox, news and sync, as far as they fit,
  /// and the numbers of marked entries and of all.
  private func trailing(_ state: AppState) -> String {
    let counts = [markCount(state), count(state)].filter { !$0.isEmpty }
    let space = state.size.columns - 4 - TextWidth.columns(state.listTitle)
    let (inbox, others, sync) = (
      InboxBadge.forms(state), NewsBadge.forms(state), SyncBadge.forms(state)
    )
    let news =
      inbox.isEmpty || others.isEmpty
      ? inbox + others
      : inbox.flatMap { inbox in others.map { inbox + " · " + $0 } } + inbox
    let both = news.flatMap { news in sync.map { [news, $0] } }
    let forms = (both + sync.map { [$0] } + news.map { [$0] }).map {
      ($0 + counts).joined(separator: " · ")
    }
    return forms.first { !TextWidth.exceeds($0, columns: space) }
      ?? counts.joined(separator: " · ")
  }

  private func markCount(_ state: AppState) -> String {
    let ranks = state.marks.range(to: state.entries.selected)
    let inRange = ranks?.count { rank in
      state.entries[rank].map { !state.marks.contains($0.id) } ?? true
    }
    let count = state.marks.ids.count + (inRange ?? 0)
    return count == 0 ? "" : localized("\(CountText.grouped(count)) marked")
  }

  private func count(_ state: AppState) -> String {
    guard let total = state.entries.total else { return "" }
    let isSearching = state.found?.isSearching == true
    var words =
      state.search == nil
      ? CountText.entries(total) : localized("\(CountText.grouped(total)) found")
    if isSearching { words += TextWidth.ellipsis }
    // On a narrow screen, only the number is shown.
    guard total > 0, state.found == nil, state.size.columns >= 72,
      ReturningStrip.entry(in: state) == nil, let returning = state.returning?.words
    else { return words }
    return words + " · " + returning + ReturningStrip.keyText(state)
  }

  private func emptyPage(_ state: AppState) -> EmptyPage {
    if state.search != nil {
      var hints = [localized("Try fewer or shorter words. Press Esc to end the search.")]
      if state.list.mayContain({ !$0.pictures.isEmpty }) {
        hints.append(
          localized("To find where photos were taken, type \(SearchKey.near.example)."))
      }
      return EmptyPage(localized("No results."), hints: hints)
    }
    guard let scope = state.scope else { return WelcomeView.page(state) }
    guard case .journal = scope.part, let new = state.keys[.list].keyName(of: .new) else {
      return EmptyPage(localized("Entry not found."), localized("Press Esc to go back."))
    }
    return EmptyPage(
      localized("This journal is empty."),
      localized("Press \(new) to write in it, Esc to go back."))
  }
}

// MARK: - ListLayout

/// The layout of the list.
struct ListLayout {
  /// The rows of entries.
  let rows: Rect
  /// The strip of pinned entries above them; zero rows if there are none.
  let strip: Rect
  /// The strip with an entry of this day in an earlier year above that; zero rows without one.
  let returning: Rect
  /// The preview; `nil` on a narrow screen.
  let preview: Rect?
  /// The field of a search; `nil` without a search.
  let prompt: Rect?

  init(_ state: AppState) {
    var body = ScreenFrame.body(state.size)
    if state.search != nil {
      let parts = body.split(top: SearchPrompt.rows(state))
      prompt = parts.top
      body = parts.rest
    } else {
      prompt = nil
    }
    // A contact sheet has no preview because it shows photos itself.
    let panes = state.listForm == .sheet ? (body, nil) : ScreenFrame.panes(body)
    preview = panes.1
    let parts = panes.0.split(top: ReturningStrip.rows(in: state))
    returning = parts.top
    (strip, rows) = parts.rest.split(top: state.pinnedRows.count)
  }
}

// MARK: - EntryRow

/// An entry as one row of a list: day, title, number of photos and, if there is enough space, a
/// tag: the given one or else the first. In lists of a single day, the time replaces the day.
enum EntryRow {
  /// The badge of a marked entry.
  static let mark = "✓"

  static func draw(
    _ entry: Entry, isSelected: Bool, isMarked: Bool = false, match: EntryMatch? = nil,
    lead: String? = nil, journal: Style? = nil, mood: Style? = nil, tag: String? = nil,
    origin: OriginText?,
    in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    if isSelected {
      for row in 0..<rect.rows { grid.draw("▌", in: rect.line(row), theme.accent) }
    }
    let day = entry.date.day
    let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
    grid.draw(
      lead ?? "\(number) \(DateText.shortWeekday(day))", in: rect.inset(left: 1),
      isSelected ? theme.text : theme.dim)

    var right = rect.inset(right: 1)
    // The tag's and photos' columns are reserved even if the entry has none.
    if rect.columns >= 54 {
      let tags = right.inset(left: right.columns - 9)
      if let tag = tag ?? EntryExcerpt.tag(of: entry) {
        grid.draw("#" + tag.printable, in: tags, theme.tag)
      }
      right = right.inset(right: 10)
    }
    grid.draw(entry.fileCount, in: right.inset(left: right.columns - 4), theme.dim)
    let left = lead == nil ? 9 : max(9, DateText.clockColumns + 2)
    var title = draw(badgeOf: entry, in: &grid, right.inset(left: left, right: 5), theme)
    if let origin { title = origin.draw(in: &grid, title, theme) }
    if let mood, let name = entry.details.mood {
      title = draw(mood: name, mood, in: &grid, title)
    }
    if let journal { title = draw(journal: entry.journal, journal, in: &grid, title, theme) }
    for mark in (isMarked ? [Self.mark] : []) + entry.details.icons {
      let end = grid.draw(mark, in: title, theme.accent)
      title = title.inset(left: end + 1 - title.column)
    }
    // Without space for the line that matches in a photo, only its label is shown.
    let space = title.columns - TextWidth.columns(entry.rowTitle)
    let isLabeled =
      match?.photo != nil && rect.rows == 1 && title.columns >= minWidthForLabel
      && space < 2 * minMatchWidth
    if isLabeled {
      let start = grid.draw(trailing: localized("in a photo"), in: title, theme.dim)
      title = title.inset(right: title.endColumn - start + 1)
    }
    let style = isSelected ? theme.title : theme.text
    guard let match else {
      grid.draw(entry.rowTitle, in: title, style)
      return
    }
    let end = match.title.shown(columns: title.columns).draw(in: &grid, title, style, theme)
    guard rect.rows == 1 else {
      let below = rect.line(1).inset(left: title.column - rect.column, right: 1)
      return draw(match, of: entry, in: &grid, below, theme)
    }
    // The match follows the title if there is enough space.
    let beside = title.inset(left: end - title.column + 2)
    if !isLabeled, beside.columns >= minMatchWidth, let line = match.line {
      line.shown(columns: beside.columns).draw(in: &grid, beside, theme.dim, theme)
    }
  }

  /// The fewest columns for a match beside the title.
  private static let minMatchWidth = 12
  /// The fewest columns for a title and the label of a match in a photo.
  private static let minWidthForLabel = 20

  /// Draws the line that matches the search, or else the beginning of the entry.
  static func draw(
    _ match: EntryMatch, of entry: Entry, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    if let line = match.line {
      line.shown(columns: rect.columns).draw(in: &grid, rect, theme.dim, theme)
    } else {
      grid.draw(EntryExcerpt.first(of: entry), in: rect, theme.dim)
    }
  }

  /// Draws the entry's badge at the end of a title's line. Returns the space that is left.
  static func draw(
    badgeOf entry: Entry, in grid: inout Grid, _ line: Rect, _ theme: Theme
  ) -> Rect {
    guard !entry.badge.isEmpty else { return line }
    let start = grid.draw(trailing: entry.badge, in: line, theme.accent)
    return line.inset(right: line.endColumn - start + 1)
  }

  /// The fewest columns of a title's space that includes a journal's or mood's name.
  private static let minWidthForName = 40
  private static let maxMoodWidth = 10
  private static let maxJournalWidth = 16

  /// Draws the mood at the end of the title's space: a symbol, or a word if there is enough space.
  /// Returns the space that is left.
  private static func draw(
    mood name: String, _ style: Style, in grid: inout Grid, _ space: Rect
  ) -> Rect {
    let name = TextWidth.cut(name.printable, columns: maxMoodWidth)
    guard space.columns >= (TextWidth.columns(name) > 2 ? minWidthForName : 16) else {
      return space
    }
    let start = grid.draw(trailing: name, in: space, style)
    return space.inset(right: space.endColumn - start + 1)
  }

  /// Draws the journal's badge at the end of the title's space, with its name if there is enough.
  /// Returns the space that is left.
  private static func draw(
    journal name: String, _ mark: Style, in grid: inout Grid, _ space: Rect, _ theme: Theme
  ) -> Rect {
    guard space.columns >= minWidthForName else {
      // Without its color, the badge would mean nothing.
      guard theme.hasColors, mark != theme.dim else { return space }
      let start = grid.draw(trailing: JournalMark.text, in: space, mark)
      return space.inset(right: space.endColumn - start + 1)
    }
    let name = TextWidth.cut(TitleText.journal(name), columns: maxJournalWidth)
    let start = grid.draw(trailing: name, in: space, theme.dim)
    let end = grid.draw(
      trailing: JournalMark.text, in: space.inset(right: space.endColumn - start + 1), mark)
    return space.inset(right: space.endColumn - end + 1)
  }
}

// MARK: - ThumbnailRow

/// An entry as three rows of the list, with its first photo on the left. Entries without a photo
/// leave that space empty, or with a note, which replaces their details, don't have it.
enum ThumbnailRow {
  static let lines = 3

  /// Returns the blank rows between two entries, so that their photos don't touch. A small screen
  /// has no space for them.
  static func gap(on size: Size) -> Int { size.rows >= 20 ? 1 : 0 }

  static func draw(
    _ entry: Entry, isSelected: Bool, isMarked: Bool, note: String? = nil, in grid: inout Grid,
    _ rect: Rect, among count: Int, _ state: AppState
  ) {
    let theme = state.theme
    if isSelected {
      for row in 0..<rect.rows { grid.draw("▌", in: rect.line(row), theme.accent) }
    }
    photoView(entry, in: rect, among: count, state)?.draw(in: &grid)
    let hasSpace = note == nil || !state.shownPictures(of: entry).isEmpty
    let text = rect.inset(left: hasSpace ? picture(in: rect, state).columns + 3 : 1, right: 1)
    var title = EntryRow.draw(badgeOf: entry, in: &grid, text.line(0), theme)
    for mark in (isMarked ? [EntryRow.mark] : []) + entry.details.icons {
      let end = grid.draw(mark, in: title, theme.accent)
      title = title.inset(left: end + 1 - title.column)
    }
    let style = isSelected ? theme.title : theme.text
    grid.draw(note ?? details(entry, state), in: text.line(1), theme.dim)
    if let match = state.match(of: entry) {
      match.title.shown(columns: title.columns).draw(in: &grid, title, style, theme)
      EntryRow.draw(match, of: entry, in: &grid, text.line(2), theme)
    } else {
      grid.draw(entry.rowTitle, in: title, style)
      if text.rows > 2 { grid.draw(EntryExcerpt.first(of: entry), in: text.line(2), theme.dim) }
    }
  }

  static func pictures(
    _ entry: Entry, in rect: Rect, among count: Int, _ state: AppState
  ) -> [PictureRequest] {
    photoView(entry, in: rect, among: count, state)?.requests ?? []
  }

  private static func photoView(
    _ entry: Entry, in rect: Rect, among count: Int, _ state: AppState
  ) -> PhotoView? {
    guard let photo = state.shownPictures(of: entry).first else { return nil }
    let space = picture(in: rect, state)
    return PhotoView(
      photo, in: space.centered(PhotoView.space(for: photo, within: space.size, state)),
      among: count, state)
  }

  /// Returns the rectangle of the photo, wide enough for a 4:3 one.
  private static func picture(in rect: Rect, _ state: AppState) -> Rect {
    let columns = Int((Double(rect.rows) * 4 / 3 / state.facts.cellRatio).rounded())
    return Rect(
      column: rect.column + 1, row: rect.row, columns: min(columns, rect.columns / 3),
      rows: rect.rows)
  }

  /// Returns a line such as `20 Fri · ▣ 3 · #산책`.
  private static func details(_ entry: Entry, _ state: AppState) -> String {
    let day = entry.date.day
    var parts = ["\(day.day) \(DateText.shortWeekday(day))"]
    if !entry.photos.isEmpty { parts.append("▣ \(entry.photos.count)") }
    let videos = entry.attachments.isEmpty ? 0 : entry.videos.count
    if videos > 0 { parts.append("▶ \(videos)") }
    if let tag = state.shownTag(of: entry) ?? EntryExcerpt.tag(of: entry) {
      parts.append("#" + tag.printable)
    }
    if let mood = entry.details.mood { parts.append(mood.printable) }
    if let origin = state.origin(of: entry)?.brief { parts.append(origin) }
    return parts.joined(separator: " · ")
  }
}

// MARK: - EntryWords

/// The beginning of an entry's text and its tags, for small spaces.
enum EntryExcerpt {
  /// The most characters to return, more than any row or tile shows. `maxExamined` is the number of
  /// characters that are examined.
  private static let most = 400
  private static let maxExamined = 4000
  /// The bytes that are searched for tags.
  static let maxBytesForTags = 8000

  /// Returns the tags of the field, the title and the beginning of the text.
  static func tags(of entry: Entry) -> [String] {
    var fields = entry.fields
    if fields.content.utf8.count > maxBytesForTags {
      fields.content = String(decoding: fields.content.utf8.prefix(maxBytesForTags), as: UTF8.self)
    }
    return fields.allTags
  }

  /// Returns the entry's first tag.
  static func tag(of entry: Entry) -> String? { entry.tags.first ?? tags(of: entry).first }

  /// Returns the beginning of the text on one line, without the line that serves as the title.
  static func first(of entry: Entry) -> String {
    var words = ""
    var isTitleDue = entry.title.isBlank
    for line in entry.content.prefix(maxExamined).split(whereSeparator: \.isNewline) {
      guard words.count < most else { break }
      let text = PlainLine.text(of: line.prefix(most)).printable.trimmed
      guard !text.isInvisible else { continue }
      if isTitleDue {
        // The first line is shown as the title of an entry without one.
        isTitleDue = false
        continue
      }
      guard PhotoReference.parse(line) == nil else { continue }
      words += (words.isEmpty ? "" : " ") + text
    }
    return words
  }
}

extension EntryPredicate {
  /// The predicates of tags that every matching entry has.
  var wantedTags: [EntryPredicate] {
    switch self {
    case .tag, .tagNamed, .tagBeginning: [self]
    case .and(let parts): parts.flatMap(\.wantedTags)
    default: []
    }
  }

  func isTag(_ tag: String) -> Bool {
    switch self {
    case .tag(let name): tag.isSameName(as: name)
    case .tagNamed(let name): FoldedText(tag).equals(name)
    case .tagBeginning(let start): FoldedText(tag).begins(with: start)
    default: false
    }
  }
}
