import TerminalUI

/// A sixel picture that is nothing but that. The decoder that made it reads what strangers wrote,
/// and must not reach the terminal with anything else, should it have been taken over.
struct SixelImage {
  /// From ESC P to ESC \, with nothing in it that could end it or be another sequence.
  let bytes: [UInt8]

  /// `nil` unless the bytes are one device control string of sixels.
  init?(_ bytes: [UInt8]) {
    let isSound = bytes.withUnsafeBufferPointer { bytes in
      let count = bytes.count
      guard count >= 5, bytes[0] == 0x1B, bytes[1] == UInt8(ascii: "P"), bytes[count - 2] == 0x1B,
        bytes[count - 1] == UInt8(ascii: "\\")
      else { return false }
      var index = 2
      // At most three numbers come before the q.
      while index < count - 2, index < 2 + 16, Self.isParameter(bytes[index]) { index += 1 }
      guard index < count - 2, bytes[index] == UInt8(ascii: "q") else { return false }
      index += 1
      var digits = 0
      while index < count - 2 {
        guard Self.isSixel(bytes[index]) else { return false }
        // What is repeated a million times only keeps the terminal busy.
        digits = (0x30...0x39).contains(bytes[index]) ? digits + 1 : 0
        guard digits <= 5 else { return false }
        index += 1
      }
      return true
    }
    guard isSound else { return nil }
    self.bytes = bytes
  }

  private static func isParameter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || byte == UInt8(ascii: ";")
  }

  /// Six pixels (? to ~), colours (#), repetitions (!), the raster ("), ends of lines ($ -), line
  /// breaks between them, and numbers.
  private static func isSixel(_ byte: UInt8) -> Bool {
    (0x3F...0x7E).contains(byte) || isParameter(byte) || (0x21...0x24).contains(byte)
      || byte == UInt8(ascii: "-") || byte == 0x0A || byte == 0x0D
  }

  /// The bands of six pixels that fit into so many, counted from the top.
  func bands(within height: Int) -> [UInt8] {
    let most = max(1, height / 6)
    guard let start = bytes.firstIndex(of: UInt8(ascii: "q")) else { return bytes }
    var ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
    ends.append(bytes.count - CursorPlace.stringEnd.count)
    let end = ends[min(most, ends.count) - 1]
    var body = bytes[(start + 1)..<end]
    var raster: [UInt8] = []
    if body.first == UInt8(ascii: "\"") {
      // The size that the picture says it has counts, drawn or not.
      let numbers = body.dropFirst().prefix(while: Self.isParameter)
      body = body.dropFirst(1 + numbers.count)
      var parts = String(decoding: numbers, as: UTF8.self).split(
        separator: ";", omittingEmptySubsequences: false
      ).map { Int($0) ?? 1 }
      if parts.count == 4 {
        parts[3] = min(parts[3], most * 6)
        raster = Array("\"\(parts.map(String.init).joined(separator: ";"))".utf8)
      }
    }
    return Array(bytes[...start]) + raster + body + CursorPlace.stringEnd
  }

  /// Draws it with its top left pixel in a cell, as pieces.
  static func transmission(
    _ placed: PlacedPicture, cell: PixelSize, screen: Size
  ) -> Transmission? {
    guard let image = SixelImage(placed.picture.bytes) else { return nil }
    var bytes = image.bytes
    if placed.rect.endRow >= screen.rows {
      // After a picture xterm puts the cursor on the line below, and at the end of the screen moves
      // everything up for that: there the last line must stay free.
      bytes = placed.rect.rows > 1 ? image.bands(within: (placed.rect.rows - 1) * cell.height) : []
    }
    return Transmission(
      placed.picture, at: placed,
      pieces: Transmission.Pieces(
        cutting:
          CursorPlace.save + CursorPlace.move(column: placed.rect.column, row: placed.rect.row)
          + bytes + CursorPlace.restore),
      breakOff: CursorPlace.stringEnd + CursorPlace.restore, takesTextBetween: false)
  }
}
