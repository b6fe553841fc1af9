import Crypto
import System

/// The secret key that opens what was sealed to its recipient: `AGE-SECRET-KEY-1…`.
package struct AgeIdentity: Sendable {
  private static let prefix = "age-secret-key-"

  private let key: Curve25519.KeyAgreement.PrivateKey
  package let recipient: AgeRecipient

  /// A new one, which nobody else has.
  package init() { self.init(Curve25519.KeyAgreement.PrivateKey()) }

  /// `nil` unless that is the text of one.
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

  /// `nil` unless there are 32 bytes.
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

  /// Its 32 bytes; who asks for them wipes them.
  package var secret: [UInt8] { key.rawRepresentation }

  /// To be written down; who asks for it wipes it.
  package var text: [UInt8] {
    var secret = secret
    defer { secret.wipe() }
    var text = Bech32.text(secret, prefix: Self.prefix)
    for index in text.indices where text[index] >= UInt8(ascii: "a") { text[index] -= 32 }
    return text
  }

  /// The key of a file out of a stanza, `nil` if it isn't for this identity.
  func unwrap(_ stanza: AgeStanza) throws(AgeError) -> SymmetricKey? {
    guard stanza.name == AgeRecipient.name else { return nil }
    guard stanza.arguments.count == 2, stanza.body.count == SymmetricKey.wrappedSize,
      let bytes = Base64.bytes(stanza.arguments[1].utf8),
      let share = Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes),
      let secret = key.sharedSecret(with: share)
    else { throw .damaged }
    return SymmetricKey(
      unwrapping: stanza.body, with: recipient.wrapKey(secret, share: share))
  }
}
