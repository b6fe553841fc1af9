/// A photo without what its metadata tells of places and people: parts of the file as they are, and
/// bytes of our own between them.
struct CleanPhoto {
  private enum Piece {
    case kept(Range<Int>)
    case own([UInt8])
  }

  private var pieces: [Piece] = []
  /// Whether a film or another picture that stood in the file, too, was left out.
  private(set) var isPartial = false

  /// Ranges of the file, in the order in which they are to stand.
  mutating func keep(_ range: Range<Int>) {
    if case .kept(let last) = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .kept(last.lowerBound..<range.upperBound)
    } else if !range.isEmpty {
      pieces.append(.kept(range))
    }
  }

  mutating func add(_ bytes: [UInt8]) { pieces.append(.own(bytes)) }

  /// Says that this part of the file isn't kept, which may have held a film or a picture.
  mutating func leaveOut(_ range: Range<Int>, of bytes: Bytes) {
    isPartial =
      isPartial || bytes.first(Array("ftyp".utf8), in: range) != nil
      || bytes.first([0xFF, 0xD8, 0xFF], in: range) != nil
  }

  mutating func leaveOutFilm() { isPartial = true }

  /// Gives the parts of the photo in their order.
  func forEachPart(of bytes: Bytes, _ take: (UnsafeRawBufferPointer) -> Void) {
    for piece in pieces {
      switch piece {
      case .kept(let range): take(bytes.raw(range))
      case .own(let own): own.withUnsafeBytes(take)
      }
    }
  }
}
