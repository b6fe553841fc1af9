/// How long a film is, with a triangle, at the bottom left of a frame of it.
struct FilmSign {
  private let glyphs: [[UInt8]]

  /// Each three columns by five rows, the highest bit at the left.
  private static let digits: [Character: [UInt8]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
    "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 1, 1],
    "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ":": [0, 2, 0, 2, 0],
  ]
  private static let triangle: [UInt8] = [4, 6, 7, 6, 4]

  /// `nil` for what is no length. It may be empty where nobody knows it.
  init?(_ text: String) {
    guard text.utf8.count <= 9 else { return nil }
    var glyphs = [Self.triangle]
    for character in text {
      guard let digit = Self.digits[character] else { return nil }
      glyphs.append(digit)
    }
    self.glyphs = glyphs
  }

  /// Draws it on a picture that has room for it.
  func draw(on picture: borrowing PixelBuffer) {
    let size = picture.size
    let width = glyphs.count * 4 + 3
    let height = 9
    let scale = max(1, min(size.width / 160, size.height / 90))
    guard width * scale <= size.width, height * scale <= size.height else { return }
    let top = size.height - height * scale
    for row in 0..<height * scale {
      for column in 0..<width * scale {
        let isLit = isLit(column: column / scale - 2, row: row / scale - 2)
        let value: UInt8 = isLit ? 255 : 0
        picture.set(
          (top + row) * size.width + column, red: value, green: value, blue: value)
      }
    }
  }

  private func isLit(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, row < 5, column / 4 < glyphs.count, column % 4 < 3
    else { return false }
    return glyphs[column / 4][row] >> (2 - column % 4) & 1 == 1
  }
}
