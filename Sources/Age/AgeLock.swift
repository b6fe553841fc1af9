import Crypto
import System

/// What a file is sealed to. A passphrase stands alone, for else its file could be opened without.
package enum AgeLock: Sendable {
  case recipients([AgeRecipient])
  /// With scrypt's cost as a power of two.
  case passphrase(AgePassphrase, cost: Int = AgePassphrase.usualCost)

  func stanzas(wrapping key: SymmetricKey) throws(AgeError) -> [AgeStanza] {
    switch self {
    case .recipients(let recipients): recipients.map { $0.wrap(key) }
    case .passphrase(let passphrase, let cost): [try passphrase.wrap(key, cost: cost)]
    }
  }
}

/// What opens a file.
package enum AgeKey: Sendable {
  case identities([AgeIdentity])
  case passphrase(AgePassphrase)

  /// The key of a file.
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
  /// Of the key of a file, with the tag.
  static let wrappedSize = 32

  /// Each wrapping key wraps one key, so the nonce is the same.
  private static let nonce = [UInt8](repeating: 0, count: ChaChaPoly.nonceSize)

  func wrapped(with key: SymmetricKey) -> [UInt8] {
    withUnsafeBytes { ChaChaPoly.seal($0, using: key, nonce: Self.nonce) }
  }

  /// `nil` unless it was wrapped with that key.
  convenience init?(unwrapping wrapped: [UInt8], with key: SymmetricKey) {
    let bytes = wrapped.withUnsafeBytes {
      ChaChaPoly.open($0, using: key, nonce: Self.nonce)
    }
    guard var bytes else { return nil }
    defer { bytes.wipe() }
    self.init(data: bytes)
  }
}
