import TerminalUI

/// Pictures as iTerm2 takes them: https://iterm2.com/documentation-images.html
enum InlineImage {
  /// What a part of a picture holds, in letters.
  private static let part = 12 * 1024

  /// `inParts`: the terminal takes a picture in several sequences.
  static func transmission(_ placed: PlacedPicture, inParts: Bool, screen: Size) -> Transmission {
    let rect = placed.rect
    // A picture that ends in the last line would move everything up, where the terminal doesn't
    // know that the cursor shall stay.
    let rows = rect.endRow >= screen.rows ? max(1, rect.rows - 1) : rect.rows
    let keys =
      "size=\(placed.picture.bytes.count);inline=1;width=\(rect.columns);height=\(rows)"
      + ";preserveAspectRatio=1;doNotMoveCursor=1"
    let text = Base64.encode(placed.picture.bytes)
    let start = CursorPosition.save + CursorPosition.move(column: rect.column, row: rect.row)
    let pieces: Transmission.Pieces
    if inParts, text.count > part {
      let parts = Transmission.Pieces(cutting: text, every: part)
      var commands = [start + command("MultipartFile=\(keys)")]
      commands += parts.map { command("FilePart=", $0) }
      commands.append(command("FileEnd") + CursorPosition.restore)
      pieces = Transmission.Pieces(commands)
    } else {
      pieces = Transmission.Pieces(
        cutting: start + command("File=\(keys):", text) + CursorPosition.restore)
    }
    return Transmission(
      picture: placed.picture, place: placed, pieces: pieces,
      // CAN drops a string that has begun, where terminals know it.
      breakOff: [0x18] + CursorPosition.stringEnd + CursorPosition.restore, takesTextBetween: false)
  }

  private static func command(_ head: String, _ payload: [UInt8] = []) -> [UInt8] {
    Array("\u{1B}]1337;\(head)".utf8) + payload + CursorPosition.stringEnd
  }
}
