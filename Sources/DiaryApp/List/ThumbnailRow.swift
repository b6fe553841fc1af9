import DiaryCore
import TerminalUI

/// An entry as three lines of the list, with its first photo at the left. Entries without one keep
/// the columns.
enum ThumbnailRow {
  static let lines = 3

  static func draw(
    _ entry: Entry, isSelected: Bool, isMarked: Bool, in grid: inout Grid, _ rect: Rect,
    among count: Int, _ state: ScreenContext
  ) {
    let theme = state.theme
    if isSelected {
      for row in 0..<rect.rows { grid.draw("▌", in: rect.line(row), theme.accent) }
    }
    photoView(entry, in: rect, among: count, state)?.draw(in: &grid)
    let text = rect.inset(left: picture(in: rect, state).columns + 3, right: 1)
    var title = EntryRow.draw(badgeOf: entry, in: &grid, text.line(0), theme)
    if isMarked {
      let end = grid.draw(EntryRow.mark, in: title, theme.accent)
      title = title.inset(left: end + 1 - title.column)
    }
    let style = isSelected ? theme.title : theme.text
    grid.draw(details(entry, state), in: text.line(1), theme.dim)
    if let match = state.match(of: entry) {
      match.title.shown(columns: title.columns).draw(in: &grid, title, style, theme)
      EntryRow.draw(match, of: entry, in: &grid, text.line(2), theme)
    } else {
      grid.draw(entry.displayTitle, in: title, style)
      grid.draw(EntryWords.first(of: entry), in: text.line(2), theme.dim)
    }
  }

  static func pictures(
    _ entry: Entry, in rect: Rect, among count: Int, _ state: ScreenContext
  ) -> [PictureRequest] {
    photoView(entry, in: rect, among: count, state)?.requests ?? []
  }

  private static func photoView(
    _ entry: Entry, in rect: Rect, among count: Int, _ state: ScreenContext
  ) -> PhotoView? {
    guard let photo = state.shownPictures(of: entry).first else { return nil }
    let room = picture(in: rect, state)
    return PhotoView(
      photo, in: room.centered(PhotoView.room(for: photo, within: room.size, state)),
      among: count, state)
  }

  /// The room of the photo: as wide as one of four by three is.
  private static func picture(in rect: Rect, _ state: ScreenContext) -> Rect {
    let columns = Int((Double(rect.rows) * 4 / 3 / state.facts.cellRatio).rounded())
    return Rect(
      column: rect.column + 1, row: rect.row, columns: min(columns, rect.columns / 3),
      rows: rect.rows)
  }

  /// `20 Fri · ▣ 3 · #산책`
  private static func details(_ entry: Entry, _ state: ScreenContext) -> String {
    let day = entry.date.day
    var parts = ["\(day.day) \(DateWords.shortWeekday(day))"]
    if !entry.photos.isEmpty { parts.append("▣ \(entry.photos.count)") }
    let films = entry.attachments.isEmpty ? 0 : entry.films.count
    if films > 0 { parts.append("▶ \(films)") }
    if let tag = state.shownTag(of: entry) ?? EntryWords.tag(of: entry) {
      parts.append("#" + tag.printable)
    }
    if let origin = state.origin(of: entry)?.brief { parts.append(origin) }
    return parts.joined(separator: " · ")
  }
}
