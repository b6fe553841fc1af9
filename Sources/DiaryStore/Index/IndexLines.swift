import System

/// The lines of an index's entries, by their ranks. In a sealed index some of them can be opened at once,
/// apart from the others: they go with the value, so that whoever looks at all of them, a part after
/// the other, keeps a few of them in memory, and where nothing is sealed it makes no difference.
struct IndexLines: Sendable {
  /// Of the table of positions: 14 columns, and a comma or a blank, and the line end.
  static let positionLength = 16
  /// In bytes. What is less is likely to be looked at again, as the entries on a screen, and stays.
  private static let smallestPart = 128 << 10

  private let bytes: IndexBytes
  private let count: Int
  /// The byte after the last line.
  private let end: Int
  private let positionsStart: Int
  private var part: FilePart?

  init(of bytes: IndexBytes, count: Int, end: Int, positionsStart: Int) {
    (self.bytes, self.count) = (bytes, count)
    (self.end, self.positionsStart) = (end, positionsStart)
  }

  /// The same lines, with those of some ranks at hand.
  func opening(_ ranks: Range<Int>) -> IndexLines {
    guard bytes.isSealed, let range = range(of: ranks), range.count >= Self.smallestPart,
      let part = bytes.part(range)
    else { return self }
    var lines = self
    lines.part = part
    return lines
  }

  /// The byte at which the line of a rank begins.
  func position(_ rank: Int) -> Int? {
    let start = positionsStart + rank * Self.positionLength
    return bytes.bytes(start..<start + 14).flatMap { TableNumber.read($0[...]) }
  }

  private func range(of ranks: Range<Int>) -> Range<Int>? {
    guard !ranks.isEmpty, let start = position(ranks.lowerBound),
      let end = ranks.upperBound < count ? position(ranks.upperBound) : end, start <= end
    else { return nil }
    return start..<end
  }

  /// The bytes of the lines of some ranks, and where they begin.
  func bytes(of ranks: Range<Int>) -> (start: Int, bytes: UnsafeRawBufferPointer)? {
    guard let range = range(of: ranks), let bytes = part?.bytes(range) ?? bytes.bytes(range) else {
      return nil
    }
    return (range.lowerBound, bytes)
  }

  /// The line of a rank, without comma and line end.
  func line(_ rank: Int) -> UnsafeRawBufferPointer? {
    guard let position = position(rank), let line = line(at: position) else { return nil }
    return line.last == UInt8(ascii: ",") ? UnsafeRawBufferPointer(rebasing: line.dropLast()) : line
  }

  private func line(at position: Int) -> UnsafeRawBufferPointer? {
    if let part, part.range.contains(position),
      let rest = part.bytes(position..<part.range.upperBound), let (line, next) = rest.line(at: 0),
      next < rest.count
    {
      return line
    }
    return bytes.line(at: position)
  }

  /// How the line of a rank begins; where it ends isn't looked for.
  func beginning(_ rank: Int, atMost length: Int) -> UnsafeRawBufferPointer? {
    guard let position = position(rank), position < bytes.end,
      case let range = position..<min(position + length, bytes.end)
    else { return nil }
    return part?.bytes(range) ?? bytes.bytes(range)
  }
}
