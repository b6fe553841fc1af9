import Crypto
import DiaryCore
import DiaryStore
import Glibc
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

/// Machines that do whatever people do, over a remote that does whatever remotes do. In the end all list
/// the same, and whatever was said to be saved is there, unless its trash was emptied.
///
/// `PHOTODIARY_SYNC_SEEDS=100000` tries as many, `100-199` those; `seed:N` that one alone, with all that
/// is done printed.
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

/// Some machines with one diary, over a remote that is as unreliable as can be.
struct SyncModel {
  var generator: SeededGenerator
  var machines: [SyncMachine] = []
  let host = MemoryHost()
  let clock = SyncClock()
  let isPlain: Bool
  /// By which it is chosen what is checked.
  private let checks: Int
  /// How many machines there may be: as many as five take several times as long as three.
  let mostMachines: Int
  /// The newest recovery words of an encrypted remote.
  var words: String?
  /// The machines whose device was removed.
  var removed: Set<Int> = []
  /// The photos, with the machines that they were first on and their entries.
  private var photos: [AssetFile: (machine: Int, entry: ID<Entry>)] = [:]
  /// The ids that were removed. An old state that is put back may have a machine write as one of them.
  private var removedDevices: Set<ID<Device>?> = []
  /// Old copies of machines, with what they remember.
  private var backups: [(machine: Int, copy: TemporaryFolder)] = []
  /// Old copies of what was there.
  var copies: [[RemoteName: [UInt8]]] = []
  /// The titles that were said to be saved, by the entries.
  private(set) var saved: [ID<Entry>: Set<String>] = [:]
  /// The machines that wrote them, and under which ids.
  private var writers: [String: (machine: Int, device: ID<Device>?)] = [:]
  /// The machine whose keys each one has: its own, or the one of whose disk it is a copy.
  private var originals: [Int] = []
  var purged: Set<ID<Entry>> = []
  private(set) var count = 0
  /// What was wrong before the end.
  private var earlyFault: String?
  private let prints: Bool

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    // What is encrypted takes many times as long.
    isPlain = seed % 8 != 0
    checks = Int(seed / 8 % 1024)
    mostMachines = seed % 3 == 0 ? 5 : 3
    prints = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } == "seed:\(seed)"
    let first = try SyncMachine(host, clock)
    machines = [first]
    try await save(0) { try await $0.write($1) }
    try await first.add(isPlain: isPlain)
    await readWords(of: 0)
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
    guard !removed.contains(index), !removedDevices.contains(machines[index].device) else { return }
    saved[entry.id, default: []].insert(title)
    writers[title] = (index, machines[index].device)
  }

  /// What a device wrote counts no more, but for what another machine knows of it.
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

  /// The machines that are removed with a device: all that have its keys, unless the one that removes it has
  /// them, too.
  private func machines(removedWith other: Int, by index: Int) -> Set<Int> {
    Set(
      machines.indices.filter { machine in
        originals[other] == originals[index]
          ? machines[machine].device == machines[other].device
          : originals[machine] == originals[other]
      })
  }

  /// Reads the recovery words that a machine has made and nobody has seen yet.
  private mutating func readWords(of index: Int) async {
    let engine = machines[index].engine
    guard let unseen = await engine.state().unseenWords else { return }
    words = unseen
    engine.recordWordsSeen()
  }

  // MARK: What is wrong

  /// What is wrong once everything works again and has been synced.
  mutating func fault() async throws -> String? {
    if let earlyFault { return earlyFault }
    for index in machines.indices {
      machines[index].faults = MemoryFaults()
      machines[index].daysAhead = 0
      machines[index].stayOpen(false)
    }
    let kept = machines.indices.filter { !removed.contains($0) }
    try await settle(kept)
    // What they list is looked at by one program each.
    for index in kept { machines[index].stayOpen() }
    let gone = try await lostFiles(kept)
    let first = try await machines[0].asOthersSee()
    let (titles, trash) = (try await first.titles(), try await first.trashedTitles())
    for (index, machine) in machines.enumerated() where !removed.contains(index) {
      let seen = try await machine.asOthersSee()
      let other = try await seen.titles()
      if other != titles {
        sayLogs(of: first)
        sayLogs(of: machine)
        return "0 lists \(titles), \(index) lists \(other)"
      }
      let otherTrash = try await seen.trashedTitles()
      if otherTrash != trash { return "0 has trashed \(trash), \(index) has \(otherTrash)" }
      // Two of them are verified, for that takes long and they have much the same.
      let isVerified = [0, checks % kept.count].contains(kept.firstIndex(of: index))
      let findings = try (isVerified ? machine.findings() : []).filter {
        $0 != .missingParent && ($0 != .missingAsset || gone.isEmpty)
      }
      if !findings.isEmpty {
        sayLogs(of: machine)
        return "\(index): \(findings)"
      }
      let diary = machine.service
      for (entry, saved) in saved where !purged.contains(entry) {
        let lost = saved.subtracting(await SyncMachine.history(of: entry, in: diary))
        if !lost.isEmpty { return "\(index) lost \(lost.sorted())" }
      }
    }
    if let strange = try await strangeFile(kept, besides: gone) { return strange }
    // Whatever one machine holds, a new one can be given, by the remote and by this machine alone.
    let fresh = try await SyncMachine(host, clock, cloning: words)
    let given = try await fresh.contents(besides: purged)
    let held = try await first.contents(besides: purged)
    if given != held { return "0 has \(held), a clone of the remote \(given)" }
    return try await differenceOfClone(kept[checks % kept.count])
  }

  /// The difference between a machine and a clone that it alone fills.
  private func differenceOfClone(_ index: Int) async throws -> String? {
    let difference = try await machines[index].differenceOfClone(
      isPlain: isPlain, words: words, purged: purged)
    return difference.map { "\(index): \($0)" }
  }

  /// Syncs without faults until nothing goes any more from any of them. Then nothing would come, either,
  /// which is tried with some seeds.
  private mutating func settle(_ kept: [Int]) async throws {
    let triesAgain = checks % 4 == 0
    /// What had changed there when a machine had nothing to do.
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

  /// Syncs without faults. A machine that knew of no key yet is given the words. Returns whether it
  /// did all with nothing to tell, and whether nothing came or went.
  private mutating func settle(
    _ index: Int, _ round: Int
  ) async throws -> (isDone: Bool, isQuiet: Bool) {
    let machine = machines[index]
    let result = await machine.engine.sync(nil, isDryRun: false) { _ in }
    say("round \(round), \(index): \(result)")
    sayFiles()
    await readWords(of: index)
    // Words that weren't taken, as their file was only half there, are given once more.
    let needsWords = result.isEmpty || result[0].error?.contains("recovery words") == true
    if needsWords, let words {
      if !result.isEmpty { try await machine.engine.remove(remote: "home") }
      do { try await machine.add(isPlain: isPlain, words: words) } catch {
        say("\(index) gives the words: \(error)")
      }
    }
    let isWhole = !result.isEmpty && result.allSatisfy { $0.error == nil }
    let isQuiet = result.allSatisfy { result in
      result.sentLines + result.receivedLines + result.sentFiles + result.receivedFiles == 0
        && result.sentBytes == 0
    }
    return (isWhole && result.allSatisfy(\.issues.isEmpty), isWhole && isQuiet)
  }

  /// The photos that no machine has: only machines had them that were removed before they sent them, or one
  /// removed their entry for good while another machine edited it that didn't have them yet.
  private func lostFiles(_ kept: [Int]) async throws -> Set<AssetFile> {
    let machines = kept.map { self.machines[$0] }
    return Set(try await machines[0].namedFiles()).filter { file in
      guard let photo = photos[file], !machines.contains(where: { $0.has(file) }) else {
        return false
      }
      return removed.contains(photo.machine) || purged.contains(photo.entry)
    }
  }

  /// A photo that isn't where it should be, or lies there and no line names it.
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

  // MARK: Words

  func say(_ words: @autoclosure () -> String) { if prints { print(words()) } }

  func sayFiles() {
    guard prints else { return }
    let logs = host.files.filter { $0.key.path.hasPrefix("log/") }.sorted { $0.key < $1.key }
    for (name, bytes) in logs {
      let lines = isPlain ? bytes.split(separator: 0x0A) : []
      let told = lines.map { line in
        let line = String(decoding: line, as: UTF8.self)
        return line.firstRange(of: "\"title\":\"").map { String(line[$0.upperBound...].prefix(4)) }
          ?? String(line.dropFirst(2).prefix(14))
      }
      say("    \(name.path.dropFirst(4).prefix(4)) \(name.path.dropFirst(37)) \(told)")
    }
  }

  private func sayLogs(of machine: SyncMachine) {
    guard prints else { return }
    let logs = try? ProgramResult.run("/bin/grep", ["-r", "", machine.root + "/log"])
    say(String(decoding: logs?.output ?? [], as: UTF8.self))
  }
}

extension SyncMachine {
  /// The titles that an entry ever had.
  fileprivate static func history(of id: ID<Entry>, in diary: DiaryService) async -> Set<String> {
    Set(((try? await diary.history(of: id)) ?? []).map(\.entry.title))
  }

  fileprivate func trashedTitles() async throws -> [String] {
    try await service.trash().map(\.title).sorted()
  }

  /// The files that lines name.
  fileprivate func namedFiles() async throws -> [AssetFile] {
    try await repository.references(after: LogPositions()).files
  }

  fileprivate func has(_ file: AssetFile) -> Bool { repository.hasAsset(file) }
}

/// What people do, and what happens to them.
extension SyncModel {
  mutating func step() async throws {
    let index = Int.random(in: machines.indices, using: &generator)
    machines[index].seed &+= 1
    let machine = machines[index]
    switch Int.random(in: 0..<32, using: &generator) {
    case 0..<4:
      say("\(index) writes \(count + 1)")
      try await save(index) { try await $0.write($1) }
    case 4:
      say("\(index) writes \(count + 1) with a photo")
      try await save(index) { try await $0.write($1, photo: Array($1.utf8)) }
    case 5..<9: try await edit(index)
    case 9:
      guard let entry = try await machine.service.entries().randomElement(using: &generator) else {
        return
      }
      say("\(index) deletes \(entry.title)")
      _ = try await machine.service.delete(entry.id)
    case 10:
      guard let entry = try await machine.service.trash().randomElement(using: &generator) else {
        return
      }
      say("\(index) restores \(entry.title)")
      _ = try await machine.service.restore(entry.id)
    case 11:
      let trash = try await machine.service.trash()
      say("\(index) empties \(trash.map(\.title))")
      purged.formUnion(trash.map(\.id))
      _ = try await machine.service.emptyTrash()
    case 12: copies.append(host.files)
    case 13:
      guard let copy = copies.randomElement(using: &generator) else { return }
      say("an old copy comes back")
      host.files = copy
    case 14 where machines.count < mostMachines:
      say("\(index) is cloned to \(machines.count)")
      if removed.contains(index) { removed.insert(machines.count) }
      machines.append(try machine.cloned())
      originals.append(originals[index])
    case 15:
      say("two days later")
      clock.advance(days: 2)
    case 16: setClock(of: index)
    case 17: try await removeDevice(by: index)
    case 18: try await killSync(of: index)
    case 19..<21: try backups.append((index, machine.backup()))
    case 21..<24: try await putBack()
    case 24: try await cloneAgain(index)
    case 25:
      say("\(index) restores all")
      for entry in try await machine.service.trash() {
        _ = try await machine.service.restore(entry.id)
      }
    case 26 where isPlain:
      // What is broken heals with the next sync.
      guard try await machine.repository.brokenDevices().isEmpty else { return }
      say("\(index) fills a remote alone")
      let difference = try await differenceOfClone(index)
      earlyFault = earlyFault ?? difference.map { "after \(count) saves, \($0)" }
    default: await sync(index)
    }
  }

  /// An old copy is put back: of what a machine remembers or, once it has sent all it had, of its store or of
  /// one log.
  private mutating func putBack() async throws {
    guard let (index, copy) = backups.randomElement(using: &generator) else { return }
    let part = SyncMachine.Part.allCases.randomElement(using: &generator) ?? .store
    if part != .state { guard await hasSentAll(index) else { return } }
    say("\(index) gets an old copy of its \(part) back")
    machines[index].stayOpen(false)
    try machines[index].putBack(part, of: copy)
    machines[index].stayOpen()
  }

  /// A machine loses its store once it has sent all it had, and clones the diary again.
  private mutating func cloneAgain(_ index: Int) async throws {
    guard !removed.contains(index), await hasSentAll(index) else { return }
    say("\(index) loses its store, and clones it again")
    machines[index].stayOpen(false)
    _ = try ProgramResult.run("/bin/rm", ["-r", machines[index].root])
    var machine = machines[index]
    machine.faults = MemoryFaults()
    // Its keys are still there.
    try await machine.clone(isPlain: isPlain)
    machines[index].stayOpen()
  }

  /// Syncs a machine without faults. Returns whether all it had is on the remote then, of which no old copy
  /// comes back any more.
  private mutating func hasSentAll(_ index: Int) async -> Bool {
    var machine = machines[index]
    machine.faults = MemoryFaults()
    machine.stayOpen(false)
    let result = await machine.engine.sync(nil, isDryRun: false) { _ in }.first
    await readWords(of: index)
    guard let result, result.error == nil, result.issues.isEmpty else { return false }
    copies = []
    return true
  }

  private mutating func edit(_ index: Int) async throws {
    let entries = try await machines[index].service.entries()
    guard let entry = entries.randomElement(using: &generator) else { return }
    say("\(index) edits \(entry.title): \(count + 1)")
    try await save(index) { try await $0.edit(entry, $1) }
  }

  private func sync(_ index: Int) async {
    tell(await machines[index].engine.sync(nil, isDryRun: false) { _ in }.first, index)
  }

  private func tell(_ result: SyncResult?, _ index: Int) {
    say("\(index) syncs: \(result?.error ?? "done"), \(result?.issues ?? [])")
    sayFiles()
  }

  /// Ten years back, fifty ahead, or right again.
  private mutating func setClock(of index: Int) {
    let days: [Int64] = [-3650, 0, 0, 2, 18_250]
    machines[index].daysAhead = days.randomElement(using: &generator) ?? 0
    machines[index].stayOpen()
    say("\(index) has a clock that is wrong by \(machines[index].daysAhead) days")
  }

  private mutating func removeDevice(by index: Int) async throws {
    let others = machines.indices.filter { other in
      other > 0 && !removed.contains(other) && machines[other].device != machines[index].device
    }
    let known = await machines[index].engine.state().devices.filter { !$0.isRemoved }.map(\.id)
    guard !isPlain, !removed.contains(index), let other = others.randomElement(using: &generator),
      let device = machines[other].device, known.contains(device)
    else { return }
    let gone = machines(removedWith: other, by: index)
    guard !gone.contains(0), !gone.contains(index) else { return }
    say("\(index) removes \(gone.sorted())")
    let isOffline = Bool.random(using: &generator)
    let remover = isOffline ? machines[index].offline : machines[index]
    do { _ = try await remover.engine.remove(device: device, isOffline: isOffline) } catch {
      return say("\(error)")
    }
    await readWords(of: index)
    try await remove(gone, by: index)
  }

  private mutating func killSync(of index: Int) async throws {
    guard FileSystem<SystemError>.exists(machines[index].state + "/sync") else { return }
    say("\(index) is killed while it syncs")
    var faults = machines[index].faults
    faults.failingCalls = [Int.random(in: 3...8, using: &generator)]
    tell(try await machines[index].syncStopped(by: faults), index)
  }
}

/// Which runs of a model are tried, and what is told of one that fails.
enum ModelSeeds {
  /// Returns the seeds that `PHOTODIARY_SYNC_SEEDS` names: from one to another, one alone, or a number of
  /// them, which is usually `count`, with others that have failed before.
  static func chosen(usually count: UInt64, and others: [UInt64] = []) -> [UInt64] {
    let text = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } ?? String(count)
    if text.hasPrefix("seed:") { return UInt64(text.dropFirst(5)).map { [$0] } ?? [] }
    let ends = text.split(separator: "-").compactMap { UInt64($0) }
    if ends.count == 2 { return Array(ends[0]...ends[1]) }
    return Array(1...(ends.first ?? count)) + others
  }

  /// Runs a model for so many steps; if something is wrong in the end, for fewer, until it is again: the
  /// shortest run that fails says most. `nil` if nothing is wrong.
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
