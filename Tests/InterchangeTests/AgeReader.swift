import Crypto
import CryptoExtras

/// Opens files in the format age-encryption.org/v1 that a passphrase seals, in memory: written from
/// the format's description alone, for the tests.
enum AgeReader {
  struct Fault: Error { let why: String }

  static func open(_ bytes: [UInt8], passphrase: String) throws -> [UInt8] {
    let lines = bytes.split(separator: 0x0A, maxSplits: 4, omittingEmptySubsequences: false)
    guard lines.count == 5 else { throw Fault(why: "no header") }
    let text = lines[0..<4].map { String(decoding: $0, as: UTF8.self) }
    let stanza = text[1].split(separator: " ")
    guard text[0] == "age-encryption.org/v1", stanza.count == 4, stanza[0] == "->",
      stanza[1] == "scrypt", let cost = Int(stanza[3]), (10...22).contains(cost),
      text[3].hasPrefix("--- ")
    else { throw Fault(why: "another header") }
    let salt = try base64(String(stanza[2]))
    let body = try base64(text[2])
    guard salt.count == 16, body.count == 32 else { throw Fault(why: "another stanza") }
    let wrapKey = try KDF.Scrypt.deriveKey(
      from: Array(passphrase.utf8), salt: Array("age-encryption.org/v1/scrypt".utf8) + salt,
      outputByteCount: 32, rounds: 1 << cost, blockSize: 8, parallelism: 1)
    let zero = try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12))
    let fileKey = SymmetricKey(
      data: try ChaChaPoly.open(
        .init(nonce: zero, ciphertext: body.prefix(16), tag: body.suffix(16)), using: wrapKey))
    let signed = Array((text[0...2].joined(separator: "\n") + "\n---").utf8)
    let code = try base64(String(text[3].dropFirst(4)))
    guard
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: signed, using: key(fileKey, [], "header"))
    else { throw Fault(why: "the header was changed") }
    let nonce = Array(lines[4].prefix(16))
    let payloadKey = key(fileKey, nonce, "payload")
    var rest = Array(lines[4].dropFirst(16))[...]
    var result: [UInt8] = []
    var count: UInt64 = 0
    while true {
      let piece = rest.prefix((64 << 10) + 16)
      rest = rest.dropFirst(piece.count)
      let number = withUnsafeBytes(of: count.bigEndian) { Array($0) }
      let nonce = try ChaChaPoly.Nonce(data: [0, 0, 0] + number + [rest.isEmpty ? 1 : 0])
      result += try ChaChaPoly.open(
        .init(nonce: nonce, ciphertext: piece.dropLast(16), tag: piece.suffix(16)),
        using: payloadKey)
      count += 1
      if rest.isEmpty { return result }
    }
  }

  private static func key(_ key: SymmetricKey, _ salt: [UInt8], _ purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key, salt: salt, info: Array(purpose.utf8), outputByteCount: 32)
  }

  private static func base64(_ text: String) throws -> [UInt8] {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var (bits, held) = (0, 0)
    var bytes: [UInt8] = []
    for sign in text.utf8 {
      guard let value = signs.firstIndex(of: sign) else { throw Fault(why: "no base64") }
      bits = (bits << 6 | value) & 0xFFFF
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(bits >> held & 0xFF))
      }
    }
    return bytes
  }
}
