/// Base64 (RFC 4648).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Encodes bytes, with padding.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
      var index = 0
      while index < bytes.count {
        let left = bytes.count - index
        let three =
          UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
          | (left > 2 ? UInt32(bytes[index + 2]) : 0)
        for position in 0..<4 {
          let letter = alphabet[Int(three >> UInt32(18 - 6 * position) & 63)]
          text[count] = position <= left ? letter : UInt8(ascii: "=")
          count += 1
        }
        index += 3
      }
    }
  }

  /// Encodes bytes without padding, as in age. Each byte sequence has exactly one text.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let encoded = encode(Array(bytes))
    return String(decoding: encoded.dropLast((3 - bytes.count % 3) % 3), as: UTF8.self)
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
