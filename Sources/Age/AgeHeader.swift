import Crypto
import CryptoExtras

/// The beginning of a file in the format age-encryption.org/v1 that a passphrase opens.
package struct AgeHeader {
  private static let version = "age-encryption.org/v1"
  /// scrypt's cost as a power of two. It takes half a second and 128 MiB: one more, age's own choice,
  /// would take twice that.
  private static let cost = 17

  /// The text of the header, and the number that the payload's key is made with.
  let bytes: [UInt8]
  let payloadKey: SymmetricKey

  package init(_ passphrase: [UInt8]) throws {
    let fileKey = SymmetricKey(size: .bits128)
    let salt = Self.random(16)
    let wrapKey = try KDF.Scrypt.deriveKey(
      from: passphrase, salt: Array("\(Self.version)/scrypt".utf8) + salt,
      outputByteCount: 32, rounds: 1 << Self.cost, blockSize: 8, parallelism: 1)
    let wrapped = try ChaChaPoly.seal(
      fileKey.withUnsafeBytes { Array($0) }, using: wrapKey,
      nonce: ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12)))
    let text =
      "\(Self.version)\n-> scrypt \(Self.base64(salt)) \(Self.cost)\n"
      + "\(Self.base64(Array(wrapped.ciphertext) + Array(wrapped.tag)))\n---"
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(text.utf8), using: Self.derived(from: fileKey, salt: [], "header"))
    let nonce = Self.random(16)
    bytes = Array("\(text) \(Self.base64(Array(code)))\n".utf8) + nonce
    payloadKey = Self.derived(from: fileKey, salt: nonce, "payload")
  }

  private static func derived(
    from key: SymmetricKey, salt: [UInt8], _ purpose: String
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Array(purpose.utf8), outputByteCount: 32)
  }

  private static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Without the signs that only fill up.
  private static func base64(_ bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let number = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0...part.count { text.append(signs[number >> (18 - 6 * index) & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
