import System

/// The keys or the passphrase that a file is encrypted to. A passphrase can't be combined with
/// other keys, because the file could then be opened without it.
package enum AgeEncryptionKey: Sendable {
  case recipients([AgeRecipient])
  /// A passphrase, with scrypt's cost as a power of two.
  case passphrase(AgePassphrase, cost: Int = AgePassphrase.defaultCost)

  func stanzas(wrapping key: SymmetricKey) throws(AgeError) -> [AgeStanza] {
    switch self {
    case .recipients(let recipients): recipients.map { $0.wrap(key) }
    case .passphrase(let passphrase, let cost): [try passphrase.wrap(key, cost: cost)]
    }
  }
}

/// The keys or the passphrase that decrypt a file.
package enum AgeDecryptionKey: Sendable {
  case identities([AgeIdentity])
  case passphrase(AgePassphrase)

  /// Returns the file key.
  func unwrap(_ header: AgeHeader) throws(AgeError) -> SymmetricKey {
    let scrypt = header.stanzas.first { $0.name == AgePassphrase.name }
    guard scrypt == nil || header.stanzas.count == 1 else { throw .damaged }
    let key: SymmetricKey
    switch self {
    case .identities(let identities): key = try Self.unwrap(header.stanzas, identities)
    case .passphrase(let passphrase):
      guard let scrypt else { throw .noMatchingIdentity }
      key = try passphrase.unwrap(scrypt)
    }
    guard header.isAuthentic(key) else { throw .damaged }
    return key
  }

  private static func unwrap(
    _ stanzas: [AgeStanza], _ identities: [AgeIdentity]
  ) throws(AgeError) -> SymmetricKey {
    for identity in identities {
      for stanza in stanzas {
        if let key = try identity.unwrap(stanza) { return key }
      }
    }
    throw .noMatchingIdentity
  }
}

extension SymmetricKey {
  /// The size in bytes of a wrapped file key, with its tag.
  static let wrappedSize = 32

  /// A constant nonce, because each wrapping key wraps only one key.
  private static let nonce = [UInt8](repeating: 0, count: ChaChaPoly.nonceSize)

  func wrapped(with key: SymmetricKey) -> [UInt8] {
    withUnsafeBytes { ChaChaPoly.seal($0, using: key, nonce: Self.nonce) }
  }

  /// Unwraps a key; `nil` unless it was wrapped with this key.
  convenience init?(unwrapping wrapped: [UInt8], with key: SymmetricKey) {
    let bytes = wrapped.withUnsafeBytes {
      ChaChaPoly.open($0, using: key, nonce: Self.nonce)
    }
    guard var bytes else { return nil }
    defer { bytes.wipe() }
    self.init(data: bytes)
  }
}

// MARK: - AgeIdentity

/// A secret key that decrypts files for its recipient: `AGE-SECRET-KEY-1…`.
package struct AgeIdentity: Sendable {
  private static let prefix = "age-secret-key-"

  private let key: Curve25519.KeyAgreement.PrivateKey
  package let recipient: AgeRecipient

  /// Creates a random key.
  package init() { self.init(Curve25519.KeyAgreement.PrivateKey()) }

  /// Parses a key; `nil` if the text isn't one.
  package init?(_ text: some Sequence<UInt8>) {
    var text = Array(text)
    defer { text.wipe() }
    guard !text.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
      return nil
    }
    for index in text.indices where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(text[index]) {
      text[index] += 32
    }
    guard var bytes = Bech32.bytes(text, prefix: Self.prefix) else { return nil }
    defer { bytes.wipe() }
    guard let key = Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) else {
      return nil
    }
    self.init(key)
  }

  /// Creates a key from its secret bytes; `nil` unless there are 32.
  package init?(secret: some Sequence<UInt8>) {
    guard let key = Curve25519.KeyAgreement.PrivateKey(rawRepresentation: Array(secret)) else {
      return nil
    }
    self.init(key)
  }

  private init(_ key: Curve25519.KeyAgreement.PrivateKey) {
    self.key = key
    recipient = AgeRecipient(key.publicKey)
  }

  /// The 32 secret bytes, which the caller must wipe.
  package var secret: [UInt8] { key.rawRepresentation }

  /// The key in age's text format, which the caller must wipe.
  package var text: [UInt8] {
    var secret = secret
    defer { secret.wipe() }
    var text = Bech32.text(secret, prefix: Self.prefix)
    for index in text.indices where text[index] >= UInt8(ascii: "a") { text[index] -= 32 }
    return text
  }

  /// Returns the file key in a stanza, or `nil` if the stanza is for another recipient.
  func unwrap(_ stanza: AgeStanza) throws(AgeError) -> SymmetricKey? {
    guard stanza.name == AgeRecipient.name else { return nil }
    guard stanza.arguments.count == 2, stanza.body.count == SymmetricKey.wrappedSize,
      let bytes = Base64.bytes(stanza.arguments[1].utf8),
      let share = Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes),
      let secret = key.sharedSecret(with: share)
    else { throw .damaged }
    return SymmetricKey(
      unwrapping: stanza.body, with: recipient.wrappingKey(secret, share: share))
  }
}

// MARK: - AgeRecipient

/// A public key that files are encrypted to: `age1…`.
package struct AgeRecipient: Hashable, Sendable, LosslessStringConvertible {
  static let name = "X25519"
  private static let prefix = "age"

  package let description: String
  private let key: Curve25519.KeyAgreement.PublicKey

  /// Parses a key; `nil` if the text isn't one, or if it is a point of small order, whose shared
  /// secret anyone can compute.
  package init?(_ text: String) {
    guard let bytes = Bech32.bytes(Array(text.utf8), prefix: Self.prefix),
      let key = Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes),
      !Self.isSmallOrder(bytes)
    else { return nil }
    (description, self.key) = (text, key)
  }

  /// Returns `true` for a point of small order, with which the shared secret of every key is zero.
  ///
  /// Compares with a list, because this check runs for each device while the diary is read and a
  /// key agreement would be slow.
  private static func isSmallOrder(_ bytes: [UInt8]) -> Bool {
    // X25519 ignores the highest bit.
    smallOrderPoints.contains(bytes.dropLast() + [(bytes.last ?? 0) & 0x7F])
  }

  /// The points of order 1, 2, 4 and 8 of the curve and its twist, and the values that are equal to
  /// them modulo 2^255 - 19, in little-endian order.
  private static let smallOrderPoints: Set<[UInt8]> = [
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

  /// Wraps a file key so that only the holder of the identity can unwrap it.
  func wrap(_ fileKey: SymmetricKey) -> AgeStanza {
    let ephemeral = Curve25519.KeyAgreement.PrivateKey()
    // Recipients are never points of small order, for which there is no secret.
    guard let secret = ephemeral.sharedSecret(with: key) else { preconditionFailure() }
    return AgeStanza(
      arguments: [Self.name, Base64.text(ephemeral.publicKey.rawRepresentation)],
      body: fileKey.wrapped(with: wrappingKey(secret, share: ephemeral.publicKey)))
  }

  /// Derives the key that wraps a file key for this recipient.
  func wrappingKey(
    _ secret: SymmetricKey, share: Curve25519.KeyAgreement.PublicKey
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, salt: share.rawRepresentation + key.rawRepresentation,
      info: Array("\(AgeHeader.version)/\(Self.name)".utf8), outputByteCount: 32)
  }
}

// MARK: - AgePassphrase

/// A passphrase that encrypts and decrypts files through scrypt.
package struct AgePassphrase: Sendable {
  static let name = "scrypt"
  /// The default cost of scrypt, as a power of two: half a second and 128 MiB. age's default of 18
  /// takes twice that.
  package static let defaultCost = 17
  /// The highest accepted cost: two seconds and 512 MiB. With more, the program would seem to hang.
  private static let highestCost = 19
  private static let saltSize = 16
  /// An upper limit for the cost of encryption. Tests with hundreds of diaries lower it.
  @TaskLocal package static var costLimit = highestCost

  private let bytes: SymmetricKey

  /// Creates a passphrase; `nil` if it is empty.
  package init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if bytes.isEmpty { return nil }
    self.bytes = SymmetricKey(data: bytes)
  }

  func wrap(_ fileKey: SymmetricKey, cost: Int) throws(AgeError) -> AgeStanza {
    let (salt, cost) = (randomBytes(Self.saltSize), min(cost, Self.costLimit))
    return AgeStanza(
      arguments: [Self.name, Base64.text(salt), String(cost)],
      body: fileKey.wrapped(with: try wrappingKey(salt, cost)))
  }

  /// Returns the file key in the file's only stanza.
  func unwrap(_ stanza: AgeStanza) throws(AgeError) -> SymmetricKey {
    guard stanza.arguments.count == 3, stanza.body.count == SymmetricKey.wrappedSize,
      let salt = Base64.bytes(stanza.arguments[1].utf8), salt.count == Self.saltSize,
      let cost = Int(stanza.arguments[2]), cost > 0, String(cost) == stanza.arguments[2]
    else { throw .damaged }
    guard cost <= Self.highestCost else { throw .workFactorTooHigh(cost) }
    guard let key = SymmetricKey(unwrapping: stanza.body, with: try wrappingKey(salt, cost)) else {
      throw .wrongPassphrase
    }
    return key
  }

  private func wrappingKey(_ salt: [UInt8], _ cost: Int) throws(AgeError) -> SymmetricKey {
    let salt = Array("\(AgeHeader.version)/\(Self.name)".utf8) + salt
    guard let key = Scrypt.deriveKey(from: bytes, salt: salt, rounds: 1 << cost) else {
      throw .outOfMemory
    }
    return key
  }
}
