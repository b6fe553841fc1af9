import DiaryCore
import Localization
import TerminalUI

/// Where a period's entries, words and photos stand on a line, each number before its bar.
struct AmountColumns {
  private let name: Rect
  private let entries: Rect
  private let entryBar: Rect
  private let words: Rect
  /// Empty on a narrow screen, as the next one is.
  private let wordBar: Rect
  private let photos: Rect

  private static let nameColumns = 6
  private static let entryColumns = 6
  private static let wordColumns = 10
  private static let photoColumns = 9

  init(_ room: Rect) {
    let isWide = room.columns >= 80
    let hasTwoBars = room.columns >= 46
    let (rest, photos) = Self.split(room, right: isWide ? Self.photoColumns : 0)
    self.photos = photos
    let fixed = Self.nameColumns + Self.entryColumns + 1 + Self.wordColumns + (hasTwoBars ? 1 : 0)
    let bars = max(0, rest.columns - fixed)
    let first = hasTwoBars ? bars / 2 : bars
    name = rest.inset(right: rest.columns - Self.nameColumns)
    let afterName = rest.inset(left: Self.nameColumns)
    entries = afterName.inset(right: afterName.columns - Self.entryColumns)
    let afterEntries = afterName.inset(left: Self.entryColumns + 1)
    entryBar = afterEntries.inset(right: afterEntries.columns - first)
    let afterBar = afterEntries.inset(left: first)
    words = afterBar.inset(right: afterBar.columns - Self.wordColumns)
    wordBar = afterBar.inset(left: hasTwoBars ? Self.wordColumns + 1 : afterBar.columns)
  }

  private static func split(_ room: Rect, right columns: Int) -> (Rect, Rect) {
    (room.inset(right: columns), room.inset(left: room.columns - columns))
  }

  func drawHeading(_ title: String, in grid: inout Grid, _ theme: Theme) {
    let end = grid.draw(title, in: entryBar.union(name), theme.title)
    let start = max(entryBar.column, end + 2)
    grid.draw(
      localized("entries"), in: entryBar.inset(left: start - entryBar.column), theme.dim)
    grid.draw(trailing: localized("words"), in: words, theme.dim)
    grid.draw(trailing: localized("photos"), in: photos, theme.dim)
  }

  func draw(
    _ name: String, _ style: Style, _ amount: EntryAmount, most: EntryAmount,
    in grid: inout Grid, _ theme: Theme
  ) {
    grid.draw(name, in: self.name, style)
    grid.draw(
      trailing: CountWords.grouped(amount.entries), in: entries,
      amount.entries > 0 ? style : theme.dim)
    grid.draw(
      Bar.lying(amount.entries, of: most.entries, columns: entryBar.columns), in: entryBar,
      theme.accent)
    guard amount.entries > 0 else { return }
    grid.draw(trailing: CountWords.grouped(amount.words), in: words, theme.dim)
    grid.draw(
      Bar.lying(amount.words, of: most.words, columns: wordBar.columns), in: wordBar, theme.dim)
    guard amount.photos > 0 else { return }
    grid.draw(trailing: CountWords.grouped(amount.photos), in: photos, theme.dim)
  }
}

extension Rect {
  /// From this one's or the other's left to the right of either, on this one's rows.
  fileprivate func union(_ other: Rect) -> Rect {
    let start = min(column, other.column)
    return Rect(
      column: start, row: row, columns: max(endColumn, other.endColumn) - start, rows: rows)
  }
}
