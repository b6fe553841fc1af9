/// Bytes as text of 64 letters (RFC 4648, with padding).
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text, count in
      var index = 0
      while index < bytes.count {
        let left = bytes.count - index
        let three =
          UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
          | (left > 2 ? UInt32(bytes[index + 2]) : 0)
        for position in 0..<4 {
          let letter = letters[Int(three >> UInt32(18 - 6 * position) & 63)]
          text[count] = position <= left ? letter : UInt8(ascii: "=")
          count += 1
        }
        index += 3
      }
    }
  }
}
