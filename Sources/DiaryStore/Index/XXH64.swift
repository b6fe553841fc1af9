/// XXH64, the 64-bit xxHash (https://xxhash.com): tells that bytes have changed by accident, and is
/// many times as fast as a hash that nobody can forge. `xxh64sum` gives the same for the seed 0.
enum XXH64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  static func sum(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let (p1, p2, p3, p4, p5) = primes
    var index = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var (a, b, c, d) = (seed &+ p1 &+ p2, seed &+ p2, seed, seed &- p1)
      while index + 32 <= bytes.count {
        a = round(a, word(bytes, index))
        b = round(b, word(bytes, index + 8))
        c = round(c, word(bytes, index + 16))
        d = round(d, word(bytes, index + 24))
        index += 32
      }
      hash = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* p1 &+ p4 }
    } else {
      hash = seed &+ p5
    }
    hash &+= UInt64(bytes.count)
    while index + 8 <= bytes.count {
      hash = rotated(hash ^ round(0, word(bytes, index)), 27) &* p1 &+ p4
      index += 8
    }
    if index + 4 <= bytes.count {
      let half = UInt64(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
      hash = rotated(hash ^ (half &* p1), 23) &* p2 &+ p3
      index += 4
    }
    while index < bytes.count {
      hash = rotated(hash ^ (UInt64(bytes[index]) &* p5), 11) &* p1
      index += 1
    }
    hash = (hash ^ (hash >> 33)) &* p2
    hash = (hash ^ (hash >> 29)) &* p3
    return hash ^ (hash >> 32)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* primes.1, 31) &* primes.0
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
