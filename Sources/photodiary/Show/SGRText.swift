import TerminalUI

/// Cells as text with colors, by the "select graphic rendition" sequences of ECMA-48.
enum SGRText {
  /// A line for each row; every line ends in the terminal's own colors.
  static func lines(of picture: CellPicture) -> [String] {
    (0..<picture.size.rows).map { row in
      let start = row * picture.size.columns
      return line(picture.cells[start..<start + picture.size.columns])
    }
  }

  private static func line(_ cells: ArraySlice<Cell>) -> String {
    var line = ""
    var style = Style.plain
    for cell in cells {
      if cell.style.foreground != style.foreground { line += code(cell.style.foreground, 38) }
      if cell.style.background != style.background { line += code(cell.style.background, 48) }
      style = cell.style
      line += cell.text
    }
    return line + "\u{1B}[0m"
  }

  /// `kind` is 38 for the foreground, 48 for the background.
  private static func code(_ color: Color, _ kind: Int) -> String {
    switch color {
    case .terminal: "\u{1B}[\(kind + 1)m"
    case .palette(let number): "\u{1B}[\(kind);5;\(number)m"
    case .rgb(let rgb): "\u{1B}[\(kind);2;\(rgb >> 16 & 255);\(rgb >> 8 & 255);\(rgb & 255)m"
    }
  }
}
