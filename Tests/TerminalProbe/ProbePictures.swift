import Glibc
import TerminalUI

/// A picture from `PROBE_PICTURES`, `file,width,height,column,row,columns,rows`. F6 toggles it, F7
/// moves it, F8 covers it with a line, and F9 cuts off a row at its top.
struct ProbePictures {
  private let picture = Self.picture(getenv("PROBE_PICTURES").map { String(cString: $0) } ?? "")
  private var isShown = true
  private var moved = 0
  private var isCovered = false
  private var skipped = 0

  /// Returns `nil` if the file can't be read.
  private static func picture(_ text: String) -> PlacedPicture? {
    let parts = text.split(separator: ",")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    guard parts.count == 7, numbers.count == 6, let file = fopen(String(parts[0]), "r") else {
      return nil
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    let encoding: PixelPicture.Encoding =
      parts[0].hasSuffix(".png") ? .png : parts[0].hasSuffix(".jpg") ? .jpeg : .sixel
    return PlacedPicture(
      PixelPicture(
        encoding: encoding, pixels: PixelSize(width: numbers[0], height: numbers[1]), bytes: bytes),
      rect: Rect(column: numbers[2], row: numbers[3], columns: numbers[4], rows: numbers[5]))
  }

  mutating func press(function number: Int) {
    switch number {
    case 6: isShown.toggle()
    case 7: moved += 1
    case 8: isCovered.toggle()
    case 9: skipped += 1
    default: break
    }
  }

  func draw(in grid: inout Grid) {
    guard isShown, var picture else { return }
    picture.rect.column += moved
    picture.rect.rows -= skipped
    picture.skippedRows = skipped
    grid.place(picture)
    if isCovered {
      let line = Rect(
        column: picture.rect.column, row: picture.rect.row + picture.rect.rows / 2,
        columns: picture.rect.columns, rows: 1)
      grid.draw("covered by this line", in: line)
    }
    grid.cutPictures()
  }
}
