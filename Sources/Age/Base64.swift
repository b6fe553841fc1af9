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
