import System

/// Base64 without padding, as in age. Each byte sequence has exactly one text.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let part = rest.prefix(3)
      rest = rest.dropFirst(3)
      let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0...part.count { text.append(alphabet[number >> (18 - 6 * index) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes text; `nil` if it isn't exactly what `text(_:)` returns for the bytes.
  package static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (held, bits) = (0, 0)
    for character in text {
      guard let value = value(character) else { return nil }
      held = held << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(held >> bits))
      held &= 1 << bits - 1
    }
    return bits < 6 && held == 0 ? bytes : nil
  }

  private static func value(_ character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

// MARK: - Bech32

/// Bech32 (BIP 173): text with a prefix, five bits per character and a checksum that detects typos.
enum Bech32 {
  private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)
  private static let checksumLength = 6
  /// The five bits of each character. Bytes that aren't characters of the alphabet have a larger
  /// value.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: .max, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()
  private static let generators: [UInt32] = [
    0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
  ]

  /// Encodes bytes in lowercase.
  ///
  /// - Parameter prefix: a prefix in lowercase.
  static func text(_ bytes: some Sequence<UInt8>, prefix: String) -> [UInt8] {
    var values = regrouped(bytes, from: 8, to: 5)
    defer { values.wipe() }
    let number = checksum(prefix.utf8, values + [UInt8](repeating: 0, count: checksumLength)) ^ 1
    let sum = (0..<checksumLength).map { UInt8(number >> UInt32(25 - 5 * $0) & 31) }
    return Array(prefix.utf8) + [UInt8(ascii: "1")] + (values + sum).map { alphabet[Int($0)] }
  }

  /// Decodes lowercase text; `nil` if the prefix, a character or the checksum is wrong.
  static func bytes(_ text: [UInt8], prefix: String) -> [UInt8]? {
    guard text.starts(with: (prefix + "1").utf8) else { return nil }
    var values = text.dropFirst(prefix.utf8.count + 1).map { Self.values[Int($0)] }
    defer { values.wipe() }
    guard values.count >= checksumLength, values.allSatisfy({ $0 < 32 }),
      checksum(prefix.utf8, values) == 1
    else { return nil }
    values.removeLast(checksumLength)
    let bits = values.count * 5 % 8
    // The padding is shorter than a character, and zero.
    guard bits < 5, (values.last ?? 0) & (1 << bits - 1) == 0 else { return nil }
    return Array(regrouped(values, from: 5, to: 8).prefix(values.count * 5 / 8))
  }

  /// Returns the same bits in groups of another size. The last group is padded with zeros.
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

  private static func checksum(_ prefix: String.UTF8View, _ values: [UInt8]) -> UInt32 {
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
