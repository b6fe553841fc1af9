import CNcurses
import TerminalUI

/// Writes frames with ncurses: the rows that differ from the last frame.
@MainActor
final class ScreenWriter {
  private let colors: ColorPairs
  private var overlay: OverlayWriter
  /// The content of the screen, or `nil` if it isn't known.
  private(set) var shown: Grid?
  private var lastStyle: (style: Style, look: CursesAppearance)?

  init(colors: ColorPairs, supportsLinks: Bool) {
    self.colors = colors
    overlay = OverlayWriter(supportsLinks: supportsLinks)
  }

  /// Forgets the content of the screen, so that the next frame is written completely.
  func invalidate() {
    shown = nil
    overlay.invalidate()
    pd_redraw_all()
  }

  /// Returns whether the color pairs must be reset for a frame: if its colors only fit without
  /// those on the screen, or if they never fit and most of the screen has changed.
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

  /// Forgets the color pairs and the content of the screen.
  func resetColors() {
    colors.reset()
    lastStyle = nil
    invalidate()
  }

  /// Shows a frame. Text is written first, since photos in characters are large and the connection
  /// may be slow.
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
      // A terminal that combines flags needs both halves written together.
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
    writeOverlay(of: frame.grid, in: isInPlace ? changed : Array(0..<size.rows), size)
    return WrittenRows(changed: Set(changed), whole: whole)
  }

  /// Writes a row again, over anything there.
  func rewrite(row: Int, size: Size) -> WrittenRows {
    guard let shown else { return WrittenRows() }
    wredrawln(pd_screen(), Int32(row), 1)
    update()
    writeOverlay(of: shown, in: [row], size)
    return WrittenRows(changed: [row], whole: [row])
  }

  /// Writes the links and emoji sequences in the rows that have changed or may have moved. On the
  /// way to the cursor's position, ncurses may also have written parts of that row again.
  private func writeOverlay(of grid: Grid, in rows: [Int], _ size: Size) {
    let cursorRow = Int(pd_cursor_row())
    let touched = rows.contains(cursorRow) ? rows : rows + [cursorRow]
    TerminalModes.write(
      overlay.bytes(for: grid, columns: size.columns, rows: touched, look: look))
  }

  /// Returns whether pictures stay in place while cells change. When ncurses detects moved lines,
  /// it scrolls the terminal (even without `idlok`), and kitty and xterm move the pictures along.
  /// If only one row has changed, it can't come from another.
  private func keepsPictures(_ frame: Frame) -> Bool {
    guard let shown else { return false }
    return shown.pictures.contains { frame.grid.pictures.contains(where: $0.hasSamePosition) }
  }

  /// Returns the bytes that write the shown text in a rectangle again, without its links, over a
  /// picture.
  func text(in rect: Rect) -> [UInt8] {
    guard let shown else { return [] }
    var passage = Passage()
    let rect = rect.intersection(shown.bounds)
    for row in rect.row..<rect.endRow {
      ScreenCharacter.forEach(in: shown.row(row), columns: shown.size.columns) { character in
        let column = character.column
        guard column < rect.endColumn, column + character.columns > rect.column,
          shown[column, row] != .underPicture
        else { return }
        passage.append(character, row, look(character.style), link: 0, [])
      }
    }
    return passage.end()
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

  /// Writes one row, with spaces after its last cell.
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

// MARK: - Rows and characters

/// The rows written for a frame.
struct WrittenRows {
  /// The rows with changes.
  var changed: Set<Int> = []
  /// The changed rows that were written from the first to the last cell, over anything there.
  var whole: Set<Int> = []

  func union(_ other: WrittenRows) -> WrittenRows {
    WrittenRows(changed: changed.union(other.changed), whole: whole.union(other.whole))
  }
}

/// The character that ncurses gets for a cell, with a width that both agree on.
struct ScreenCharacter {
  let column: Int
  let base: UInt32
  /// The combining marks, of which at most four are drawn.
  var marks: [UInt32] = []
  let style: Style
  /// The emoji sequence to write over the base, which is an ideographic space.
  var sequence: String?

  /// The width of the base according to the C library.
  var columns: Int { Int(pd_width(base)) }

  /// The sequence, or the base and marks, in UTF-8.
  var bytes: [UInt8] {
    if let sequence { return Array(sequence.utf8) }
    let scalars = ([base] + marks.prefix(4)).compactMap(Unicode.Scalar.init)
    return scalars.flatMap { Array(String($0).utf8) }
  }

  /// A white square, for characters whose width in the C library differs.
  private static let unknown: UInt32 = 0x25A1

  private static let space: UInt32 = 0x3000

  /// Indicates an ideographic space, real or below a sequence.
  var isSpace: Bool { base == Self.space }

  /// Returns `true` for every cell whose character is an ideographic space to ncurses, and few
  /// others.
  static func mayBeSpace(_ cell: Cell) -> Bool {
    cell.text.utf8.count > 4 || cell.text == "\u{3000}"
  }

  /// Calls a closure with the characters of a row, padded with spaces.
  static func forEach(
    in cells: ArraySlice<Cell>, columns: Int, _ body: (ScreenCharacter) -> Void
  ) {
    let end = min(columns, cells.count)
    var column = 0
    while column < end {
      let cell = cells[cells.startIndex + column]
      let isWide =
        column + 1 < cells.count && cells[cells.startIndex + column + 1].isContinuation
        && !cell.isContinuation
      if isWide && column + 1 < columns {
        emitWide(cell, column, body)
        column += 2
      } else {
        body(narrow(isWide || cell.isContinuation ? Cell(" ", cell.style) : cell, column))
        column += 1
      }
    }
    while column < columns {
      body(ScreenCharacter(column: column, base: 0x20, style: .plain))
      column += 1
    }
  }

  private static func narrow(_ cell: Cell, _ column: Int) -> ScreenCharacter {
    var scalars = cell.text.unicodeScalars[...]
    let base = scalars.popFirst()?.value ?? 0x20
    func character(_ base: UInt32, _ marks: [UInt32] = []) -> ScreenCharacter {
      ScreenCharacter(column: column, base: base, marks: marks, style: cell.style)
    }
    if scalars.isEmpty, base >= 0x20, base < 0x7F { return character(base) }
    if AmbiguousWidth.current == .two, let mark = NarrowMarks.mark(for: base) {
      return character(mark)
    }
    return pd_width(base) == 1 ? character(base, marks(scalars)) : character(unknown)
  }

  private static func emitWide(_ cell: Cell, _ column: Int, _ body: (ScreenCharacter) -> Void) {
    var scalars = cell.text.unicodeScalars[...]
    guard let base = scalars.popFirst()?.value else { return }
    if EmojiSequences(cell.text.unicodeScalars) != nil {
      body(ScreenCharacter(column: column, base: space, style: cell.style, sequence: cell.text))
      return
    }
    func emit(_ base: UInt32, _ marks: [UInt32] = [], after columns: Int = 0) {
      body(
        ScreenCharacter(column: column + columns, base: base, marks: marks, style: cell.style))
    }
    if pd_width(base) == 2 {
      emit(base, marks(scalars))
    } else if isIndicator(base), let second = scalars.first?.value, isIndicator(second) {
      // ncurses counts one column for each of a flag's two letters, terminals two for both.
      emit(base)
      emit(second, after: 1)
    } else {
      emit(unknown)
      emit(0x20, after: 1)
    }
  }

  private static func marks(_ scalars: Substring.UnicodeScalarView) -> [UInt32] {
    scalars.isEmpty ? [] : scalars.map(\.value).filter { pd_width($0) == 0 }
  }

  /// Returns whether a scalar is a regional indicator, half of a flag.
  static func isIndicator(_ scalar: UInt32) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar) }
}

/// ASCII replacements for lines, bars and blocks on terminals that draw them two columns wide.
enum NarrowMarks {
  static func mark(for scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x2574, 0x2576,
      0x2578...0x257A, 0x257C, 0x257E:
      UInt32(UInt8(ascii: "-"))
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551, 0x2575, 0x2577,
      0x257B, 0x257D, 0x257F:
      UInt32(UInt8(ascii: "|"))
    case 0x2500...0x257F: UInt32(UInt8(ascii: "+"))
    // A bar marks the selection. Other blocks are parts of pictures, of which the background
    // remains.
    case 0x258C, 0x258F, 0x2590: UInt32(UInt8(ascii: "|"))
    case 0x2588: UInt32(UInt8(ascii: "#"))
    case 0x2580...0x259F: 0x20
    default: nil
    }
  }
}
