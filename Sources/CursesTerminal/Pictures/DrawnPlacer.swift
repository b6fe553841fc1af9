import TerminalUI

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
