import DiaryCore
import Markdown
import TerminalUI

/// An entry beside the list: title, date, the first photo, and as much of the text as fits.
enum PreviewView {
  /// `count` is how many photos are on the screen.
  static func draw(
    _ entry: Entry, in grid: inout Grid, _ rect: Rect, among count: Int, _ state: AppState
  ) {
    let theme = state.theme
    grid.draw(entry.displayTitle, in: rect.line(0), theme.title)
    let end = grid.draw(DateWords.full(entry.date), in: rect.line(1), theme.dim)
    drawJournal(entry, in: &grid, rect.line(1).inset(left: end + 2 - rect.column), state)
    grid.draw(entry.details.line, in: rect.line(2), theme.dim)
    var (rest, foot) = rect.inset(top: headRows(entry)).split(bottom: 2)
    grid.draw(summary(entry, state.lengths[entry]), in: foot.line(1), theme.dim)
    if let photo = entry.photos.first {
      photoView(photo, below: headRows(entry), in: rect, among: count, state).draw(in: &grid)
      rest = rest.inset(top: room(for: photo, in: rect, state).rows + 1)
    }
    drawText(entry, in: &grid, rest, theme)
  }

  /// Behind the date, unless it is the one that every diary has.
  private static func drawJournal(
    _ entry: Entry, in grid: inout Grid, _ room: Rect, _ state: AppState
  ) {
    guard !Journal.isSame(entry.journal, EntryFields.defaultJournal), room.columns > 4 else {
      return
    }
    grid.draw(JournalMark.text, in: room, state.journalMark(entry.journal))
    grid.draw(TitleWords.journal(entry.journal), in: room.inset(left: 2), state.theme.dim)
  }

  /// The pictures that the preview of an entry shows.
  static func pictures(
    _ entry: Entry, in rect: Rect, among count: Int, _ state: AppState
  ) -> [PictureRequest] {
    entry.photos.first.map {
      photoView($0, below: headRows(entry), in: rect, among: count, state).requests
    } ?? []
  }

  /// Title and date, the details where there are some, and an empty line.
  private static func headRows(_ entry: Entry) -> Int { entry.details.words.isEmpty ? 3 : 4 }

  private static func photoView(
    _ photo: Photo, below headRows: Int, in rect: Rect, among count: Int, _ state: AppState
  ) -> PhotoView {
    let room = room(for: photo, in: rect, state)
    let place = Rect(
      column: rect.column + (rect.columns - room.columns) / 2, row: rect.row + headRows,
      columns: room.columns, rows: room.rows)
    return PhotoView(photo, in: place, clip: rect, among: count, state)
  }

  private static func room(for photo: Photo, in rect: Rect, _ state: AppState) -> Size {
    PhotoView.room(
      for: photo, within: Size(columns: rect.columns, rows: rect.rows / 2), state)
  }

  private static func drawText(_ entry: Entry, in grid: inout Grid, _ rect: Rect, _ theme: Theme) {
    guard rect.rows > 0 else { return }
    var layout = MarkdownLayout(
      columns: rect.columns, photo: { asset in entry.photos.firstIndex { $0.asset == asset } },
      room: { _, _ in nil })
    // No more than fits.
    let start = entry.content.prefix(rect.rows * rect.columns)
    let markdown = MarkdownText(String(start))
    layout.append(markdown.blocks(ofPart: 0, prepared: MarkdownLayout.prepared))
    let links = layout.links
    var row = 0
    var isAfterBlank = true
    for case .row(let text) in layout.items where row < rect.rows {
      // A photo is left out, and with it one of the blank lines around it.
      let isBlank = text.runs.isEmpty
      if isBlank && isAfterBlank { continue }
      isAfterBlank = isBlank
      ReaderView.draw(text, links: links, in: &grid, rect.line(row), theme)
      row += 1
    }
  }

  /// `▣ 3 photos · #산책 · 213 words`
  static func summary(_ entry: Entry, _ length: ReadingTime?) -> String {
    var parts: [String] = []
    if entry.heads.count > 1 { parts.append(CountWords.versions(entry.heads.count)) }
    if !entry.photos.isEmpty { parts.append("▣ " + CountWords.photos(entry.photos.count)) }
    let tags = EntryWords.tags(of: entry)
    if !tags.isEmpty {
      parts.append(tags.map { "#\($0.printable)" }.joined(separator: " "))
    }
    if let length, !entry.content.isBlank { parts.append(CountWords.words(length.wordCount)) }
    return parts.joined(separator: " · ")
  }
}

extension String {
  /// Without the white space at its end, which would make a full row look too long.
  var trimmedEnd: String {
    var copy = self
    while copy.last?.isWhitespace == true { copy.removeLast() }
    return copy
  }
}
