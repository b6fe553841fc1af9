import CCrypto
import System

/// Keys over Curve25519. Only the size of a public key is checked when it is made, and its point when it
/// is used.
package enum Curve25519 {
  private static let keySize = pd_curve_key
  private static let signatureSize = pd_signature

  /// X25519 (RFC 7748).
  package enum KeyAgreement {
    package struct PrivateKey: Sendable {
      private let key: KeyHandle
      package let publicKey: PublicKey

      /// Makes a new key of random bytes.
      package init() { self.init(KeyHandle.random(pd_x25519_key)) }

      /// `nil` unless there are 32 bytes.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        self.init(KeyHandle(pd_x25519_key(bytes)))
      }

      private init(_ key: KeyHandle) {
        self.key = key
        publicKey = PublicKey(key)
      }

      /// The 32 secret bytes, which the caller wipes.
      package var rawRepresentation: [UInt8] { key.secretBytes }

      /// Returns the 32 bytes that both holders of the keys can compute, or `nil` where everyone can: with a
      /// public key of small order, they are zeros.
      package func sharedSecret(with other: PublicKey) -> SymmetricKey? {
        var isSecret = false
        let secret = SymmetricKey(byteCount: keySize) { secret in
          isSecret = pd_x25519_secret(key.pointer, other.rawRepresentation, secret.baseAddress)
        }
        return isSecret ? secret : nil
      }
    }

    package struct PublicKey: Hashable, Sendable {
      package let rawRepresentation: [UInt8]

      /// `nil` unless there are 32 bytes.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        rawRepresentation = bytes
      }

      fileprivate init(_ key: KeyHandle) { rawRepresentation = key.publicBytes }
    }
  }

  /// Ed25519 (RFC 8032).
  package enum Signing {
    package struct PrivateKey: Sendable {
      private let key: KeyHandle
      package let publicKey: PublicKey

      /// Makes a new key of random bytes.
      package init() { self.init(KeyHandle.random(pd_ed25519_key)) }

      /// `nil` unless there are 32 bytes.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        self.init(KeyHandle(pd_ed25519_key(bytes)))
      }

      /// - Parameter seed: 32 bytes.
      package init(seed: SymmetricKey) {
        self.init(
          seed.withUnsafeBytes { seed in
            precondition(seed.count == keySize)
            return KeyHandle(pd_ed25519_key(seed.baseAddress))
          })
      }

      private init(_ key: KeyHandle) {
        self.key = key
        publicKey = PublicKey(key)
      }

      /// The 32 secret bytes, which the caller wipes.
      package var rawRepresentation: [UInt8] { key.secretBytes }

      package func signature(for message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: signatureSize) { signature, initializedCount in
          pd_ed25519_sign(key.pointer, message, message.count, signature.baseAddress)
          initializedCount = signatureSize
        }
      }
    }

    package struct PublicKey: Hashable, Sendable {
      package let rawRepresentation: [UInt8]

      /// `nil` unless there are 32 bytes.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        rawRepresentation = bytes
      }

      fileprivate init(_ key: KeyHandle) { rawRepresentation = key.publicBytes }

      /// `false` too for a signature of another size, or if this key is no point of the curve.
      package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        signature.count == signatureSize
          && pd_ed25519_verify(rawRepresentation, message, message.count, signature)
      }
    }
  }

  /// A private key of libcrypto, which wipes it.
  fileprivate final class KeyHandle: Sendable {
    // libcrypto changes its keys under locks.
    nonisolated(unsafe) let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }
    deinit { pd_free_key(pointer) }

    static func random(_ make: (UnsafeRawPointer?) -> OpaquePointer) -> KeyHandle {
      var secret = randomBytes(keySize)
      defer { secret.wipe() }
      return KeyHandle(make(secret))
    }

    var secretBytes: [UInt8] { bytes(pd_secret_bytes) }
    var publicBytes: [UInt8] { bytes(pd_public_bytes) }

    private func bytes(
      _ read: (OpaquePointer, UnsafeMutableRawPointer?) -> Void
    ) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: keySize) { bytes, initializedCount in
        read(pointer, bytes.baseAddress)
        initializedCount = keySize
      }
    }
  }
}
