import DiaryCore

/// A table of the index that tells of nearly every id of an entry which isn't there that it isn't: what
/// has been added since would else be looked for in all of the table of ids, which in a sealed index is
/// opened for it. It is a Bloom filter of blocks, one a line of equal length, and an id has all its bits
/// in one of them.
struct IDFilter: Sendable {
  /// In entries: of those that aren't there, one in a hundred seems to be.
  private static let idsPerBlock = 48
  private static let digitsPerBlock = 128
  /// A block's digits, and a comma or a blank, and the line end.
  private static let lineLength = digitsPerBlock + 4
  private static let bitsPerID = 6

  let start: Int
  let count: Int

  init?(_ start: JSONValue?, _ count: JSONValue?) {
    guard let start = start?.integer, let count = count?.integer, start >= 0,
      (1...Int(UInt32.max)).contains(count)
    else { return nil }
    (self.start, self.count) = (start, count)
  }

  /// Where it ends, as far as its numbers can be believed.
  var end: Int { start + count * Self.lineLength }

  /// Whether the index may have an entry of that id.
  func mayHold(_ id: ID<Entry>, of bytes: IndexBytes) -> Bool {
    let (block, bits) = Self.place(of: id, among: count)
    let start = start + block * Self.lineLength + 1
    // What is damaged tells nothing.
    guard let digits = bytes.bytes(start..<start + Self.digitsPerBlock) else { return true }
    return bits.allSatisfy { bit in
      hexadecimalValue(of: digits[bit / 4]).map { $0 & (1 << UInt8(bit % 4)) != 0 } ?? true
    }
  }

  /// The block that an id is told of in, and its bits there.
  private static func place(
    of id: ID<Entry>, among count: Int
  ) -> (block: Int, bits: [Int]) {
    // Ids that came with an import may be any: all bits of them count.
    let mixed = (id.high ^ id.low) &* 0x9E37_79B9_7F4A_7C15
    let bits = (id.low &+ id.high) &* 0xC2B2_AE3D_27D4_EB4F
    return (
      Int((mixed >> 32) % UInt64(count)),
      (0..<bitsPerID).map { Int(bits >> (64 - 9 * UInt64($0 + 1))) % (4 * digitsPerBlock) }
    )
  }

  /// The lines for some ids; none where there are no ids.
  static func lines(for ids: some Collection<ID<Entry>>) -> [[UInt8]] {
    let count = (ids.count + idsPerBlock - 1) / idsPerBlock
    var digits = [UInt8](repeating: 0, count: count * digitsPerBlock)
    for id in ids {
      let (block, bits) = place(of: id, among: count)
      for bit in bits { digits[block * digitsPerBlock + bit / 4] |= 1 << UInt8(bit % 4) }
    }
    return (0..<count).map { block in
      let values = digits[block * digitsPerBlock..<(block + 1) * digitsPerBlock]
      return [UInt8(ascii: "\"")] + values.map { hexadecimalDigit(of: UInt64($0)) }
        + Array((block + 1 < count ? "\",\n" : "\" \n").utf8)
    }
  }
}
