import DiaryCore
import TerminalUI
import Text

/// An entry beside the list: title, date, the first photo and as much of the text as fits. An entry
/// without a title starts with the date.
enum PreviewView {
  /// Draws the preview. `count` is the number of photos on the screen.
  static func draw(
    _ entry: Entry, in grid: inout Grid, _ pane: Rect, among count: Int, _ state: AppState
  ) {
    let rect = TextColumn.within(pane)
    let theme = state.theme
    let match = state.match(of: entry)
    if entry.hasTitle {
      (match?.title ?? FoundText(entry.displayTitle, []))
        .draw(in: &grid, rect.line(0), theme.title, theme)
    }
    let head = rect.inset(top: entry.hasTitle ? 1 : 0)
    let end = grid.draw(DateText.full(entry.date), in: head.line(0), theme.dim)
    drawJournal(entry, in: &grid, head.line(0).inset(left: end + 2 - rect.column), state)
    let origin = state.origin(of: entry)
    if let origin { grid.draw(origin.words, in: head.line(1), theme.dim) }
    grid.draw(entry.details.line, in: head.line(origin == nil ? 1 : 2), theme.dim)
    var (rest, footer) = rect.inset(top: headRows(entry, state)).split(bottom: 2)
    draw(summary(entry, state.lengths[entry]), tags: tags(entry), in: &grid, footer.line(1), theme)
    if let photo = state.shownPictures(of: entry).first {
      let headRows = headRows(entry, state)
      photoView(photo, below: headRows, in: rect, among: count, state).draw(in: &grid)
      rest = rest.inset(top: space(for: photo, below: headRows, in: rect, state).rows + 1)
    }
    drawText(entry, match, in: &grid, rest, state)
  }

  /// Draws a summary with its tags in their color.
  private static func draw(
    _ summary: String, tags: String, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    guard !tags.isEmpty, !TextWidth.exceeds(summary, columns: rect.columns),
      let range = summary.firstRange(of: tags)
    else {
      grid.draw(summary, in: rect, theme.dim)
      return
    }
    var end = grid.draw(summary[..<range.lowerBound], in: rect, theme.dim)
    end = grid.draw(summary[range], in: rect.inset(left: end - rect.column), theme.tag)
    grid.draw(summary[range.upperBound...], in: rect.inset(left: end - rect.column), theme.dim)
  }

  /// Draws the journal after the date, unless it is the default one.
  private static func drawJournal(
    _ entry: Entry, in grid: inout Grid, _ space: Rect, _ state: AppState
  ) {
    guard !entry.journal.isSameName(as: EntryFields.defaultJournal), space.columns > 4 else {
      return
    }
    grid.draw(JournalMark.text, in: space, state.journalMark(entry.journal))
    grid.draw(TitleText.journal(entry.journal), in: space.inset(left: 2), state.theme.dim)
  }

  /// Returns the pictures in an entry's preview.
  static func pictures(
    _ entry: Entry, in pane: Rect, among count: Int, _ state: AppState
  ) -> [PictureRequest] {
    let rect = TextColumn.within(pane)
    return state.shownPictures(of: entry).first.map {
      photoView($0, below: headRows(entry, state), in: rect, among: count, state).requests
    } ?? []
  }

  /// Returns the rows of the title, the date, the author and details if there are any, and a blank
  /// row.
  private static func headRows(_ entry: Entry, _ state: AppState) -> Int {
    (entry.hasTitle ? 3 : 2) + (state.origin(of: entry) == nil ? 0 : 1)
      + (entry.details.labels.isEmpty ? 0 : 1)
  }

  private static func photoView(
    _ photo: Photo, below headRows: Int, in rect: Rect, among count: Int, _ state: AppState
  ) -> PhotoView {
    let space = space(for: photo, below: headRows, in: rect, state)
    let position = Rect(
      column: rect.column + (rect.columns - space.columns) / 2, row: rect.row + headRows,
      columns: space.columns, rows: space.rows)
    return PhotoView(photo, in: position, clip: rect, among: count, state)
  }

  /// Returns the size of the photo: at most half the pane, apart from the last row with the
  /// summary.
  private static func space(
    for photo: Photo, below headRows: Int, in rect: Rect, _ state: AppState
  ) -> Size {
    let rows = max(0, min(rect.rows / 2, rect.rows - headRows - 1))
    return PhotoView.space(for: photo, within: Size(columns: rect.columns, rows: rows), state)
  }

  /// Draws the beginning of the text or, if that doesn't have a match, the text around the first
  /// match.
  private static func drawText(
    _ entry: Entry, _ match: EntryMatch?, in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    guard rect.rows > 0 else { return }
    var (text, links) = rows(of: entry, from: 0, rect.size, state.phrases)
    if let start = match?.start, !text.contains(where: \.isFound) {
      (text, links) = rows(of: entry, from: start, rect.size, state.phrases)
      text.insert(RenderedRow([.init(TextWidth.ellipsis, .faint)]), at: 0)
    }
    for (row, text) in text.prefix(rect.rows).enumerated() {
      ReaderState.draw(text, links: links, in: &grid, rect.line(row), state.theme)
    }
    guard text.count > rect.rows, let last = text.prefix(rect.rows).last else { return }
    let space = rect.line(rect.rows - 1)
    grid.draw(
      TextWidth.ellipsis, in: space.inset(left: min(last.columns, space.columns - 1)),
      state.theme.dim)
  }

  /// Returns as many rows of the text as fit, from a byte offset on, and the addresses of their
  /// links.
  private static func rows(
    of entry: Entry, from start: Int, _ size: Size, _ phrases: [SearchPhrase]
  ) -> (rows: [RenderedRow], links: [LinkAddress?]) {
    var layout = MarkdownLayout(
      columns: size.columns, marking: phrases,
      photo: { asset in entry.photos.firstIndex { $0.asset == asset } }, space: { _, _ in nil })
    let bytes = entry.content.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: start, limitedBy: bytes.endIndex)
    let text = entry.content[(start ?? bytes.endIndex)...].prefix((size.rows + 1) * size.columns)
    let markdown = MarkdownText(String(text))
    layout.append(markdown.blocks(ofPart: 0, prepared: PhotoReference.withPlainCaptions))
    var rows: [RenderedRow] = []
    // One more row than fits shows that the text continues.
    for case .row(let text) in layout.items where rows.count <= size.rows {
      // A photo isn't shown, and neither is one of the blank rows around it.
      if text.runs.isEmpty && rows.last?.runs.isEmpty ?? true { continue }
      rows.append(text)
    }
    return (rows, layout.links)
  }

  /// Returns the tags as a line such as `#산책 #강`.
  static func tags(_ entry: Entry) -> String {
    EntryExcerpt.tags(of: entry).map { "#\($0.printable)" }.joined(separator: " ")
  }

  /// Returns a line such as `▣ 3 photos · #산책 · 213 words`, after the badge if there is one.
  static func summary(
    _ entry: Entry, _ length: ReadingTime?, showsBadge: Bool = true
  ) -> String {
    var parts: [String] = []
    if showsBadge, !entry.badge.isEmpty { parts.append(entry.badge) }
    if !entry.photos.isEmpty { parts.append("▣ " + CountText.photos(entry.photos.count)) }
    parts += AttachmentText.counts(entry)
    let tags = tags(entry)
    if !tags.isEmpty { parts.append(tags) }
    if let length, let words = CountText.length(length.length) { parts.append(words) }
    return parts.joined(separator: " · ")
  }
}

// MARK: - WelcomeView

/// The view of an empty diary: the keys to start with.
enum WelcomeView {
  static func page(_ state: AppState) -> EmptyPage {
    let keys: [(command: Command, words: String?)] = [
      (.new, localized("write the first entry")),
      (.importPhotos, localized("start from a folder of photos")),
      (.importDiary, localized("import another diary")),
      (.lock, lockText(state)),
      (.journals, state.diaryName == nil ? nil : localized("open another diary")),
      (.help, localized("all keys")),
      (.back, localized("quit")),
    ]
    var page = EmptyPage(titleText(state), trashText(state) ?? "")
    page.keys = keys.compactMap { command, words in
      guard let words, ListScreen().isAvailable(command, in: state) else { return nil }
      return [state.keys[.list], state.keys[.everywhere]].lazy.compactMap {
        $0.keyName(of: command)
      }.first.map { (name: $0, words: words) }
    }
    page.note = placeText(state)
    return page
  }

  /// Returns the text for the key that locks the diary. Encryption is best set up before there are
  /// entries.
  private static func lockText(_ state: AppState) -> String? {
    switch state.lockState {
    case .plain: localized("encrypt it with a passphrase")
    case .open: localized("lock it")
    case .locked, nil: nil
    }
  }

  private static func titleText(_ state: AppState) -> String {
    guard let name = state.diaryName?.printable else {
      return localized("Your diary is empty – and it's all yours.")
    }
    return localized("No one has written in \(name) yet.")
  }

  private static func placeText(_ state: AppState) -> String {
    if state.diaryName != nil {
      guard let obstacle = state.obstacle else {
        return localized("Everyone in this diary can read what you write here.")
      }
      return DiaryError.account(obstacle).line
    }
    return state.lockState == .open
      ? localized(
        """
        Entries and photos stay on this machine, in encrypted files that age can open too. To look \
        around first, run photodiary demo.
        """)
      : localized(
        """
        Entries and photos stay on this machine, in plain files you can read without this \
        program. To look around first, run photodiary demo.
        """)
  }

  /// Returns the hints for an empty diary.
  static func hints(_ keys: Keymap) -> [Binding] {
    let list = keys[.list]
    return [
      list.hint(.new, "new"), list.hint(.importPhotos, "from photos"),
      list.hint(.importDiary, "import"), list.hint(.help, "keys"),
      keys[.everywhere].hint(.back, "quit"),
    ].compactMap(\.self)
  }

  /// Returns a text about entries in the trash, which can be restored.
  private static func trashText(_ state: AppState) -> String? {
    guard state.trashed > 0, let key = state.keys[.list].keyName(of: .trash) else { return nil }
    let count = CountText.entries(state.trashed)
    return localized(
      counting: state.trashed, one: "\(count) is in the trash. Press \(key) to see it.",
      other: "\(count) are in the trash. Press \(key) to see them.")
  }
}
