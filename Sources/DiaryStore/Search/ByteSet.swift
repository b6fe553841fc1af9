import DiaryCore

/// The bytes that may stand at a place: those of two ranges.
struct ByteSet: Hashable, Sendable {
  private let range: ClosedRange<UInt8>
  private let other: ClosedRange<UInt8>

  init(_ range: ClosedRange<UInt8>, or other: ClosedRange<UInt8>) {
    self.range = range
    self.other = other
  }

  init(_ byte: UInt8, or other: UInt8) { self.init(byte...byte, or: other...other) }

  func contains(_ byte: UInt8) -> Bool { range.contains(byte) || other.contains(byte) }

  var probe: Probe { Probe(range, or: other) }

  /// Tells of 64 bytes at once which are in the set.
  struct Probe {
    typealias Block = SIMD64<UInt8>

    private let low, width, otherLow, otherWidth: Block

    fileprivate init(_ range: ClosedRange<UInt8>, or other: ClosedRange<UInt8>) {
      low = Block(repeating: range.lowerBound)
      width = Block(repeating: range.upperBound - range.lowerBound)
      otherLow = Block(repeating: other.lowerBound)
      otherWidth = Block(repeating: other.upperBound - other.lowerBound)
    }

    /// What is less than a range wraps to more than its width.
    @inline(__always)
    func hits(in bytes: Block) -> SIMDMask<SIMD64<Int8>> {
      (bytes &- low .<= width) .| (bytes &- otherLow .<= otherWidth)
    }
  }

  // MARK: Of characters

  /// The bytes in UTF-8 of characters, in either case. `nil` when they aren't written as themselves
  /// in JSON, or not all of one length.
  static func sets(_ characters: UnitSet) -> [ByteSet]? {
    let range = characters.range
    guard range.lowerBound == range.upperBound, characters.other == range else {
      return sets(range, or: characters.other)
    }
    guard let scalar = Unicode.Scalar(range.lowerBound), scalar != "\"", scalar != "\\",
      scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value)
    else { return nil }
    let capital = SimpleScalar.capital(of: scalar)?.value ?? scalar.value
    return sets(range, or: capital...capital)
  }

  private static func sets(
    _ range: ClosedRange<UInt32>, or other: ClosedRange<UInt32>
  ) -> [ByteSet]? {
    guard let one = bytes(of: range), let two = bytes(of: other), one.count == two.count
    else { return nil }
    return zip(one, two).map { ByteSet($0, or: $1) }
  }

  /// What stands at each place in UTF-8, and perhaps more: those behind the first that differs may
  /// be any.
  private static func bytes(of range: ClosedRange<UInt32>) -> [ClosedRange<UInt8>]? {
    guard let low = Unicode.Scalar(range.lowerBound).flatMap({ UTF8.encode($0) }),
      let high = Unicode.Scalar(range.upperBound).flatMap({ UTF8.encode($0) }),
      low.count == high.count
    else { return nil }
    var isSame = true
    return zip(low, high).map { low, high in
      defer { isSame = isSame && low == high }
      return isSame ? low...high : 0x80...0xBF
    }
  }
}
