/// What a person types to open something encrypted: a diary, an export. It is shown nowhere.
package struct Passphrase: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// `nil` of nothing.
  package init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    if self.bytes.isEmpty { return nil }
  }

  package var description: String { "•••" }
}
