import System
import TerminalUI

/// Pictures that the terminal keeps under numbers and shows wherever it is told to.
@MainActor
final class KittyPlacer: PicturePlacer {
  /// The terminal keeps at most so much for this program that isn't on the screen.
  struct Bounds {
    var pictures = 64
    /// As they are in its memory, four bytes a pixel.
    var bytes = 96 << 20
  }

  private struct Held {
    let image: UInt32
    let bytes: Int
    var lastShown: Int
  }

  private let bounds: Bounds
  private var held: [PixelPicture: Held] = [:]
  private var wanted: [PlacedPicture] = []
  private var placements: [PlacedPicture: UInt32] = [:]
  private var lastPlacement: UInt32 = 0
  private var lastImage: UInt32
  private var frames = 0

  init(bounds: Bounds = Bounds()) {
    self.bounds = bounds
    // Numbers that other programs in this window, before and after, hardly use.
    lastImage = UInt32(truncatingIfNeeded: ThisProgram.number) << 12 | 0x4000_0000
  }

  var redrawsWhatMoves: Bool { false }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    frames += 1
    wanted = pictures.filter { $0.picture.encoding == .png }
    let stays = Set(wanted)
    var before: [UInt8] = []
    // Before new ones come: Konsole shows one that is placed anew at both places.
    for (placed, placement) in placements where !stays.contains(placed) {
      if let held = held[placed.picture] {
        before += KittyCommand.remove(image: held.image, placement: placement)
      }
      placements[placed] = nil
    }
    for picture in Set(wanted.map(\.picture)) { held[picture]?.lastShown = frames }
    // What has its place is safe from `free`.
    return (before, placeWhatIsThere() + free())
  }

  func rowsWereRewritten(_ rows: Set<Int>) {}

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
    let pixels = transmission.picture.pixels
    held[transmission.picture] = Held(
      image: lastImage, bytes: pixels.width * pixels.height * 4, lastShown: frames)
    return placeWhatIsThere()
  }

  /// The terminal drops what it can't decode.
  func brokenOff(_ transmission: Transmission) -> [UInt8] { [] }

  func clear() -> [UInt8] {
    let bytes = everything
    (held, placements, wanted) = ([:], [:], [])
    return bytes
  }

  /// A picture that was on its way has to be ended first, else the next program's would be taken
  /// for the rest of it.
  var rescue: [UInt8] {
    KittyCommand.breakOff + KittyCommand.free(image: lastImage &+ 1) + everything
  }

  private var everything: [UInt8] {
    held.values.sorted { $0.image < $1.image }.flatMap { KittyCommand.free(image: $0.image) }
      + KittyCommand.freeAll
  }

  private func placeWhatIsThere() -> [UInt8] {
    var bytes: [UInt8] = []
    for placed in wanted where placements[placed] == nil {
      guard let held = held[placed.picture] else { continue }
      lastPlacement += 1
      placements[placed] = lastPlacement
      bytes += KittyCommand.place(placed, image: held.image, placement: lastPlacement)
    }
    return bytes.isEmpty ? [] : CursorPosition.save + bytes + CursorPosition.restore
  }

  /// Takes back all that isn't shown, when it is too much. Not a part of it: with whatever is
  /// freed, kitty (at least to 0.26) frees every picture that has no place on the screen.
  private func free() -> [UInt8] {
    let hidden = held.filter { $0.value.lastShown < frames }
    let memory = hidden.values.reduce(0) { $0 + $1.bytes }
    guard hidden.count > bounds.pictures || memory > bounds.bytes else { return [] }
    for picture in hidden.keys { held[picture] = nil }
    return hidden.values.flatMap { KittyCommand.free(image: $0.image) }
  }
}
