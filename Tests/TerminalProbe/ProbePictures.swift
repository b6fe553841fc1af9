import Glibc
import TerminalUI

/// The pictures that a test gives the probe: `PROBE_PICTURES` is a list of
/// `file,width,height,column,row,columns,rows`, with a semicolon between two. They come with F6,
/// move with F7, are covered by a line with F8, lose rows at their top with F9, and F10 shows the
/// next ones of the list instead of those before (otherwise all are shown).
struct ProbePictures {
  private let pictures: [PlacedPicture]
  private var isShown: Bool
  private var moved = 0
  private var isCovered = false
  private var skipped = 0
  private var only: Int?

  init() {
    pictures = (getenv("PROBE_PICTURES").map { String(cString: $0) } ?? "")
      .split(separator: ";").compactMap(Self.picture)
    isShown = getenv("PROBE_PICTURES_LATER") == nil
  }

  /// `nil` when it can't be read.
  private static func picture(_ text: Substring) -> PlacedPicture? {
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
    case 10: only = (only.map { $0 + 1 } ?? 0) % max(1, pictures.count)
    default: break
    }
  }

  func draw(in grid: inout Grid) {
    guard isShown else { return }
    let chosen = only.map { [pictures[$0]] } ?? pictures
    for picture in chosen {
      var picture = picture
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
    }
    grid.uncover { _ in nil }
  }
}
