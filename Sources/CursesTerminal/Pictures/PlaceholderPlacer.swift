import System
import TerminalUI

/// Pictures in a terminal with kitty's protocol that tmux stands before: the terminal is given them through
/// it, and is told by text where they are, which tmux takes for its own. What is written over the text
/// erases them.
@MainActor
final class PlaceholderPlacer: PicturePlacer {
  /// A picture in so many cells.
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

  /// Numbers that other programs in this window, before and after, hardly use.
  private let high = UInt8(truncatingIfNeeded: ThisProgram.number)
  private var held: HeldPictures<Sized, PlaceholderImage>
  private var wanted: [PlacedPicture] = []
  /// Those whose text is on the screen.
  private var written: Set<PlacedPicture> = []
  /// The picture that is on its way.
  private var sending: PlaceholderImage?

  init(bounds: PictureBounds = PictureBounds()) { held = HeldPictures(bounds) }

  var redrawsWhatMoves: Bool { false }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { $0.picture.encoding == .png }
    let stays = Set(wanted)
    let gone = written.filter { !stays.contains($0) }.map(\.rect)
    written = written.filter { placed in
      stays.contains(placed) && gone.allSatisfy { $0.intersection(placed.rect).isEmpty }
    }
    held.beginFrame(showing: wanted.map(Sized.init))
    return (CursorPosition.blank(gone), freed(held.takeBackHidden()))
  }

  func rowsWereWritten(_ rows: WrittenRows) {
    written = written.filter { rows.whole.isDisjoint(with: $0.rect.row..<$0.rect.endRow) }
  }

  func nextTransmission() -> Transmission? {
    for placed in wanted where !written.contains(placed) {
      guard let image = held[Sized(placed)] else { return transmission(of: placed) }
      return Transmission(
        picture: placed.picture, place: placed,
        pieces: Transmission.Pieces(PlaceholderText.rows(of: placed, image: image)), breakOff: [],
        takesTextBetween: true)
    }
    return nil
  }

  /// Gives the terminal a picture that it doesn't have.
  private func transmission(of placed: PlacedPicture) -> Transmission? {
    guard let image = freeImage() else { return nil }
    sending = image
    let pieces = KittyCommand.transmit(placed.picture.bytes, image: image.number)
    return Transmission(
      picture: placed.picture, place: placed,
      pieces: Transmission.Pieces(count: pieces.count) { TmuxPassthrough.wrapped(pieces[$0]) },
      breakOff: Self.breakOff, takesTextBetween: true)
  }

  func sent(_ transmission: Transmission) -> [UInt8] {
    guard let placed = transmission.place else { return [] }
    let sized = Sized(placed)
    if held[sized] != nil {
      // It was its text; in another frame it would be written again.
      if wanted.contains(placed) { written.insert(placed) }
      return wanted.contains(placed) ? [] : CursorPosition.blank([placed.rect])
    }
    guard let image = sending else { return [] }
    sending = nil
    held.add(sized, as: image, placed.picture.pixels)
    return TmuxPassthrough.wrapped(
      KittyCommand.placeByText(image: image.number, columns: sized.columns, rows: sized.rows))
  }

  func brokenOff(_ transmission: Transmission) -> [UInt8] {
    sending = nil
    // A part of its text may be there.
    return CursorPosition.blank(transmission.place.map { [$0.rect] } ?? [])
  }

  func clear() -> [UInt8] {
    let bytes = CursorPosition.blank(written.map(\.rect)) + freed(held.numbers)
    held.removeAll()
    (wanted, written) = ([], [])
    return bytes
  }

  /// tmux passes on what it has of a string that ends early: what had begun for the terminal has to be ended
  /// there, too.
  private static let breakOff =
    CursorPosition.stringEnd + TmuxPassthrough.wrapped(KittyCommand.breakOff)

  var rescue: [UInt8] {
    Self.breakOff + freed(held.numbers + (sending.map { [$0] } ?? []))
  }

  private func freed(_ images: [PlaceholderImage]) -> [UInt8] {
    images.sorted { $0.low < $1.low }.flatMap {
      TmuxPassthrough.wrapped(KittyCommand.free(image: $0.number))
    }
  }

  /// One that no picture has.
  private func freeImage() -> PlaceholderImage? {
    let used = Set(held.numbers.map(\.low))
    return (1...UInt8.max).first { !used.contains($0) }.map {
      PlaceholderImage(high: high, low: $0)
    }
  }
}
