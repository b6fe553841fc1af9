import TerminalUI
import TestSupport

/// Expects no control characters, and each right half after a left one.
func expectSound(_ grid: Grid, file: String = #filePath, line: Int = #line) {
  for row in 0..<grid.size.rows {
    var isRightHalfDue = false
    var isSound = true
    for cell in grid.row(row) {
      isSound = isSound && cell.isContinuation == isRightHalfDue
      isRightHalfDue = isWide(cell)
      isSound = isSound && !cell.text.unicodeScalars.contains { isControl($0) }
    }
    expect(isSound, "\(grid.text(ofRow: row))", file: file, line: line)
    expect(!isRightHalfDue, "\(grid.text(ofRow: row))", file: file, line: line)
  }
}

/// A small screen with text drawn into it.
func drawn(columns: Int, rows: Int = 1, _ body: (inout Grid) -> Void) -> Grid {
  var grid = Grid(Size(columns: columns, rows: rows))
  body(&grid)
  return grid
}

private func isWide(_ cell: Cell) -> Bool {
  let scalars = Array(cell.text.unicodeScalars)
  guard let first = scalars.first else { return false }
  let isFlag =
    scalars.count > 1 && scalars.prefix(2).allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  return isFlag || ScalarWidth(first) == .columns(2)
    || EmojiSequences(cell.text.unicodeScalars) != nil
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  if case .control = ScalarWidth(scalar) { true } else { false }
}

/// Text that breaks editors: combining, wide and invisible characters, and long clusters.
enum RandomText {
  static let pieces = [
    "a", "b", "word", " ", "  ", "-", ".", "(", "한", "글", "\u{1112}", "\u{1161}", "\u{11AB}", "漢",
    "、", "「", "」", "ー", "e", "\u{301}", "\u{20DD}", "👨", "\u{200D}", "👩", "🏽", "\u{FE0F}", "❤",
    "🇰", "🇷", "1", "\u{20E3}", "\t", "\u{7}", "\u{85}", "\u{1B}", "\u{E000}", "ش", "\u{202E}", "कि",
    "\u{94D}", "ष", "น้ำ", "\u{600}", "ｶ", "ﾞ",
  ]

  static func piece(_ random: inout SeededGenerator) -> String {
    pieces.randomElement(using: &random) ?? ""
  }

  /// Random pieces, with line breaks on request.
  static func text(_ random: inout SeededGenerator, length: Int, lineEnds: [String] = []) -> String
  {
    var text = ""
    for _ in 0..<length {
      if !lineEnds.isEmpty, Int.random(in: 0..<6, using: &random) == 0 {
        text += lineEnds.randomElement(using: &random) ?? ""
      } else {
        text += piece(&random)
      }
    }
    return text
  }
}

/// The scalars, because `==` treats equivalent strings as equal.
func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
