/// XXH64, the 64-bit xxHash (https://xxhash.com): tells that bytes have changed by accident, and is
/// many times as fast as a hash that nobody can forge. `xxh64sum` gives the same for the seed 0.
enum XXH64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  static func sum(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let (p1, p2, p3, p4, p5) = primes
    var place = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var (a, b, c, d) = (seed &+ p1 &+ p2, seed &+ p2, seed, seed &- p1)
      while place + 32 <= bytes.count {
        a = round(a, word(bytes, place))
        b = round(b, word(bytes, place + 8))
        c = round(c, word(bytes, place + 16))
        d = round(d, word(bytes, place + 24))
        place += 32
      }
      hash = rotated(a, 1) &+ rotated(b, 7) &+ rotated(c, 12) &+ rotated(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* p1 &+ p4 }
    } else {
      hash = seed &+ p5
    }
    hash &+= UInt64(bytes.count)
    while place + 8 <= bytes.count {
      hash = rotated(hash ^ round(0, word(bytes, place)), 27) &* p1 &+ p4
      place += 8
    }
    if place + 4 <= bytes.count {
      let half = UInt64(
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
      hash = rotated(hash ^ (half &* p1), 23) &* p2 &+ p3
      place += 4
    }
    while place < bytes.count {
      hash = rotated(hash ^ (UInt64(bytes[place]) &* p5), 11) &* p1
      place += 1
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
  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }
}
