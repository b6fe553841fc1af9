/// The sum that zlib ends with.
struct Adler32 {
  private var (sum, sums): (UInt32, UInt32) = (1, 0)

  private static let prime: UInt32 = 65521
  /// In bytes: for so many the sums stay within 32 bits.
  private static let most = 4096

  var value: UInt32 { sums << 16 | sum }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.most))
      // Each byte is in all sums from its own on.
      var (own, all): (UInt32, UInt32) = (0, 0)
      let count = UInt32(part.count)
      for index in 0..<part.count {
        let byte = UInt32(part[index])
        own &+= byte
        all &+= byte &* (count &- UInt32(truncatingIfNeeded: index))
      }
      sums = (sums + count * sum % Self.prime + all % Self.prime) % Self.prime
      sum = (sum + own) % Self.prime
      rest = rest.dropFirst(part.count)
    }
  }
}
