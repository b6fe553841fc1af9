/// The name of a photo's bytes: their SHA-256 as 64 lower-case hexadecimal digits.
package struct AssetID: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let description: String

  /// `nil` unless the text is 64 hexadecimal digits.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ hexadecimalValue(of: $0) != nil }) else {
      return nil
    }
    description = text.lowercased()
  }

  /// Writes a 32-byte digest out as digits.
  package init(digest: some Sequence<UInt8>) {
    description = hexadecimal(digest)
  }

  package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
