import CNcurses
import TerminalUI

/// Brings frames into ncurses' window: the rows that differ from the last one.
@MainActor
final class ScreenWriter {
  private let colors: ColorPairs
  /// `nil` for a terminal that can't be told of links.
  private var links: LinkWriter?
  private var shown: Grid?
  private var lastStyle: (style: Style, look: CursesAppearance)?

  init(colors: ColorPairs, takesLinks: Bool) {
    self.colors = colors
    links = takesLinks ? LinkWriter() : nil
  }

  /// The next frame is written whole.
  func invalidate() {
    shown = nil
    links?.invalidate()
    pd_redraw_all()
  }

  /// Whether a frame can't get its colors beside those that are on the screen. Where it can't get
  /// them at all, they are chosen anew when most of the screen is another.
  func needsNewColors(for frame: Frame) -> Bool {
    switch colors.fit(frame.grid) {
    case .fits: return false
    case .fitsAlone: return true
    case .never:
      guard let shown, shown.size == frame.grid.size else { return true }
      let changed = (0..<shown.size.rows).count { shown.row($0) != frame.grid.row($0) }
      return changed * 2 > shown.size.rows
    }
  }

  /// Forgets the colors of what is on the screen, and that.
  func resetColors() {
    colors.reset()
    lastStyle = nil
    invalidate()
  }

  /// Shows a frame's cells: text first, for photos in characters are long, and a line may be slow.
  func show(_ frame: Frame, size: Size) -> WrittenRows {
    guard frame.grid.hasDrawings else { return write(frame, size: size) }
    var text = frame
    text.grid = frame.grid.withoutDrawings(keeping: shown)
    return write(text, size: size).union(write(frame, size: size))
  }

  private func write(_ frame: Frame, size: Size) -> WrittenRows {
    var whole: Set<Int> = []
    var changed: [Int] = []
    let goesRowByRow = keepsPictures(frame)
    let isSame = shown?.size == frame.grid.size
    let isOfSameLinks = shown?.links == frame.grid.links
    for row in 0..<size.rows {
      let cells = row < frame.grid.size.rows ? frame.grid.row(row) : []
      let old = isSame && row < frame.grid.size.rows ? shown?.row(row) : nil
      if let old, old == cells { continue }
      changed.append(row)
      write(cells, row: row, columns: size.columns)
      // Half a flag drawn anew isn't a flag to a terminal that joins them.
      if hasFlag(cells) || (old.map(hasFlag) ?? false) {
        wredrawln(pd_screen(), Int32(row), 1)
        whole.insert(row)
      }
      if goesRowByRow { update() }
    }
    shown = frame.grid
    place(frame.cursor, size: size)
    update()
    let isInPlace = isOfSameLinks && (goesRowByRow || changed.count <= 1)
    writeLinks(of: frame.grid, in: isInPlace ? changed : Array(0..<size.rows), size)
    return WrittenRows(changed: Set(changed), whole: whole)
  }

  /// Tells the terminal of the links in some rows: those that have changed or may have moved. On
  /// its way to the cursor's place ncurses may have written some of that row again.
  private func writeLinks(of grid: Grid, in rows: [Int], _ size: Size) {
    let cursorRow = Int(pd_cursor_row())
    let touched = rows.contains(cursorRow) ? rows : rows + [cursorRow]
    let bytes = links?.bytes(for: grid, columns: size.columns, rows: touched, look: look) ?? []
    TerminalModes.write(bytes)
  }

  /// Whether a picture stays where it is while cells change. Where ncurses finds that lines have
  /// moved, it has the terminal scroll them (without `idlok`, too), and kitty and xterm take along
  /// what lies over them. When one row alone has changed, it can't have come from another.
  private func keepsPictures(_ frame: Frame) -> Bool {
    guard let shown else { return false }
    return !Set(shown.pictures).isDisjoint(with: frame.grid.pictures)
  }

  private func update() {
    wnoutrefresh(pd_screen())
    doupdate()
  }

  private func place(_ cursor: Point?, size: Size) {
    guard let cursor, Rect(size).contains(cursor) else {
      curs_set(0)
      return
    }
    curs_set(1)
    wmove(pd_screen(), Int32(cursor.row), Int32(cursor.column))
  }

  /// Writes one row, blanks after its last cell.
  private func write(_ cells: ArraySlice<Cell>, row: Int, columns: Int) {
    ScreenCharacter.forEach(in: cells, columns: columns) { character in
      let look = look(character.style)
      let marks = character.marks
      func mark(_ index: Int) -> UInt32 { index < marks.count ? marks[index] : 0 }
      pd_put(
        Int32(row), Int32(character.column), character.base, mark(0), mark(1), mark(2), mark(3),
        look.attributes, look.pair)
    }
  }

  private func look(_ style: Style) -> CursesAppearance {
    if let last = lastStyle, last.style == style { return last.look }
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= pd_bold() }
    if style.attributes.contains(.dim) { attributes |= pd_dim() }
    if style.attributes.contains(.italic) { attributes |= pd_italic() }
    if style.attributes.contains(.underline) { attributes |= pd_underline() }
    if style.attributes.contains(.reverse) { attributes |= pd_reverse() }
    let look = CursesAppearance(attributes: attributes, pair: colors.pair(for: style))
    lastStyle = (style, look)
    return look
  }

  private func hasFlag(_ cells: ArraySlice<Cell>) -> Bool {
    cells.contains { cell in
      guard cell.text.utf8.count >= 8, let first = cell.text.unicodeScalars.first else {
        return false
      }
      return ScreenCharacter.isIndicator(first.value)
    }
  }
}
