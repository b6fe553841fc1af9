import Crypto
import DiaryCore
import System

/// The folder `keys/` of an encrypted store. It contains the diary's keys, sealed with the
/// passphrase and with the recovery words, and the unencrypted public key, which allows adding
/// entries to a locked diary.
package struct StoreKeys: Sendable {
  private let layout: StoreLayout

  package init(of layout: StoreLayout) { self.layout = layout }

  private func path(_ name: String) -> String { layout.file(name) }
  var recipientPath: String { Path.join(layout.keys, "recipient") }

  /// Returns a key file's bytes, or `nil` if it doesn't exist. A file that can't be read isn't
  /// missing: without it, an outdated key would be used.
  private func bytes(_ name: String) throws(KeyError) -> [UInt8]? {
    do {
      // Far more than the keys of all epochs need.
      return try OpenFile.existing(path(name))?.bytes(from: 0, atMost: 1 << 20)
    } catch { throw .file(error) }
  }

  /// Returns the epochs that have a file of this kind, ascending.
  private func epochs(_ name: (Int) -> String) throws(KeyError) -> [Int] {
    let names: Set<String>
    do { names = Set(try FileSystem.names(in: layout.keys)) } catch { throw .file(error) }
    let epochs = Set(names.compactMap { Int($0.prefix { $0 != "." }) })
    return epochs.filter { names.contains(Path.name(name($0))) }.sorted()
  }

  /// The newest epoch sealed with the passphrase.
  package var passphraseEpoch: Int? {
    get throws(KeyError) { try epochs(Keyring.passphraseName).last }
  }
  /// The newest epoch sealed with the recovery words.
  package var recoveryEpoch: Int? {
    get throws(KeyError) { try epochs(Keyring.recoveryName).last }
  }
  /// The newest epoch sealed with the passphrase or with earlier keys; 0 if there is none.
  var lastEpoch: Int {
    get throws(KeyError) { max(try passphraseEpoch ?? 0, try epochs(Keyring.name).last ?? 0) }
  }

  /// Returns the key files by their paths within the store. A file that is being replaced at this
  /// moment may be missing.
  func files() throws -> [(path: String, bytes: [UInt8])] {
    guard layout.isEncrypted else { return [] }
    var files: [(path: String, bytes: [UInt8])] = []
    for name in try FileSystem.files(below: layout.keys).sorted() {
      let path = Path.join(layout.keys, name)
      guard let bytes = try OpenFile.existing(path)?.bytes(from: 0) else { continue }
      files.append((layout.relative(path), bytes))
    }
    return files
  }

  // MARK: Opening

  /// Returns the keys that a passphrase opens. Input that reads like recovery words is tried as
  /// those first.
  ///
  /// - Throws: `KeyError` if the passphrase is wrong, or a file is missing, is damaged or can't be
  ///   read.
  package func keyring(with typed: Passphrase) throws(KeyError) -> Keyring {
    if let words = RecoveryWords(typed), let keyring = try? keyring(with: words) { return keyring }
    var epochs = try epochs(Keyring.passphraseName)
    guard let newest = epochs.popLast() else {
      throw .missing(name: try recoveryEpoch.map(Keyring.passphraseName) ?? "keys")
    }
    do { return try followed(opened(newest, with: typed)) } catch {
      // A file for a newer key than the diary has may hide the right one.
      for epoch in epochs.reversed() {
        guard let opened = try? opened(epoch, with: typed) else { continue }
        let all = try followed(opened)
        if newest > all.current.epoch, isCurrent(all) { return all }
      }
      throw error
    }
  }

  /// Returns `true` if the public key shows that no key is newer, and this machine knows no other.
  private func isCurrent(_ keyring: Keyring) -> Bool {
    guard hasRecipient(of: [keyring.current]) else { return false }
    let recipient = keyring.current.identity.recipient
    do { return try layout.cipher.pins?.accepts(recipient) != false } catch { return false }
  }

  private func opened(_ epoch: Int, with typed: Passphrase) throws(KeyError) -> Keyring {
    let name = Keyring.passphraseName(ofEpoch: epoch)
    let bytes = try requiredBytes(name)
    var failure = KeyError.age(name: name, .wrongPassphrase)
    for spelling in typed.spellings {
      guard let passphrase = AgePassphrase(spelling.bytes) else { continue }
      do { return try Keyring(opening: bytes, named: name, with: passphrase) } catch {
        failure = error
      }
    }
    throw failure
  }

  private func requiredBytes(_ name: String) throws(KeyError) -> [UInt8] {
    guard let bytes = try bytes(name) else { throw .missing(name: name) }
    return bytes
  }

  /// Returns the keys that the recovery words open.
  ///
  /// - Throws: `KeyError` if the words are wrong, or a file is missing, damaged or can't be read.
  package func keyring(with words: RecoveryWords) throws(KeyError) -> Keyring {
    let name = Keyring.recoveryName(ofEpoch: try recoveryEpoch ?? 1)
    return try followed(Keyring(opening: try requiredBytes(name), named: name, with: words))
  }

  /// Adds the keys that arrived while the passphrase wasn't available: of later epochs, of which
  /// several may have arrived together, or another key of a known epoch.
  ///
  /// - Throws: `KeyError` if the file of an epoch exists and can't be read.
  func followed(_ keyring: Keyring) throws(KeyError) -> Keyring {
    var keyring = keyring
    for name in try epochs(Keyring.name).map(Keyring.name) {
      if let added = try added(name, with: keyring) { keyring = keyring.merged(with: added) }
    }
    return keyring
  }

  /// Returns the keys of an epoch's file, or `nil` if there is none that these keys open.
  private func added(_ name: String, with keyring: Keyring) throws(KeyError) -> Keyring? {
    guard let bytes = try bytes(name) else { return nil }
    return try? Keyring(opening: bytes, named: name, with: keyring)
  }

  /// Returns a keyring with the keys that other programs added since it was opened.
  ///
  /// - Throws: `StoreError.converted` if another program has begun a key that these don't open; an
  ///   error if a key file can't be read.
  package func updated(_ keyring: Keyring) throws -> Keyring {
    let (all, last) = try Self.convertingErrors { (try followed(keyring), try lastEpoch) }
    guard last <= all.current.epoch else {
      throw DiaryError.store(path: layout.root, .converted)
    }
    return all
  }

  // MARK: Writing

  /// Writes the keys sealed with a passphrase, together with those that other programs added since
  /// they were opened, and removes the files under an earlier passphrase. The keys survive a power
  /// cut when this returns.
  ///
  /// - Throws: `StoreError.converted` if another program has begun a key that these don't open; an
  ///   error if sealing or writing fails.
  package func write(_ keyring: Keyring, under passphrase: Passphrase) throws {
    guard let secret = AgePassphrase(passphrase.bytes) else { return }
    let all = try updated(keyring)
    let bytes = try Self.convertingErrors { try all.sealed(under: secret) }
    try write(bytes, to: Keyring.passphraseName(ofEpoch: all.current.epoch))
    // Sealing takes a second, in which others may have arrived.
    try writeRecipient(of: try Self.convertingErrors { try followed(all) })
    try remove(Keyring.passphraseName, before: all.current.epoch)
    for name in try epochs(Keyring.name).map(Keyring.name) {
      let found = try Self.convertingErrors { try added(name, with: all) }
      guard let found, all.merged(with: found).keys.count == all.keys.count else { continue }
      try remove(name)
    }
  }

  /// Writes the keys sealed with recovery words, and removes those under earlier ones. Keeps the
  /// words until the user has seen them.
  ///
  /// - Throws: an error if sealing or writing fails.
  package func write(_ keyring: Keyring, under words: RecoveryWords) throws {
    let bytes = try Self.convertingErrors { try keyring.sealed(under: words) }
    try keepUnseen(words, opening: bytes)
    try write(recovery: bytes, ofEpoch: keyring.current.epoch)
  }

  /// Writes a file sealed with recovery words, and removes earlier ones.
  ///
  /// - Throws: an error if writing fails.
  package func write(recovery bytes: [UInt8], ofEpoch epoch: Int) throws {
    try write(bytes, to: Keyring.recoveryName(ofEpoch: epoch))
    try remove(Keyring.recoveryName, before: epoch)
    removeUnseenWords(except: unseenName(opening: bytes))
  }

  /// Returns the file of an epoch sealed with recovery words, or `nil` if it doesn't exist.
  ///
  /// - Throws: `KeyError` if it exists and can't be read.
  package func recovery(ofEpoch epoch: Int) throws(KeyError) -> [UInt8]? {
    try bytes(Keyring.recoveryName(ofEpoch: epoch))
  }

  /// Writes keys of which some are new, sealed with each of them, since the passphrase isn't
  /// available. Returns all keys of the store.
  ///
  /// - Throws: an error if sealing or writing fails.
  @discardableResult
  package func add(_ keyring: Keyring) throws -> Keyring {
    guard let known = layout.cipher.keyring else { return keyring }
    let merged = known.merged(with: keyring)
    guard merged.keys.count > known.keys.count else { return known }
    // Another program may have added others, as in a sync with another remote.
    let all = try Self.convertingErrors { try followed(merged) }
    let bytes = try Self.convertingErrors { try all.sealedToItself() }
    try write(bytes, to: Keyring.name(ofEpoch: all.current.epoch))
    try writeRecipient(of: all)
    return all
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try FileSystem.makeFolders(layout.keys)
    // If the program is stopped here, the file counts as unknown rather than as changed.
    try layout.cipher.pins?.remove(name)
    try DurableFile.write(bytes, to: path(name))
    try? layout.cipher.pins?.pin(name, bytes)
  }

  private func remove(_ name: (Int) -> String, before epoch: Int) throws {
    for earlier in 1..<max(epoch, 1) where FileSystem.exists(path(name(earlier))) {
      try remove(name(earlier))
    }
  }

  private func remove(_ name: String) throws {
    try FileSystem.remove(path(name))
    try layout.cipher.pins?.remove(name)
  }

  // MARK: Recovery words that weren't shown yet

  /// Writes new recovery words, sealed with the store's keys, so that they can still be shown if
  /// the program is stopped before. Must precede the file that they open.
  ///
  /// - Throws: an error if sealing or writing fails.
  package func keepUnseen(_ words: RecoveryWords, opening recovery: [UInt8]) throws {
    var text = Array(words.text.utf8)
    defer { text.wipe() }
    try FileSystem.makeFolders(layout.keys)
    try layout.write(text, to: Path.join(layout.keys, unseenName(opening: recovery)))
  }

  private static let unseenPrefix = "words-"

  /// Returns the name of the file with the words that open `recovery`. It contains a hash of that
  /// file: words that weren't put to use, or were replaced, no longer count.
  private func unseenName(opening recovery: [UInt8]) -> String {
    Self.unseenPrefix + hexadecimal(SHA256.hash(data: recovery).prefix(8)) + ".age"
  }

  /// The path of the newest recovery words, or `nil` if the user has seen them.
  private var unseenWordsPath: String? {
    guard let epoch = try? recoveryEpoch, let bytes = try? recovery(ofEpoch: epoch) else {
      return nil
    }
    let path = Path.join(layout.keys, unseenName(opening: bytes))
    return FileSystem.exists(path) ? path : nil
  }

  /// `true` if the user hasn't seen the recovery words yet. Known even while the store is locked.
  package var hasUnseenWords: Bool { unseenWordsPath != nil }

  /// The recovery words if the user hasn't seen them yet; `nil` while the store is locked.
  package var unseenWords: RecoveryWords? {
    guard let path = unseenWordsPath, let current = layout.cipher.keyring?.current,
      var text = try? layout.decryptedBytes(of: path)
    else { return nil }
    defer { text.wipe() }
    // Anyone with write access can seal other words with the public key.
    guard let words = try? RecoveryWords(typed: String(decoding: text, as: UTF8.self)),
      let opened = try? keyring(with: words),
      opened.keys.contains(where: { $0.identity.recipient == current.identity.recipient })
    else { return nil }
    return words
  }

  /// Removes the recovery words after the user has seen them.
  package func removeUnseenWords() { removeUnseenWords(except: nil) }

  private func removeUnseenWords(except kept: String?) {
    let names = (try? FileSystem.names(in: layout.keys)) ?? []
    for name in names where name.hasPrefix(Self.unseenPrefix) && name != kept {
      FileSystem.unlink(Path.join(layout.keys, name))
    }
  }

  // MARK: The public key

  /// The public key that texts are sealed to while the diary is locked, or `nil` if it is missing.
  var recipient: AgeRecipient? { recipientText.flatMap { AgeRecipient($0) } }

  private var recipientText: String? {
    guard let bytes = try? OpenFile.reading(recipientPath).bytes(from: 0, atMost: 200) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self).map { String($0.trimmed) }
  }

  /// Returns `true` if the stored public key belongs to one of the keys. Compares texts, because
  /// parsing a key takes longer than opening a file.
  func hasRecipient(of keys: some Sequence<DiaryKey>) -> Bool {
    guard let stored = recipientText else { return false }
    return keys.contains { $0.identity.recipient.description == stored }
  }

  /// Writes the public key that belongs to the keys, if another one is stored: anyone with write
  /// access may have replaced it to read future entries.
  ///
  /// - Throws: an error if writing fails.
  package func writeRecipient(of keyring: Keyring) throws {
    let current = keyring.current.identity.recipient.description
    let stored = recipientText
    if stored != current {
      if stored != nil, !hasRecipient(of: keyring.keys) { layout.cipher.hadForeignRecipient = true }
      try FileSystem.makeFolders(layout.keys)
      try DurableFile.write(Array("\(current)\n".utf8), to: recipientPath)
    }
    try layout.cipher.pins?.pin(recipient: current)
  }

  /// Remembers new key files outside the store, after the keys have opened it.
  ///
  /// - Throws: an error if the key files, or those already known, can't be read.
  package func pin(_ keyring: Keyring) throws {
    guard let pins = layout.cipher.pins else { return }
    try pins.pin(recipient: keyring.current.identity.recipient.description)
    try pins.pin(new: try sealedFiles())
  }

  /// Returns the files sealed with a passphrase, recovery words or earlier keys.
  func sealedFiles() throws -> [(path: String, bytes: [UInt8])] {
    try files().filter { file in
      // The others' names don't begin with an epoch.
      file.path.hasSuffix(".age") && Int(Path.name(file.path).prefix { $0 != "." }) != nil
    }
  }

  /// Returns `true` if a file is for a newer key than the diary has, according to the public key.
  /// It hides the file that opens the diary. `false` while the store is locked.
  ///
  /// - Parameter file: its path within the store.
  func isStray(_ file: String) -> Bool {
    guard let epoch = Int(Path.name(file).prefix { $0 != "." }),
      [Keyring.name, Keyring.passphraseName, Keyring.recoveryName].contains(where: {
        $0(epoch) == file
      }),
      let keyring = layout.cipher.keyring, !layout.cipher.hadForeignRecipient,
      let all = try? followed(keyring), hasRecipient(of: all.keys)
    else { return false }
    return epoch > all.current.epoch
  }

  // MARK: This device

  /// The path within the store of the file with this device's identity.
  static let deviceName = "keys/device.age"
  var devicePath: String { path(Self.deviceName) }

  /// `true` if the file of this device's identity can't be opened with the store's keys; `false`
  /// while the store is locked.
  var isDeviceIdentityDamaged: Bool {
    guard layout.cipher.keyring != nil, FileSystem.exists(devicePath) else { return false }
    guard var text = try? layout.decryptedBytes(of: devicePath) else { return true }
    defer { text.wipe() }
    return AgeIdentity(text[...]) == nil
  }

  /// Returns the identity to which other machines seal the keys of new epochs, creating it on first
  /// use.
  ///
  /// If the diary isn't encrypted, it is stored in a separate file. Here it is sealed, because with
  /// it someone who has the machine could open the data on a remote.
  func deviceIdentity(else make: () throws -> AgeIdentity) throws -> AgeIdentity {
    if try FileSystem.isPresent(devicePath) {
      var bytes = try layout.decryptedBytes(of: devicePath)
      defer { bytes.wipe() }
      if let identity = AgeIdentity(bytes[...]) { return identity }
    }
    let identity = try make()
    var text = identity.text
    defer { text.wipe() }
    try FileSystem.makeFolders(layout.keys)
    try layout.write(text, to: devicePath)
    return identity
  }

  /// Runs an operation on keys. A `KeyError` becomes the store's error.
  static func convertingErrors<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as KeyError {
      switch error {
      case .file(let error): throw error
      case .exposed(let path), .damaged(let path), .age(let path, _), .wrongRecoveryWords(let path),
        .foreignKey(let path), .missing(let path):
        throw DiaryError.store(path: path, .damaged(error.description))
      }
    }
  }
}

/// The key files of an encrypted store as this machine last wrote or opened them.
///
/// They are remembered in a file outside the store: someone with write access to the store's folder
/// can replace a key file there, but can't change this one. If the store was never opened on this
/// machine, nothing is known and nothing is refused.
package struct KeyPins: Sendable {
  private let path: String

  /// Creates a reference to the file.
  ///
  /// - Parameter path: a file in the state folder.
  package init(path: String) { self.path = path }

  private struct Known: Hashable {
    var recipient: String?
    /// The public key of a store that replaces the remembered one. Either may be found after a
    /// crash.
    var next: String?
    /// The SHA-256 digest of each key file, by its path within the store.
    var files: [String: String] = [:]
  }

  /// Returns the remembered files. A file of pins that can't be read isn't missing: without it, a
  /// replaced key would be accepted.
  private func known() throws -> Known {
    guard let bytes = try OpenFile.existing(path)?.bytes(from: 0, atMost: 1 << 20),
      let json = try? JSONParser.parse(bytes)
    else { return Known() }
    var known = Known(recipient: json["recipient"]?.string, next: json["next"]?.string)
    for member in json["files"]?.members ?? [] { known.files[member.name] = member.value.string }
    return known
  }

  private func write(_ known: Known) throws {
    let files = known.files.sorted { $0.key < $1.key }
    let json: JSONValue = [
      "recipient": .optional(known.recipient),
      "next": .optional(known.next),
      "files": .object(files.map { JSONMember($0.key, .string($0.value)) }),
    ]
    FileSystem.makeFoldersIfPossible(Path.parent(path))
    // Without this file, a replaced key isn't noticed until the diary is opened; an outdated file
    // would reject a new key. So remove it if it can't be written.
    do { try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: path) } catch {
      try forget()
    }
  }

  private func change(_ body: (inout Known) -> Void) throws {
    let old = try known()
    var new = old
    body(&new)
    if new != old { try write(new) }
  }

  /// The known public keys: the store's, and that of a store that may have replaced it.
  ///
  /// - Throws: an error if the file can't be read, as the other methods do.
  var recipients: [String] {
    get throws {
      let known = try known()
      return [known.recipient, known.next].compactMap(\.self)
    }
  }

  /// Returns `true` if texts may be sealed to a public key while the store is locked, or `nil` if
  /// none is known.
  func accepts(_ recipient: AgeRecipient) throws -> Bool? {
    let known = try recipients
    return known.isEmpty ? nil : known.contains(recipient.description)
  }

  /// Returns `true` if a key file has the remembered bytes, or `nil` if it is unknown.
  func matches(_ name: String, _ bytes: [UInt8]) throws -> Bool? {
    try known().files[name].map { $0 == Self.digest(of: bytes) }
  }

  /// The remembered key files, by their paths within the store.
  var names: Set<String> { get throws { Set(try known().files.keys) } }

  func pin(recipient: String) throws {
    try change { ($0.recipient, $0.next) = (recipient, nil) }
  }

  /// Discards the key files durably, before another store replaces the remembered one, and also
  /// accepts that store's public key. Otherwise none would be known if the program was killed.
  ///
  /// - Throws: an error if the file can't be read, or neither written nor removed.
  func prepareExchange(with keyring: Keyring?) throws {
    try change { known in
      known.next = keyring?.current.identity.recipient.description
      known.files = [:]
    }
  }

  func pin(_ name: String, _ bytes: [UInt8]) throws {
    try change { $0.files[name] = Self.digest(of: bytes) }
  }

  /// Remembers the unknown files among these.
  func pin(new files: [(path: String, bytes: [UInt8])]) throws {
    try change { known in
      for (name, bytes) in files where known.files[name] == nil {
        known.files[name] = Self.digest(of: bytes)
      }
    }
  }

  func remove(_ name: String) throws { try change { $0.files[name] = nil } }

  /// Discards everything durably.
  ///
  /// - Throws: an error if the file can't be removed.
  func forget() throws {
    guard FileSystem.exists(path) else { return }
    try FileSystem.remove(path)
    try FileSystem.sync(folder: Path.parent(path))
  }

  private static func digest(of bytes: [UInt8]) -> String {
    AssetID(digest: SHA256.hash(data: bytes)).description
  }
}
