import System

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
