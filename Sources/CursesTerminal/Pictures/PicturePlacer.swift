import TerminalUI

/// How pictures come on the screen and go away by one of the terminals' methods. Nothing here
/// writes: what is to be written is given back.
@MainActor
protocol PicturePlacer: AnyObject {
  /// Takes over what the next frame shall show. Gives what to write before its cells are, to take
  /// away pictures, and after them, to show others.
  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8])

  /// These rows have been written.
  func rowsWereWritten(_ rows: WrittenRows)

  /// The next picture to send; `nil` when all are there.
  func nextTransmission() -> Transmission?

  /// It has been sent; gives what to write now.
  func sent(_ transmission: Transmission) -> [UInt8]

  /// It was ended early and will be sent again; gives what to write now.
  func brokenOff(_ transmission: Transmission) -> [UInt8]

  /// Forgets everything, on the screen and in the terminal; gives what to write for that.
  func clear() -> [UInt8]

  /// What takes everything away that may be in the terminal when the program dies.
  var rescue: [UInt8] { get }

  /// Whether pictures that have moved are sent again, and thus wait until the keys rest.
  var redrawsWhatMoves: Bool { get }
}

extension PixelGraphics {
  /// What shows pictures by this method. `screen` gives the size of the screen at any time.
  @MainActor
  func placer(
    on name: TerminalName?, screen: @escaping @MainActor () -> Size
  ) -> any PicturePlacer {
    switch method {
    case .kitty where isThroughTmux: PlaceholderPlacer()
    case .kitty: KittyPlacer()
    case .sixel:
      DrawnPlacer([.sixel], limit: limit, isErasedByRows: isThroughTmux) {
        SixelImage.transmission($0, cell: cell, screen: screen())
      }
    case .iterm:
      DrawnPlacer([.jpeg, .png]) {
        InlineImage.transmission(
          $0, inParts: name?.takesImagesInParts ?? false, screen: screen())
      }
    }
  }
}

/// Pictures that are drawn into the screen like text, as sixels and inline images are: what is
/// written over them erases them, and each is sent again for each place.
@MainActor
final class DrawnPlacer: PicturePlacer {
  private let encodings: Set<PixelPicture.Encoding>
  private let transmission: @MainActor (PlacedPicture) -> Transmission?
  private let limit: Int?
  private let isErasedByRows: Bool
  private var wanted: [PlacedPicture] = []
  /// What is on the screen, and as which drawing.
  private var drawn: [PlacedPicture: Int] = [:]
  private var drawings = 0
  /// Those whose bytes no terminal may see.
  private var refused: Set<PixelPicture> = []

  /// `limit` is how many drawings the terminal remembers, those that were written over counted.
  /// `isErasedByRows` is whether a picture goes with any change in one of its rows, as in tmux when the
  /// rest of a row is cleared. `transmission` gives what draws a picture at its place, `nil` if it mustn't be
  /// drawn.
  init(
    _ encodings: Set<PixelPicture.Encoding>, limit: Int? = nil, isErasedByRows: Bool = false,
    transmission: @escaping @MainActor (PlacedPicture) -> Transmission?
  ) {
    self.encodings = encodings
    self.limit = limit
    self.isErasedByRows = isErasedByRows
    self.transmission = transmission
  }

  var redrawsWhatMoves: Bool { true }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { encodings.contains($0.picture.encoding) }
    // More would drive each other out for ever.
    if let limit { wanted = Array(wanted.prefix(limit)) }
    let stays = Set(wanted)
    let gone = drawn.keys.filter { !stays.contains($0) }.map(\.rect)
    drawn = drawn.filter { placed, _ in
      stays.contains(placed) && gone.allSatisfy { $0.intersection(placed.rect).isEmpty }
    }
    return (CursorPosition.blank(gone), [])
  }

  func rowsWereWritten(_ rows: WrittenRows) {
    let rows = isErasedByRows ? rows.changed : rows.whole
    drawn = drawn.filter { placed, _ in
      rows.isDisjoint(with: placed.rect.row..<placed.rect.endRow)
    }
  }

  func nextTransmission() -> Transmission? {
    for placed in wanted where drawn[placed] == nil && !refused.contains(placed.picture) {
      if let transmission = transmission(placed) { return transmission }
      refused.insert(placed.picture)
    }
    return nil
  }

  func sent(_ transmission: Transmission) -> [UInt8] {
    guard let place = transmission.place else { return [] }
    drawings += 1
    drawn[place] = drawings
    // xterm forgets the oldest, and no longer shows it once its window is drawn anew.
    if let limit { drawn = drawn.filter { drawings - $0.value < limit } }
    return []
  }

  func brokenOff(_ transmission: Transmission) -> [UInt8] {
    // A part of it may be there.
    CursorPosition.blank(transmission.place.map { [$0.rect] } ?? [])
  }

  func clear() -> [UInt8] {
    defer { (wanted, drawn) = ([], [:]) }
    return CursorPosition.blank(drawn.keys.map(\.rect))
  }

  var rescue: [UInt8] { CursorPosition.stringEnd }
}

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
