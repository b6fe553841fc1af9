import CCrypto
import System

/// Secret bytes, overwritten on `deinit`.
package final class SymmetricKey: Sendable {
  package enum Size: Int {
    case bits128 = 16
    case bits256 = 32
  }

  // Never changed after `init`, so any thread may read it.
  private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  /// Allocates a key.
  ///
  /// - Parameter fill: sets all bytes, which are uninitialized before.
  init(byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    bytes = .allocate(byteCount: byteCount, alignment: 1)
    fill(bytes)
  }

  deinit {
    bytes.wipe()
    bytes.deallocate()
  }

  /// Creates a random key.
  package convenience init(size: Size) {
    self.init(byteCount: size.rawValue) { pd_random($0.baseAddress, $0.count) }
  }

  package convenience init(data: [UInt8]) {
    self.init(byteCount: data.count) { $0.copyBytes(from: data) }
  }

  /// Passes the secret bytes to a closure. The pointer is only valid during the call.
  ///
  /// - Throws: the error of the closure.
  package func withUnsafeBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(bytes))
  }
}

extension SymmetricKey: Equatable {
  /// Compares in a time that doesn't depend on the bytes.
  package static func == (one: SymmetricKey, other: SymmetricKey) -> Bool {
    guard one.bytes.count == other.bytes.count else { return false }
    return CRYPTO_memcmp(one.bytes.baseAddress, other.bytes.baseAddress, one.bytes.count) == 0
  }
}

/// Returns bytes from the system's secure random source.
package func randomBytes(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { bytes, initializedCount in
    pd_random(bytes.baseAddress, count)
    initializedCount = count
  }
}

/// Authenticated encryption with ChaCha20-Poly1305 (RFC 8439), without additional data.
package enum ChaChaPoly {
  package static let keySize = pd_chacha_key
  package static let nonceSize = pd_chacha_nonce
  package static let tagSize = pd_chacha_tag

  /// Returns the encrypted bytes with their tag appended.
  ///
  /// - Parameter nonce: 12 bytes that are used only once with the key.
  package static func seal(
    _ bytes: UnsafeRawBufferPointer, using key: SymmetricKey, nonce: [UInt8]
  ) -> [UInt8] {
    let size = bytes.count + tagSize
    return withKey(key, nonce) { key in
      [UInt8](unsafeUninitializedCapacity: size) { sealed, initializedCount in
        pd_chacha_seal(key, nonce, bytes.baseAddress, bytes.count, sealed.baseAddress)
        initializedCount = size
      }
    }
  }

  /// Returns the decrypted bytes, or `nil` if they weren't encrypted with this key and nonce.
  package static func open(
    _ sealed: UnsafeRawBufferPointer, using key: SymmetricKey, nonce: [UInt8]
  ) -> [UInt8]? {
    let size = sealed.count - tagSize
    guard size >= 0 else { return nil }
    var isAuthentic = false
    let bytes = withKey(key, nonce) { key in
      [UInt8](unsafeUninitializedCapacity: size) { bytes, initializedCount in
        isAuthentic = pd_chacha_open(key, nonce, sealed.baseAddress, size, bytes.baseAddress)
        initializedCount = isAuthentic ? size : 0
      }
    }
    return isAuthentic ? bytes : nil
  }

  private static func withKey<Result>(
    _ key: SymmetricKey, _ nonce: [UInt8], _ body: (UnsafeRawPointer?) -> Result
  ) -> Result {
    key.withUnsafeBytes { key in
      precondition(key.count == keySize && nonce.count == nonceSize)
      return body(key.baseAddress)
    }
  }
}

/// Derivation of keys from passphrases (RFC 7914).
package enum Scrypt {
  /// Derives a key of 256 bits with r = 8 and p = 1, using `rounds` KiB of memory. Returns `nil` if
  /// that can't be allocated.
  ///
  /// - Parameter rounds: the cost N, a power of two greater than 1.
  package static func deriveKey(
    from words: SymmetricKey, salt: [UInt8], rounds: Int
  ) -> SymmetricKey? {
    var isDerived = false
    let key = SymmetricKey(byteCount: SymmetricKey.Size.bits256.rawValue) { key in
      isDerived = words.withUnsafeBytes { words in
        pd_scrypt(
          words.baseAddress, words.count, salt, salt.count, UInt64(rounds), key.baseAddress,
          key.count)
      }
    }
    return isDerived ? key : nil
  }
}
