import Age
import Crypto
import DiaryCore
import DiaryKeys
import System

/// `keys/` of an encrypted store: the diary's keys under the passphrase and under the recovery words, and
/// in clear the public key, for which a locked diary still takes texts.
package struct StoreKeys: Sendable {
  private let layout: StoreLayout

  package init(of layout: StoreLayout) { self.layout = layout }

  private func path(_ name: String) -> String { layout.file(name) }
  var recipientPath: String { Path.join(layout.keys, "recipient") }

  private func bytes(_ name: String) -> [UInt8]? {
    // More than all epochs that anybody begins take.
    try? OpenFile.reading(path(name)).bytes(from: 0, atMost: 1 << 20)
  }

  /// The newest epoch of which there is a file of some name; `nil` where there is none.
  private func newestEpoch(_ name: (Int) -> String) -> Int? {
    let names = Set((try? FileSystem.names(in: layout.keys)) ?? [])
    let epochs = names.compactMap { Int($0.prefix { $0 != "." }) }
    return epochs.filter { names.contains(Path.name(name($0))) }.max()
  }

  /// The newest epoch of which the passphrase, or the words, have a file of their own.
  package var passphraseEpoch: Int? { newestEpoch(Keyring.passphraseName) }
  package var recoveryEpoch: Int? { newestEpoch(Keyring.recoveryName) }

  /// The files with their bytes, by their paths within the store. One that another takes the place of in
  /// this moment isn't among them.
  func files() throws(DiaryError) -> [(path: String, bytes: [UInt8])] {
    guard layout.isEncrypted else { return [] }
    var files: [(path: String, bytes: [UInt8])] = []
    for name in try FileSystem.files(below: layout.keys).sorted() {
      let path = Path.join(layout.keys, name)
      do throws(DiaryError) {
        files.append((layout.relative(path), try OpenFile.reading(path).bytes(from: 0)))
      } catch .store(_, .missing) {
        continue
      }
    }
    return files
  }

  // MARK: Opening

  /// The keys that a passphrase opens or, if it reads like them, recovery words.
  package func keyring(with typed: Passphrase) throws(KeyError) -> Keyring {
    if let words = RecoveryWords(typed), let keyring = try? keyring(with: words) { return keyring }
    let name = Keyring.passphraseName(ofEpoch: passphraseEpoch ?? 1)
    guard let bytes = bytes(name) else { throw missing(name) }
    var failure = wrongPassphrase
    for spelling in typed.spellings {
      guard let passphrase = AgePassphrase(spelling.bytes) else { continue }
      do throws(KeyError) {
        return followed(try Keyring(opening: bytes, named: name, with: passphrase))
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private var wrongPassphrase: KeyError {
    .age(name: Keyring.passphraseName(ofEpoch: passphraseEpoch ?? 1), .wrongPassphrase)
  }

  private func missing(_ name: String) -> KeyError {
    .file(SystemError(.opening, path(name), .noSuchFile))
  }

  /// The keys that the recovery words open.
  package func keyring(with words: RecoveryWords) throws(KeyError) -> Keyring {
    let name = Keyring.recoveryName(ofEpoch: recoveryEpoch ?? 1)
    guard let bytes = bytes(name) else { throw missing(name) }
    return followed(try Keyring(opening: bytes, named: name, with: words))
  }

  /// With the keys of later epochs, which began when nobody had typed the passphrase.
  private func followed(_ keyring: Keyring) -> Keyring {
    var keyring = keyring
    while case let name = Keyring.name(ofEpoch: keyring.current.epoch + 1), let bytes = bytes(name),
      let later = try? Keyring(opening: bytes, named: name, with: keyring)
    {
      keyring = keyring.joined(with: later)
    }
    return keyring
  }

  // MARK: Keeping

  /// Puts the keys there under a passphrase, in the place of those under an earlier one. When this
  /// returns, they survive a power cut.
  package func keep(_ keyring: Keyring, under passphrase: Passphrase) throws(DiaryError) {
    guard let secret = AgePassphrase(passphrase.bytes) else { return }
    let epoch = keyring.current.epoch
    let bytes = try mapping { () throws(KeyError) in try keyring.sealed(under: secret) }
    try write(bytes, to: Keyring.passphraseName(ofEpoch: epoch))
    try keepRecipient(of: keyring)
    try remove(Keyring.passphraseName, before: epoch)
    try remove(Keyring.name, before: epoch + 1)
  }

  /// Puts the keys there under recovery words, in the place of those under earlier ones.
  package func keep(_ keyring: Keyring, under words: RecoveryWords) throws(DiaryError) {
    try keep(
      recovery: try mapping { () throws(KeyError) in try keyring.sealed(under: words) },
      ofEpoch: keyring.current.epoch)
  }

  /// Puts a file there that recovery words open.
  package func keep(recovery bytes: [UInt8], ofEpoch epoch: Int) throws(DiaryError) {
    try write(bytes, to: Keyring.recoveryName(ofEpoch: epoch))
    try remove(Keyring.recoveryName, before: epoch)
  }

  /// The file that the recovery words of an epoch open.
  package func recovery(ofEpoch epoch: Int) -> [UInt8]? {
    bytes(Keyring.recoveryName(ofEpoch: epoch))
  }

  /// Puts the keys of a new epoch there, which those before open: nobody has typed the passphrase.
  package func keepFollowing(_ keyring: Keyring) throws(DiaryError) {
    guard keyring.current.epoch > passphraseEpoch ?? 0, keyring.keys.count > 1 else { return }
    let bytes = try mapping { () throws(KeyError) in try keyring.sealedToEarlier() }
    try write(bytes, to: Keyring.name(ofEpoch: keyring.current.epoch))
    try keepRecipient(of: keyring)
  }

  private func write(_ bytes: [UInt8], to name: String) throws(DiaryError) {
    try FileSystem.makeFolders(layout.keys)
    // A program that is stopped here leaves one that was never seen, rather than a changed one.
    layout.cipher.pins?.remove(name)
    try DurableFile.write(bytes, to: path(name))
    layout.cipher.pins?.pin(name, bytes)
  }

  private func remove(_ name: (Int) -> String, before epoch: Int) throws(DiaryError) {
    for earlier in 1..<max(epoch, 1) where FileSystem.exists(path(name(earlier))) {
      try FileSystem.remove(path(name(earlier)))
      layout.cipher.pins?.remove(name(earlier))
    }
  }

  // MARK: The public key

  /// What texts are sealed to while the diary is locked; `nil` where it isn't told.
  var recipient: AgeRecipient? { recipientText.flatMap { AgeRecipient($0) } }

  private var recipientText: String? {
    guard let bytes = try? OpenFile.reading(recipientPath).bytes(from: 0, atMost: 200) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self).map { String($0.trimmed) }
  }

  /// Whether one of some keys is what texts are sealed to. What is told is compared as a text: to see
  /// whether it is a key at all takes longer than to open a file.
  func isTold(_ keys: some Sequence<DiaryKey>) -> Bool {
    guard let told = recipientText else { return false }
    return keys.contains { $0.identity.recipient.description == told }
  }

  /// Makes sure that the public key is told which belongs to the keys: anybody who can write there
  /// may have put another in its place, and would read what is written next.
  package func keepRecipient(of keyring: Keyring) throws(DiaryError) {
    let current = keyring.current.identity.recipient.description
    let told = recipientText
    if told != current {
      if told != nil, !isTold(keyring.keys) { layout.cipher.hadForeignRecipient = true }
      try FileSystem.makeFolders(layout.keys)
      try DurableFile.write(Array("\(current)\n".utf8), to: recipientPath)
    }
    layout.cipher.pins?.pin(recipient: current)
  }

  /// Remembers outside of the store what is there, as far as it is new. The keys have just opened the store.
  package func pin(_ keyring: Keyring) throws(DiaryError) {
    guard let pins = layout.cipher.pins else { return }
    pins.pin(recipient: keyring.current.identity.recipient.description)
    pins.pin(new: try sealedFiles())
  }

  /// The files that a passphrase, recovery words or earlier keys open.
  func sealedFiles() throws(DiaryError) -> [(path: String, bytes: [UInt8])] {
    try files().filter { file in
      file.path.hasSuffix(".age") && layout.file(file.path) != devicePath
    }
  }

  // MARK: This device

  var devicePath: String { Path.join(layout.keys, "device.age") }

  /// What other machines seal the keys of new epochs to for this one. On a machine whose diary isn't
  /// encrypted it stands in a file of its own; here it is sealed, for who finds the machine could open
  /// with it what lies on a remote.
  func deviceIdentity(else make: () -> AgeIdentity) throws(DiaryError) -> AgeIdentity {
    if FileSystem.exists(devicePath) {
      var bytes = try layout.clearBytes(of: devicePath)
      defer { bytes.wipe() }
      if let identity = AgeIdentity(bytes[...]) { return identity }
    }
    let identity = make()
    var text = identity.text
    defer { text.wipe() }
    try FileSystem.makeFolders(layout.keys)
    try layout.write(text, to: devicePath)
    return identity
  }

  private func mapping<Value>(
    _ body: () throws(KeyError) -> Value
  ) throws(DiaryError) -> Value {
    do throws(KeyError) { return try body() } catch { throw StoreErrors.failure(error) }
  }
}

/// The key files of an encrypted store as this machine last wrote or opened them, in a file outside of the
/// store: whoever can write to the store's folder can replace a key file there, but can't change this.
///
/// Nothing is known of a store that was never opened here, and then nothing is refused.
package struct KeyPins: Sendable {
  private let path: String

  /// - Parameter path: a file in the state folder.
  package init(path: String) { self.path = path }

  private struct Known {
    var recipient: String?
    /// The SHA-256 of each key file, by its path within the store.
    var files: [String: String] = [:]
  }

  private var known: Known {
    get {
      guard let bytes = try? OpenFile.reading(path).bytes(from: 0, atMost: 1 << 20),
        let json = try? JSONParser.parse(bytes)
      else { return Known() }
      var known = Known(recipient: json["recipient"]?.string)
      for member in json["files"]?.members ?? [] { known.files[member.name] = member.value.string }
      return known
    }
    nonmutating set {
      let files = newValue.files.sorted { $0.key < $1.key }
      let json: JSONValue = [
        "recipient": .optional(newValue.recipient),
        "files": .object(files.map { JSONMember($0.key, .string($0.value)) }),
      ]
      FileSystem.makeFoldersAsCan(Path.parent(path))
      // Without it a replaced key isn't noticed before the diary is opened; an old one would doubt a new key.
      do { try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: path) } catch {
        FileSystem.unlink(path)
      }
    }
  }

  private func change(_ body: (inout Known) -> Void) {
    let old = known
    var new = old
    body(&new)
    if new.recipient != old.recipient || new.files != old.files { known = new }
  }

  /// The public key that texts are sealed to while the store is locked; `nil` where it was never seen.
  var recipient: String? { known.recipient }

  /// Whether a key file has the bytes that it had; `nil` for one that was never seen.
  func matches(_ name: String, _ bytes: [UInt8]) -> Bool? {
    known.files[name].map { $0 == Self.digest(of: bytes) }
  }

  /// The key files that were there, by their paths within the store.
  var names: Set<String> { Set(known.files.keys) }

  func pin(recipient: String) { change { $0.recipient = recipient } }

  func pin(_ name: String, _ bytes: [UInt8]) {
    change { $0.files[name] = Self.digest(of: bytes) }
  }

  /// Remembers the files that were never seen.
  func pin(new files: [(path: String, bytes: [UInt8])]) {
    change { known in
      for (name, bytes) in files where known.files[name] == nil {
        known.files[name] = Self.digest(of: bytes)
      }
    }
  }

  func remove(_ name: String) { change { $0.files[name] = nil } }

  /// Forgets all, durably, before another store takes the place of the one whose key files are known.
  ///
  /// - Throws: `DiaryError.store` when the file can't be removed.
  func forget() throws(DiaryError) {
    guard FileSystem.exists(path) else { return }
    try FileSystem.remove(path)
    try FileSystem.sync(folder: Path.parent(path))
  }

  private static func digest(of bytes: [UInt8]) -> String {
    AssetID(digest: SHA256.hash(data: bytes)).description
  }
}
