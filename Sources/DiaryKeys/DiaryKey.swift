import Age
import Crypto
import DiaryCore
import System

/// The key that everything of a diary is sealed to until the next epoch begins. It stands in files
/// that its devices, and its recovery words, open with `age` alone.
package struct DiaryKey: Sendable {
  package let epoch: Int
  package let identity: AgeIdentity
  private let namingKey: SymmetricKey

  /// A new one, which nobody else has.
  package init(epoch: Int) { self.init(epoch: epoch, AgeIdentity()) }

  private init(epoch: Int, _ identity: AgeIdentity) {
    self.epoch = epoch
    self.identity = identity
    var text = identity.text
    defer { text.wipe() }
    namingKey = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: text), info: Array("photodiary/asset-name/1".utf8),
      outputByteCount: 32)
  }

  /// What the diary's files are sealed to, and opened with.
  package var lock: AgeLock { .recipients([identity.recipient]) }
  package var key: AgeKey { .identities([identity]) }

  /// The name of a sealed asset: the same on every device, and of no use to test whether the diary
  /// has a certain photo. The key is made of the identity as it is written, the code over the digits
  /// of the hash, so that `openssl` makes the name as well.
  package func name(of asset: AssetID) -> AssetID {
    AssetID(
      digest: HMAC<SHA256>.authenticationCode(
        for: Array(asset.description.utf8), using: namingKey))
  }

  // MARK: Files

  /// The file with the key in it, for all devices.
  package func sealed(to devices: [AgeRecipient]) throws(KeyError) -> [UInt8] {
    try sealed(to: .recipients(devices), as: Self.name(ofEpoch: epoch))
  }

  /// The file with the key in it, for whoever has the words.
  package func sealed(under words: RecoveryWords) throws(KeyError) -> [UInt8] {
    try sealed(to: .passphrase(words.passphrase), as: Self.recoveryName(ofEpoch: epoch))
  }

  private func sealed(to lock: AgeLock, as name: String) throws(KeyError) -> [UInt8] {
    var text = identity.text
    defer { text.wipe() }
    do {
      return try AgeWriter.seal(text, to: lock)
    } catch {
      throw .age(name: name, error)
    }
  }

  /// Opens the file for all devices. Whoever knows the device's recipient can make such a file; so
  /// the key has to be the one that is known from a line that is signed, if one is known.
  package init(
    epoch: Int, opening bytes: [UInt8], with device: AgeIdentity, expecting known: AgeRecipient?
  ) throws(KeyError) {
    try self.init(epoch, bytes, .identities([device]), known, Self.name(ofEpoch: epoch))
  }

  /// Opens the file for whoever has the words.
  package init(
    epoch: Int, opening bytes: [UInt8], with words: RecoveryWords, expecting known: AgeRecipient?
  ) throws(KeyError) {
    let name = Self.recoveryName(ofEpoch: epoch)
    do throws(KeyError) {
      try self.init(epoch, bytes, .passphrase(words.passphrase), known, name)
    } catch .age(_, .wrongPassphrase) {
      throw .wrongWords(name: name)
    }
  }

  private init(
    _ epoch: Int, _ bytes: [UInt8], _ key: AgeKey, _ known: AgeRecipient?, _ name: String
  ) throws(KeyError) {
    var text: [UInt8]
    do {
      text = try AgeReader.open(bytes, with: key)
    } catch {
      throw .age(name: name, error)
    }
    defer { text.wipe() }
    guard let identity = AgeIdentity(text) else {
      throw .age(name: name, .damaged)
    }
    guard known == nil || known == identity.recipient else { throw .foreignKey(name: name) }
    self.init(epoch: epoch, identity)
  }

  package static func name(ofEpoch epoch: Int) -> String { "keys/\(epoch).age" }
  package static func recoveryName(ofEpoch epoch: Int) -> String { "keys/\(epoch).recovery.age" }
}
