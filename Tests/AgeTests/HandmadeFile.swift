import Crypto
import Foundation
import TestSupport
import Testing

@testable import Age

/// A file of age put together from its parts, right or wrong, from the format's description alone.
struct HandmadeFile {
  static let version = "age-encryption.org/v1"

  var version = HandmadeFile.version
  /// With their bodies and the ends of all lines.
  var stanzas: [String]
  /// The end of the header, made of the code.
  var ending: (String) -> String = { "--- \($0)\n" }
  var fileKey = SymmetricKey(data: Array("YELLOW SUBMARINE".utf8))
  var nonce = [UInt8](repeating: 7, count: 16)
  var chunks: [Chunk] = [Chunk("hello")]

  struct Chunk {
    var bytes: [UInt8]
    var isLast: Bool
    var number: UInt8?

    init(_ text: String, isLast: Bool = true, number: UInt8? = nil) {
      self.init(Array(text.utf8), isLast: isLast, number: number)
    }

    init(_ bytes: [UInt8], isLast: Bool = true, number: UInt8? = nil) {
      (self.bytes, self.isLast, self.number) = (bytes, isLast, number)
    }
  }

  func bytes() -> [UInt8] {
    let text = "\(version)\n\(stanzas.joined())---"
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(text.utf8), using: Self.derived(fileKey, [], "header"))
    let header = text.dropLast(3) + ending(Self.base64(code))
    let key = Self.derived(fileKey, nonce, "payload")
    return chunks.enumerated().reduce(Array(header.utf8) + nonce) { bytes, chunk in
      let number = chunk.element.number ?? UInt8(chunk.offset)
      return bytes
        + Self.seal(
          chunk.element.bytes, key,
          [UInt8](repeating: 0, count: 10) + [number, chunk.element.isLast ? 1 : 0])
    }
  }

  // MARK: Stanzas

  /// Of a key's recipient, each part as it should be unless it is given.
  static func x25519(
    to recipient: Curve25519.KeyAgreement.PublicKey, name: String = "X25519", share: String? = nil,
    body: String? = nil, fileKey: [UInt8] = Array("YELLOW SUBMARINE".utf8),
    secret: [UInt8]? = nil
  ) throws -> String {
    let once = Curve25519.KeyAgreement.PrivateKey()
    let ownShare = once.publicKey.rawRepresentation
    let given = share.map { Array(Data(base64Encoded: $0 + "=") ?? Data()) }
    let wrapKey = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: try secret.map { SymmetricKey(data: $0) }
        ?? require(once.sharedSecret(with: recipient)),
      salt: (secret == nil ? ownShare : given ?? ownShare) + recipient.rawRepresentation,
      info: Array("\(version)/X25519".utf8), outputByteCount: 32)
    let wrapped = base64(seal(fileKey, wrapKey, [UInt8](repeating: 0, count: 12)))
    return "-> \(name) \(share ?? base64(ownShare))\n\(body ?? wrapped)\n"
  }

  static func seal(_ bytes: [UInt8], _ key: SymmetricKey, _ nonce: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes { ChaChaPoly.seal($0, using: key, nonce: nonce) }
  }

  static func derived(_ key: SymmetricKey, _ salt: [UInt8], _ purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Array(purpose.utf8), outputByteCount: 32)
  }

  static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
  }
}

/// A key whose parts are known.
struct KnownKey {
  let key = Curve25519.KeyAgreement.PrivateKey()

  var identity: AgeIdentity {
    get throws {
      let text = Bech32.text(key.rawRepresentation, prefix: "age-secret-key-")
      guard let identity = AgeIdentity(String(decoding: text, as: UTF8.self).uppercased().utf8)
      else { throw Unreadable() }
      return identity
    }
  }

  struct Unreadable: Error {}

  func file() throws -> HandmadeFile {
    HandmadeFile(stanzas: [try HandmadeFile.x25519(to: key.publicKey)])
  }

  func open(_ file: HandmadeFile) throws -> [UInt8] {
    try AgeReader.open(file.bytes(), with: .identities([identity]))
  }
}
