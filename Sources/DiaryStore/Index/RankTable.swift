import DiaryCore
import System

/// A table of the index: ranks of some entries, ascending, one a line of equal length.
struct RankTable: Sendable {
  /// 10 columns, and a comma or a blank, and the line end.
  static let lineLength = 12
  /// The columns of a number.
  static let columns = 10

  let start: Int
  let count: Int

  init?(_ start: JSONValue?, _ count: JSONValue?) {
    guard let start = start?.integer, let count = count?.integer, start >= 0, count >= 0 else {
      return nil
    }
    self.start = start
    self.count = count
  }

  /// Where it ends, as far as its numbers can be believed.
  var end: Int { start + count * Self.lineLength }

  /// Those of the ranks that it has, in an index of these bytes.
  func ranks(in wanted: Range<Int>, of bytes: IndexBytes) -> [Int] {
    let first = partitionPoint(count) { (rank($0, bytes) ?? 0) < wanted.lowerBound }
    let end = partitionPoint(count) { (rank($0, bytes) ?? 0) < wanted.upperBound }
    // Of a damaged table, the numbers may be any.
    return (first..<max(first, end)).compactMap { rank($0, bytes) }.filter(wanted.contains)
  }

  func rank(_ index: Int, _ bytes: IndexBytes) -> Int? {
    let start = start + index * Self.lineLength
    return bytes.bytes(start..<start + Self.columns).flatMap { TableNumber.read($0[...]) }
  }
}

enum TableNumber {
  /// A number of a table, which blanks may stand before.
  static func read(_ columns: Slice<UnsafeRawBufferPointer>) -> Int? {
    var number = 0
    var isBlank = true
    for byte in columns {
      if byte == 0x20 && isBlank { continue }
      guard (0x30...0x39).contains(byte) else { return nil }
      isBlank = false
      // At most 14 digits: this can't overflow.
      number = number * 10 + Int(byte - 0x30)
    }
    return isBlank ? nil : number
  }
}
