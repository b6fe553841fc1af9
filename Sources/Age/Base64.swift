import System

/// Base64 as age writes it: without the signs that only fill up, and each text in one way alone.
package enum Base64 {
  private static let signs = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let part = rest.prefix(3)
      rest = rest.dropFirst(3)
      let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0...part.count { text.append(signs[number >> (18 - 6 * index) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `nil` of any other text than the one that is written for those bytes.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (held, bits) = (0, 0)
    for sign in text {
      guard let value = value(sign) else { return nil }
      held = held << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(held >> bits))
      held &= 1 << bits - 1
    }
    return bits < 6 && held == 0 ? bytes : nil
  }

  private static func value(_ sign: UInt8) -> Int? {
    switch sign {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(sign) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(sign) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(sign) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

// MARK: - Bech32

/// Bytes as text that tells slips of the pen: a prefix, five bits a letter, and a checksum (BIP 173).
enum Bech32 {
  private static let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let sumLength = 6
  /// The five bits of each byte that is a letter; more than five bits of those that aren't.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: .max, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()
  private static let generators: [UInt32] = [
    0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
  ]

  /// In small letters; the prefix is, too.
  static func text(_ bytes: some Sequence<UInt8>, prefix: String) -> [UInt8] {
    var values = regrouped(bytes, from: 8, to: 5)
    defer { values.wipe() }
    let number = sum(prefix.utf8, values + [UInt8](repeating: 0, count: sumLength)) ^ 1
    let sum = (0..<sumLength).map { UInt8(number >> UInt32(25 - 5 * $0) & 31) }
    return Array(prefix.utf8) + [UInt8(ascii: "1")] + (values + sum).map { letters[Int($0)] }
  }

  /// `nil` unless the text, in small letters, has that prefix, only letters that there are, and the
  /// sum of the rest.
  static func bytes(_ text: [UInt8], prefix: String) -> [UInt8]? {
    guard text.starts(with: (prefix + "1").utf8) else { return nil }
    var values = text.dropFirst(prefix.utf8.count + 1).map { Self.values[Int($0)] }
    defer { values.wipe() }
    guard values.count >= sumLength, values.allSatisfy({ $0 < 32 }), sum(prefix.utf8, values) == 1
    else { return nil }
    values.removeLast(sumLength)
    let bits = values.count * 5 % 8
    // What doesn't fill a byte is less than a letter, and zeros.
    guard bits < 5, (values.last ?? 0) & (1 << bits - 1) == 0 else { return nil }
    return Array(regrouped(values, from: 5, to: 8).prefix(values.count * 5 / 8))
  }

  /// Bits in groups of another size, the last one filled up with zeros.
  private static func regrouped(
    _ groups: some Sequence<UInt8>, from size: Int, to newSize: Int
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(64)
    var (held, bits) = (0, 0)
    for group in groups {
      held = (held << size | Int(group)) & 0xFFFF
      bits += size
      while bits >= newSize {
        bits -= newSize
        result.append(UInt8(held >> bits & (1 << newSize - 1)))
      }
    }
    if bits > 0 { result.append(UInt8(held << (newSize - bits) & (1 << newSize - 1))) }
    return result
  }

  private static func sum(_ prefix: String.UTF8View, _ values: [UInt8]) -> UInt32 {
    var sum: UInt32 = 1
    for value in prefix.map({ $0 >> 5 }) + [0] + prefix.map({ $0 & 31 }) + values {
      let top = sum >> 25
      sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
      var bit = 0
      while top >> bit != 0 {
        if top >> bit & 1 == 1 { sum ^= generators[bit] }
        bit += 1
      }
    }
    return sum
  }
}
