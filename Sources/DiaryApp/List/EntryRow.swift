import DiaryCore
import TerminalUI

/// An entry as one line of a list: day, title, number of photos, and a tag where there is room:
/// the first one unless another is given. Where all are of one day, its time stands in the place of
/// the day.
enum EntryRow {
  /// Of an entry that was marked.
  static let mark = "✓"

  static func draw(
    _ entry: Entry, isSelected: Bool, isMarked: Bool = false, match: EntryMatch? = nil,
    lead: String? = nil, journal: Style? = nil, tag: String? = nil, origin: OriginWords?,
    in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    if isSelected {
      for row in 0..<rect.rows { grid.draw("▌", in: rect.line(row), theme.accent) }
    }
    let day = entry.date.day
    let number = day.day < 10 ? " \(day.day)" : "\(day.day)"
    grid.draw(
      lead ?? "\(number) \(DateWords.shortWeekday(day))", in: rect.inset(left: 1),
      isSelected ? theme.text : theme.dim)

    var right = rect.inset(right: 1)
    // The tag and the photos keep their columns whether an entry has any or not.
    if rect.columns >= 54 {
      let tags = right.inset(left: right.columns - 9)
      if let tag = tag ?? EntryWords.tag(of: entry) {
        grid.draw("#" + tag.printable, in: tags, theme.dim)
      }
      right = right.inset(right: 10)
    }
    let photos = right.inset(left: right.columns - 4)
    if !entry.photos.isEmpty {
      grid.draw("▣ \(entry.photos.count)", in: photos, theme.dim)
    } else if let sign = entry.attachments.first.map({ AttachmentWords.sign(of: $0.type) }) {
      grid.draw("\(sign) \(entry.attachments.count)", in: photos, theme.dim)
    }
    var title = draw(badgeOf: entry, in: &grid, right.inset(left: 9, right: 5), theme)
    if let origin { title = origin.draw(in: &grid, title, theme) }
    if let journal, title.columns >= narrowestForJournal {
      title = draw(journal: entry.journal, journal, in: &grid, title, theme)
    }
    let marks = [
      isMarked ? Self.mark : nil, entry.details.isPinned ? EntryDetails.pin : nil,
      entry.details.isStarred ? EntryDetails.star : nil,
    ]
    for mark in marks.compactMap(\.self) {
      let end = grid.draw(mark, in: title, theme.accent)
      title = title.inset(left: end + 1 - title.column)
    }
    let style = isSelected ? theme.title : theme.text
    guard let match else {
      grid.draw(entry.displayTitle, in: title, style)
      return
    }
    let end = match.title.shown(columns: title.columns).draw(in: &grid, title, style, theme)
    guard rect.rows == 1 else {
      let below = rect.line(1).inset(left: title.column - rect.column, right: 1)
      return draw(match, of: entry, in: &grid, below, theme)
    }
    // Beside the title, where that leaves room.
    let beside = title.inset(left: end - title.column + 2)
    if beside.columns >= leastBeside, let line = match.line {
      line.shown(columns: beside.columns).draw(in: &grid, beside, theme.dim, theme)
    }
  }

  /// Fewer columns than these say nothing.
  private static let leastBeside = 12

  /// The line that says what was looked for, else the entry's first words.
  static func draw(
    _ match: EntryMatch, of entry: Entry, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    if let line = match.line {
      line.shown(columns: rect.columns).draw(in: &grid, rect, theme.dim, theme)
    } else {
      grid.draw(EntryWords.first(of: entry), in: rect, theme.dim)
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

  /// Of the title's room, in columns.
  private static let narrowestForJournal = 40
  private static let widestJournal = 16

  /// Draws the journal's name with its mark at the end of the title's room. Returns what is left.
  private static func draw(
    journal name: String, _ mark: Style, in grid: inout Grid, _ room: Rect, _ theme: Theme
  ) -> Rect {
    let name = TextWidth.cut(TitleWords.journal(name), columns: widestJournal)
    let start = grid.draw(trailing: name, in: room, theme.dim)
    let end = grid.draw(
      trailing: JournalMark.text, in: room.inset(right: room.endColumn - start + 1), mark)
    return room.inset(right: room.endColumn - end + 1)
  }
}
