import TerminalUI

/// Commands of kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/), all
/// without an answer (`q=2`).
enum KittyCommand {
  /// How much of a file one command holds: 4096 letters.
  private static let chunk = 3072
  /// Commands that go out together.
  private static let chunksInPiece = 3

  /// The commands that give the terminal a PNG file under a number, as pieces.
  static func transmit(_ png: [UInt8], image: UInt32) -> Transmission.Pieces {
    let chunks = Transmission.Pieces(cutting: png, every: chunk)
    let count = (chunks.count + chunksInPiece - 1) / chunksInPiece
    return Transmission.Pieces(count: count) { piece in
      let first = piece * chunksInPiece
      return (first..<min(chunks.count, first + chunksInPiece)).flatMap { index in
        let more = index + 1 < chunks.count ? 1 : 0
        return command(
          index == 0 ? "a=t,f=100,i=\(image),q=2,m=\(more)" : "m=\(more),q=2",
          Base64.encode(chunks[index]))
      }
    }
  }

  /// Ends a transmission early: half a picture is none, and the terminal drops it.
  static let breakOff = CursorPosition.stringEnd + command("m=0,q=2", [])

  /// Shows a picture that the terminal has, or the part of it that is in view, over its cells.
  static func place(_ placed: PlacedPicture, image: UInt32, placement: UInt32) -> [UInt8] {
    let rect = placed.rect
    var keys = "a=p,i=\(image),p=\(placement),c=\(rect.columns),r=\(rect.rows)"
    if placed.whole != rect.size {
      let pixels = placed.picture.pixels
      let (x, width) = part(
        placed.skippedColumns, rect.columns, of: placed.whole.columns, pixels.width)
      let (y, height) = part(placed.skippedRows, rect.rows, of: placed.whole.rows, pixels.height)
      keys += ",x=\(x),y=\(y),w=\(width),h=\(height)"
    }
    // C=1: the cursor stays, so that nothing scrolls at the end of the screen.
    return CursorPosition.move(column: rect.column, row: rect.row) + command(keys + ",C=1,q=2", [])
  }

  /// So many cells after some, in pixels.
  private static func part(
    _ skipped: Int, _ count: Int, of cells: Int, _ pixels: Int
  ) -> (start: Int, count: Int) {
    let cells = max(1, cells)
    let start = skipped * pixels / cells
    return (start, max(1, (skipped + count) * pixels / cells - start))
  }

  /// Says in how many cells the text that stands for a picture shows it.
  static func placeByText(image: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,U=1,i=\(image),c=\(columns),r=\(rows),q=2", [])
  }

  static func remove(image: UInt32, placement: UInt32) -> [UInt8] {
    command("a=d,d=i,i=\(image),p=\(placement),q=2", [])
  }

  /// Takes a picture's memory back, wherever it is shown.
  static func free(image: UInt32) -> [UInt8] { command("a=d,d=I,i=\(image),q=2", []) }

  /// Takes away what is on the screen, whoever put it there.
  static let freeAll = command("a=d,d=A,q=2", [])

  private static func command(_ keys: String, _ payload: [UInt8]) -> [UInt8] {
    Array("\u{1B}_G\(keys)".utf8) + (payload.isEmpty ? [] : [UInt8(ascii: ";")] + payload)
      + CursorPosition.stringEnd
  }
}
