import Crypto
import DiaryCore
import DiaryStore
import MemoryRemote
import Sync
import Synchronization
import System
import TestSupport
import Testing

/// A machine with a diary in a temporary folder.
struct SyncMachine {
  let folder: TemporaryFolder
  var host: MemoryHost
  /// Shared by all machines; their clocks differ by `daysAhead`.
  let clock: SyncClock
  /// The error of this machine's clock.
  var daysAhead: Int64 = 0
  var faults = MemoryFaults()
  var makePreview: PreviewMaker?
  var seed: UInt64 = 1
  /// Opens the store if it is encrypted.
  var passphrase: Passphrase?
  /// Makes the remote, instead of the one in memory.
  var connect: (@Sendable (_ device: String, _ cache: String) -> any Remote)?

  init(_ host: MemoryHost, _ clock: SyncClock) throws {
    folder = try TemporaryFolder()
    (self.host, self.clock) = (host, clock)
  }

  /// Clones the diary from the remote, unencrypted if `words` is `nil`.
  init(
    _ host: MemoryHost, _ clock: SyncClock, cloning words: String?, photos: PhotoPolicy = .all
  ) async throws {
    try self.init(host, clock)
    try await clone(words: words, isPlain: words == nil, photos: photos)
  }

  /// Returns machines that share a diary and know each other, and the recovery words.
  static func sharing(
    _ count: Int, _ host: MemoryHost, _ clock: SyncClock, isPlain: Bool = false
  ) async throws -> (machines: [SyncMachine], words: String?) {
    var machines = [try SyncMachine(host, clock)]
    try await machines[0].write("first")
    let words = try await machines[0].add(isPlain: isPlain)
    for _ in 1..<count { machines.append(try await SyncMachine(host, clock, cloning: words)) }
    for machine in machines + machines { try await machine.sync() }
    return (machines, words)
  }

  var root: String { folder.path("store") }
  var state: String { folder.path("state") }

  var device: ID<Device>? {
    (try? folder.text("state/device")).flatMap { ID<Device>($0.prefix { $0 != "\n" }) }
  }

  private var now: @Sendable () -> Timestamp {
    let (clock, days) = (clock, daysAhead)
    return { clock.tick(daysAhead: days) }
  }

  /// The program that stays open; syncs run in others.
  private var open: (repository: DiskRepository, service: DiaryService)?

  /// Makes later writes use one open program, or a new one for each.
  mutating func stayOpen(_ staysOpen: Bool = true) {
    open = nil
    guard staysOpen else { return }
    let repository = repository
    open = (repository, service(of: repository))
  }

  var repository: DiskRepository {
    open?.repository
      ?? DiskRepository(
        root: root, cipher: cipher, devicePath: state + "/device",
        defaultAuthorName: { "Author" }, now: now)
  }

  /// The cipher of a new program, unlocked if the passphrase opens the store.
  private var cipher: StoreCipher {
    let cipher = StoreCipher()
    let layout = StoreLayout(root: root, cipher: cipher)
    guard let passphrase, layout.isEncrypted,
      let keyring = try? StoreKeys(of: layout).keyring(with: passphrase)
    else { return cipher }
    cipher.unlock(with: keyring)
    return cipher
  }

  var offline: SyncMachine {
    var machine = self
    machine.faults.isUnreachable = true
    return machine
  }

  var service: DiaryService { open?.service ?? service(of: repository) }

  private func service(of repository: DiskRepository) -> DiaryService {
    DiaryService(repository: repository, inspector: AnyPhotoInspector(), fetcher: engine, now: now)
  }

  var engine: SyncEngine {
    let (host, faults, seed, connect) = (host, faults, seed, connect)
    return SyncEngine(
      root: root, cipher: cipher, devicePath: state + "/device", memory: state + "/sync",
      cache: folder.path("cache"), home: nil, makePreview: makePreview,
      defaultAuthorName: { "Author" }, now: now,
      connect: { _, device, cache in
        connect?(device, cache)
          ?? MemoryRemote(host, faults: faults, generator: SeededGenerator(seed: seed))
      })
  }

  /// Adds the remote in memory. Returns the words of a new key.
  @discardableResult func add(isPlain: Bool = false, words: String? = nil) async throws -> String? {
    let remote = NewRemote(name: "home", address: "/memory", isPlain: isPlain, recoveryWords: words)
    return try await engine.add(remote) { _ in }.recoveryWords
  }

  func clone(words: String? = nil, isPlain: Bool = false, photos: PhotoPolicy = .all) async throws {
    let remote = NewRemote(
      name: "home", address: "/memory", isPlain: isPlain, photos: photos, recoveryWords: words)
    let result = try await engine.clone(remote) { _ in }
    // A half file stays if its machine has another id now.
    expectEqual(result.issues.filter { !$0.hasSuffix("is damaged and was left there.") }, [])
  }

  @discardableResult
  func sync(file: String = #filePath, line: Int = #line) async throws -> SyncResult {
    let result = try require(
      await engine.sync(nil, isDryRun: false) { _ in }.first, file: file, line: line)
    expectNil(result.error, file: file, line: line)
    return result
  }

  /// Syncs like a program that is killed: received lines are kept, notes about the remote are lost.
  @discardableResult func syncStopped(by faults: MemoryFaults) async throws -> SyncResult? {
    let (memory, kept) = (state + "/sync", folder.path("kept"))
    _ = try ProgramResult.run("/bin/cp", ["-r", memory, kept])
    var machine = self
    machine.faults = faults
    let result = await machine.engine.sync(nil, isDryRun: false) { _ in }.first
    _ = try ProgramResult.run("/bin/rm", ["-r", memory])
    _ = try ProgramResult.run("/bin/mv", [kept, memory])
    return result
  }

  @discardableResult func write(_ title: String, content: String = "") async throws -> Entry {
    try await service.add(
      EntryFields(
        date: require(EntryDate("2026-11-19T07:30:00+09:00")), title: title, content: content))
  }

  @discardableResult func write(
    _ title: String, content: String = "", photo bytes: [UInt8]
  ) async throws -> Entry {
    let diary = service
    let photo = try await diary.addPhoto(at: folder.write(bytes, to: "p.jpg")).photo
    return try await diary.add(
      EntryFields(
        date: require(EntryDate("2026-11-20T07:30:00+09:00")), title: title, content: content,
        photos: [photo]))
  }

  @discardableResult func edit(_ entry: Entry, _ title: String) async throws -> Entry {
    let diary = service
    var fields = try await diary.entry(entry.id).fields
    fields.title = title
    return try await diary.update(entry.id, to: fields)
  }

  /// Permanently removes the entry with this title.
  func purge(_ title: String) async throws {
    let entry = try require(await service.entries().first { $0.title == title })
    _ = try await service.delete(entry.id)
    try await expectEqual(service.emptyTrash(), 1)
  }

  /// The titles of all entries in order, with the number of versions if there are several.
  func titles() async throws -> [String] {
    try await service.entries().map { entry in
      entry.heads.count > 1 ? "\(entry.title) (\(entry.heads.count))" : entry.title
    }.sorted()
  }

  /// The findings of a check, except two machines writing as one device.
  func findings() throws -> [StoreIssue.Kind] {
    var findings: [StoreIssue.Kind] = []
    _ = try StoreVerifier(root: root, cipher: cipher, devicePath: state + "/device").run {
      if $0.kind != .forkedLine { findings.append($0.kind) }
    }
    return findings
  }

  /// Adds an encrypted remote, which makes the diary's key, and removes it. Returns the words.
  func addEncryptedRemote(on host: MemoryHost) async throws -> String? {
    var machine = self
    machine.host = host
    machine.faults = MemoryFaults()
    let remote = NewRemote(name: "vault", address: "/vault", isPlain: false)
    let words = try await machine.engine.add(remote) { _ in }.recoveryWords
    try await machine.engine.remove(remote: "vault")
    machine.engine.recordRecoveryWordsSeen()
    return words
  }

  /// Clones a new remote filled by this machine alone. Returns the first difference, or `nil`.
  ///
  /// - Parameter purged: entries whose text a restored log may contain again.
  func differenceOfClone(
    isPlain: Bool, words: String?, purged: Set<ID<Entry>> = []
  ) async throws -> String? {
    var source = self
    source.host = MemoryHost()
    source.faults = MemoryFaults()
    source.stayOpen(false)
    let remote = NewRemote(name: "alone", address: "/alone", isPlain: isPlain)
    let made = try await source.engine.add(remote) { _ in }.recoveryWords
    // Packed files are removed after a day.
    clock.advance(days: 2)
    _ = await source.engine.sync(["alone"], isDryRun: false) { _ in }
    var clone = try SyncMachine(source.host, clock)
    clone.daysAhead = daysAhead
    try await clone.clone(words: words ?? made, isPlain: isPlain)
    let (mine, theirs) = (
      try await source.asOthersSee().contents(besides: purged),
      try await clone.contents(besides: purged)
    )
    try await source.engine.remove(remote: "alone")
    return mine == theirs ? nil : "it has \(mine), its clone \(theirs)"
  }

  /// The titles of all entries and the trash with their earlier titles, except `others`.
  func contents(besides others: Set<ID<Entry>> = []) async throws -> [String] {
    let diary = service
    var contents: [String] = []
    for entry in try await diary.entries() + diary.trash() {
      let isOther = others.contains(entry.id)
      let history =
        isOther ? [] : try await diary.history(of: entry.id).map(\.entry.title).sorted()
      contents.append("\(entry.title)\(entry.isTrashed ? " trashed" : "") \(history)")
    }
    return contents.sorted()
  }

  /// Invites another machine to a shared diary and approves it. Returns its person.
  @discardableResult func admit(
    _ other: SyncMachine, as name: String, forOwnDevice isForOwn: Bool = false
  ) async throws -> AuthorID {
    let invitation = try await engine.invite(to: "Family", forOwnDevice: isForOwn) { _ in }
    _ = try await other.engine.join(invitation, at: nil, as: name) { _ in }
    try await engine.fetchRequests()
    let asking = try require(await engine.people()?.first { $0.state == .pending })
    try await engine.approve(asking.id)
    return asking.id
  }

  /// Returns the machine, or a copy without private entries: a store without its state doesn't know
  /// its machine's entries.
  func asOthersSee() async throws -> SyncMachine {
    let isAlike = await service.status().refused.allSatisfy { $0.reason != .unshared }
    return isAlike ? self : try cloned(withState: false)
  }

  /// A copy of the store and the machine's state.
  func backup() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for folder in [root, state] { _ = try ProgramResult.run("/bin/cp", ["-r", folder, copy.path]) }
    return copy
  }

  /// A part of a machine that can be restored separately.
  enum Part: CaseIterable { case store, log, state }

  /// Replaces a part with its old copy.
  func putBack(_ part: Part = .store, of copy: TemporaryFolder) throws {
    let (old, new) =
      switch part {
      case .store: (copy.path("store"), root)
      case .log: try Self.oldestLog(in: copy.path("store/log"), insteadOf: root + "/log")
      case .state: (copy.path("state"), state)
      }
    _ = try ProgramResult.run("/bin/rm", ["-rf", new])
    _ = try ProgramResult.run("/bin/cp", ["-r", old, new])
  }

  /// The log that gained the most bytes since the copy.
  private static func oldestLog(
    in old: String, insteadOf new: String
  ) throws -> (old: String, new: String) {
    let names = try ProgramResult.run(
      "/usr/bin/find", [old, "-name", "*.jsonl", "-printf", "%P\n"])
    let logs = names.text.split(separator: "\n").sorted().map { ("\(old)/\($0)", "\(new)/\($0)") }
    func size(_ path: String) -> Int { FileSystem.status(of: path)?.size ?? 0 }
    return logs.max { size($0.1) - size($0.0) < size($1.1) - size($1.0) } ?? (old, new)
  }

  /// Changes a character of a random title in the logs. Returns false if there is none.
  func damageText(_ generator: inout SeededGenerator) throws -> Bool {
    let mark = Array("\"title\":\"".utf8)
    let names = try ProgramResult.run("/usr/bin/find", [root + "/log", "-name", "*.jsonl"])
    var places: [(log: String, offset: Int)] = []
    for log in names.text.split(separator: "\n").map(String.init).sorted() {
      places += try folder.read(log).ranges(of: mark).map { (log, $0.upperBound) }
    }
    guard let (log, offset) = places.randomElement(using: &generator) else { return false }
    var bytes = try folder.read(log)
    bytes[offset] ^= 1
    try folder.write(bytes, to: String(log.dropFirst(folder.path.utf8.count + 1)))
    return true
  }

  /// The newest log of this machine's device.
  func logOfDevice() throws -> String {
    let folder = try root + "/log/" + require(device).description
    let names = try FileSystem.names(in: folder).sorted()
    return try folder + "/" + require(names.last { $0.hasSuffix(".jsonl") })
  }

  /// Replaces the newest log of this machine's device with an older copy.
  func putBackLogOfDevice(of copy: TemporaryFolder) throws {
    let log = try logOfDevice()
    _ = try ProgramResult.run("/bin/cp", [log.replacing(root, with: copy.path("store")), log])
  }

  /// Repairs the store. Returns the steps.
  @discardableResult func repair() throws -> [RepairAction] {
    var actions: [RepairAction] = []
    try StoreRepair(
      root: root, cipher: cipher, devicePath: state + "/device",
      draftsFolder: folder.path("drafts"), authorName: { "Author" },
      now: { [clock] in clock.tick(daysAhead: 0) }
    ).run { actions.append($0) }
    return actions
  }

  /// A copy of the diary on a new machine or, with the state, a copy of the machine's disk.
  func cloned(withState: Bool = true) throws -> SyncMachine {
    var other = try SyncMachine(host, clock)
    (other.daysAhead, other.passphrase) = (daysAhead, passphrase)
    for name in withState ? ["store", "state"] : ["store"] {
      // State kept by the store's path is copied too, because both paths refer to one place.
      _ = try ProgramResult.run("/bin/cp", ["-r", folder.path(name), other.folder.path(name)])
    }
    guard FileSystem.exists(other.state + "/sync") else { return other }
    let (old, new) = (StoreLayout(root: root).key, StoreLayout(root: other.root).key)
    _ = try ProgramResult.run(
      "/bin/mv", [other.state + "/sync/" + old, other.state + "/sync/" + new])
    return other
  }
}

private func ignored(_: Progress) {}

/// Encrypted stores.
extension SyncMachine {
  var isEncrypted: Bool { repository.layout.isEncrypted }

  /// Encrypts the store, with the keys of its remotes if it has any.
  func encrypt() async throws {
    let (engine, passphrase) = (engine, try require(passphrase))
    let known = try await engine.knownKeys()
    let keyring = known?.keyring ?? Keyring()
    try await repository.encrypt(with: keyring, progress: ignored) { keys in
      try keys.write(keyring, under: passphrase)
      if known?.recovery == nil {
        try keys.write(keyring, under: RecoveryWords())
        // The words that open the remotes stay known.
        keys.removeUnseenWords()
      }
      try known?.writeRecovery(to: keys)
    }
    engine.encryptRemoteData()
    repository.layout.removeUnencryptedIdentity(ofDeviceAt: state + "/device")
  }

  func decrypt() async throws {
    let (repository, engine) = (repository, engine)
    let known = try require(repository.layout.cipher.keyring)
    let keyring = try StoreKeys(of: repository.layout).updated(known)
    try await repository.decrypt(progress: ignored) { device in
      try engine.keepKeys(keyring, for: device)
    }
    try await self.engine.decryptRemoteData(keyring)
  }

  /// Makes a new key for what is written from now on or, with `all`, for the whole store.
  func rotateKey(all: Bool) async throws {
    let (repository, passphrase) = (repository, try require(passphrase))
    let next = try require(repository.layout.cipher.keyring).withNextEpoch()
    let words = RecoveryWords()
    if all {
      try await repository.reencrypt(with: next, progress: ignored) { keys in
        try keys.write(next, under: passphrase)
        try keys.write(next, under: words)
      }
    }
    try await engine.save(next, under: words)
    if !all { try StoreKeys(of: repository.layout).write(next, under: passphrase) }
  }

  /// Adds an entry by a program that can't open the store. Returns its ID.
  func addLocked(_ title: String) throws -> ID<Entry> {
    let pending = PendingEntries(of: StoreLayout(root: root, cipher: StoreCipher()))
    return try pending.add(
      EntryFields(date: require(EntryDate("2026-11-21T07:30:00+09:00")), title: title),
      pending.batch(), at: now())
  }

  /// Opens the store, which adds the entries that are waiting. Returns `false` if some can't be
  /// added.
  func addWaitingEntries() async -> Bool {
    let (pending, service) = (PendingEntries(of: repository.layout), service)
    await pending.importAll(into: service)
    await service.finish()
    return pending.count == 0
  }
}

/// Expects the same entries on machines with valid stores.
func expectSame(
  _ titles: [String], on machines: [SyncMachine], file: String = #filePath, line: Int = #line
) async throws {
  for machine in machines {
    try await expectEqual(machine.titles(), titles, file: file, line: line)
    try expectEqual(machine.findings(), [], file: file, line: line)
  }
}

/// Syncs until each machine has the others' changes.
func syncAll(_ machines: [SyncMachine]) async throws {
  for machine in machines + machines { try await machine.sync() }
}

/// Expects these entries on all machines after a sync, and on clones of the remote and of a new
/// remote filled by one machine.
func expectEverywhere(
  _ titles: [String], on machines: [SyncMachine], words: String?, file: String = #filePath,
  line: Int = #line
) async throws {
  try await syncAll(machines)
  let clone = try await SyncMachine(machines[0].host, machines[0].clock, cloning: words)
  try await expectSame(titles, on: machines + [clone], file: file, line: line)
  try await expectNil(
    machines[0].differenceOfClone(isPlain: words == nil, words: words), file: file, line: line)
}

/// Seals recovery words at the lowest cost, because the usual one dominates the run time.
struct CheapWords: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws { try await AgePassphrase.$costLimit.withValue(4) { try await function() } }
}

extension Trait where Self == CheapWords { static var cheapWords: Self { Self() } }

final class SyncClock: Sendable {
  private let milliseconds = Mutex<Int64>(1_795_000_000_000)

  /// Returns the time of a clock that is ahead.
  func tick(daysAhead days: Int64) -> Timestamp {
    milliseconds.withLock { value in
      value += 1000
      return Timestamp(milliseconds: value + days * Self.day)
    }
  }

  private static let day: Int64 = 86_400_000

  func advance(days: Int64) { milliseconds.withLock { $0 += days * Self.day } }
}

private struct AnyPhotoInspector: PhotoInspector {
  func facts(ofPhotoAt path: String) async throws -> PhotoFacts {
    PhotoFacts(type: MediaType("image/jpeg"), width: 4, height: 3)
  }
}
