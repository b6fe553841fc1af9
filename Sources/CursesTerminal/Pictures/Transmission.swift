import TerminalUI

/// A picture on its way to the terminal, in pieces between which keys are looked at.
struct Transmission {
  /// How long a piece may be, in bytes.
  static let longestPiece = 16 * 1024

  /// Which one is sent, by `PixelPicture.id`, and where it will stand if that belongs to it.
  let picture: PixelPicture
  let place: PlacedPicture?
  private(set) var pieces: [[UInt8]]
  /// What ends it early, at whatever byte, so that the terminal reads on as if nothing had been.
  let breakOff: [UInt8]
  /// Whether text may be written between two pieces.
  let takesTextBetween: Bool

  init(
    _ picture: PixelPicture, at place: PlacedPicture? = nil, pieces: [[UInt8]],
    breakOff: [UInt8], takesTextBetween: Bool
  ) {
    self.picture = picture
    self.place = place
    self.pieces = pieces
    self.breakOff = breakOff
    self.takesTextBetween = takesTextBetween
  }

  /// Cuts bytes into pieces.
  static func cut(_ bytes: [UInt8], every count: Int = longestPiece) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: count).map {
      Array(bytes[$0..<min(bytes.count, $0 + count)])
    }
  }
}
