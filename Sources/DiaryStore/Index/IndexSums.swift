import DiaryCore

/// How the index is sealed: each block of it, up to the table of their sums, has one, and so has the
/// last line, which is read at each start.
enum IndexSums {
  /// In bytes; as large as a page, which is what the system reads at least.
  static let blockSize = 4096
  /// `"<16 digits>"` and a comma or a blank, and the line end.
  static let lineLength = 20
  private static let digits = 16
  private static let footerOpening = Array(#","sum":""#.utf8)

  static func blockCount(of size: Int) -> Int { (size + blockSize - 1) / blockSize }

  /// A block's sum. The number of the block is in it, so that no block can stand in the place of
  /// another.
  static func sum(ofBlock number: Int, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    XXH64.sum(of: bytes, seed: UInt64(number))
  }

  /// A block's line of the table.
  static func line(ofBlock number: Int, sum: UInt64, of count: Int) -> [UInt8] {
    Array("\"".utf8) + text(sum) + Array((number + 1 < count ? "\",\n" : "\" \n").utf8)
  }

  /// The sum that a line of the table begins with.
  static func sum(inLine line: UnsafeRawBufferPointer) -> UInt64? {
    var sum: UInt64 = 0
    for byte in line.dropFirst().prefix(digits) {
      guard let digit = hexadecimalValue(of: byte) else { return nil }
      sum = sum << 4 | UInt64(digit)
    }
    return sum
  }

  /// The last line with its sum, of one that ends in `}`.
  static func sealed(footer: [UInt8]) -> [UInt8] {
    let body = Array(footer.dropLast())
    let sum = body.withUnsafeBytes { XXH64.sum(of: $0, seed: 0) }
    return body + ending(sum)
  }

  /// Whether the last line says what it said when it was written; it comes without its line end.
  static func isSealed(footer: UnsafeRawBufferPointer) -> Bool {
    let tail = footerOpening.count + digits + 2
    guard footer.count > tail else { return false }
    let body = UnsafeRawBufferPointer(rebasing: footer.dropLast(tail))
    return footer.suffix(tail).elementsEqual(ending(XXH64.sum(of: body, seed: 0)))
  }

  /// What the last line ends in.
  private static func ending(_ sum: UInt64) -> [UInt8] {
    footerOpening + text(sum) + Array("\"}".utf8)
  }

  private static func text(_ sum: UInt64) -> [UInt8] {
    let text = String(sum, radix: 16)
    return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
  }
}
