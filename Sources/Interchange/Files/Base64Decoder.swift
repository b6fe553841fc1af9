/// Reads Base64 as it comes, with white space anywhere.
struct Base64Decoder {
  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, digit) in digits.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  private var bits: UInt32 = 0
  /// Digits that came of four.
  private var count = 0
  private var isAtEnd = false
  /// Whether nothing else came.
  private(set) var isValid = true

  /// The bytes that are whole with these digits.
  mutating func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      if byte <= 0x20 { continue }
      if byte == UInt8(ascii: "=") {
        isAtEnd = true
        continue
      }
      guard !isAtEnd, let value = Self.values[Int(byte)] else {
        isValid = false
        continue
      }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
      count = 0
    }
    return bytes
  }

  /// The last bytes, behind the last digits.
  mutating func finish() -> [UInt8] {
    defer { count = 0 }
    switch count {
    case 0: return []
    case 2: return [UInt8(truncatingIfNeeded: bits >> 4)]
    case 3: return [UInt8(truncatingIfNeeded: bits >> 10), UInt8(truncatingIfNeeded: bits >> 2)]
    default:
      isValid = false
      return []
    }
  }

  /// The bytes of a whole text; `nil` when it is no Base64.
  static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
    var decoder = Base64Decoder()
    let bytes = decoder.decode(text) + decoder.finish()
    return decoder.isValid ? bytes : nil
  }
}
