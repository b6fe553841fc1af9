import Age
import Crypto
import DiaryCore
import System

/// The key that everything of a diary is sealed to until the next epoch begins. It stands in the files
/// of a `Keyring`.
package struct DiaryKey: Sendable {
  package let epoch: Int
  package let identity: AgeIdentity
  private let namingKey: SymmetricKey
  /// The seed of the key that signs, which is made each time it is used: most programs never do.
  private let authoritySeed: SymmetricKey

  /// A new one, which nobody else has.
  package init(epoch: Int) { self.init(epoch: epoch, AgeIdentity()) }

  init(epoch: Int, _ identity: AgeIdentity) {
    self.epoch = epoch
    self.identity = identity
    namingKey = Self.derived(from: identity, "photodiary/asset-name/1")
    authoritySeed = Self.derived(from: identity, "photodiary/authority/1")
  }

  private static func derived(from identity: AgeIdentity, _ purpose: String) -> SymmetricKey {
    var text = identity.text
    defer { text.wipe() }
    return HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: text), info: Array(purpose.utf8), outputByteCount: 32)
  }

  /// What the diary's files are sealed to.
  package var lock: AgeLock { .recipients([identity.recipient]) }

  /// The name of a sealed asset: the same on every device, and of no use to test whether the diary
  /// has a certain photo. The key is made of the identity as it is written, the code over the digits
  /// of the hash, so that `openssl` makes the name as well.
  package func name(of asset: AssetID) -> AssetID {
    AssetID(
      digest: HMAC<SHA256>.authenticationCode(
        for: Array(asset.description.utf8), using: namingKey))
  }

  /// Eight digits that tell it from others of its epoch, and nothing of the key.
  package var tag: String {
    hexadecimal(SHA256.hash(data: Array(identity.recipient.description.utf8)).prefix(4))
  }

  // MARK: Authority

  private var authority: Curve25519.Signing.PrivateKey {
    Curve25519.Signing.PrivateKey(seed: authoritySeed)
  }

  /// Signs in the name of whoever holds the key. The signing key is made of the identity as it is
  /// written.
  package func signature(of message: [UInt8], _ context: SigningContext) -> [UInt8] {
    context.signature(of: message, by: authority)
  }

  /// What such signatures are checked with.
  package var verifyingKey: VerifyingKey { VerifyingKey(key: authority.publicKey) }
}
