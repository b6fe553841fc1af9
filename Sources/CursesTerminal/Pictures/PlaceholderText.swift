import TerminalUI

/// The characters that stand for the cells of a picture, so that a multiplexer keeps and moves them as text
/// (https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders). The color of each is the lower
/// part of the picture's number, and the marks on it are the cell's row, its column, and the highest byte of
/// that number.
enum PlaceholderText {
  private static let placeholder = Unicode.Scalar(0x10EEEE).map(Character.init) ?? "\u{FFFD}"

  /// What normalization takes apart or joins with a letter.
  private static let unfit: Set<UInt32> = [
    0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F,
    0x311,
    0x313, 0x314, 0x340, 0x341, 0x342, 0x343, 0x344, 0x653, 0x654,
  ]

  /// The marks in the order of the numbers that they stand for: what Unicode 6.0 puts above letters.
  static let marks: [Unicode.Scalar] = (UInt32(0x300)...0x1D244).compactMap(Unicode.Scalar.init)
    .filter { scalar in
      let properties = scalar.properties
      guard properties.canonicalCombiningClass == .above,
        properties.generalCategory == .nonspacingMark, let age = properties.age
      else { return false }
      return (age.major, age.minor) <= (6, 0) && !unfit.contains(scalar.value)
    }

  /// Cells beyond that many rows or columns have no mark.
  static let largest = 297

  /// The part of a picture that is in view, row by row at its place, each to be written by itself.
  static func rows(of placed: PlacedPicture, image: PlaceholderImage) -> [[UInt8]] {
    (0..<placed.rect.rows).map { row in
      var text = String.UnicodeScalarView()
      for column in 0..<min(placed.rect.columns, largest - placed.skippedColumns) {
        text.append(contentsOf: String(placeholder).unicodeScalars)
        for number in [
          min(placed.skippedRows + row, largest - 1), placed.skippedColumns + column,
          Int(image.high),
        ] { text.append(marks[number]) }
      }
      return CursorPosition.save
        + CursorPosition.move(column: placed.rect.column, row: placed.rect.row + row)
        + Array("\u{1B}[38;5;\(image.low)m".utf8) + Array(String(text).utf8)
        + CursorPosition.restore
    }
  }
}

/// The number of a picture that placeholders stand for. One of the 256 colors can tell its lowest byte on any
/// terminal, a mark its highest; the two between stay zero.
struct PlaceholderImage: Hashable {
  let high: UInt8
  /// From 1 on.
  let low: UInt8

  var number: UInt32 { UInt32(high) << 24 | UInt32(low) }
}
