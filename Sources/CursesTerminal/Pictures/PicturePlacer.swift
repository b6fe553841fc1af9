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
