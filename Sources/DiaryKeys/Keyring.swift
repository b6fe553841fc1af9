import Age
import Crypto
import DiaryCore
import System

/// The keys of all epochs of a diary so far. They stand in files that its devices, and its recovery
/// words, open with `age` alone, and which it takes for files with identities: `-i` opens with them
/// what was sealed in any epoch.
package struct Keyring: Sendable {
  /// Ascending by their epochs; never empty.
  package let keys: [DiaryKey]

  /// One with a new key, which nobody else has.
  package init() { keys = [DiaryKey(epoch: 1)] }

  private init(_ keys: [DiaryKey]) {
    // Of one epoch there may be two, and every machine seals to the same one.
    self.keys = keys.sorted {
      ($0.epoch, $0.identity.recipient.description) < ($1.epoch, $1.identity.recipient.description)
    }
  }

  /// What new files are sealed to.
  package var current: DiaryKey { keys[keys.count - 1] }

  /// What opens the files of every epoch.
  package var key: AgeKey { .identities(keys.reversed().map(\.identity)) }

  /// With a new key for a new epoch.
  package func advanced() -> Keyring { Keyring(keys + [DiaryKey(epoch: current.epoch + 1)]) }

  /// With what another one has, too: those of one diary that was shared out in two places.
  package func joined(with other: Keyring) -> Keyring {
    let known = Set(keys.map(\.identity.recipient))
    return Keyring(keys + other.keys.filter { !known.contains($0.identity.recipient) })
  }

  /// With those alone that are known to be the diary's; `nil` when none is.
  package func keeping(_ isKept: (AgeRecipient) -> Bool) -> Keyring? {
    let kept = keys.filter { isKept($0.identity.recipient) }
    return kept.isEmpty ? nil : Keyring(kept)
  }

  // MARK: Files

  /// The name of the file for all devices on a remote.
  package static func name(ofEpoch epoch: Int) -> String { "keys/\(epoch).age" }
  /// The name of the file for the recovery words on a remote.
  package static func recoveryName(ofEpoch epoch: Int) -> String { "keys/\(epoch).recovery.age" }

  /// The name of a file for one device, which somebody let in after the epoch began. The last part tells
  /// which key it brings.
  package static func name(
    of key: DiaryKey, for device: ID<Device>
  ) -> String {
    "keys/\(key.epoch).\(device).\(key.tag).age"
  }

  /// Whether a file of that name is for a device alone.
  package static func isName(_ name: String, for device: ID<Device>) -> Bool {
    let parts = name.split(separator: ".")
    return name.hasPrefix("keys/") && parts.count == 4 && parts[1] == device.description
      && parts[3] == "age"
  }

  /// Whether the file of that name, for a device alone, brings a key that is here.
  package func has(_ name: String, for device: ID<Device>) -> Bool {
    keys.contains { Self.name(of: $0, for: device) == name }
  }

  /// The name of the file for the passphrase in an encrypted diary.
  package static func passphraseName(ofEpoch epoch: Int) -> String {
    "keys/\(epoch).passphrase.age"
  }

  /// The file with the keys in it, for whoever knows the passphrase.
  package func sealed(under passphrase: AgePassphrase) throws(KeyError) -> [UInt8] {
    try sealed(to: .passphrase(passphrase), as: Self.passphraseName(ofEpoch: current.epoch))
  }

  /// The file with the keys in it, for whoever has those of the epoch before: it stands in for the
  /// one of the passphrase until somebody types that.
  package func sealedToEarlier() throws(KeyError) -> [UInt8] {
    let earlier = keys.dropLast().map(\.identity.recipient)
    return try sealed(to: .recipients(earlier), as: Self.name(ofEpoch: current.epoch))
  }

  /// The keys of the newest epoch: several, where machines began it without knowing of each other.
  package var newest: [DiaryKey] { keys.filter { $0.epoch == current.epoch } }

  /// The file with the keys in it, for all devices. Of several keys of the newest epoch each opens it, so
  /// that the recovery words of one lead to the others.
  package func sealed(to devices: [AgeRecipient]) throws(KeyError) -> [UInt8] {
    let others = newest.count > 1 ? newest.map(\.identity.recipient) : []
    return try sealed(to: .recipients(devices + others), as: Self.name(ofEpoch: current.epoch))
  }

  /// The file with the keys in it, for whoever has the words.
  package func sealed(under words: RecoveryWords) throws(KeyError) -> [UInt8] {
    try sealed(to: words.lock, as: Self.recoveryName(ofEpoch: current.epoch))
  }

  private func sealed(to lock: AgeLock, as name: String) throws(KeyError) -> [UInt8] {
    var text = text
    defer { text.wipe() }
    do {
      return try AgeWriter.seal(text, to: lock)
    } catch {
      throw .age(name: name, error)
    }
  }

  /// The keys as `age -i` reads them, the newest first. Whoever is given the text wipes it.
  package var text: [UInt8] {
    var text: [UInt8] = []
    // Before the first key, so that nothing of it is moved and left behind.
    text.reserveCapacity(keys.count * Self.longestKey)
    for key in keys.reversed() {
      var identity = key.identity.text
      text += Array("\(Self.mark)\(key.epoch)\n".utf8) + identity + [UInt8(ascii: "\n")]
      identity.wipe()
    }
    return text
  }

  /// Goes before each key, as a comment.
  private static let mark = "# epoch "
  /// In bytes, with its comment.
  private static let longestKey = 110
  /// More than anybody begins.
  package static let lastEpoch = 1_000_000

  /// Opens a file with a device's key. Whoever knows the device's recipient can make such a file; so
  /// its newest key has to be the one that is known from a line that is signed, if one is known.
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
  package init(
    opening bytes: [UInt8], named name: String, with words: RecoveryWords
  ) throws(KeyError) {
    do throws(KeyError) {
      try self.init(bytes, .passphrase(words.passphrase), name)
    } catch .age(_, .wrongPassphrase) {
      throw .wrongWords(name: name)
    }
  }

  /// Opens a file with the passphrase.
  package init(
    opening bytes: [UInt8], named name: String, with passphrase: AgePassphrase
  ) throws(KeyError) {
    try self.init(bytes, .passphrase(passphrase), name)
  }

  /// Opens the file of an epoch with the keys of those before.
  package init(opening bytes: [UInt8], named name: String, with earlier: Keyring) throws(KeyError) {
    try self.init(bytes, earlier.key, name)
  }

  /// Reads the keys of a text; `nil` if it has none.
  package init?(text: [UInt8]) {
    guard let keys = Self.keys(in: text) else { return nil }
    self.init(keys)
  }

  private init(_ bytes: [UInt8], _ key: AgeKey, _ name: String) throws(KeyError) {
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
      if line.starts(with: mark.utf8) {
        let digits = String(decoding: line.dropFirst(mark.utf8.count), as: UTF8.self)
        guard let number = Int(digits), (1...lastEpoch).contains(number) else { return nil }
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

// MARK: - SegmentPadding

/// Hides how long what is sealed is, as far as a few bits of it (Padmé: Nikitin et al., "Reducing
/// Metadata Leakage from Encrypted Files and Communication with PURBs"): at most an eighth is added.
///
/// What is added to lines are empty lines. jq passes over them, a line ends with one line feed in any
/// case, and nothing else has to be known to take them off again.
package enum SegmentPadding {
  private static let lineFeed = UInt8(ascii: "\n")

  /// The length that something of a length gets.
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

  /// The lines alone, the last one with its end.
  package static func unpadded(_ lines: [UInt8]) -> ArraySlice<UInt8> {
    guard let last = lines.lastIndex(where: { $0 != lineFeed }) else { return [] }
    return lines[...min(last + 1, lines.count - 1)]
  }
}
