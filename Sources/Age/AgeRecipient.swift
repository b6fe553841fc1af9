import Crypto

/// A public key that files are sealed to: `age1…`.
package struct AgeRecipient: Hashable, Sendable, LosslessStringConvertible {
  static let name = "X25519"
  private static let prefix = "age"

  package let description: String
  private let key: Curve25519.KeyAgreement.PublicKey

  /// `nil` unless the text is a key that a secret can be shared with: a few points of the curve make
  /// one that everybody knows.
  package init?(_ text: String) {
    guard let bytes = Bech32.bytes(Array(text.utf8), prefix: Self.prefix),
      let key = Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes), !Self.isShared(bytes)
    else { return nil }
    (description, self.key) = (text, key)
  }

  /// Whether it is one of the points of small order, with which every key has the same secret, zero. Keys
  /// are read with every line that tells of a device, so no secret is made to find that out.
  private static func isShared(_ bytes: [UInt8]) -> Bool {
    // The highest bit says nothing.
    sharedPoints.contains(bytes.dropLast() + [(bytes.last ?? 0) & 0x7F])
  }

  /// The points of order 1, 2, 4 and 8 of the curve and of its twist, and those that are the same modulo
  /// 2^255 - 19; the lowest byte first.
  private static let sharedPoints: Set<[UInt8]> = [
    [UInt8](repeating: 0, count: 32),
    [1] + [UInt8](repeating: 0, count: 31),
    nearPrime(0xEC), nearPrime(0xED), nearPrime(0xEE),
    [
      0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE,
      0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
      0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD,
      0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
    ],
    [
      0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24,
      0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
      0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86,
      0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
    ],
  ]

  private static func nearPrime(_ lowest: UInt8) -> [UInt8] {
    [lowest] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
  }

  init(_ key: Curve25519.KeyAgreement.PublicKey) {
    self.key = key
    description = String(
      decoding: Bech32.text(key.rawRepresentation, prefix: Self.prefix), as: UTF8.self)
  }

  /// The key of a file in the form that only the holder of the identity can unwrap.
  func wrap(_ fileKey: SymmetricKey) -> AgeStanza {
    let once = Curve25519.KeyAgreement.PrivateKey()
    // No point with which there is none is a recipient.
    guard let secret = once.sharedSecret(with: key) else { preconditionFailure() }
    return AgeStanza(
      arguments: [Self.name, Base64.text(once.publicKey.rawRepresentation)],
      body: fileKey.wrapped(with: wrapKey(secret, share: once.publicKey)))
  }

  /// What wraps the key of a file for this recipient.
  func wrapKey(
    _ secret: SymmetricKey, share: Curve25519.KeyAgreement.PublicKey
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, salt: share.rawRepresentation + key.rawRepresentation,
      info: Array("\(AgeHeader.version)/\(Self.name)".utf8), outputByteCount: 32)
  }
}
