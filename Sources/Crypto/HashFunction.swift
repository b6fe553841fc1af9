import CCrypto
import System

/// A hash function that takes its input in any number of pieces.
package protocol HashFunction {
  /// The size in bytes of a block of the hash, which HMAC pads its key to.
  static var blockByteCount: Int { get }

  init()
  mutating func update(bufferPointer: UnsafeRawBufferPointer)

  /// Returns the digest of the input so far. More input can follow.
  func finalize() -> [UInt8]
}

extension HashFunction {
  package mutating func update(data: [UInt8]) {
    data.withUnsafeBytes { update(bufferPointer: $0) }
  }

  package static func hash(data: [UInt8]) -> [UInt8] {
    var hash = Self()
    hash.update(data: data)
    return hash.finalize()
  }

  /// Overwrites the state, from which a short secret could be recovered.
  fileprivate mutating func wipe() { withUnsafeMutableBytes(of: &self) { $0.wipe() } }
}

package struct SHA256: HashFunction {
  package static let blockByteCount = Int(SHA256_CBLOCK)

  private var state = SHA256_CTX()

  package init() { check(SHA256_Init(&state)) }

  package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
    check(SHA256_Update(&state, bytes.baseAddress, bytes.count))
  }

  package func finalize() -> [UInt8] {
    var state = state
    return bytes(count: Int(SHA256_DIGEST_LENGTH)) { check(SHA256_Final($0, &state)) }
  }
}

/// Hash functions that other formats prescribe. They give no protection against attackers.
package enum Insecure {
  package struct SHA1: HashFunction {
    package static let blockByteCount = Int(SHA_CBLOCK)

    private var state = SHA_CTX()

    package init() { check(SHA1_Init(&state)) }

    package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
      check(SHA1_Update(&state, bytes.baseAddress, bytes.count))
    }

    package func finalize() -> [UInt8] {
      var state = state
      return bytes(count: Int(SHA_DIGEST_LENGTH)) { check(SHA1_Final($0, &state)) }
    }
  }

  package struct MD5: HashFunction {
    package static let blockByteCount = Int(MD5_CBLOCK)

    private var state = MD5_CTX()

    package init() { check(MD5_Init(&state)) }

    package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
      check(MD5_Update(&state, bytes.baseAddress, bytes.count))
    }

    package func finalize() -> [UInt8] {
      var state = state
      return bytes(count: Int(MD5_DIGEST_LENGTH)) { check(MD5_Final($0, &state)) }
    }
  }
}

private func bytes(
  count: Int, _ fill: (UnsafeMutablePointer<UInt8>?) -> Void
) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { bytes, initializedCount in
    fill(bytes.baseAddress)
    initializedCount = count
  }
}

/// Stops the program if libcrypto fails to hash, which only a bug here can cause.
private func check(_ result: Int32) { precondition(result == 1) }

// MARK: Keyed hashes

/// Message authentication codes (RFC 2104).
package enum HMAC<Hash: HashFunction> {
  package static func authenticationCode(
    for message: [UInt8], using key: SymmetricKey
  ) -> [UInt8] {
    key.withUnsafeBytes { key in message.withUnsafeBytes { code(for: $0, key) } }
  }

  /// Returns `true` if the code is right. Takes the same time for every code of the right size.
  package static func isValidAuthenticationCode(
    _ code: [UInt8], authenticating message: [UInt8], using key: SymmetricKey
  ) -> Bool {
    let valid = authenticationCode(for: message, using: key)
    return code.count == valid.count && CRYPTO_memcmp(code, valid, valid.count) == 0
  }

  fileprivate static func code(
    for message: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: Hash.blockByteCount)
    defer { block.wipe() }
    if key.count <= block.count {
      block.withUnsafeMutableBytes { $0.copyBytes(from: key) }
    } else {
      var digest = digest(of: [], key)
      defer { digest.wipe() }
      block.replaceSubrange(..<digest.count, with: digest)
    }
    for index in block.indices { block[index] ^= 0x36 }
    var inner = digest(of: block, message)
    defer { inner.wipe() }
    for index in block.indices { block[index] ^= 0x36 ^ 0x5C }
    return inner.withUnsafeBytes { digest(of: block, $0) }
  }

  private static func digest(of block: [UInt8], _ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var hash = Hash()
    defer { hash.wipe() }
    hash.update(data: block)
    hash.update(bufferPointer: bytes)
    return hash.finalize()
  }
}

/// Derivation of keys from another key (RFC 5869).
package enum HKDF<Hash: HashFunction> {
  package static func deriveKey(
    inputKeyMaterial: SymmetricKey, salt: [UInt8] = [], info: [UInt8], outputByteCount: Int
  ) -> SymmetricKey {
    var extracted = inputKeyMaterial.withUnsafeBytes { material in
      salt.withUnsafeBytes { HMAC<Hash>.code(for: material, $0) }
    }
    defer { extracted.wipe() }
    return SymmetricKey(byteCount: outputByteCount) { output in
      var part: [UInt8] = []
      defer { part.wipe() }
      var filled = 0
      var number: UInt8 = 1
      while filled < output.count {
        var message = part + info + [number]
        defer { message.wipe() }
        part.wipe()
        part = message.withUnsafeBytes { message in
          extracted.withUnsafeBytes { HMAC<Hash>.code(for: message, $0) }
        }
        let taken = part.prefix(output.count - filled)
        UnsafeMutableRawBufferPointer(rebasing: output[filled...]).copyBytes(from: taken)
        filled += taken.count
        // Traps after 255 parts, the maximum of RFC 5869.
        if filled < output.count { number += 1 }
      }
    }
  }
}
