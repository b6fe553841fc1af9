import CNcurses
import TerminalUI

/// Brings frames into ncurses' window: the rows that differ from the last one.
@MainActor
final class ScreenWriter {
  private let colors: ColorPairs
  /// Whether the terminal gives lines and blocks two columns.
  private let isAmbiguousWide = AmbiguousWidth.current == .two
  private var shown: Grid?
  private var lastStyle: (style: Style, attributes: attr_t, pair: Int32)?

  init(colors: ColorPairs) {
    self.colors = colors
  }

  /// The next frame is written whole.
  func invalidate() {
    shown = nil
    pd_redraw_all()
  }

  /// Whether a frame can't get its colours beside those that are on the screen. Where it can't get
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

  /// Forgets the colours of what is on the screen, and that.
  func resetColors() {
    colors.reset()
    lastStyle = nil
    invalidate()
  }

  /// Shows a frame's cells. Gives the rows that were written whole, with whatever lay over them.
  func show(_ frame: Frame, size: Size) -> Set<Int> {
    var rewritten: Set<Int> = []
    let goesRowByRow = keepsPictures(frame)
    let isSame = shown?.size == frame.grid.size
    for row in 0..<size.rows {
      let cells = row < frame.grid.size.rows ? frame.grid.row(row) : []
      let old = isSame && row < frame.grid.size.rows ? shown?.row(row) : nil
      if let old, old == cells { continue }
      write(cells, row: row, columns: size.columns)
      // Half a flag drawn anew isn't a flag to a terminal that joins them.
      if hasFlag(cells) || (old.map(hasFlag) ?? false) {
        wredrawln(pd_screen(), Int32(row), 1)
        rewritten.insert(row)
      }
      if goesRowByRow { update() }
    }
    shown = frame.grid
    place(frame.cursor, size: size)
    update()
    return rewritten
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
    let end = min(columns, cells.count)
    var column = 0
    while column < end {
      let cell = cells[cells.startIndex + column]
      let isWide =
        column + 1 < cells.count && cells[cells.startIndex + column + 1].isContinuation
        && !cell.isContinuation
      if isWide && column + 1 < columns {
        putWide(cell, row: row, column: column)
        column += 2
      } else {
        putNarrow(isWide || cell.isContinuation ? Cell(" ", cell.style) : cell, row, column)
        column += 1
      }
    }
    while column < columns {
      put(0x20, [], .plain, row, column)
      column += 1
    }
  }

  private func putNarrow(_ cell: Cell, _ row: Int, _ column: Int) {
    var scalars = cell.text.unicodeScalars[...]
    let base = scalars.popFirst()?.value ?? 0x20
    if scalars.isEmpty, base >= 0x20, base < 0x7F {
      put(base, [], cell.style, row, column)
    } else if isAmbiguousWide, let mark = NarrowMarks.mark(for: base) {
      put(mark, [], cell.style, row, column)
    } else if pd_width(base) == 1 {
      put(base, marks(scalars), cell.style, row, column)
    } else {
      put(Self.unknown, [], cell.style, row, column)
    }
  }

  private func putWide(_ cell: Cell, row: Int, column: Int) {
    var scalars = cell.text.unicodeScalars[...]
    guard let base = scalars.popFirst()?.value else { return }
    if pd_width(base) == 2 {
      put(base, marks(scalars), cell.style, row, column)
    } else if isIndicator(base), let second = scalars.first?.value, isIndicator(second) {
      // ncurses counts one column for each of a flag's two letters, terminals two for both.
      put(base, [], cell.style, row, column)
      put(second, [], cell.style, row, column + 1)
    } else {
      put(Self.unknown, [], cell.style, row, column)
      put(0x20, [], cell.style, row, column + 1)
    }
  }

  /// A white square, for what the C library would draw in another width.
  private static let unknown: UInt32 = 0x25A1

  private func marks(_ scalars: Substring.UnicodeScalarView) -> [UInt32] {
    scalars.isEmpty ? [] : scalars.map(\.value).filter { pd_width($0) == 0 }
  }

  private func put(_ base: UInt32, _ marks: [UInt32], _ style: Style, _ row: Int, _ column: Int) {
    let look = look(style)
    func mark(_ index: Int) -> UInt32 { index < marks.count ? marks[index] : 0 }
    pd_put(
      Int32(row), Int32(column), base, mark(0), mark(1), mark(2), mark(3), look.attributes,
      look.pair)
  }

  private func look(_ style: Style) -> (attributes: attr_t, pair: Int32) {
    if let last = lastStyle, last.style == style { return (last.attributes, last.pair) }
    var attributes: attr_t = 0
    if style.attributes.contains(.bold) { attributes |= pd_bold() }
    if style.attributes.contains(.dim) { attributes |= pd_dim() }
    if style.attributes.contains(.italic) { attributes |= pd_italic() }
    if style.attributes.contains(.underline) { attributes |= pd_underline() }
    if style.attributes.contains(.reverse) { attributes |= pd_reverse() }
    let pair = colors.pair(for: style)
    lastStyle = (style, attributes, pair)
    return (attributes, pair)
  }

  private func hasFlag(_ cells: ArraySlice<Cell>) -> Bool {
    cells.contains { cell in
      guard cell.text.utf8.count >= 8, let first = cell.text.unicodeScalars.first else {
        return false
      }
      return isIndicator(first.value)
    }
  }

  private func isIndicator(_ scalar: UInt32) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar) }
}
