import Age
import DiaryCore
import DiaryKeys
import DiaryStore
import System

/// The diary's keys as this machine has them and as they lie on a remote.
struct RemoteKeys {
  let folder: SyncFolder
  let repository: DiskRepository

  private var layout: StoreLayout { repository.layout }

  /// The keys that this machine has; `nil` while it has none. Those of an encrypted diary stand in it.
  func local() async throws(SyncFailure) -> Keyring? {
    if layout.isEncrypted { return try await SyncFailure.diary(layout.keyring()) }
    guard let bytes = SyncFolder.bytes(folder.keyring) else { return nil }
    let device = try await deviceKeys().identity
    return try SyncFailure.keys(
      Keyring(opening: bytes, named: Path.name(folder.keyring), with: device))
  }

  /// Keeps keys on this machine.
  func keep(_ keyring: Keyring) async throws(SyncFailure) {
    if layout.isEncrypted {
      try await SyncFailure.diary(StoreKeys(of: layout).keepFollowing(keyring))
      return layout.cipher.unlock(with: keyring)
    }
    let device = try await deviceKeys().identity
    let bytes = try SyncFailure.keys(keyring.sealed(to: [device.recipient]))
    try write(bytes, to: folder.keyring)
  }

  /// Keeps what opens keys with new recovery words, for further remotes, and the words until somebody
  /// has seen them.
  func keep(_ keyring: Keyring, under words: RecoveryWords) async throws(SyncFailure) {
    let device = try await deviceKeys().identity.recipient
    let name = Path.name(folder.unseenWords)
    let unseen: [UInt8]
    do throws(AgeError) { unseen = try words.sealed(to: device) } catch {
      throw .key(.age(name: name, error))
    }
    let recovery = try SyncFailure.keys(keyring.sealed(under: words))
    try write(unseen, to: folder.unseenWords)
    try keep(recovery: recovery, KeyFileName(wordsOf: keyring.current))
  }

  /// Keeps what recovery words open, in an encrypted diary, too.
  private func keep(recovery bytes: [UInt8], _ name: KeyFileName) throws(SyncFailure) {
    try write(bytes, to: folder.recovery(name))
    guard layout.isEncrypted else { return }
    do throws(DiaryError) {
      try StoreKeys(of: layout).keep(recovery: bytes, ofEpoch: name.epoch)
    } catch {
      throw .diary(error)
    }
  }

  /// What the recovery words of a key open; `nil` where they aren't known here.
  func recovery(of key: DiaryKey) -> [UInt8]? {
    SyncFolder.bytes(folder.recovery(KeyFileName(wordsOf: key)))
      ?? StoreKeys(of: layout).recovery(ofEpoch: key.epoch)
  }

  /// Recovery words that nobody has seen yet, where there are any.
  func unseenWords() async -> RecoveryWords? {
    guard let bytes = SyncFolder.bytes(folder.unseenWords), let keys = try? await deviceKeys()
    else { return nil }
    return RecoveryWords(opening: bytes, with: keys.identity)
  }

  /// The newest epoch that a remote has keys of; `nil` when it has none. What recovery words open is put
  /// there first: where nothing else is, the rest is on its way.
  ///
  /// - Parameter isWhole: whether only those count that have keys for devices.
  private static func newestEpoch(in listing: RemoteListing, isWhole: Bool) -> Int? {
    listing.files.keys.compactMap { name in
      let parts = name.path.split(separator: "/")
      guard parts.count == 2, parts[0] == "keys" else { return nil }
      if isWhole, KeyFileName(name.path)?.isRecovery == true { return nil }
      return Int(parts[1].prefix { $0 != "." && $0 != "-" })
    }.max()
  }

  /// Opens the keys that a remote has beyond those here, with this device's key or with the words.
  func joined(
    _ known: Keyring?, _ listing: RemoteListing, words: RecoveryWords?, remote name: String,
    fetching read: (RemoteName) async throws(SyncFailure) -> [UInt8]?
  ) async throws(SyncFailure) -> Keyring? {
    let isWhole = known != nil && words == nil
    guard let epoch = Self.newestEpoch(in: listing, isWhole: isWhole) else { return known }
    var keyring = try await given(known, listing, fetching: read)
    let names = KeyFileName.all(in: listing).filter { $0.epoch == epoch }
    if let words, let opened = try await opened(names, with: words, read) {
      keyring = keyring?.joined(with: opened) ?? opened
    }
    for name in names where !name.isRecovery && keyring.map(name.isKnown) != true {
      guard let bytes = try await bytes(name.path, read),
        let opened = try await opened(bytes, name, keyring)
      else { continue }
      keyring = keyring?.joined(with: opened) ?? opened
    }
    guard let keyring, keyring.current.epoch >= epoch else { throw .needsWords(name) }
    try await keepRecovery(of: keyring, in: listing, read)
    return keyring
  }

  /// Keeps the files that recovery words open, so that the words open other remotes, too. They may be listed
  /// later than the keys, and in part at first: the longer of two is kept.
  private func keepRecovery(
    of keyring: Keyring, in listing: RemoteListing,
    _ read: (RemoteName) async throws(SyncFailure) -> [UInt8]?
  ) async throws(SyncFailure) {
    for key in keyring.newest {
      let file = KeyFileName(wordsOf: key)
      let known = recovery(of: key)?.count ?? 0
      guard let name = RemoteName(file.path), let size = listing.files[name], known < size else {
        continue
      }
      // The file of a key that was made here is whole here, unless it was lost.
      if known > 0,
        try await SyncFailure.diary(await repository.newestOwnKey()) == key.identity.recipient
      {
        continue
      }
      guard let bytes = try await read(name), known < bytes.count else { continue }
      try keep(recovery: bytes, file)
    }
  }

  /// What the words open. Throws when there is something, and they open nothing of it.
  private func opened(
    _ names: [KeyFileName], with words: RecoveryWords,
    _ read: (RemoteName) async throws(SyncFailure) -> [UInt8]?
  ) async throws(SyncFailure) -> Keyring? {
    var failure: SyncFailure?
    for name in names where name.isRecovery {
      guard let bytes = try await bytes(name.path, read) else { continue }
      do throws(SyncFailure) {
        let opened = try SyncFailure.keys(Keyring(opening: bytes, named: name.path, with: words))
        try keep(recovery: bytes, name)
        return opened
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// What this device's key opens or, of an epoch that two machines began, one of the keys that are here.
  private func opened(
    _ bytes: [UInt8], _ name: KeyFileName, _ known: Keyring?
  ) async throws(SyncFailure) -> Keyring? {
    let device = try await deviceKeys().identity
    let expected = name.tags.isEmpty ? try await knownKey(ofEpoch: name.epoch) : nil
    if let opened = try? Keyring(
      opening: bytes, named: name.path, with: device, expecting: expected)
    {
      return opened
    }
    guard let known, !name.tags.isEmpty else { return nil }
    return try? Keyring(opening: bytes, named: name.path, with: known)
  }

  /// With what lies there for this device alone.
  private func given(
    _ known: Keyring?, _ listing: RemoteListing,
    fetching read: (RemoteName) async throws(SyncFailure) -> [UInt8]?
  ) async throws(SyncFailure) -> Keyring? {
    let device = try await SyncFailure.diary(await repository.ownDevice())
    let identity = try await deviceKeys().identity
    var keyring = known
    for name in listing.files.keys.sorted()
    where Keyring.isName(name.path, for: device) && keyring?.has(name.path, for: device) != true {
      guard let bytes = try await read(name),
        let opened = try? Keyring(opening: bytes, named: name.path, with: identity)
      else { continue }
      keyring = keyring?.joined(with: opened) ?? opened
    }
    return keyring
  }

  /// The files for devices of people that were let in since the epoch began, or that may lack the key.
  private func gifts(
    _ keyring: Keyring, in listing: RemoteListing
  ) async throws(SyncFailure) -> [OutgoingFile] {
    guard let people = try await SyncFailure.diary(await repository.people()),
      let own = people.first(where: \.isThis)
    else { return [] }
    let devices = try await SyncFailure.diary(await repository.knownDevices())
    let this = try await SyncFailure.diary(await repository.ownDevice())
    var files: [OutgoingFile] = []
    for device in devices where !device.isRemoved && device.id != this {
      guard own.role == .owner || own.devices.contains(where: { $0.id == device.id }),
        let name = RemoteName(Keyring.name(of: keyring.current, for: device.id)),
        listing.files[name] == nil
      else { continue }
      let bytes = try SyncFailure.keys(keyring.sealed(to: [device.recipient]))
      files.append(OutgoingFile(name, .bytes(bytes)))
    }
    return files
  }

  private func bytes(
    _ name: String, _ read: (RemoteName) async throws(SyncFailure) -> [UInt8]?
  ) async throws(SyncFailure) -> [UInt8]? {
    guard let name = RemoteName(name) else { return nil }
    return try await read(name)
  }

  private func knownKey(ofEpoch epoch: Int) async throws(SyncFailure) -> AgeRecipient? {
    try await SyncFailure.diary(await repository.knownKeys().last { $0.epoch == epoch }?.recipient)
  }

  /// The files with the newest keys that a remote lacks.
  func missing(
    _ keyring: Keyring, in listing: RemoteListing
  ) async throws(SyncFailure) -> [OutgoingFile] {
    let name = KeyFileName(of: keyring)
    let names = KeyFileName.all(in: listing)
    // What another machine has put there will do.
    let isThere = names.contains { other in
      !other.isRecovery && other.epoch == name.epoch && Set(other.tags).isSuperset(of: name.tags)
    }
    if !isThere { try write(try await sealed(keyring), to: folder.keys(name)) }
    // Those that this machine has made have to be there whole.
    let files =
      keyring.newest.map { (KeyFileName(wordsOf: $0), recovery(of: $0)) }
      + [(name, SyncFolder.bytes(folder.keys(name)))]
    let lacking = files.compactMap { name, bytes -> OutgoingFile? in
      guard let bytes, let name = RemoteName(name.path),
        listing.files[name] ?? 0 < bytes.count
      else { return nil }
      return OutgoingFile(name, .bytes(bytes))
    }
    return lacking + (try await gifts(keyring, in: listing))
  }

  /// The keys, for every device.
  private func sealed(_ keyring: Keyring) async throws(SyncFailure) -> [UInt8] {
    let devices = try await SyncFailure.diary(await repository.knownDevices())
    let recipients = devices.filter(\.isGivenKeys).map(\.recipient)
    return try SyncFailure.keys(keyring.sealed(to: recipients))
  }

  private func deviceKeys() async throws(SyncFailure) -> DeviceKeys {
    try await SyncFailure.diary(await repository.deviceKeys())
  }

  private func write(_ bytes: [UInt8], to path: String) throws(SyncFailure) {
    try SyncFailure.here(Path.name(path), folder.write(bytes, to: path))
  }
}

// MARK: -

/// The name of a file with the diary's keys on a remote: `keys/1.age` for its devices and
/// `keys/1.recovery.age` for the recovery words. From the second epoch on, which two machines may begin
/// at once, the tags of the epoch's keys stand in it, as in `keys/2-0a1b2c3d.age`, so that neither of
/// them takes the other's place.
struct KeyFileName: Hashable {
  let epoch: Int
  /// Of the keys of that epoch that it brings; empty where there can be one alone.
  let tags: [String]
  let isRecovery: Bool

  private static let (folder, ending, recoveryEnding) = ("keys/", ".age", ".recovery.age")

  /// That of the file for all devices.
  init(of keyring: Keyring) { self.init(keyring.newest, isRecovery: false) }

  /// That of the file for the words of a key.
  init(wordsOf key: DiaryKey) { self.init([key], isRecovery: true) }

  private init(_ keys: [DiaryKey], isRecovery: Bool) {
    epoch = keys.first?.epoch ?? 1
    tags = epoch > 1 ? keys.map(\.tag).sorted() : []
    self.isRecovery = isRecovery
  }

  /// `nil` for any other file.
  init?(_ path: String) {
    guard path.hasPrefix(Self.folder), path.hasSuffix(Self.ending) else { return nil }
    isRecovery = path.hasSuffix(Self.recoveryEnding)
    let end = isRecovery ? Self.recoveryEnding : Self.ending
    let parts = path.dropFirst(Self.folder.utf8.count).dropLast(end.utf8.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, let epoch = Int(first), (1...Keyring.lastEpoch).contains(epoch),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 8 && UInt32($0, radix: 16) != nil })
    else { return nil }
    self.epoch = epoch
    tags = parts.dropFirst().map(String.init)
  }

  /// The name without what all have in common, for a file on this machine.
  var stem: String { ([String(epoch)] + tags).joined(separator: "-") }

  var path: String { Self.folder + stem + (isRecovery ? Self.recoveryEnding : Self.ending) }

  /// Whether a file has nothing that isn't in a keyring.
  func isKnown(to keyring: Keyring) -> Bool {
    if tags.isEmpty { return keyring.keys.contains { $0.epoch >= epoch } }
    let known = Set(keyring.keys.filter { $0.epoch == epoch }.map(\.tag))
    return known.isSuperset(of: tags)
  }

  /// Those that a remote lists, those with few keys first, which may open the others.
  static func all(in listing: RemoteListing) -> [KeyFileName] {
    listing.files.keys.filter { $0.original == nil }.compactMap { KeyFileName($0.path) }
      .sorted { ($0.tags.count, $0.path) < ($1.tags.count, $1.path) }
  }
}

// MARK: -

/// How files lie on a remote: sealed to the diary's key, or as they are.
enum Sealing {
  case plain
  case sealed(Keyring)

  var isPlain: Bool { if case .plain = self { true } else { false } }

  /// What a text becomes.
  func sealed(_ lines: [UInt8]) throws(SyncFailure) -> [UInt8] {
    guard case .sealed(let keyring) = self else { return lines }
    var lines = lines
    SegmentPadding.pad(&lines)
    do {
      return try AgeWriter.seal(lines, to: keyring.current.lock)
    } catch {
      throw .key(.age(name: "log", error))
    }
  }

  /// What a text was; `nil` when it is damaged or was sealed to another key.
  func opened(_ bytes: [UInt8]) -> [UInt8]? {
    guard case .sealed(let keyring) = self else { return bytes }
    guard let lines = try? AgeReader.open(bytes, with: keyring.key) else { return nil }
    return Array(SegmentPadding.unpadded(lines))
  }

  /// What tells whether other keys are there to open files with.
  var keysMark: String {
    guard case .sealed(let keyring) = self else { return "" }
    return keyring.keys.map(\.identity.recipient.description).joined(separator: " ")
  }

  // MARK: Assets

  /// What the bytes of a small file become.
  func sealed(asset bytes: [UInt8]) throws(SyncFailure) -> [UInt8] {
    guard case .sealed(let keyring) = self else { return bytes }
    do {
      return try AgeWriter.seal(bytes, to: keyring.current.lock)
    } catch {
      throw .key(.age(name: "small", error))
    }
  }

  /// What they were; `nil` when they are damaged.
  func opened(asset bytes: [UInt8]) -> [UInt8]? {
    guard case .sealed(let keyring) = self else { return bytes }
    return try? AgeReader.open(bytes, with: keyring.key)
  }

  /// What the size of an asset tells of that of its file there, in bytes.
  func size(of count: Int) -> Int {
    isPlain ? count : AgeWriter.headerSize + AgeStream.sealedSize(of: count)
  }

  /// The names that an asset may have there; the first one is given to it.
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

  /// Seals a file of the diary into another one, which is put on the remote.
  ///
  /// - Parameter opener: opens the file, which is sealed to the diary's key itself if the diary is encrypted.
  func seal(
    _ source: String, to path: String, _ opener: any AssetOpener
  ) throws(SyncFailure) {
    do {
      let output = try OpenFile(path, [.writeOnly, .create, .truncate])
      func put(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { try output.write(bytes) }
      let isWhole: Bool
      switch self {
      case .plain: isWhole = try opener.read(source, put)
      case .sealed(let keyring):
        var writer = try AgeWriter(to: keyring.current.lock)
        isWhole = try opener.read(source) { bytes throws(SystemError) in
          try writer.write(bytes, put)
        }
        try writer.finish(put)
      }
      guard isWhole else { throw SystemError(.reading, source, .inputOutput) }
    } catch let error as SystemError {
      throw .remote(RemoteError("", .local(path: error.path, reason: error.words)))
    } catch let error as AgeError {
      throw .key(.age(name: Path.name(source), error))
    } catch {
      throw .remote(RemoteError("", .local(path: path, reason: "\(error)")))
    }
  }

  /// Gives the bytes of a file that came from there, piece by piece. Throws when it is damaged.
  func read(
    _ path: String, _ put: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let file = try OpenFile.reading(path)
    guard case .sealed(let keyring) = self else {
      var bytes = [UInt8](repeating: 0, count: 1 << 20)
      while case let count = try file.read(into: &bytes), count > 0 {
        try bytes[..<count].withUnsafeBytes { try put($0) }
      }
      return
    }
    let reader = try AgeReader(.file(file.descriptor), with: keyring.key)
    for number in 0..<reader.chunkCount {
      let chunk = try reader.chunk(number)
      try chunk.withUnsafeBytes { try put($0) }
    }
  }
}
