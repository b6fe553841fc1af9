import TerminalUI

/// A sixel picture that is nothing but that. The decoder that made it reads what strangers wrote,
/// and must not reach the terminal with anything else, should it have been taken over.
struct SixelImage {
  /// From ESC P to ESC \, with nothing in it that could end it or be another sequence.
  let bytes: [UInt8]

  /// `nil` unless the bytes are one device control string of sixels that draws nothing beyond a
  /// size.
  init?(_ bytes: [UInt8], within size: PixelSize) {
    var scan = SixelScan(size)
    guard bytes.withUnsafeBufferPointer({ scan.isSound($0) }) else { return nil }
    self.bytes = bytes
  }

  /// The bands of six pixels that fit into so many, counted from the top.
  func bands(within height: Int) -> [UInt8] {
    let most = max(1, height / 6)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "q")) else { return bytes }
    var ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
    ends.append(bytes.count - CursorPosition.stringEnd.count)
    let end = ends[min(most, ends.count) - 1]
    var body = bytes[(start + 1)..<end]
    var raster: [UInt8] = []
    if body.first == UInt8(ascii: "\"") {
      // The size that the picture says it has counts, drawn or not.
      let numbers = body.dropFirst().prefix(while: SixelScan.isParameter)
      body = body.dropFirst(1 + numbers.count)
      var parts = String(decoding: numbers, as: UTF8.self).split(
        separator: ";", omittingEmptySubsequences: false
      ).map { Int($0) ?? 1 }
      if parts.count == 4 {
        parts[3] = min(parts[3], most * 6)
        raster = Array("\"\(parts.map(String.init).joined(separator: ";"))".utf8)
      }
    }
    return Array(bytes[...start]) + raster + body + CursorPosition.stringEnd
  }

  /// Draws it with its top left pixel in a cell, as pieces.
  static func transmission(
    _ placed: PlacedPicture, cell: PixelSize, screen: Size
  ) -> Transmission? {
    guard let image = SixelImage(placed.picture.bytes, within: placed.picture.pixels) else {
      return nil
    }
    var bytes = image.bytes
    if placed.rect.endRow >= screen.rows {
      // After a picture xterm puts the cursor on the line below, and at the end of the screen moves
      // everything up for that: there the last line must stay free.
      bytes = placed.rect.rows > 1 ? image.bands(within: (placed.rect.rows - 1) * cell.height) : []
    }
    return Transmission(
      picture: placed.picture, place: placed,
      pieces: Transmission.Pieces(
        cutting:
          CursorPosition.save
          + CursorPosition.move(column: placed.rect.column, row: placed.rect.row)
          + bytes + CursorPosition.restore),
      breakOff: CursorPosition.stringEnd + CursorPosition.restore, takesTextBetween: false)
  }
}
