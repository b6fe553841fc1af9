import CNcurses
import TerminalUI

/// What ncurses is given for a cell: a character with its marks, in a width that both agree on.
struct ScreenCharacter {
  let column: Int
  let base: UInt32
  /// At most four are drawn.
  var marks: [UInt32] = []
  let style: Style

  /// How many columns the C library gives it.
  var columns: Int { Int(pd_width(base)) }

  /// It and its marks in UTF-8.
  var bytes: [UInt8] {
    ([base] + marks.prefix(4)).compactMap(Unicode.Scalar.init).flatMap { Array(String($0).utf8) }
  }

  /// A white square, for what the C library would draw in another width.
  private static let unknown: UInt32 = 0x25A1

  /// Gives a closure the characters of a row, blanks after its last cell.
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
        giveWide(cell, column, body)
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

  private static func giveWide(_ cell: Cell, _ column: Int, _ body: (ScreenCharacter) -> Void) {
    var scalars = cell.text.unicodeScalars[...]
    guard let base = scalars.popFirst()?.value else { return }
    func give(_ base: UInt32, _ marks: [UInt32] = [], after columns: Int = 0) {
      body(
        ScreenCharacter(column: column + columns, base: base, marks: marks, style: cell.style))
    }
    if pd_width(base) == 2 {
      give(base, marks(scalars))
    } else if isIndicator(base), let second = scalars.first?.value, isIndicator(second) {
      // ncurses counts one column for each of a flag's two letters, terminals two for both.
      give(base)
      give(second, after: 1)
    } else {
      give(unknown)
      give(0x20, after: 1)
    }
  }

  private static func marks(_ scalars: Substring.UnicodeScalarView) -> [UInt32] {
    scalars.isEmpty ? [] : scalars.map(\.value).filter { pd_width($0) == 0 }
  }

  /// Whether it is a letter of a flag.
  static func isIndicator(_ scalar: UInt32) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar) }
}
