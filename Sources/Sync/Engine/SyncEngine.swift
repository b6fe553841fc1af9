import Crypto
import DiaryCore
import DiaryStore
import System
import Text

/// Synchronizes the diary in a folder with its remotes.
///
/// Implements `DiarySyncing` for the screens. Each remote is handled by one `SyncPass`, under a
/// lock per remote that other processes respect too.
package struct SyncEngine: DiarySyncing {
  let repository: DiskRepository
  let folder: SyncFolder
  private let cache: String
  let home: String?
  let previewFolder: PreviewFolder
  let makePreview: PreviewMaker?
  let now: @Sendable () -> Timestamp
  /// Makes the remote of an address. Tests replace it.
  private let connect: @Sendable (RemoteAddress, _ device: String, _ cache: String) -> any Remote

  /// - Parameters:
  ///   - root: the diary's folder.
  ///   - cipher: opens its files if they are encrypted.
  ///   - devicePath: the file with this device's id.
  ///   - deviceName: the device's name for other machines; `nil` for the host's name.
  ///   - memory: the folder for data about the remotes of all diaries.
  ///   - cache: a folder for data that can be fetched again.
  ///   - home: the path that replaces `~` in addresses.
  ///   - makePreview: makes previews for other machines that keep them.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String,
    deviceName: String? = nil, draftsFolder: String? = nil, memory: String, cache: String,
    home: String?, makePreview: PreviewMaker? = nil,
    defaultAuthorName: @escaping @Sendable () throws -> String,
    now: @escaping @Sendable () -> Timestamp,
    connect: @escaping @Sendable (RemoteAddress, _ device: String, _ cache: String) -> any Remote =
      {
        $0.remote(device: $1, cache: $2)
      }
  ) {
    let layout = StoreLayout(root: root, cipher: cipher)
    repository = DiskRepository(
      root: root, cipher: cipher, devicePath: devicePath, deviceName: deviceName,
      draftsFolder: draftsFolder, notesChanges: false, defaultAuthorName: defaultAuthorName,
      now: now)
    folder = SyncFolder(of: layout, in: memory)
    self.cache = cache
    (previewFolder, self.makePreview) = (PreviewFolder(of: layout, in: cache), makePreview)
    (self.home, self.now, self.connect) = (home, now, connect)
  }

  // MARK: State

  package func state() async -> SyncState {
    await followMove()
    var state = SyncState()
    let counts = (try? await repository.lineCounts()) ?? [:]
    let people = (try? await repository.people()) ?? nil
    // This machine no longer sends anything once its person was removed.
    let maySend = people?.contains { $0.isCurrentUser && $0.isRemoved } != true
    for remote in folder.remotes {
      let memory = folder.memory(of: remote.name)
      var known = RemoteState(
        name: remote.name, address: remote.displayAddress(home: home), isPlain: remote.isPlain,
        photos: remote.photos)
      known.lastSync = memory.lastSync ?? folder.lastSync(of: remote.name)
      (known.error, known.issues) = (memory.error, memory.issues)
      known.needsRecoveryWords = memory.needsRecoveryWords
      known.missingTexts = memory.missingTexts
      if !remote.isFollowed, maySend {
        known.pendingUploads =
          memory.unsent.count
          + counts.reduce(0) { $0 + max(0, $1.value - (memory.sent[$1.key] ?? 0)) }
      }
      known.remoteOnly = memory.elsewhere.count
      state.remoteOnly.formUnion(memory.elsewhere.filter { !repository.hasAsset($0) }.map(\.asset))
      state.remotes.append(known)
    }
    state.devices = await devices(of: people ?? [])
    if let people, let diary = (try? await repository.diaryID()) ?? nil {
      state.people = self.people(people, in: diary)
    }
    state.unseenRecoveryWords = await unseenRecoveryWords()
    return state
  }

  private func devices(of people: [KnownPerson]) async -> [DeviceState] {
    let persons = people.flatMap { person in person.devices.map { ($0.id, person.name) } }
    let names = Dictionary(persons) { first, _ in first }
    guard let known = try? await repository.knownDevices() else { return [] }
    let own = try? await repository.deviceID()
    let seen = (try? await repository.lastWriteTimes()) ?? [:]
    let ids = Dictionary(grouping: known, by: \.recipient).mapValues { $0.map(\.id) }
    return known.map { device in
      DeviceState(
        id: device.id, name: device.name, isCurrentDevice: device.id == own,
        isRemoved: device.isRemoved,
        lastSeen: seen[device.id], person: names[device.id],
        twins: ids[device.recipient]?.filter { $0 != device.id } ?? [])
    }.sorted { one, other in
      one.isCurrentDevice != other.isCurrentDevice
        ? one.isCurrentDevice : (one.name, one.id) < (other.name, other.id)
    }
  }

  // MARK: Syncing

  package func sync(
    _ names: [String]?, isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> [SyncResult] {
    await followMove()
    var results: [SyncResult] = []
    let remotes: [RemoteConfiguration]
    do { remotes = try listedRemotes() } catch {
      var result = SyncResult(remote: names?.first ?? SyncFolder.listName)
      result.error = error.line
      return [result]
    }
    for remote in remotes where names?.contains(remote.name) ?? true {
      results.append(await sync(remote, isDryRun: isDryRun, progress: progress).result)
    }
    // Earlier remotes don't have the lines and missing photos that later ones returned.
    guard !isDryRun, results.count > 1 else { return results }
    for index in results.indices.dropLast() where results[index].error == nil {
      let isMissingFiles = results[index].pendingDownloads > 0
      guard
        results[(index + 1)...].contains(where: {
          $0.receivedLines > 0 || isMissingFiles && $0.receivedFiles > 0
        })
      else { continue }
      let remote = remotes.first { $0.name == results[index].remote }
      if let remote {
        results[index].add(await sync(remote, isDryRun: false, progress: progress).result)
      }
    }
    return results
  }

  /// The reason for a sync with a remote.
  enum Purpose {
    case sync, add, clone
    /// Adds the first remote of a new shared diary, which must be empty.
    case share
  }

  private struct Outcome {
    let result: SyncResult
    let failure: SyncFailure?
    let newWords: RecoveryWords?
    /// The settings, corrected by what the remote turned out to be.
    let configuration: RemoteConfiguration
  }

  private func sync(
    _ remote: RemoteConfiguration, words: RecoveryWords? = nil, as purpose: Purpose = .sync,
    isDryRun: Bool, progress: @escaping @Sendable (Progress) -> Void
  ) async -> Outcome {
    do {
      let (pass, failure) = try await using(remote, isDryRun: isDryRun, progress: progress) {
        pass in
        pass.words = words
        (pass.mayMakeKey, pass.isClone) = ([.add, .share].contains(purpose), purpose == .clone)
        var failure: SyncFailure?
        do { try await pass.run() } catch {
          let error = SyncFailure(error)
          failure =
            switch purpose {
            case .sync: error.withAdvice(for: remote, home: home)
            case .share: error.ofNewDiary(at: remote, home: home)
            case .clone: error.ofClone(from: remote, home: home)
            case .add: error
            }
          // The remote may still have files of other machines to read.
          if error.isOfWriting { try? await pass.receiveRest() }
        }
        pass.reportUnreadable()
        pass.result.error = failure?.error.line
        pass.memory.issues = pass.result.issues
        pass.memory.record(failure)
        if let failure { throw failure }
        pass.memory.lastSync = now()
      }
      await recordStore()
      return Outcome(
        result: pass.result, failure: failure, newWords: pass.newWords,
        configuration: pass.configuration)
    } catch {
      let error = SyncFailure(error)
      var result = SyncResult(remote: remote.name)
      result.error = error.error.line
      return Outcome(result: result, failure: error, newWords: nil, configuration: remote)
    }
  }

  /// Runs `body` with a pass on a remote that no other process uses, then saves the pass's memory.
  ///
  /// - Returns: the pass, and the error that `body` threw.
  /// - Throws: an error if the pass can't begin.
  func using(
    _ remote: RemoteConfiguration, isDryRun: Bool = false,
    progress: @escaping @Sendable (Progress) -> Void = { _ in },
    _ body: (inout SyncPass) async throws -> Void
  ) async throws -> (pass: SyncPass, failure: SyncFailure?) {
    let lock = try await SyncLock.waiting(for: folder.lock(of: remote.name))
    var pass = try await pass(remote, isDryRun: isDryRun, progress: progress)
    var failure: SyncFailure?
    do { try await body(&pass) } catch { failure = SyncFailure(error) }
    FileSystem.removeTree(pass.workFolder)
    if !isDryRun {
      try? await pass.keepMemory()
    }
    _ = consume lock
    await repository.finish()
    return (pass, failure)
  }

  private func pass(
    _ remote: RemoteConfiguration, isDryRun: Bool,
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> SyncPass {
    try await repository.requireStillThere()
    let connection = try await connection(to: remote)
    var memory = folder.memory(of: remote.name)
    // If the diary is an old copy, the memory describes another state.
    if try await !repository.contains(memory.tips) {
      memory = memory.ofOldCopy
    }
    let work = workFolder(of: remote.name)
    removeWork(of: remote.name)
    FileSystem.makeFoldersIfPossible(work)
    return SyncPass(
      configuration: remote,
      remote: connection,
      repository: repository, folder: folder, workFolder: work,
      previewFolder: previewFolder, makePreview: makePreview, isDryRun: isDryRun, now: now,
      progress: progress, memory: memory,
      result: SyncResult(remote: remote.name))
  }

  /// The folder of this diary in the cache.
  private var diaryCache: String { Path.join(cache, folder.layout.key) }

  /// Records this diary's id and path, to recognize it after its folder was moved.
  private func recordStore() async {
    guard let diary = (try? await repository.diaryID()) ?? nil else { return }
    folder.recordStore(of: diary)
  }

  /// Copies the data about remotes from the diary's former path if its folder was moved here.
  func followMove() async {
    guard folder.mayHaveMoved, let diary = (try? await repository.diaryID()) ?? nil else { return }
    folder.copyFormerData(of: diary)
  }

  private func workFolder(of remote: String) -> String { Path.join(diaryCache, remote, "work") }

  /// Removes files in transit that a killed process left.
  func removeWork(of remote: String) { FileSystem.removeTree(workFolder(of: remote)) }

  private func connection(to remote: RemoteConfiguration) async throws -> any Remote {
    let address: RemoteAddress
    do {
      address = try RemoteAddress(remote.address, home: home)
    } catch {
      throw RemoteError(remote.name, .failed(error.line))
    }
    let device = try await repository.deviceID()
    let folder = Path.join(Path.join(diaryCache, remote.name), "remote")
    return connect(address, device.description, folder)
  }

  // MARK: Remotes

  /// - Throws: `MessageError` if the name or address isn't valid or is in use, or the first sync
  ///   fails.
  package func add(
    _ remote: NewRemote, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> AddedRemote {
    try await begin(remote, as: .add, progress: progress)
  }

  /// Downloads a remote's diary into the folder, which must be empty.
  ///
  /// - Throws: `MessageError` if the folder isn't empty, or for the reason why the remote can't be
  ///   cloned.
  package func clone(
    _ remote: NewRemote, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> SyncResult {
    guard isStoreEmpty || isBeingCloned(from: remote) else {
      throw MessageError(
        localized("\(repository.root) isn't empty. Choose another folder with --store."))
    }
    // The clone replaces a diary that is missing.
    repository.beginCloning()
    return try await begin(remote, as: .clone, progress: progress).result
  }

  private var isStoreEmpty: Bool {
    ((try? FileSystem.names(in: repository.root)) ?? []).isEmpty
  }

  /// True if an interrupted clone from the same remote is to be continued.
  private func isBeingCloned(from remote: NewRemote) -> Bool {
    let address = (try? RemoteAddress(remote.address, home: home))?.text
    return folder.remotes.contains { $0.name == remote.name && $0.address == address }
      && folder.memory(of: remote.name).lastSync == nil
  }

  /// Adds a remote with its first sync.
  ///
  /// - Throws: `MessageError` if the name or address isn't valid or is in use, or the sync fails.
  func begin(
    _ remote: NewRemote, as purpose: Purpose, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(MessageError) -> AddedRemote {
    guard RemoteConfiguration.isName(remote.name) else {
      throw MessageError(
        localized("“\(remote.name)” can't be a remote's name. Use letters, digits, . _ and -."))
    }
    let words: RecoveryWords?
    do {
      words = try remote.recoveryWords.map { text throws(MessageError) in
        try RecoveryWords(typed: text)
      }
    } catch {
      throw MessageError(error.line, needsSecret: true)
    }
    var configuration = RemoteConfiguration(
      remote, address: try RemoteAddress(remote.address, home: home))
    try requireOutside(configuration.address)
    await followMove()
    let remotes = try listedRemotes()
    // A clone in place of a missing diary may use the address of a remote under another name.
    let renamed = remotes.filter {
      purpose == .clone && $0.name != remote.name && $0.address == configuration.address
    }
    let others = remotes.filter { known in
      known.name != remote.name && !renamed.contains { $0.name == known.name }
    }
    if let known = remotes.first(where: { $0.name == remote.name }), purpose == .add {
      let hasUnseenWords = await keys.unseenRecoveryWords() != nil
      // Errors and screens show the address without a password.
      if remote.address == known.displayAddress(home: home) {
        configuration.address = known.address
      }
      guard known.address == configuration.address, hasUnseenWords || words != nil else {
        throw MessageError(
          localized("A remote named \(remote.name) already exists. Choose another name."))
      }
      configuration.photos = known.photos
      if !hasUnseenWords { folder.forget(remote.name) }
    } else {
      folder.forget(remote.name)
    }
    // A pass then knows that photos it hasn't fetched are on the remote.
    if purpose == .clone { try write(others + [configuration], for: remote.name) }
    let begun = await sync(
      configuration, words: words, as: purpose, isDryRun: false, progress: progress)
    // Keep the remote if the user has to see its words, or if a clone has received something and
    // can be continued.
    let isBegun = begun.newWords != nil || purpose == .clone && !isStoreEmpty
    if let failure = begun.failure, !isBegun {
      folder.forget(remote.name)
      if purpose == .clone {
        repository.endCloning()
        try write(remotes, for: remote.name)
      }
      throw failure.error
    }
    try write(others + [begun.configuration], for: remote.name)
    for remote in renamed { forget(remote) }
    return AddedRemote(recoveryWords: begun.newWords?.text, result: begun.result)
  }

  /// - Throws: `MessageError` if an address is a folder inside the diary's, or one that contains
  ///   it: backups, copies and syncs of one would include the other.
  func requireOutside(_ address: String) throws(MessageError) {
    guard let address = try? RemoteAddress(address, home: home), let path = address.localPath else {
      return
    }
    let (there, here) = (Path.resolved(path), Path.resolved(folder.layout.root))
    guard Path.contains(there, here) || Path.contains(here, there) else { return }
    throw MessageError(
      (Path.contains(here, there)
        ? localized("\(path) is inside the diary's folder. Choose a folder elsewhere.")
        : localized("\(path) contains the diary's folder. Choose a folder elsewhere.")))
  }

  /// - Throws: `MessageError` if there is no such remote, or the settings can't be written.
  package func remove(remote name: String) async throws(MessageError) {
    let remotes = try listedRemotes()
    guard let known = remotes.first(where: { $0.name == name }) else {
      throw MessageError(unknownRemoteMessage(name))
    }
    try write(remotes.filter { $0.name != name }, for: name)
    // The stored form, since a typed name may be composed differently in Unicode.
    forget(known)
  }

  private func forget(_ remote: RemoteConfiguration) {
    folder.forget(remote.name)
    FileSystem.removeTree(Path.join(diaryCache, remote.name))
  }

  /// Removes all remotes and the data about them.
  package func removeAll() {
    FileSystem.removeTree(folder.path)
    FileSystem.removeTree(diaryCache)
  }

  /// Returns the remotes.
  ///
  /// - Throws: `MessageError` if their list can't be read, so that none is forgotten or passed
  ///   over.
  func listedRemotes() throws(MessageError) -> [RemoteConfiguration] {
    do {
      return try folder.readRemotes()
    } catch {
      throw SyncFailure(error).error
    }
  }

  func write(
    _ remotes: [RemoteConfiguration], for name: String
  ) throws(MessageError) {
    do {
      try SyncFailure.locally(name, folder.write(remotes))
    } catch {
      throw SyncFailure(error).error
    }
  }

  /// Returns the error text for an unknown name, which lists the known ones.
  package func unknownRemoteMessage(_ name: String) -> String {
    let names = folder.remotes.map(\.name).joined(separator: ", ")
    return
      (names.isEmpty
      ? localized("There is no remote yet. Add one: photodiary remote add NAME ADDRESS")
      : localized("No remote is named \(name). Choose one of these: \(names)")).printable
  }

  /// Returns recovery words that the user hasn't seen yet, separated by spaces; `nil` if there are
  /// none, or while the diary is locked.
  package func unseenRecoveryWords() async -> String? { await keys.unseenRecoveryWords()?.text }

  package func recordRecoveryWordsSeen() {
    FileSystem.unlink(folder.unseenRecoveryWords)
    StoreKeys(of: folder.layout).removeUnseenWords()
  }

  var keys: RemoteKeys { RemoteKeys(folder: folder, repository: repository) }

  func diary<Value>(
    _ body: @autoclosure () async throws -> Value
  ) async throws(MessageError) -> Value {
    do { return try await body() } catch { throw SyncFailure(error).error }
  }

  // MARK: Waiting

  package func wait(seconds: Int) async -> Bool {
    for remote in folder.remotes {
      if let mayHave = await (try? connection(to: remote))?.wait(seconds: seconds) {
        return mayHave
      }
    }
    // No remote can notify this device.
    try? await Task.sleep(for: .seconds(seconds))
    return false
  }
}

extension SyncResult {
  /// Adds the counts of a later sync with the same remote, and replaces the state.
  fileprivate mutating func add(_ other: SyncResult) {
    sentLines += other.sentLines
    receivedLines += other.receivedLines
    sentFiles += other.sentFiles
    receivedFiles += other.receivedFiles
    sentBytes += other.sentBytes
    receivedBytes += other.receivedBytes
    (pendingUploads, pendingDownloads) = (other.pendingUploads, other.pendingDownloads)
    // The other sync followed immediately: files that it still misses may be on their way.
    missingFiles = min(missingFiles, other.missingFiles)
    failedFiles = max(failedFiles, other.failedFiles)
    // Some of the earlier ones are reported only once.
    let formerlyMissing = SyncPass.missingTexts(missingTexts)
    issues.removeAll { other.issues.contains($0) || $0 == formerlyMissing }
    missingTexts = other.missingTexts
    (issues, error) = (issues + other.issues, other.error)
  }
}

// MARK: -

/// A lock that keeps two processes from syncing one diary with the same remote. Held while this
/// value exists.
struct SyncLock: ~Copyable {
  private let file: OpenFile

  /// The milliseconds between two attempts: the system's wait for a lock blocks a thread.
  private static let pause = 50

  /// Waits until the lock is free.
  ///
  /// - Throws: an error if the file can't be opened or the task is cancelled.
  static func waiting(for path: String) async throws -> SyncLock {
    let name = Path.name(path)
    try SyncFailure.locally(name, FileSystem.makeFolders(Path.parent(path)))
    let file = try SyncFailure.locally(name, OpenFile(path, [.readWrite, .create]))
    while !isTaken(file) {
      guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else {
        let error = SystemError(.locking, path, .interrupted)
        throw RemoteError(name, .local(path: path, reason: error.message))
      }
    }
    return SyncLock(file: file)
  }

  private init(file: consuming OpenFile) { self.file = file }

  deinit { file.descriptor.unlock() }

  private static func isTaken(_ file: borrowing OpenFile) -> Bool {
    (try? file.descriptor.tryLock()) != nil
  }
}
