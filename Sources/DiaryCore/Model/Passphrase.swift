@_spi(_Unicode) import Swift

/// What a person types to open something encrypted: a diary, an export. It is shown nowhere.
package struct Passphrase: Hashable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  /// `nil` of nothing.
  package init?(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    if self.bytes.isEmpty { return nil }
  }

  package var description: String { "•••" }

  /// The passphrase as it was typed and then, where they differ, with its letters composed and decomposed:
  /// keyboards and files of different systems write 한 and é in either way.
  package var spellings: [Passphrase] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return [self] }
    let forms = [String.UnicodeScalarView(text._nfc), String.UnicodeScalarView(text._nfd)]
    var spellings = [self]
    for form in forms {
      guard let passphrase = Passphrase(String(form).utf8), !spellings.contains(passphrase) else {
        continue
      }
      spellings.append(passphrase)
    }
    return spellings
  }
}
