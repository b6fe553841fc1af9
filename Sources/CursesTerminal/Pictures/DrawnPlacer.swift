import TerminalUI

/// Pictures that are drawn into the screen like text, as sixels and inline images are: what is
/// written over them erases them, and each is sent again for each place.
@MainActor
final class DrawnPlacer: PicturePlacer {
  private let encodings: Set<PixelPicture.Encoding>
  private let transmission: @MainActor (PlacedPicture) -> Transmission?
  private var wanted: [PlacedPicture] = []
  private var drawn: [PlacedPicture] = []
  /// Those whose bytes no terminal may see.
  private var refused: Set<PixelPicture> = []

  /// `transmission` gives what draws a picture at its place, `nil` if it mustn't be drawn.
  init(
    _ encodings: Set<PixelPicture.Encoding>,
    transmission: @escaping @MainActor (PlacedPicture) -> Transmission?
  ) {
    self.encodings = encodings
    self.transmission = transmission
  }

  var redrawsWhatMoves: Bool { true }

  func show(_ pictures: [PlacedPicture]) -> (before: [UInt8], after: [UInt8]) {
    wanted = pictures.filter { encodings.contains($0.picture.encoding) }
    let stays = Set(wanted)
    let gone = drawn.filter { !stays.contains($0) }.map(\.rect)
    drawn.removeAll { placed in
      !stays.contains(placed) || gone.contains { !$0.intersection(placed.rect).isEmpty }
    }
    return (CursorPlace.blank(gone), [])
  }

  func rowsWereRewritten(_ rows: Set<Int>) {
    drawn.removeAll { placed in
      !rows.isDisjoint(with: placed.rect.row..<placed.rect.endRow)
    }
  }

  func nextTransmission() -> Transmission? {
    for placed in wanted where !drawn.contains(placed) && !refused.contains(placed.picture) {
      if let transmission = transmission(placed) { return transmission }
      refused.insert(placed.picture)
    }
    return nil
  }

  func sent(_ transmission: Transmission) -> [UInt8] {
    if let place = transmission.place { drawn.append(place) }
    return []
  }

  func brokenOff(_ transmission: Transmission) -> [UInt8] {
    // A part of it may be there.
    CursorPlace.blank(transmission.place.map { [$0.rect] } ?? [])
  }

  func clear() -> [UInt8] {
    defer { (wanted, drawn) = ([], []) }
    return CursorPlace.blank(drawn.map(\.rect))
  }

  var rescue: [UInt8] { CursorPlace.stringEnd }
}
