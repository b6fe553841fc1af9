import Crypto
import DiaryCore
import DiaryStore
import Glibc
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Machines do random things over an unreliable remote. In the end all list the same, and
/// everything reported as saved is there, unless its trash was emptied.
/// `PHOTODIARY_SYNC_SEEDS=100000` tries that many seeds, `100-199` a range, and `seed:N` one, with
/// a trace.
@Suite(.cheapWords) struct SyncModelTests {
  private static let seeds = ModelSeeds.chosen(usually: 150, and: [705_192, 723_740, 745_392])

  @Test(arguments: seeds)
  func `all machines agree in the end, and nothing is lost`(seed: UInt64) async throws {
    let failure = try await ModelSeeds.shortestFailure(of: 30) { steps in
      var model = try await SyncModel(seed: seed)
      for _ in 0..<steps { try await model.step() }
      return try await model.fault()
    }
    if let failure { fail("seed \(seed), \(failure)") }
  }
}

/// Machines sharing a diary over an unreliable remote.
struct SyncModel {
  var generator: SeededGenerator
  var machines: [SyncMachine] = []
  let host = MemoryHost()
  let clock = SyncClock()
  let isPlain: Bool
  /// The words of an encrypted remote that the first machine added to the plain one, if it did.
  private var vaultWords: String?
  /// Decides which checks run.
  private let checks: Int
  /// The maximum number of machines; five take several times as long as three.
  let mostMachines: Int
  /// The newest recovery words of an encrypted remote.
  var words: String?
  /// The machines whose device was removed.
  var removed: Set<Int> = []
  /// The photos, with the machine that added each and its entry.
  private var photos: [AssetFile: (machine: Int, entry: ID<Entry>)] = [:]
  /// The removed ids. A restored old state may make a machine write as one of them.
  private var removedDevices: Set<ID<Device>?> = []
  /// Old copies of machines with their state.
  private var backups: [(machine: Int, copy: TemporaryFolder)] = []
  /// Old states of the remote.
  var copies: [[RemoteName: [UInt8]]] = []
  /// The titles reported as saved, by entry.
  private(set) var saved: [ID<Entry>: Set<String>] = [:]
  /// The machines that wrote them, with their ids.
  private var writers: [String: (machine: Int, device: ID<Device>?)] = [:]
  /// The machine whose keys each one has, which differs for copies of a disk.
  private var originals: [Int] = []
  var purged: Set<ID<Entry>> = []
  /// True if a text was damaged. Old copies may contain the damaged text.
  private var isDamaged = false
  /// The segments that were damaged on the remote, with their damaged bytes.
  private var damagedSegments: [RemoteName: [UInt8]] = [:]
  private let damagesSegments: Bool
  private let encryptsStores: Bool
  private(set) var count = 0
  /// The first fault found before the end.
  private var earlyFault: String?
  private let prints: Bool

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    // Encryption takes many times as long.
    isPlain = seed % 8 != 0
    checks = Int(seed / 8 % 1024)
    mostMachines = seed % 3 == 0 ? 5 : 3
    damagesSegments = seed % 5 % 2 == 1
    encryptsStores = seed % 7 == 1 || seed % 32 == 24
    prints = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } == "seed:\(seed)"
    let first = try SyncMachine(host, clock)
    machines = [first]
    try await save(0) { try await $0.write($1) }
    try await first.add(isPlain: isPlain)
    await readWords(of: 0)
    if seed % 8 == 1 { vaultWords = try await first.addEncryptedRemote(on: MemoryHost()) }
    for _ in 0..<Int.random(in: 1...(mostMachines + 1) / 2, using: &generator) {
      let machine = try await SyncMachine(host, clock, cloning: words)
      machines.append(machine)
    }
    var faults = MemoryFaults()
    (faults.failure, faults.lag, faults.brokenPut) = (12, 6, 8)
    (faults.halfFile, faults.vanished, faults.copy) = (10, 10, 10)
    originals = Array(machines.indices)
    for index in machines.indices {
      machines[index].faults = faults
      machines[index].seed = seed &* 31 &+ UInt64(index)
      machines[index].passphrase = Passphrase("passphrase \(index)".utf8)
      machines[index].stayOpen()
    }
  }

  mutating func save(
    _ index: Int, _ write: (SyncMachine, String) async throws -> Entry
  ) async throws {
    count += 1
    let title = "\(index).\(count)"
    let entry = try await write(machines[index], title)
    for file in entry.files where photos[file] == nil { photos[file] = (index, entry.id) }
    recordSaved(title, of: entry.id, by: index)
  }

  private mutating func recordSaved(_ title: String, of entry: ID<Entry>, by index: Int) {
    guard !removed.contains(index), !removedDevices.contains(machines[index].device) else { return }
    saved[entry, default: []].insert(title)
    writers[title] = (index, machines[index].device)
  }

  /// Discards the expectations of a removed device, except lines that others know.
  private mutating func remove(_ gone: Set<Int>, by index: Int) async throws {
    removed.formUnion(gone)
    let devices = Set(gone.map { machines[$0].device })
    removedDevices.formUnion(devices)
    let diary = machines[index].service
    for (entry, titles) in saved {
      let known = await SyncMachine.history(of: entry, in: diary)
      saved[entry] = titles.filter { title in
        guard !known.contains(title), let writer = writers[title] else { return true }
        return !gone.contains(writer.machine) && !devices.contains(writer.device)
      }
    }
  }

  /// The machines removed with another one: all with its keys.
  private func machines(removedWith other: Int) -> Set<Int> {
    Set(machines.indices.filter { originals[$0] == originals[other] })
  }

  /// Reads recovery words that weren't shown yet.
  private mutating func readWords(of index: Int) async {
    let engine = machines[index].engine
    guard let unseen = await engine.state().unseenRecoveryWords else { return }
    // Those of an encrypted store don't open an unencrypted remote.
    if !isPlain { words = unseen }
    engine.recordRecoveryWordsSeen()
  }

  mutating func fault() async throws -> String? {
    if let earlyFault { return earlyFault }
    for index in machines.indices {
      machines[index].faults = MemoryFaults()
      machines[index].daysAhead = 0
      machines[index].stayOpen(false)
    }
    let kept = machines.indices.filter { !removed.contains($0) }
    for index in kept {
      guard await machines[index].addWaitingEntries() else { return "\(index) has waiting entries" }
    }
    try await settle(kept)
    if hasDamagedSegments { try await replaceSegments(kept) }
    // A new program lists each.
    for index in kept { machines[index].stayOpen() }
    let gone = try await lostFiles(kept)
    let first = try await machines[0].asOthersSee()
    let (titles, trash) = (try await first.titles(), try await first.trashedTitles())
    for (index, machine) in machines.enumerated() where !removed.contains(index) {
      let seen = try await machine.asOthersSee()
      let other = try await seen.titles()
      if other != titles {
        traceLogs(of: first)
        traceLogs(of: machine)
        return "0 lists \(titles), \(index) lists \(other)"
      }
      let otherTrash = try await seen.trashedTitles()
      if otherTrash != trash { return "0 has trashed \(trash), \(index) has \(otherTrash)" }
      // Only two are verified, because it is slow and they are nearly equal.
      let isVerified = [0, checks % kept.count].contains(kept.firstIndex(of: index))
      // The index may still be written in the background. An encrypted store prepares files for the
      // next save, also if it is decrypted just then.
      await machine.service.finish()
      let findings = try (isVerified ? machine.findings() : []).filter {
        $0 != .missingParent && ($0 != .missingAsset || gone.isEmpty)
          && ($0 != .temporaryFile || !encryptsStores)
      }
      if !findings.isEmpty {
        traceLogs(of: machine)
        return "\(index): \(findings)"
      }
      let diary = machine.service
      for (entry, saved) in saved where !purged.contains(entry) {
        let lost = saved.subtracting(await SyncMachine.history(of: entry, in: diary))
        if !lost.isEmpty { return "\(index) lost \(lost.sorted())" }
      }
    }
    if let strange = try await strangeFile(kept, besides: gone) { return strange }
    // A new machine can be given everything, by the remote and by one machine alone.
    let fresh = try await SyncMachine(host, clock, cloning: words)
    let given = try await fresh.contents(besides: purged)
    let held = try await first.contents(besides: purged)
    if given != held { return "0 has \(held), a clone of the remote \(given)" }
    if let difference = try await differenceOfClone(kept[checks % kept.count]) { return difference }
    // Machines that know only the plain remote can't prove that they may write.
    guard let vaultWords else { return nil }
    return try await machines[0].differenceOfClone(
      isPlain: false, words: vaultWords, purged: purged
    ).map { "0, encrypted: \($0)" }
  }

  /// Returns the difference between a machine and a clone that it fills alone.
  private func differenceOfClone(_ index: Int) async throws -> String? {
    let difference = try await machines[index].differenceOfClone(
      isPlain: isPlain, words: words, purged: purged)
    return difference.map { "\(index): \($0)" }
  }

  /// Syncs without faults until no machine sends anything. With some seeds, also checks that
  /// nothing arrives then.
  private mutating func settle(_ kept: [Int]) async throws {
    let triesAgain = checks % 4 == 0
    /// The number of changes on the host at each machine's last idle sync.
    var seen: [Int: Int] = [:]
    for turn in 0..<4 * kept.count where !kept.allSatisfy({ seen[$0] == host.changes }) {
      let index = kept[turn % kept.count]
      let before = host.changes
      guard seen[index] != before else { continue }
      let (isDone, isQuiet) = try await settle(index, turn / kept.count)
      let isSettled = isQuiet || !triesAgain && isDone
      seen[index] = host.changes == before && isSettled ? before : nil
    }
  }

  /// `true` if a damaged segment is still on the remote.
  private var hasDamagedSegments: Bool {
    damagedSegments.contains { host.files[$0] == $1 }
  }

  /// A new machine finds the damaged segments, and others send their lines again.
  private mutating func replaceSegments(_ kept: [Int]) async throws {
    let finder = try SyncMachine(host, clock)
    let remote = NewRemote(
      name: "home", address: "/memory", isPlain: isPlain, recoveryWords: words)
    do { _ = try await finder.engine.clone(remote) { _ in } } catch { trace("a clone: \(error)") }
    for _ in 0..<2 {
      let result = await finder.engine.sync(nil, isDryRun: false) { _ in }.first
      trace("a clone finds \(result?.issues ?? []), \(result?.error ?? "no error")")
    }
    try await settle(kept)
  }

  /// Syncs without faults, entering the words if a machine has no key yet. The results are true
  /// if it reported nothing, and if it transferred nothing.
  private mutating func settle(
    _ index: Int, _ round: Int
  ) async throws -> (isDone: Bool, isQuiet: Bool) {
    let machine = machines[index]
    let result = await machine.engine.sync(nil, isDryRun: false) { _ in }
    trace("round \(round), \(index): \(result)")
    traceFiles()
    await readWords(of: index)
    // Words rejected because their file was incomplete are entered again.
    let needsRecoveryWords = result.isEmpty || result[0].error?.contains("recovery words") == true
    if needsRecoveryWords, let words {
      if !result.isEmpty { try await machine.engine.remove(remote: "home") }
      do { try await machine.add(isPlain: isPlain, words: words) } catch {
        trace("\(index) gives the words: \(error)")
      }
    }
    let isWhole = !result.isEmpty && result.allSatisfy { $0.error == nil }
    let isQuiet = result.allSatisfy { result in
      result.sentLines + result.receivedLines + result.sentFiles + result.receivedFiles == 0
        && result.sentBytes == 0
    }
    return (isWhole && result.allSatisfy(\.issues.isEmpty), isWhole && isQuiet)
  }

  /// Returns the photos that no machine has: removed machines hadn't sent them, or their entry was
  /// purged while another machine without them edited it.
  private func lostFiles(_ kept: [Int]) async throws -> Set<AssetFile> {
    let machines = kept.map { self.machines[$0] }
    return Set(try await machines[0].namedFiles()).filter { file in
      guard let photo = photos[file], !machines.contains(where: { $0.has(file) }) else {
        return false
      }
      return removed.contains(photo.machine) || purged.contains(photo.entry)
    }
  }

  /// Returns a misplaced or unreferenced photo.
  private func strangeFile(_ kept: [Int], besides gone: Set<AssetFile>) async throws -> String? {
    var named: Set<String> = []
    for index in kept {
      let files = try await machines[index].namedFiles()
      named.formUnion(files.map(\.asset.description))
      for file in files where !gone.contains(file) && !machines[index].has(file) {
        return "\(index) lacks \(file)"
      }
    }
    guard isPlain else { return nil }
    let strange = host.files.keys.filter { name in
      name.isAsset && !named.contains(String(Path.name(name.path).prefix(64)))
    }
    return strange.isEmpty ? nil : "nobody wants \(strange.map(\.path).sorted())"
  }

  func trace(_ text: @autoclosure () -> String) { if prints { print(text()) } }

  func traceFiles() {
    guard prints else { return }
    let logs = host.files.filter { $0.key.path.hasPrefix("log/") }.sorted { $0.key < $1.key }
    for (name, bytes) in logs {
      let lines = isPlain ? bytes.split(separator: 0x0A) : []
      let texts = lines.map { line in
        let line = String(decoding: line, as: UTF8.self)
        return line.firstRange(of: "\"title\":\"").map { String(line[$0.upperBound...].prefix(4)) }
          ?? String(line.dropFirst(2).prefix(14))
      }
      trace("    \(name.path.dropFirst(4).prefix(4)) \(name.path.dropFirst(37)) \(texts)")
    }
  }

  private func traceLogs(of machine: SyncMachine) {
    guard prints else { return }
    let logs = try? ProgramResult.run("/bin/grep", ["-r", "", machine.root + "/log"])
    trace(String(decoding: logs?.output ?? [], as: UTF8.self))
  }
}

extension SyncMachine {
  fileprivate static func history(of id: ID<Entry>, in diary: DiaryService) async -> Set<String> {
    Set(((try? await diary.history(of: id)) ?? []).map(\.entry.title))
  }

  fileprivate func trashedTitles() async throws -> [String] {
    try await service.trash().map(\.title).sorted()
  }

  fileprivate func namedFiles() async throws -> [AssetFile] {
    try await repository.references(after: LogPositions()).files
  }

  fileprivate func has(_ file: AssetFile) -> Bool { repository.hasAsset(file) }
}

extension SyncModel {
  mutating func step() async throws {
    let index = Int.random(in: machines.indices, using: &generator)
    machines[index].seed &+= 1
    let machine = machines[index]
    switch Int.random(in: 0..<32, using: &generator) {
    case 0..<4:
      trace("\(index) writes \(count + 1)")
      try await save(index) { try await $0.write($1) }
    case 4:
      trace("\(index) writes \(count + 1) with a photo")
      try await save(index) { try await $0.write($1, photo: Array($1.utf8)) }
    case 5..<9: try await edit(index)
    case 9:
      guard let entry = try await machine.service.entries().randomElement(using: &generator) else {
        return
      }
      trace("\(index) deletes \(entry.title)")
      _ = try await machine.service.delete(entry.id)
    case 10:
      guard let entry = try await machine.service.trash().randomElement(using: &generator) else {
        return
      }
      trace("\(index) restores \(entry.title)")
      _ = try await machine.service.restore(entry.id)
    case 11:
      let trash = try await machine.service.trash()
      trace("\(index) empties \(trash.map(\.title))")
      purged.formUnion(trash.map(\.id))
      _ = try await machine.service.emptyTrash()
    case 12: copies.append(host.files)
    case 13:
      guard let copy = copies.randomElement(using: &generator) else { return }
      trace("an old copy comes back")
      host.files = copy
    case 14 where machines.count < mostMachines:
      trace("\(index) is cloned to \(machines.count)")
      if removed.contains(index) { removed.insert(machines.count) }
      machines.append(try machine.cloned())
      originals.append(originals[index])
    case 15:
      trace("two days later")
      clock.advance(days: 2)
    case 16: setClock(of: index)
    case 17: try await removeDevice(by: index)
    case 18: try await killSync(of: index)
    case 19..<21: try backups.append((index, machine.backup()))
    case 21..<24: try await putBack()
    case 24: try await cloneAgain(index)
    case 25:
      trace("\(index) restores all")
      for entry in try await machine.service.trash() {
        _ = try await machine.service.restore(entry.id)
      }
    case 26 where isPlain:
      // The next sync repairs broken devices.
      guard try await machine.repository.brokenDevices().isEmpty else { return }
      trace("\(index) fills a remote alone")
      let difference = try await differenceOfClone(index)
      earlyFault = earlyFault ?? difference.map { "after \(count) saves, \($0)" }
    case 27: try await damageText(of: index)
    case 29 where encryptsStores: try await changeKeys(of: index)
    case 30 where encryptsStores && machine.isEncrypted:
      if Bool.random(using: &generator) {
        trace("\(index) is unlocked")
        _ = await machine.addWaitingEntries()
      } else {
        count += 1
        trace("\(index) writes \(count) while it is locked")
        let title = "\(index).\(count)"
        recordSaved(title, of: try machine.addLocked(title), by: index)
      }
    case 28 where damagesSegments: try await damageSegment(knownTo: index)
    default: await sync(index)
    }
  }

  /// Encrypts or decrypts a machine's store, or makes a new key for it.
  private mutating func changeKeys(of index: Int) async throws {
    guard !removed.contains(index) else { return }
    machines[index].stayOpen(false)
    defer { machines[index].stayOpen() }
    var machine = machines[index]
    machine.faults = MemoryFaults()
    guard machine.isEncrypted else {
      trace("\(index) is encrypted")
      try await machine.encrypt()
      return await readWords(of: index)
    }
    // The program does so when it opens the diary.
    guard await machine.addWaitingEntries() else { return }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      trace("\(index) is decrypted")
      return try await machine.decrypt()
    }
    do { try await machine.engine.receive(isOffline: false) } catch { return trace("\(error)") }
    let all = Bool.random(using: &generator)
    trace("\(index) makes a new key\(all ? " for everything" : "")")
    try await machine.rotateKey(all: all)
    await readWords(of: index)
  }

  /// Damages a segment whose lines a machine has.
  private mutating func damageSegment(knownTo index: Int) async throws {
    guard !removed.contains(index), await hasSentAll(index) else { return }
    let segments = host.files.keys.filter { $0.path.hasPrefix("log/") }.sorted()
    guard let segment = segments.randomElement(using: &generator),
      var bytes = host.files[segment], !bytes.isEmpty
    else { return }
    trace("\(segment) is damaged")
    bytes[Int.random(in: bytes.indices, using: &generator)] ^= 1
    host.files[segment] = bytes
    damagedSegments[segment] = bytes
  }

  /// Damages a text that the remote has, too, and repairs the diary. A sync brings the text back.
  private mutating func damageText(of index: Int) async throws {
    guard !removed.contains(index), !hasDamagedSegments, await hasSentAll(index) else { return }
    trace("\(index) finds a damaged text")
    machines[index].stayOpen(false)
    if try machines[index].damageText(&generator) { try machines[index].repair() }
    isDamaged = true
    machines[index].stayOpen()
  }

  /// Restores an old copy of a machine's state or, if everything was sent, of its store or one log.
  private mutating func putBack() async throws {
    guard let (index, copy) = backups.randomElement(using: &generator) else { return }
    let part = SyncMachine.Part.allCases.randomElement(using: &generator) ?? .store
    // The copy may be of the unencrypted store.
    if part == .log, machines[index].isEncrypted { return }
    if part != .state { guard !hasDamagedSegments, await hasSentAll(index) else { return } }
    trace("\(index) gets an old copy of its \(part) back")
    machines[index].stayOpen(false)
    try machines[index].putBack(part, of: copy)
    // Only a check finds a text in a log that is damaged as it was in the copy.
    if part == .log, isDamaged { try machines[index].repair() }
    machines[index].stayOpen()
  }

  /// A machine that sent everything loses its store and clones the diary again.
  private mutating func cloneAgain(_ index: Int) async throws {
    // The keys of an encrypted store are lost with it, and the newest words may not be sent yet.
    guard !removed.contains(index), !hasDamagedSegments, !machines[index].isEncrypted || isPlain,
      await hasSentAll(index)
    else { return }
    trace("\(index) loses its store, and clones it again")
    machines[index].stayOpen(false)
    _ = try ProgramResult.run("/bin/rm", ["-r", machines[index].root])
    var machine = machines[index]
    machine.faults = MemoryFaults()
    // Its keys still exist.
    try await machine.clone(isPlain: isPlain)
    machines[index].stayOpen()
  }

  /// Syncs a machine without faults. Returns true if all its data is on the remote, and no old copy
  /// of that will return.
  private mutating func hasSentAll(_ index: Int) async -> Bool {
    var machine = machines[index]
    machine.faults = MemoryFaults()
    machine.stayOpen(false)
    guard await machine.addWaitingEntries() else { return false }
    let result = await machine.engine.sync(nil, isDryRun: false) { _ in }.first
    await readWords(of: index)
    guard let result, result.error == nil, result.issues.isEmpty else { return false }
    copies = []
    return true
  }

  private mutating func edit(_ index: Int) async throws {
    let entries = try await machines[index].service.entries()
    guard let entry = entries.randomElement(using: &generator) else { return }
    trace("\(index) edits \(entry.title): \(count + 1)")
    try await save(index) { try await $0.edit(entry, $1) }
  }

  private func sync(_ index: Int) async {
    report(await machines[index].engine.sync(nil, isDryRun: false) { _ in }.first, index)
  }

  private func report(_ result: SyncResult?, _ index: Int) {
    trace("\(index) syncs: \(result?.error ?? "done"), \(result?.issues ?? [])")
    traceFiles()
  }

  /// Ten years back, fifty ahead, or correct.
  private mutating func setClock(of index: Int) {
    let days: [Int64] = [-3650, 0, 0, 2, 18_250]
    machines[index].daysAhead = days.randomElement(using: &generator) ?? 0
    machines[index].stayOpen()
    trace("\(index) has a clock that is wrong by \(machines[index].daysAhead) days")
  }

  private mutating func removeDevice(by index: Int) async throws {
    let others = machines.indices.filter { other in
      other > 0 && !removed.contains(other) && machines[other].device != machines[index].device
    }
    let known = await machines[index].engine.state().devices.filter { !$0.isRemoved }.map(\.id)
    // Only the removed machine may have the lines of a damaged segment.
    guard !isPlain, !hasDamagedSegments, !removed.contains(index),
      let other = others.randomElement(using: &generator),
      let device = machines[other].device, known.contains(device)
    else { return }
    if !damagedSegments.isEmpty { copies = [] }
    let gone = machines(removedWith: other)
    guard !gone.contains(0), !gone.contains(index) else { return }
    trace("\(index) removes \(gone.sorted())")
    let isOffline = Bool.random(using: &generator)
    let remover = isOffline ? machines[index].offline : machines[index]
    do { _ = try await remover.engine.remove(device: device, isOffline: isOffline) } catch {
      return trace("\(error)")
    }
    await readWords(of: index)
    try await remove(gone, by: index)
  }

  private mutating func killSync(of index: Int) async throws {
    guard FileSystem.exists(machines[index].state + "/sync") else { return }
    trace("\(index) is killed while it syncs")
    var faults = machines[index].faults
    faults.failingCalls = [Int.random(in: 3...8, using: &generator)]
    report(try await machines[index].syncStopped(by: faults), index)
  }
}

/// Selects the seeds of a model, and reports failures.
enum ModelSeeds {
  /// Returns the seeds in `PHOTODIARY_SYNC_SEEDS`: a range, one seed, or a number of them, usually
  /// `count`, plus some that failed before.
  static func chosen(usually count: UInt64, and others: [UInt64] = []) -> [UInt64] {
    let text = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } ?? String(count)
    if text.hasPrefix("seed:") { return UInt64(text.dropFirst(5)).map { [$0] } ?? [] }
    let ends = text.split(separator: "-").compactMap { UInt64($0) }
    if ends.count == 2 { return Array(ends[0]...ends[1]) }
    return Array(1...(ends.first ?? count)) + others
  }

  /// Runs a model, and if it fails, looks for the shortest run that fails too. Returns `nil` if
  /// nothing fails.
  static func shortestFailure(
    of steps: Int, _ run: (_ steps: Int) async throws -> String?
  ) async throws -> String? {
    guard let failure = try await run(steps) else { return nil }
    for fewer in 1..<steps {
      if let failure = try await run(fewer) { return "\(fewer) steps: \(failure)" }
    }
    return "\(steps) steps: \(failure)"
  }
}
