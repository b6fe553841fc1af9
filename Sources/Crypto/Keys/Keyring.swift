import DiaryCore
import System

/// The keys of all epochs of a diary so far.
///
/// They are stored in files that devices and the recovery words can open with `age` alone. The
/// contents are an identity file for `age -i`, which then decrypts files of any epoch.
package struct Keyring: Sendable {
  /// The keys in ascending order of their epochs; never empty.
  package let keys: [DiaryKey]

  /// Creates a keyring with a new random key.
  package init() { keys = [DiaryKey(epoch: 1)] }

  private init(_ keys: [DiaryKey]) {
    // There may be two keys of one epoch, and every device must encrypt to the same one.
    self.keys = keys.sorted {
      ($0.epoch, $0.identity.recipient.description) < ($1.epoch, $1.identity.recipient.description)
    }
  }

  /// The key that new files are encrypted to.
  package var current: DiaryKey { keys[keys.count - 1] }

  /// The keys that decrypt files of every epoch.
  package var decryptionKey: AgeDecryptionKey { .identities(keys.reversed().map(\.identity)) }

  /// Returns a keyring with a new random key for the next epoch.
  package func withNextEpoch() -> Keyring { Keyring(keys + [DiaryKey(epoch: current.epoch + 1)]) }

  /// Returns a keyring with the keys of both, for two copies of one diary that was shared in two
  /// places.
  package func merged(with other: Keyring) -> Keyring {
    let known = Set(keys.map(\.identity.recipient))
    return Keyring(keys + other.keys.filter { !known.contains($0.identity.recipient) })
  }

  /// Returns a keyring with only the keys for which the closure returns `true`, or `nil` if there
  /// are none.
  package func filtered(_ isKept: (AgeRecipient) -> Bool) -> Keyring? {
    let kept = keys.filter { isKept($0.identity.recipient) }
    return kept.isEmpty ? nil : Keyring(kept)
  }

  // MARK: Files

  /// Returns the name on a remote of the file for all devices.
  package static func name(ofEpoch epoch: Int) -> String { "keys/\(epoch).age" }
  /// Returns the name on a remote of the file for the recovery words.
  package static func recoveryName(ofEpoch epoch: Int) -> String { "keys/\(epoch).recovery.age" }

  /// Returns the name on a remote of the file for one device that was approved after the epoch
  /// began. Its last part identifies the key.
  package static func name(
    of key: DiaryKey, for device: ID<Device>
  ) -> String {
    "keys/\(key.epoch).\(device).\(key.tag).age"
  }

  /// Returns `true` for the name of a file for this device alone.
  package static func isName(_ name: String, for device: ID<Device>) -> Bool {
    let parts = name.split(separator: ".")
    return name.hasPrefix("keys/") && parts.count == 4 && parts[1] == device.description
      && parts[3] == "age"
  }

  /// Returns `true` if the keyring already has the key in a file for one device.
  package func has(_ name: String, for device: ID<Device>) -> Bool {
    keys.contains { Self.name(of: $0, for: device) == name }
  }

  /// Returns the name of the file for the passphrase in an encrypted diary.
  package static func passphraseName(ofEpoch epoch: Int) -> String {
    "keys/\(epoch).passphrase.age"
  }

  /// Returns the file with the keys, encrypted with the passphrase.
  ///
  /// - Throws: `KeyError.age` if there isn't enough memory for scrypt.
  package func sealed(under passphrase: AgePassphrase) throws(KeyError) -> [UInt8] {
    try sealed(to: .passphrase(passphrase), as: Self.passphraseName(ofEpoch: current.epoch))
  }

  /// Returns the file with the keys, encrypted to each of them, so that those that the passphrase
  /// opens lead to the others.
  ///
  /// - Throws: `KeyError.age` if there are too many keys.
  package func sealedToItself() throws(KeyError) -> [UInt8] {
    let recipients = keys.map(\.identity.recipient)
    return try sealed(to: .recipients(recipients), as: Self.name(ofEpoch: current.epoch))
  }

  /// The keys of the newest epoch. There are several if devices started it without knowing of each
  /// other.
  package var newest: [DiaryKey] { keys.filter { $0.epoch == current.epoch } }

  /// Returns the file with the keys, encrypted to all devices. If the newest epoch has several
  /// keys, it is also encrypted to each of them, so that the recovery words for one also lead to
  /// the others.
  ///
  /// - Throws: `KeyError.age` if there are too many devices.
  package func sealed(to devices: [AgeRecipient]) throws(KeyError) -> [UInt8] {
    let extraRecipients = newest.count > 1 ? newest.map(\.identity.recipient) : []
    return try sealed(
      to: .recipients(devices + extraRecipients), as: Self.name(ofEpoch: current.epoch))
  }

  /// Returns the file with the keys, encrypted with the recovery words.
  ///
  /// - Throws: `KeyError.age` if there isn't enough memory for scrypt.
  package func sealed(under words: RecoveryWords) throws(KeyError) -> [UInt8] {
    try sealed(to: words.encryptionKey, as: Self.recoveryName(ofEpoch: current.epoch))
  }

  private func sealed(to recipients: AgeEncryptionKey, as name: String) throws(KeyError) -> [UInt8]
  {
    var text = text
    defer { text.wipe() }
    do {
      return try AgeWriter.seal(text, to: recipients)
    } catch {
      throw .age(name: name, error)
    }
  }

  /// The keys as an identity file for `age -i`, newest first. The caller must wipe it.
  package var text: [UInt8] {
    var text: [UInt8] = []
    // Reserve before the first key, so that growing leaves no unwiped copy behind.
    text.reserveCapacity(keys.count * Self.maxKeySize)
    for key in keys.reversed() {
      var identity = key.identity.text
      text += Array("\(Self.epochComment)\(key.epoch)\n".utf8) + identity + [UInt8(ascii: "\n")]
      identity.wipe()
    }
    return text
  }

  /// The start of the comment before each key.
  private static let epochComment = "# epoch "
  /// The maximum size in bytes of a key with its comment.
  private static let maxKeySize = 110
  /// The highest accepted epoch, more than any diary reaches.
  package static let maxEpoch = 1_000_000

  /// Opens a file with a device's key.
  ///
  /// - Parameter known: the newest key according to a signed line, if there is one. Anyone who
  ///   knows the device's recipient could create such a file with another key.
  /// - Throws: `KeyError.age` if the file can't be decrypted, `foreignKey` if its newest key isn't
  ///   `known`.
  package init(
    opening bytes: [UInt8], named name: String, with device: AgeIdentity,
    expecting known: AgeRecipient? = nil
  ) throws(KeyError) {
    try self.init(bytes, .identities([device]), name)
    guard known == nil || known == current.identity.recipient else {
      throw .foreignKey(name: name)
    }
  }

  /// Opens a file with the recovery words.
  ///
  /// - Throws: `KeyError.wrongRecoveryWords` for other words, `age` if the file can't be decrypted.
  package init(
    opening bytes: [UInt8], named name: String, with words: RecoveryWords
  ) throws(KeyError) {
    do {
      try self.init(bytes, .passphrase(words.passphrase), name)
    } catch .age(_, .wrongPassphrase) {
      throw .wrongRecoveryWords(name: name)
    }
  }

  /// Opens a file with the passphrase.
  ///
  /// - Throws: `KeyError.age` if the passphrase is wrong or the file is damaged.
  package init(
    opening bytes: [UInt8], named name: String, with passphrase: AgePassphrase
  ) throws(KeyError) {
    try self.init(bytes, .passphrase(passphrase), name)
  }

  /// Opens the file of an epoch with the keys of earlier ones.
  ///
  /// - Throws: `KeyError.age` if the file can't be decrypted.
  package init(opening bytes: [UInt8], named name: String, with earlier: Keyring) throws(KeyError) {
    try self.init(bytes, earlier.decryptionKey, name)
  }

  /// Parses an identity file as in `text`; `nil` if it is invalid or has no keys.
  package init?(text: [UInt8]) {
    guard let keys = Self.keys(in: text) else { return nil }
    self.init(keys)
  }

  private init(_ bytes: [UInt8], _ key: AgeDecryptionKey, _ name: String) throws(KeyError) {
    var text: [UInt8]
    do {
      text = try AgeReader.open(bytes, with: key)
    } catch {
      throw .age(name: name, error)
    }
    defer { text.wipe() }
    guard let keys = Self.keys(in: text) else { throw .age(name: name, .damaged) }
    self.init(keys)
  }

  private static func keys(in text: [UInt8]) -> [DiaryKey]? {
    var keys: [DiaryKey] = []
    var epoch: Int?
    for line in text.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: epochComment.utf8) {
        let digits = String(decoding: line.dropFirst(epochComment.utf8.count), as: UTF8.self)
        guard let number = Int(digits), (1...maxEpoch).contains(number) else { return nil }
        epoch = number
      } else {
        guard let number = epoch, let identity = AgeIdentity(line) else { return nil }
        keys.append(DiaryKey(epoch: number, identity))
        epoch = nil
      }
    }
    return keys.isEmpty ? nil : keys
  }
}

// MARK: - DiaryKey

/// The key that all files of a diary are encrypted to until the next epoch begins. Stored in the
/// files of a `Keyring`.
package struct DiaryKey: Sendable {
  package let epoch: Int
  package let identity: AgeIdentity
  private let namingKey: SymmetricKey
  /// The seed of the signing key. The key itself is created on each use, because most programs
  /// never sign.
  private let authoritySeed: SymmetricKey

  /// Creates a random key.
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

  /// The recipient that the diary's files are encrypted to.
  package var encryptionKey: AgeEncryptionKey { .recipients([identity.recipient]) }

  /// Returns the name of an encrypted asset. It is the same on every device, but without the key no
  /// one can use it to test for a known photo.
  ///
  /// The HMAC key is derived from the identity's text, and the message is the hash in hexadecimal
  /// digits, so that `openssl` can compute the name too.
  package func name(of asset: AssetID) -> AssetID {
    AssetID(
      digest: HMAC<SHA256>.authenticationCode(
        for: Array(asset.description.utf8), using: namingKey))
  }

  /// Eight digits that distinguish the key from others of its epoch, without revealing anything
  /// about it.
  package var tag: String {
    hexadecimal(SHA256.hash(data: Array(identity.recipient.description.utf8)).prefix(4))
  }

  // MARK: Authority

  private var authority: Curve25519.Signing.PrivateKey {
    Curve25519.Signing.PrivateKey(seed: authoritySeed)
  }

  /// Signs a message with the key of the diary, derived from the identity's text, which proves that
  /// the signer has the diary's key.
  package func signature(of message: [UInt8], _ context: SigningContext) -> [UInt8] {
    context.signature(of: message, by: authority)
  }

  /// The key that verifies these signatures.
  package var verifyingKey: VerifyingKey { VerifyingKey(key: authority.publicKey) }
}

// MARK: - SegmentPadding

/// Padding that hides the size of encrypted data except for a few bits, and adds at most an eighth
/// (Padmé: Nikitin et al., "Reducing Metadata Leakage from Encrypted Files and Communication with
/// PURBs").
///
/// Lines are padded with empty lines, which jq ignores. Since each line ends with a line feed, the
/// padding can be removed without storing its size.
package enum SegmentPadding {
  private static let lineFeed = UInt8(ascii: "\n")

  /// Returns the padded size for a size in bytes.
  package static func padded(_ count: Int) -> Int {
    guard count > 1 else { return count }
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let kept = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = 1 << max(0, exponent - kept) - 1
    return (count + mask) & ~mask
  }

  package static func pad(_ lines: inout [UInt8]) {
    lines += [UInt8](repeating: lineFeed, count: padded(lines.count) - lines.count)
  }

  /// Returns the lines without the padding, with the line feed of the last one.
  package static func unpadded(_ lines: [UInt8]) -> ArraySlice<UInt8> {
    guard let last = lines.lastIndex(where: { $0 != lineFeed }) else { return [] }
    return lines[...min(last + 1, lines.count - 1)]
  }
}
