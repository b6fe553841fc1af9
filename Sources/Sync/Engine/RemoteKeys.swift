import Crypto
import DiaryCore
import DiaryStore
import System

/// The diary's keys on this machine and on a remote.
struct RemoteKeys {
  let folder: SyncFolder
  let repository: DiskRepository

  private var layout: StoreLayout { repository.layout }

  /// Returns the keys on this machine, or `nil` if there are none. An encrypted diary stores them
  /// itself.
  func local() async throws -> Keyring? {
    if layout.isEncrypted { return try layout.keyring() }
    guard let bytes = SyncFolder.bytes(folder.keyring) else { return nil }
    let device = try await repository.deviceKeys().identity
    return try Keyring(opening: bytes, named: Path.name(folder.keyring), with: device)
  }

  /// Saves keys on this machine.
  func save(_ keyring: Keyring) async throws {
    if layout.isEncrypted {
      let all = try StoreKeys(of: layout).add(keyring)
      return layout.cipher.unlock(with: all)
    }
    try keep(keyring, for: try await repository.deviceKeys().identity.recipient)
  }

  /// Saves keys outside the diary, sealed for this device.
  func keep(_ keyring: Keyring, for device: AgeRecipient) throws {
    try write(try keyring.sealed(to: [device]), to: folder.keyring)
  }

  /// Saves the file that new recovery words open, for further remotes, and the words until the user
  /// has seen them.
  func save(_ keyring: Keyring, under words: RecoveryWords) async throws {
    let recovery = try keyring.sealed(under: words)
    if layout.isEncrypted {
      try StoreKeys(of: layout).keepUnseen(words, opening: recovery)
    } else {
      try keepUnseen(words, for: try await repository.deviceKeys().identity.recipient)
    }
    try save(recovery: recovery, KeyFileName(wordsOf: keyring.current))
  }

  /// Saves words outside the diary, sealed for this device.
  func keepUnseen(_ words: RecoveryWords, for device: AgeRecipient) throws {
    let unseen: [UInt8]
    do { unseen = try words.sealed(to: device) } catch {
      throw KeyError.age(name: Path.name(folder.unseenRecoveryWords), error)
    }
    try write(unseen, to: folder.unseenRecoveryWords)
  }

  /// Saves the file that recovery words open, in an encrypted diary too.
  private func save(recovery bytes: [UInt8], _ name: KeyFileName) throws {
    try write(bytes, to: folder.recovery(name))
    guard layout.isEncrypted else { return }
    try StoreKeys(of: layout).write(recovery: bytes, ofEpoch: name.epoch)
  }

  /// Returns the file that a key's recovery words open, or `nil` if it isn't on this machine.
  ///
  /// - Throws: an error if it can't be read. Without it, a remote would be incomplete.
  func recovery(of key: DiaryKey) throws -> [UInt8]? {
    try bytes(ofExisting: folder.recovery(KeyFileName(wordsOf: key)))
      ?? StoreKeys(of: layout).recovery(ofEpoch: key.epoch)
  }

  private func bytes(ofExisting path: String) throws -> [UInt8]? {
    try SyncFailure.locally(Path.name(path), SyncFolder.bytes(ofExisting: path))
  }

  /// Returns recovery words that the user hasn't seen yet, or `nil`.
  func unseenRecoveryWords() async -> RecoveryWords? {
    if layout.isEncrypted { return StoreKeys(of: layout).unseenWords }
    guard let bytes = SyncFolder.bytes(folder.unseenRecoveryWords),
      let keys = try? await repository.deviceKeys(),
      let words = RecoveryWords(opening: bytes, with: keys.identity),
      let keyring = try? await local(), mayOpen(keyring, with: words)
    else { return nil }
    return words
  }

  /// Returns `false` if recovery words don't open the keys: a program that was stopped before it
  /// saved its keys leaves words that open nothing.
  private func mayOpen(_ keyring: Keyring, with words: RecoveryWords) -> Bool {
    keyring.newest.contains { key in
      guard let bytes = try? recovery(of: key) else { return true }
      return (try? Keyring(opening: bytes, named: "", with: words)) != nil
    }
  }

  /// Returns the newest epoch with keys on a remote, or `nil`. The file for recovery words is sent
  /// first: if there is no other file of that epoch, the others are still in transit.
  ///
  /// - Parameter isWhole: true to count only epochs with keys for devices.
  private static func newestEpoch(in listing: RemoteListing, isWhole: Bool) -> Int? {
    listing.files.keys.compactMap { name in
      let parts = name.path.split(separator: "/")
      guard parts.count == 2, parts[0] == "keys" else { return nil }
      if isWhole, KeyFileName(name.path)?.isRecovery == true { return nil }
      return Int(parts[1].prefix { $0 != "." && $0 != "-" })
    }.max()
  }

  /// Opens keys on a remote that aren't here yet, with this device's key or the recovery words.
  ///
  /// - Throws: `SyncFailure.needsRecoveryWords` if the newest epoch stays closed.
  func joined(
    _ known: Keyring?, _ listing: RemoteListing, words: RecoveryWords?, remote name: String,
    fetching read: (RemoteName) async throws -> [UInt8]?
  ) async throws -> Keyring? {
    let isWhole = known != nil && words == nil
    guard let epoch = Self.newestEpoch(in: listing, isWhole: isWhole) else { return known }
    var keyring = try await given(known, listing, fetching: read)
    let names = KeyFileName.all(in: listing).filter { $0.epoch == epoch }
    if let words, let opened = try await opened(names, with: words, read) {
      keyring = keyring?.merged(with: opened) ?? opened
    }
    for name in names where !name.isRecovery && keyring.map(name.isKnown) != true {
      guard let bytes = try await bytes(name.path, read),
        let opened = try await opened(bytes, name, keyring)
      else { continue }
      keyring = keyring?.merged(with: opened) ?? opened
    }
    guard let keyring, keyring.current.epoch >= epoch else {
      throw SyncFailure.needsRecoveryWords(name)
    }
    try await keepRecovery(of: keyring, in: listing, read)
    return keyring
  }

  /// Saves the files that recovery words open, so that the words open further remotes too. A remote
  /// may list them later than the keys, and incomplete at first: the longer of two is kept.
  private func keepRecovery(
    of keyring: Keyring, in listing: RemoteListing,
    _ read: (RemoteName) async throws -> [UInt8]?
  ) async throws {
    for key in keyring.newest {
      let file = KeyFileName(wordsOf: key)
      let known = try recovery(of: key)?.count ?? 0
      guard let name = RemoteName(file.path), let size = listing.files[name], known < size else {
        continue
      }
      // A file for a key that was created here is complete here, unless it was lost.
      if known > 0,
        try await repository.newestLocalKey() == key.identity.recipient
      {
        continue
      }
      guard let bytes = try await read(name), known < bytes.count else { continue }
      try save(recovery: bytes, file)
    }
  }

  /// Returns the keys that recovery words open, or `nil` if there is no file for words.
  ///
  /// - Throws: the last failure if there are such files and the words open none of them.
  private func opened(
    _ names: [KeyFileName], with words: RecoveryWords,
    _ read: (RemoteName) async throws -> [UInt8]?
  ) async throws -> Keyring? {
    var failure: SyncFailure?
    for name in names where name.isRecovery {
      guard let bytes = try await bytes(name.path, read) else { continue }
      do {
        let opened = try Keyring(opening: bytes, named: name.path, with: words)
        try save(recovery: bytes, name)
        return opened
      } catch {
        failure = SyncFailure(error)
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Returns the keys that this device's key opens or, if two machines began the epoch, another key
  /// of it.
  private func opened(
    _ bytes: [UInt8], _ name: KeyFileName, _ known: Keyring?
  ) async throws -> Keyring? {
    let device = try await repository.deviceKeys().identity
    let expected = name.tags.isEmpty ? try await knownKey(ofEpoch: name.epoch) : nil
    if let opened = try? Keyring(
      opening: bytes, named: name.path, with: device, expecting: expected)
    {
      return opened
    }
    guard let known, !name.tags.isEmpty else { return nil }
    return try? Keyring(opening: bytes, named: name.path, with: known)
  }

  /// Returns the keyring extended by files for this device alone.
  private func given(
    _ known: Keyring?, _ listing: RemoteListing,
    fetching read: (RemoteName) async throws -> [UInt8]?
  ) async throws -> Keyring? {
    let device = try await repository.deviceID()
    let identity = try await repository.deviceKeys().identity
    var keyring = known
    for name in listing.files.keys.sorted()
    where Keyring.isName(name.path, for: device) && keyring?.has(name.path, for: device) != true {
      guard let bytes = try await read(name),
        let opened = try? Keyring(opening: bytes, named: name.path, with: identity)
      else { continue }
      keyring = keyring?.merged(with: opened) ?? opened
    }
    return keyring
  }

  /// Returns the files for devices that joined since the epoch began or may be missing the key.
  private func filesForNewDevices(
    _ keyring: Keyring, in listing: RemoteListing
  ) async throws -> [OutgoingFile] {
    guard let people = try await repository.people(),
      let own = people.first(where: \.isCurrentUser)
    else { return [] }
    let devices = try await repository.knownDevices()
    let this = try await repository.deviceID()
    var files: [OutgoingFile] = []
    for device in devices where !device.isRemoved && device.id != this {
      guard own.role == .owner || own.devices.contains(where: { $0.id == device.id }),
        let name = RemoteName(Keyring.name(of: keyring.current, for: device.id)),
        listing.files[name] == nil
      else { continue }
      let bytes = try keyring.sealed(to: [device.recipient])
      files.append(OutgoingFile(name, .bytes(bytes)))
    }
    return files
  }

  private func bytes(
    _ name: String, _ read: (RemoteName) async throws -> [UInt8]?
  ) async throws -> [UInt8]? {
    guard let name = RemoteName(name) else { return nil }
    return try await read(name)
  }

  private func knownKey(ofEpoch epoch: Int) async throws -> AgeRecipient? {
    try await repository.knownKeys().last { $0.epoch == epoch }?.recipient
  }

  /// Returns the files with the newest keys that are missing on a remote.
  func missing(_ keyring: Keyring, in listing: RemoteListing) async throws -> [OutgoingFile] {
    let name = KeyFileName(of: keyring)
    let names = KeyFileName.all(in: listing)
    // A file that another machine sent is as good.
    let isThere = names.contains { other in
      !other.isRecovery && other.epoch == name.epoch && Set(other.tags).isSuperset(of: name.tags)
    }
    if !isThere { try write(try await sealed(keyring), to: folder.keys(name)) }
    // The files that this machine created have to be complete on the remote.
    let files =
      try keyring.newest.map { (KeyFileName(wordsOf: $0), try recovery(of: $0)) }
      + [(name, try bytes(ofExisting: folder.keys(name)))]
    let missing = files.compactMap { name, bytes -> OutgoingFile? in
      guard let bytes, let name = RemoteName(name.path),
        listing.files[name] ?? 0 < bytes.count
      else { return nil }
      return OutgoingFile(name, .bytes(bytes))
    }
    return missing + (try await filesForNewDevices(keyring, in: listing))
  }

  /// Encrypts the keys for every device that gets keys.
  private func sealed(_ keyring: Keyring) async throws -> [UInt8] {
    let devices = try await repository.knownDevices()
    let recipients = devices.filter(\.receivesKeys).map(\.recipient)
    return try keyring.sealed(to: recipients)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    try SyncFailure.locally(Path.name(path), folder.write(bytes, to: path))
  }
}

// MARK: -

/// The name of a file with the diary's keys on a remote: `keys/1.age` for devices,
/// `keys/1.recovery.age` for the recovery words.
///
/// From the second epoch on, the name contains the tags of the epoch's keys, as in
/// `keys/2-0a1b2c3d.age`: two machines may begin an epoch at the same time, and neither may
/// overwrite the other's file.
struct KeyFileName: Hashable {
  let epoch: Int
  /// The tags of the epoch's keys in the file; empty in the first epoch, which has one key.
  let tags: [String]
  let isRecovery: Bool

  private static let (folder, ending, recoveryEnding) = ("keys/", ".age", ".recovery.age")

  /// The name of the file for all devices.
  init(of keyring: Keyring) { self.init(keyring.newest, isRecovery: false) }

  /// The name of the file for a key's recovery words.
  init(wordsOf key: DiaryKey) { self.init([key], isRecovery: true) }

  private init(_ keys: [DiaryKey], isRecovery: Bool) {
    epoch = keys.first?.epoch ?? 1
    tags = epoch > 1 ? keys.map(\.tag).sorted() : []
    self.isRecovery = isRecovery
  }

  /// Parses a path; `nil` for any other file.
  init?(_ path: String) {
    guard path.hasPrefix(Self.folder), path.hasSuffix(Self.ending) else { return nil }
    isRecovery = path.hasSuffix(Self.recoveryEnding)
    let end = isRecovery ? Self.recoveryEnding : Self.ending
    let parts = path.dropFirst(Self.folder.utf8.count).dropLast(end.utf8.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, let epoch = Int(first), (1...Keyring.maxEpoch).contains(epoch),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 8 && UInt32($0, radix: 16) != nil })
    else { return nil }
    self.epoch = epoch
    tags = parts.dropFirst().map(String.init)
  }

  /// The name without prefix and ending, for a file on this machine.
  var stem: String { ([String(epoch)] + tags).joined(separator: "-") }

  var path: String { Self.folder + stem + (isRecovery ? Self.recoveryEnding : Self.ending) }

  /// Returns true if a keyring has all keys of the file.
  func isKnown(to keyring: Keyring) -> Bool {
    if tags.isEmpty { return keyring.keys.contains { $0.epoch >= epoch } }
    let known = Set(keyring.keys.filter { $0.epoch == epoch }.map(\.tag))
    return known.isSuperset(of: tags)
  }

  /// Returns the files of keys that a remote lists, smallest first: they may open the others.
  static func all(in listing: RemoteListing) -> [KeyFileName] {
    listing.files.keys.filter { $0.original == nil }.compactMap { KeyFileName($0.path) }
      .sorted { ($0.tags.count, $0.path) < ($1.tags.count, $1.path) }
  }
}

// MARK: -

/// The form of files on a remote: encrypted with the diary's key, or in clear.
enum Sealing {
  case plain
  case sealed(Keyring)

  var isPlain: Bool { if case .plain = self { true } else { false } }

  /// Converts lines for the remote.
  func sealed(_ lines: [UInt8]) throws -> [UInt8] {
    guard case .sealed(let keyring) = self else { return lines }
    var lines = lines
    SegmentPadding.pad(&lines)
    do {
      return try AgeWriter.seal(lines, to: keyring.current.encryptionKey)
    } catch {
      throw KeyError.age(name: "log", error)
    }
  }

  /// Converts a file's bytes back to lines; `nil` if it is damaged or encrypted with another key.
  func opened(_ bytes: [UInt8]) -> [UInt8]? {
    guard case .sealed(let keyring) = self else { return bytes }
    guard let lines = try? AgeReader.open(bytes, with: keyring.decryptionKey) else { return nil }
    return Array(SegmentPadding.unpadded(lines))
  }

  /// A text that changes when other keys become available.
  var keysFingerprint: String {
    guard case .sealed(let keyring) = self else { return "" }
    return keyring.keys.map(\.identity.recipient.description).joined(separator: " ")
  }

  // MARK: Assets

  /// Converts a small file for the remote.
  func sealed(asset bytes: [UInt8]) throws -> [UInt8] {
    guard case .sealed(let keyring) = self else { return bytes }
    do {
      return try AgeWriter.seal(bytes, to: keyring.current.encryptionKey)
    } catch {
      throw KeyError.age(name: "small", error)
    }
  }

  /// Converts a small file back; `nil` if it is damaged.
  func opened(asset bytes: [UInt8]) -> [UInt8]? {
    guard case .sealed(let keyring) = self else { return bytes }
    return try? AgeReader.open(bytes, with: keyring.decryptionKey)
  }

  /// Returns the size on the remote of an asset of `count` bytes.
  func size(of count: Int) -> Int {
    isPlain ? count : AgeWriter.headerSize + AgeStream.sealedSize(of: count)
  }

  /// Returns the possible names of an asset on the remote. New files get the first one.
  func names(of file: AssetFile, in folder: String) -> [RemoteName] {
    switch self {
    case .plain:
      return [Self.name(file.asset, folder, ending: file.type.fileExtension)].compactMap(\.self)
    case .sealed(let keyring):
      return keyring.keys.reversed().compactMap { key in
        Self.name(key.name(of: file.asset), folder, ending: "age")
      }
    }
  }

  private static func name(_ asset: AssetID, _ folder: String, ending: String) -> RemoteName? {
    RemoteName("\(folder)/\(asset.description.prefix(2))/\(asset).\(ending)")
  }

  /// Converts a file of the diary for the remote, into another file.
  ///
  /// - Parameter opener: opens the source, which is encrypted itself if the diary is.
  func seal(_ source: String, to path: String, _ opener: any AssetOpener) throws {
    do {
      let output = try OpenFile(path, [.writeOnly, .create, .truncate])
      func put(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { try output.write(bytes) }
      let isWhole: Bool
      switch self {
      case .plain: isWhole = try opener.read(source, put)
      case .sealed(let keyring):
        var writer = try AgeWriter(to: keyring.current.encryptionKey)
        isWhole = try opener.read(source) { bytes throws(SystemError) in
          try writer.write(bytes, put)
        }
        try writer.finish(put)
      }
      guard isWhole else { throw SystemError(.reading, source, .inputOutput) }
    } catch let error as SystemError {
      throw RemoteError("", .local(path: error.path, reason: error.message))
    } catch let error as AgeError {
      throw KeyError.age(name: Path.name(source), error)
    } catch {
      throw RemoteError("", .local(path: path, reason: "\(error)"))
    }
  }

  /// Passes the original bytes of a downloaded file to `put`, in pieces. Returns `false` if the
  /// file is damaged or can't be read, after passing the bytes before that place.
  ///
  /// - Throws: the error of `put`.
  func read(_ path: String, _ put: (UnsafeRawBufferPointer) throws -> Void) rethrows -> Bool {
    guard let file = try? OpenFile.reading(path) else { return false }
    guard case .sealed(let keyring) = self else {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      while let count = try? file.read(into: &bytes) {
        if count == 0 { return true }
        try bytes[..<count].withUnsafeBytes { try put($0) }
      }
      return false
    }
    guard let reader = try? AgeReader(.file(file.descriptor), with: keyring.decryptionKey)
    else { return false }
    for number in 0..<reader.chunkCount {
      guard let chunk = try? reader.chunk(number) else { return false }
      try chunk.withUnsafeBytes { try put($0) }
    }
    return true
  }
}
