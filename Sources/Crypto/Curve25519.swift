import CCrypto
import System

/// Keys of the elliptic curve Curve25519. Initializers only check the size of a public key; its
/// point is checked when the key is used.
package enum Curve25519 {
  private static let keySize = pd_curve_key
  private static let signatureSize = pd_signature

  /// Key agreement by X25519 (RFC 7748).
  package enum KeyAgreement {
    package struct PrivateKey: Sendable {
      private let key: KeyHandle
      package let publicKey: PublicKey

      /// Creates a random key.
      package init() { self.init(KeyHandle.random(pd_x25519_key)) }

      /// Creates a key from its secret bytes; `nil` unless there are 32.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        self.init(KeyHandle(pd_x25519_key(bytes)))
      }

      private init(_ key: KeyHandle) {
        self.key = key
        publicKey = PublicKey(key)
      }

      /// The 32 secret bytes, which the caller must wipe.
      package var rawRepresentation: [UInt8] { key.secretBytes }

      /// Returns the 32 secret bytes that both key holders can compute. Returns `nil` for a public
      /// key of small order, with which anyone could compute them: they are zeros.
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

      /// Creates a key from its bytes; `nil` unless there are 32.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        rawRepresentation = bytes
      }

      fileprivate init(_ key: KeyHandle) { rawRepresentation = key.publicBytes }
    }
  }

  /// Signatures by Ed25519 (RFC 8032).
  package enum Signing {
    package struct PrivateKey: Sendable {
      private let key: KeyHandle
      package let publicKey: PublicKey

      /// Creates a random key.
      package init() { self.init(KeyHandle.random(pd_ed25519_key)) }

      /// Creates a key from its secret bytes; `nil` unless there are 32.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        self.init(KeyHandle(pd_ed25519_key(bytes)))
      }

      /// Creates a key from its secret bytes.
      ///
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

      /// The 32 secret bytes, which the caller must wipe.
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

      /// Creates a key from its bytes; `nil` unless there are 32.
      package init?(rawRepresentation bytes: [UInt8]) {
        guard bytes.count == keySize else { return nil }
        rawRepresentation = bytes
      }

      fileprivate init(_ key: KeyHandle) { rawRepresentation = key.publicBytes }

      /// Returns `true` if the holder of the private key signed the message. Returns `false` for a
      /// signature of the wrong size and for a key that isn't a point of the curve.
      package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        signature.count == signatureSize
          && pd_ed25519_verify(rawRepresentation, message, message.count, signature)
      }
    }
  }

  /// A private key in libcrypto, which wipes it when it is freed.
  fileprivate final class KeyHandle: Sendable {
    // libcrypto protects changes to its keys with locks.
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
