import System
import TerminalUI

/// Shows and removes pictures by one of the terminals' methods. It writes nothing itself: its
/// methods return the bytes to write.
@MainActor
protocol PicturePlacer: AnyObject {
  /// Sets the pictures of the next frame. Returns the bytes to write before its cells, to remove
  /// pictures, and after them, to show others.
  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8])

  /// Records that rows were written.
  func rowsWereWritten(_ rows: WrittenRows)

  /// Returns the next picture to send, or `nil` if all are sent.
  func nextTransmission() -> Transmission?

  /// Records that a transmission is complete. Returns the bytes to write next.
  func sent(_ transmission: Transmission) -> [UInt8]

  /// Records that a transmission was interrupted and has to be sent again. Returns the bytes to
  /// write next.
  func interrupted(_ transmission: Transmission) -> [UInt8]

  /// Forgets all pictures. Returns the bytes that remove them from the screen and the terminal's
  /// memory.
  func clear() -> [UInt8]

  /// The bytes that remove all pictures, including incomplete ones, if the program is killed.
  var rescue: [UInt8] { get }

  /// Indicates that moved pictures are sent again and therefore wait until no keys are pressed.
  var redrawsMovedPictures: Bool { get }
}

extension PixelGraphics {
  /// Returns the placer for this method. `screen` returns the current size of the screen.
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
          $0, inParts: name?.supportsMultipartImages ?? false, screen: screen())
      }
    }
  }
}

// MARK: - Drawn pictures

/// Places pictures that are drawn like text, as sixels and inline images: text written over them
/// erases them, and each is sent again for each position.
@MainActor
final class DrawnPlacer: PicturePlacer {
  private let encodings: Set<PixelPicture.Encoding>
  private let transmission: @MainActor (PlacedPicture) -> Transmission?
  private let limit: Int?
  private let isErasedByRows: Bool
  private var wanted: [PlacedPicture] = []
  /// The pictures on the screen, with the number of their drawing.
  private var drawn: [PlacedPicture: Int] = [:]
  private var drawings = 0
  /// The pictures whose bytes aren't safe to send.
  private var refused: Set<PixelPicture> = []

  /// Creates a placer. `limit` is the number of drawings that the terminal remembers, including
  /// those that were written over. `isErasedByRows` means that any change in its rows erases a
  /// picture, as in tmux when the rest of a row is cleared. `transmission` returns the transmission
  /// of a picture, or `nil` if it isn't safe.
  init(
    _ encodings: Set<PixelPicture.Encoding>, limit: Int? = nil, isErasedByRows: Bool = false,
    transmission: @escaping @MainActor (PlacedPicture) -> Transmission?
  ) {
    self.encodings = encodings
    self.limit = limit
    self.isErasedByRows = isErasedByRows
    self.transmission = transmission
  }

  var redrawsMovedPictures: Bool { true }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { encodings.contains($0.picture.encoding) }
    // Any more would endlessly replace each other.
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
    // xterm forgets the oldest one and doesn't redraw it with its window.
    if let limit { drawn = drawn.filter { drawings - $0.value < limit } }
    return []
  }

  func interrupted(_ transmission: Transmission) -> [UInt8] {
    // A part of it may have been drawn.
    CursorPosition.blank(transmission.place.map { [$0.rect] } ?? [])
  }

  func clear() -> [UInt8] {
    defer { (wanted, drawn) = ([], [:]) }
    return CursorPosition.blank(drawn.keys.map(\.rect))
  }

  var rescue: [UInt8] { CursorPosition.stringEnd }
}

/// Inline images of iTerm2: https://iterm2.com/documentation-images.html
enum InlineImage {
  /// The length of a part in Base64 characters.
  private static let part = 12 * 1024

  /// Returns the transmission of a picture; with `inParts`, as several sequences.
  static func transmission(_ placed: PlacedPicture, inParts: Bool, screen: Size) -> Transmission {
    let rect = placed.rect
    // A picture that ends in the last line scrolls the screen on terminals that don't support
    // keeping the cursor in place.
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
      // CAN cancels a string on terminals that support it.
      interruption: [0x18] + CursorPosition.stringEnd + CursorPosition.restore,
      allowsInterleavedText: false)
  }

  private static func command(_ head: String, _ payload: [UInt8] = []) -> [UInt8] {
    Array("\u{1B}]1337;\(head)".utf8) + payload + CursorPosition.stringEnd
  }
}
