import Crypto

/// A public key that files are sealed to: `age1…`.
package struct AgeRecipient: Hashable, Sendable, LosslessStringConvertible {
  static let name = "X25519"
  private static let prefix = "age"

  package let description: String
  private let bytes: [UInt8]

  /// `nil` unless the text is a key that a secret can be shared with: a few points of the curve make
  /// one that everybody knows.
  package init?(_ text: String) {
    guard let bytes = Bech32.bytes(Array(text.utf8), prefix: Self.prefix), bytes.count == 32,
      Self.secret(of: Curve25519.KeyAgreement.PrivateKey(), with: bytes) != nil
    else { return nil }
    self.init(bytes)
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    description = String(decoding: Bech32.text(bytes, prefix: Self.prefix), as: UTF8.self)
  }

  /// The key of a file in the form that only the holder of the identity can unwrap.
  func wrap(_ fileKey: SymmetricKey) -> AgeStanza {
    let once = Curve25519.KeyAgreement.PrivateKey()
    let share = Array(once.publicKey.rawRepresentation)
    // It was tried when the recipient was read.
    guard let secret = Self.secret(of: once, with: bytes) else { preconditionFailure() }
    return AgeStanza(
      arguments: [Self.name, Base64.text(share)],
      body: fileKey.wrapped(with: wrapKey(secret, share: share)))
  }

  /// What wraps the key of a file for this recipient.
  func wrapKey(_ secret: SharedSecret, share: [UInt8]) -> SymmetricKey {
    secret.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: share + bytes,
      sharedInfo: Array("\(AgeHeader.version)/\(Self.name)".utf8), outputByteCount: 32)
  }

  /// What two keys have in common, of 32 bytes; `nil` where everybody would know that.
  static func secret(
    of key: Curve25519.KeyAgreement.PrivateKey, with share: [UInt8]
  ) -> SharedSecret? {
    let secret = sized {
      try key.sharedSecretFromKeyAgreement(
        with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: share))
    }
    return secret.withUnsafeBytes { $0.allSatisfy { $0 == 0 } } ? nil : secret
  }
}
