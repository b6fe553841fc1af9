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
  /// Returns the placer for this method. `screen` returns the current size of the screen, and
  /// `text` the bytes that write the text in a rectangle again.
  @MainActor
  func placer(
    on name: TerminalName?, screen: @escaping @MainActor () -> Size,
    text: @escaping @MainActor (Rect) -> [UInt8]
  ) -> any PicturePlacer {
    switch method {
    case .kitty where isThroughTmux: PlaceholderPlacer()
    case .kitty: KittyPlacer()
    case .sixel:
      DrawnPlacer([.sixel], limit: limit, isErasedByRows: isThroughTmux) {
        SixelImage.transmission($0, cell: cell, inBands: fillsCells, screen: screen())
      }
    case .iterm:
      DrawnPlacer([.jpeg, .png]) {
        InlineImage.transmission(
          $0, inParts: name?.supportsMultipartImages ?? false, screen: screen(),
          text: text($0.wholeRect))
      }
    }
  }
}

// MARK: - Drawn pictures

/// The pictures drawn into the screen's cells, with the parts of them that are left.
struct DrawnPictures {
  private struct Drawing {
    let picture: PlacedPicture
    let number: Int
    /// The cells that show it.
    var parts: [Rect]
  }

  /// The number of drawings that the terminal remembers, including those that were written over.
  private let limit: Int?
  private var drawings: [Drawing] = []
  private var last = 0

  init(limit: Int? = nil) { self.limit = limit }

  /// The cells of all drawings.
  var cells: [Rect] { drawings.flatMap(\.parts) }

  /// Returns the cells of a picture that don't show it.
  func missing(_ picture: PlacedPicture) -> [Rect] {
    picture.rect.subtracting(
      drawings.filter { $0.picture.hasSamePosition(as: picture) }.flatMap(\.parts))
  }

  /// Returns whether the terminal can remember another drawing. Beyond its limit, drawings would
  /// endlessly replace each other.
  func hasCapacity(for picture: PlacedPicture) -> Bool {
    guard let limit else { return true }
    return drawings.count { !$0.parts.allSatisfy { picture.rect.intersection($0) == $0 } } < limit
  }

  /// Removes all cells except those of some pictures, and returns them.
  mutating func keep(_ pictures: [PlacedPicture]) -> [Rect] {
    let gone = drawings.flatMap { drawing in
      let kept = Self.cells(of: drawing.picture, in: pictures)
      return drawing.parts.flatMap { $0.subtracting(kept) }
    }
    erase(gone)
    return gone
  }

  /// Records a drawing over all cells of a picture; text is written again where none of `pictures`
  /// shows it.
  mutating func add(_ picture: PlacedPicture, showing pictures: [PlacedPicture]) {
    last += 1
    let parts = Self.cells(of: picture, in: pictures).map(picture.rect.intersection)
      .filter { !$0.isEmpty }
    for index in drawings.indices {
      let isReplaced = drawings[index].picture.hasSamePosition(as: picture)
      let covered = isReplaced ? [picture.rect] : picture.rect.subtracting(parts)
      drawings[index].parts = drawings[index].parts.flatMap { $0.subtracting(covered) }
    }
    drawings.append(Drawing(picture: picture, number: last, parts: parts))
    // xterm forgets the oldest one and doesn't redraw it with its window.
    drawings.removeAll { $0.parts.isEmpty || last - $0.number >= limit ?? .max }
  }

  /// Records that cells were written over.
  mutating func erase(_ rects: [Rect]) {
    guard !rects.isEmpty else { return }
    for index in drawings.indices {
      drawings[index].parts = drawings[index].parts.flatMap { $0.subtracting(rects) }
    }
    drawings.removeAll { $0.parts.isEmpty }
  }

  /// Records that rows were written over.
  mutating func erase(rows: Set<Int>) {
    erase(rows.map { Rect(column: 0, row: $0, columns: .max, rows: 1) })
  }

  /// Removes the drawings in some rows.
  mutating func removeAll(inRows rows: Set<Int>) {
    drawings.removeAll { drawing in
      !rows.isDisjoint(with: drawing.picture.rect.row..<drawing.picture.rect.endRow)
    }
  }

  mutating func removeAll() { drawings = [] }

  private static func cells(
    of picture: PlacedPicture, in pictures: [PlacedPicture]
  ) -> [Rect] { pictures.filter(picture.hasSamePosition).map(\.rect) }
}

/// Places pictures that are drawn like text, as sixels and inline images: text written over them
/// erases them, and each is sent again for each position. Text over a part of a picture leaves the
/// rest, so only what was hidden is drawn again.
@MainActor
final class DrawnPlacer: PicturePlacer {
  private let encodings: Set<PixelPicture.Encoding>
  private let transmission: @MainActor (PlacedPicture) -> Transmission?
  private let isErasedByRows: Bool
  private var wanted: [PlacedPicture] = []
  private var drawn: DrawnPictures
  /// The pictures whose bytes aren't safe to send.
  private var refused: Set<PixelPicture> = []

  /// Creates a placer. `limit` is the number of drawings that the terminal remembers.
  /// `isErasedByRows` means that any change in its rows erases a picture, as in tmux when the rest
  /// of a row is cleared. `transmission` returns the transmission of a picture, or `nil` if it
  /// isn't safe.
  init(
    _ encodings: Set<PixelPicture.Encoding>, limit: Int? = nil, isErasedByRows: Bool = false,
    transmission: @escaping @MainActor (PlacedPicture) -> Transmission?
  ) {
    self.encodings = encodings
    drawn = DrawnPictures(limit: limit)
    self.isErasedByRows = isErasedByRows
    self.transmission = transmission
  }

  var redrawsMovedPictures: Bool { true }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { encodings.contains($0.picture.encoding) }
    return (CursorPosition.blank(drawn.keep(wanted)), [])
  }

  func rowsWereWritten(_ rows: WrittenRows) {
    if isErasedByRows {
      drawn.removeAll(inRows: rows.changed)
    } else {
      drawn.erase(rows: rows.whole)
    }
  }

  func nextTransmission() -> Transmission? {
    for placed in wanted where !refused.contains(placed.picture) {
      guard !drawn.missing(placed).isEmpty, drawn.hasCapacity(for: placed) else { continue }
      if let transmission = transmission(placed) { return transmission }
      refused.insert(placed.picture)
    }
    return nil
  }

  func sent(_ transmission: Transmission) -> [UInt8] {
    if let place = transmission.place { drawn.add(place, showing: wanted) }
    return []
  }

  func interrupted(_ transmission: Transmission) -> [UInt8] {
    guard let place = transmission.place else { return [] }
    // A part of it may have been drawn.
    return CursorPosition.blank(
      wanted.filter(place.hasSamePosition).flatMap { drawn.missing($0) })
  }

  func clear() -> [UInt8] {
    defer {
      wanted = []
      drawn.removeAll()
    }
    return CursorPosition.blank(drawn.cells)
  }

  var rescue: [UInt8] { CursorPosition.stringEnd }
}

/// Inline images of iTerm2: https://iterm2.com/documentation-images.html
enum InlineImage {
  /// The length of a part in Base64 characters.
  private static let part = 12 * 1024

  /// Returns the transmission of a picture; with `inParts`, as several sequences. The terminal
  /// can't cut it, so even for a part it is drawn completely, followed by the `text` over it.
  static func transmission(
    _ placed: PlacedPicture, inParts: Bool, screen: Size, text: [UInt8] = []
  ) -> Transmission {
    let whole = placed.part(placed.wholeRect)
    let rect = whole.rect
    let (begin, end) =
      text.isEmpty
      ? ([], CursorPosition.restore)
      : (SynchronizedUpdate.begin, CursorPosition.restore + text + SynchronizedUpdate.end)
    // A picture that ends in the last line scrolls the screen on terminals that don't support
    // keeping the cursor in place.
    let rows = rect.endRow >= screen.rows ? max(1, rect.rows - 1) : rect.rows
    let keys =
      "size=\(whole.picture.bytes.count);inline=1;width=\(rect.columns);height=\(rows)"
      + ";preserveAspectRatio=1;doNotMoveCursor=1"
    let data = Base64.encode(whole.picture.bytes)
    let start =
      begin + CursorPosition.save + CursorPosition.move(column: rect.column, row: rect.row)
    let pieces: Transmission.Pieces
    if inParts, data.count > part {
      let parts = Transmission.Pieces(cutting: data, every: part)
      var commands = [start + command("MultipartFile=\(keys)")]
      commands += parts.map { command("FilePart=", $0) }
      commands.append(command("FileEnd") + end)
      pieces = Transmission.Pieces(commands)
    } else {
      pieces = Transmission.Pieces(
        cutting: start + command("File=\(keys):", data) + end)
    }
    return Transmission(
      picture: whole.picture, place: whole, pieces: pieces,
      // CAN cancels a string on terminals that support it.
      interruption: [0x18] + CursorPosition.stringEnd + end,
      allowsInterleavedText: false)
  }

  private static func command(_ head: String, _ payload: [UInt8] = []) -> [UInt8] {
    Array("\u{1B}]1337;\(head)".utf8) + payload + CursorPosition.stringEnd
  }
}
