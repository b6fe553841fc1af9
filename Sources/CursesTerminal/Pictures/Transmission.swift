import TerminalUI

/// A picture on its way to the terminal, in pieces between which keys are looked at.
struct Transmission {
  /// How long a piece may be, in bytes.
  static let longestPiece = 16 * 1024

  /// Which one is sent, by `PixelPicture.id`, and where it will stand if that belongs to it.
  let picture: PixelPicture
  var place: PlacedPicture?
  let pieces: Pieces
  /// What ends it early, at whatever byte, so that the terminal reads on as if nothing had been.
  let breakOff: [UInt8]
  /// Whether text may be written between two pieces.
  let takesTextBetween: Bool

  /// Pieces that are made when they are asked for: a large picture takes a while, and a key may
  /// come in between.
  struct Pieces: RandomAccessCollection {
    let count: Int
    private let make: (Int) -> [UInt8]

    init(count: Int, make: @escaping (Int) -> [UInt8]) {
      self.count = count
      self.make = make
    }

    init(_ pieces: [[UInt8]]) { self.init(count: pieces.count) { pieces[$0] } }

    /// Cuts bytes into pieces.
    init(cutting bytes: [UInt8], every length: Int = longestPiece) {
      self.init(count: (bytes.count + length - 1) / length) { index in
        Array(bytes[(index * length)..<Swift.min(bytes.count, (index + 1) * length)])
      }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }
    subscript(index: Int) -> [UInt8] { make(index) }
  }
}
