/// An address that a terminal or a browser may be given: one of the web or of mail.
package struct LinkAddress: Hashable, Sendable {
  private static let schemes: Set<String> = ["http", "https", "mailto"]

  /// In the characters from `!` to `~` alone; every other one is written `%EA%B0%95`, as browsers do.
  package let text: String

  /// `nil` for an address of any other kind, and for one with blanks or control characters.
  package init?(_ address: String) {
    guard let colon = address.firstIndex(of: ":"),
      Self.schemes.contains(address[..<colon].lowercased())
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(address.utf8.count)
    for scalar in address.unicodeScalars {
      switch scalar.value {
      case 0x21...0x7E: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case 0x00...0x9F: return nil
      default: for byte in String(scalar).utf8 { bytes += Self.escaped(byte) }
      }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
