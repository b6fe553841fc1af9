import System
import TerminalUI

/// Pictures that the terminal keeps under numbers and shows wherever it is told to.
@MainActor
final class KittyPlacer: PicturePlacer {
  private var held: HeldPictures<PixelPicture, UInt32>
  private var wanted: [PlacedPicture] = []
  private var placements: [PlacedPicture: UInt32] = [:]
  private var lastPlacement: UInt32 = 0
  private var lastImage: UInt32

  init(bounds: PictureBounds = PictureBounds()) {
    held = HeldPictures(bounds)
    // Numbers that other programs in this window, before and after, hardly use.
    lastImage = UInt32(truncatingIfNeeded: ThisProgram.number) << 12 | 0x4000_0000
  }

  var redrawsWhatMoves: Bool { false }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { $0.picture.encoding == .png }
    let stays = Set(wanted)
    var before: [UInt8] = []
    // Before new ones come: Konsole shows one that is placed anew at both places.
    for (placed, placement) in placements where !stays.contains(placed) {
      if let image = held[placed.picture] {
        before += KittyCommand.remove(image: image, placement: placement)
      }
      placements[placed] = nil
    }
    held.beginFrame(showing: wanted.map(\.picture))
    // What has its place is safe from being freed.
    let placing = placeWhatIsThere()
    return (before, placing + held.takeBackHidden().flatMap { KittyCommand.free(image: $0) })
  }

  func rowsWereWritten(_ rows: WrittenRows) {}

  func nextTransmission() -> Transmission? {
    guard let picture = wanted.lazy.map(\.picture).first(where: { self.held[$0] == nil }) else {
      return nil
    }
    return Transmission(
      picture: picture, pieces: KittyCommand.transmit(picture.bytes, image: lastImage &+ 1),
      breakOff: KittyCommand.breakOff, takesTextBetween: true)
  }

  func sent(_ transmission: Transmission) -> [UInt8] {
    lastImage &+= 1
    held.add(transmission.picture, as: lastImage, transmission.picture.pixels)
    return placeWhatIsThere()
  }

  /// The terminal drops what it can't decode.
  func brokenOff(_ transmission: Transmission) -> [UInt8] { [] }

  func clear() -> [UInt8] {
    let bytes = everything
    held.removeAll()
    (placements, wanted) = ([:], [])
    return bytes
  }

  /// A picture that was on its way has to be ended first, else the next program's would be taken
  /// for the rest of it.
  var rescue: [UInt8] {
    KittyCommand.breakOff + KittyCommand.free(image: lastImage &+ 1) + everything
  }

  private var everything: [UInt8] {
    held.numbers.sorted().flatMap { KittyCommand.free(image: $0) } + KittyCommand.freeAll
  }

  private func placeWhatIsThere() -> [UInt8] {
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
