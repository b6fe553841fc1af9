import System
import TerminalUI

/// Places pictures that the terminal stores by number and shows at any position.
@MainActor
final class KittyPlacer: PicturePlacer {
  private var held: HeldPictures<PixelPicture, UInt32>
  private var wanted: [PlacedPicture] = []
  private var placements: [PlacedPicture: UInt32] = [:]
  private var lastPlacement: UInt32 = 0
  private var lastImage: UInt32

  init(bounds: PictureBounds = PictureBounds()) {
    held = HeldPictures(bounds)
    // Image numbers that other programs in the same window are unlikely to use.
    lastImage = UInt32(truncatingIfNeeded: CurrentProcess.id) << 12 | 0x4000_0000
  }

  var redrawsMovedPictures: Bool { false }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { $0.picture.encoding == .png }
    held.beginFrame(showing: wanted.map(\.picture))
    var after = placeAvailable()
    // Remove after adding, so that a picture that is now cut, or whole again, is always visible. It
    // gets another placement: Konsole shows one that is placed again at both positions.
    let stays = Set(wanted)
    for (placed, placement) in placements where !stays.contains(placed) {
      if let image = held[placed.picture] {
        after += KittyCommand.remove(image: image, placement: placement)
      }
      placements[placed] = nil
    }
    // Pictures with a placement aren't freed.
    return ([], after + held.evictHidden().flatMap { KittyCommand.free(image: $0) })
  }

  func rowsWereWritten(_ rows: WrittenRows) {}

  func nextTransmission() -> Transmission? {
    guard let picture = wanted.lazy.map(\.picture).first(where: { self.held[$0] == nil }) else {
      return nil
    }
    return Transmission(
      picture: picture, pieces: KittyCommand.transmit(picture.bytes, image: lastImage &+ 1),
      interruption: KittyCommand.interruption, allowsInterleavedText: true)
  }

  func sent(_ transmission: Transmission) -> [UInt8] {
    lastImage &+= 1
    held.add(transmission.picture, as: lastImage, transmission.picture.pixels)
    return placeAvailable()
  }

  /// Returns no bytes: the terminal drops what it can't decode.
  func interrupted(_ transmission: Transmission) -> [UInt8] { [] }

  func clear() -> [UInt8] {
    let bytes = removal
    held.removeAll()
    (placements, wanted) = ([:], [])
    return bytes
  }

  /// The sequences that remove removal. A transfer in progress must end first, or else the
  /// terminal would take the next program's picture for the rest of it.
  var rescue: [UInt8] {
    KittyCommand.interruption + KittyCommand.free(image: lastImage &+ 1) + removal
  }

  private var removal: [UInt8] {
    held.numbers.sorted().flatMap { KittyCommand.free(image: $0) } + KittyCommand.freeAll
  }

  private func placeAvailable() -> [UInt8] {
    var bytes: [UInt8] = []
    for placed in wanted where placements[placed] == nil {
      guard let image = held[placed.picture] else { continue }
      lastPlacement += 1
      placements[placed] = lastPlacement
      bytes += KittyCommand.place(placed, image: image, placement: lastPlacement)
    }
    return bytes.isEmpty ? [] : CursorPosition.save + bytes + CursorPosition.restore
  }
}

// MARK: - Commands

/// Commands of kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/), all
/// without answers (`q=2`).
enum KittyCommand {
  /// The number of bytes in one command; 4096 in Base64.
  private static let chunk = 3072
  /// The number of commands written together.
  private static let chunksInPiece = 3

  /// Returns the commands that transfer a PNG file, as pieces.
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

  /// The command that ends a transfer early. The terminal drops an incomplete picture.
  static let interruption = CursorPosition.stringEnd + command("m=0,q=2", [])

  /// Returns the command that shows a transferred picture, or its visible part, over its cells.
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
    // C=1 keeps the cursor in place, so that nothing scrolls at the end of the screen.
    return CursorPosition.move(column: rect.column, row: rect.row) + command(keys + ",C=1,q=2", [])
  }

  /// Converts a range of cells to pixels.
  private static func part(
    _ skipped: Int, _ count: Int, of cells: Int, _ pixels: Int
  ) -> (start: Int, count: Int) {
    let cells = max(1, cells)
    let start = skipped * pixels / cells
    return (start, max(1, (skipped + count) * pixels / cells - start))
  }

  /// Returns the command that sets the number of cells in which placeholder text shows a picture.
  static func placeByText(image: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,U=1,i=\(image),c=\(columns),r=\(rows),q=2", [])
  }

  static func remove(image: UInt32, placement: UInt32) -> [UInt8] {
    command("a=d,d=i,i=\(image),p=\(placement),q=2", [])
  }

  /// Returns the command that frees a picture and removes it everywhere.
  static func free(image: UInt32) -> [UInt8] { command("a=d,d=I,i=\(image),q=2", []) }

  /// The command that removes all pictures on the screen, including those of other programs.
  static let freeAll = command("a=d,d=A,q=2", [])

  private static func command(_ keys: String, _ payload: [UInt8]) -> [UInt8] {
    Array("\u{1B}_G\(keys)".utf8) + (payload.isEmpty ? [] : [UInt8(ascii: ";")] + payload)
      + CursorPosition.stringEnd
  }
}

// MARK: - Stored pictures

/// The pictures that the terminal stores for this program, with their numbers.
struct HeldPictures<Key: Hashable, Number> {
  private struct Held {
    let number: Number
    let bytes: Int
    var lastShown: Int
  }

  private let bounds: PictureBounds
  private var held: [Key: Held] = [:]
  private var frames = 0

  init(_ bounds: PictureBounds) { self.bounds = bounds }

  subscript(key: Key) -> Number? { held[key]?.number }

  var numbers: [Number] { held.values.map(\.number) }

  /// Begins a frame that shows some of the pictures.
  mutating func beginFrame(showing keys: some Sequence<Key>) {
    frames += 1
    for key in keys { held[key]?.lastShown = frames }
  }

  mutating func add(_ key: Key, as number: Number, _ pixels: PixelSize) {
    held[key] = Held(number: number, bytes: pixels.width * pixels.height * 4, lastShown: frames)
  }

  /// Forgets all hidden pictures if they take too much memory, and returns their numbers. It is all
  /// or nothing: when kitty (at least to 0.26) frees a picture, it frees all that have no placement
  /// on the screen.
  mutating func evictHidden() -> [Number] {
    let hidden = held.filter { $0.value.lastShown < frames }
    let memory = hidden.values.reduce(0) { $0 + $1.bytes }
    guard hidden.count > bounds.pictures || memory > bounds.bytes else { return [] }
    for key in hidden.keys { held[key] = nil }
    return hidden.values.map(\.number)
  }

  mutating func removeAll() { held = [:] }
}

/// The limits on stored pictures that aren't on the screen.
struct PictureBounds {
  var pictures = 64
  /// The memory in the terminal, four bytes for each pixel.
  var bytes = 96 << 20
}

// MARK: - Placeholders

/// Places pictures with kitty's protocol inside of tmux: pictures are passed through it to the
/// terminal, and placeholder text, which tmux treats as its own, determines their positions. Text
/// written over the placeholders erases the pictures.
@MainActor
final class PlaceholderPlacer: PicturePlacer {
  /// A picture with its size in cells.
  private struct Sized: Hashable {
    let picture: PixelPicture
    let columns: Int
    let rows: Int

    init(_ placed: PlacedPicture) {
      picture = placed.picture
      columns = min(max(1, placed.whole.columns), PlaceholderText.largest)
      rows = min(max(1, placed.whole.rows), PlaceholderText.largest)
    }
  }

  /// The high byte of image numbers, unlikely to be used by other programs in the same window.
  private let high = UInt8(truncatingIfNeeded: CurrentProcess.id)
  private var held: HeldPictures<Sized, PlaceholderImage>
  private var wanted: [PlacedPicture] = []
  /// The pictures whose placeholders are on the screen.
  private var drawn = DrawnPictures()
  /// The picture whose placeholders are being written.
  private var writing: PlacedPicture?
  /// The number of the picture being transferred.
  private var sending: PlaceholderImage?

  init(bounds: PictureBounds = PictureBounds()) { held = HeldPictures(bounds) }

  var redrawsMovedPictures: Bool { false }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { $0.picture.encoding == .png }
    var gone = drawn.keep(wanted)
    // Something may be drawn over text that isn't complete.
    if let writing, !wanted.contains(writing) { gone += drawn.missing(writing) }
    held.beginFrame(showing: wanted.map(Sized.init))
    return (CursorPosition.blank(gone), freed(held.evictHidden()))
  }

  func rowsWereWritten(_ rows: WrittenRows) { drawn.erase(rows: rows.whole) }

  func nextTransmission() -> Transmission? {
    for placed in wanted where !drawn.missing(placed).isEmpty {
      guard let image = held[Sized(placed)] else { return transmission(of: placed) }
      writing = placed
      return Transmission(
        picture: placed.picture, place: placed,
        pieces: Transmission.Pieces(PlaceholderText.rows(of: placed, image: image)),
        interruption: [],
        allowsInterleavedText: true)
    }
    return nil
  }

  /// Returns the transmission of a picture that the terminal doesn't have.
  private func transmission(of placed: PlacedPicture) -> Transmission? {
    guard let image = freeImage() else { return nil }
    sending = image
    let pieces = KittyCommand.transmit(placed.picture.bytes, image: image.number)
    return Transmission(
      picture: placed.picture, place: placed,
      pieces: Transmission.Pieces(count: pieces.count) { TmuxPassthrough.wrapped(pieces[$0]) },
      interruption: Self.interruption, allowsInterleavedText: true)
  }

  func sent(_ transmission: Transmission) -> [UInt8] {
    guard let placed = transmission.place else { return [] }
    if let writing {
      drawn.add(writing, showing: wanted)
      self.writing = nil
      return []
    }
    guard let image = sending else { return [] }
    sending = nil
    let sized = Sized(placed)
    held.add(sized, as: image, placed.picture.pixels)
    return TmuxPassthrough.wrapped(
      KittyCommand.placeByText(image: image.number, columns: sized.columns, rows: sized.rows))
  }

  func interrupted(_ transmission: Transmission) -> [UInt8] {
    sending = nil
    defer { writing = nil }
    // A part of the text may have been written.
    return CursorPosition.blank(writing.map { drawn.missing($0) } ?? [])
  }

  func clear() -> [UInt8] {
    let bytes = CursorPosition.blank(drawn.cells) + freed(held.numbers)
    held.removeAll()
    drawn.removeAll()
    wanted = []
    return bytes
  }

  /// The sequences that end a transfer early. tmux passes on a truncated string, so the command
  /// inside must be ended in the terminal too.
  private static let interruption =
    CursorPosition.stringEnd + TmuxPassthrough.wrapped(KittyCommand.interruption)

  var rescue: [UInt8] {
    Self.interruption + freed(held.numbers + (sending.map { [$0] } ?? []))
  }

  private func freed(_ images: [PlaceholderImage]) -> [UInt8] {
    images.sorted { $0.low < $1.low }.flatMap {
      TmuxPassthrough.wrapped(KittyCommand.free(image: $0.number))
    }
  }

  /// Returns an unused image number.
  private func freeImage() -> PlaceholderImage? {
    let used = Set(held.numbers.map(\.low))
    return (1...UInt8.max).first { !used.contains($0) }.map {
      PlaceholderImage(high: high, low: $0)
    }
  }
}

/// Placeholder characters for the cells of a picture, so that a multiplexer stores and moves them
/// as text (https://sw.kovidgoyal.net/kitty/graphics-protocol/#unicode-placeholders). Their color
/// is the low part of the image number; their combining marks are the row, the column and the
/// highest byte of the image number.
enum PlaceholderText {
  private static let placeholder = Unicode.Scalar(0x10EEEE).map(Character.init) ?? "\u{FFFD}"

  /// Marks that change under normalization.
  private static let unfit: Set<UInt32> = [
    0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F,
    0x311,
    0x313, 0x314, 0x340, 0x341, 0x342, 0x343, 0x344, 0x653, 0x654,
  ]

  /// The combining marks that encode numbers, in order: the marks above letters in Unicode 6.0.
  static let marks: [Unicode.Scalar] = (UInt32(0x300)...0x1D244).compactMap(Unicode.Scalar.init)
    .filter { scalar in
      let properties = scalar.properties
      guard properties.canonicalCombiningClass == .above,
        properties.generalCategory == .nonspacingMark, let age = properties.age
      else { return false }
      return (age.major, age.minor) <= (6, 0) && !unfit.contains(scalar.value)
    }

  /// The maximum number of rows and columns, the number of marks.
  static let largest = 297

  /// Returns the visible part of a picture, one write per row.
  static func rows(of placed: PlacedPicture, image: PlaceholderImage) -> [[UInt8]] {
    (0..<placed.rect.rows).map { row in
      var text = String.UnicodeScalarView()
      for column in 0..<min(placed.rect.columns, largest - placed.skippedColumns) {
        text.append(contentsOf: String(placeholder).unicodeScalars)
        for number in [
          min(placed.skippedRows + row, largest - 1), placed.skippedColumns + column,
          Int(image.high),
        ] { text.append(marks[number]) }
      }
      return CursorPosition.save
        + CursorPosition.move(column: placed.rect.column, row: placed.rect.row + row)
        + Array("\u{1B}[38;5;\(image.low)m".utf8) + Array(String(text).utf8)
        + CursorPosition.restore
    }
  }
}

/// An image number for placeholders. Any terminal can encode the lowest byte as one of 256 colors;
/// a mark encodes the highest byte, and the two between stay zero.
struct PlaceholderImage: Hashable {
  let high: UInt8
  /// The lowest byte, from 1.
  let low: UInt8

  var number: UInt32 { UInt32(high) << 24 | UInt32(low) }
}
