import DiaryCore
import DiaryStore
import Glibc
import MemoryRemote
import Sync
import TestSupport
import Testing

/// Machines that do whatever people do, over a remote that does whatever remotes do. In the end all list
/// the same, and whatever was said to be saved is there, unless its trash was emptied.
///
/// `PHOTODIARY_SYNC_SEEDS=2000` tries as many; `seed:N` that one alone, with all that is done printed.
@Suite struct SyncModelTests {
  private static let seeds: [UInt64] = {
    let text = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } ?? "24"
    if text.hasPrefix("seed:") { return UInt64(text.dropFirst(5)).map { [$0] } ?? [] }
    return (1...(UInt64(text) ?? 24)).map(\.self)
  }()

  @Test(arguments: seeds)
  func `all machines agree in the end, and nothing is lost`(seed: UInt64) async throws {
    // The shortest run that fails says most.
    guard let failure = try await run(seed, steps: Self.steps) else { return }
    var shortest = (steps: Self.steps, failure: failure)
    for steps in 1..<Self.steps {
      if let failure = try await run(seed, steps: steps) {
        shortest = (steps, failure)
        break
      }
    }
    Issue.record("seed \(seed), \(shortest.steps) steps: \(shortest.failure)")
  }

  private static let steps = 30

  /// What is wrong in the end.
  private func run(_ seed: UInt64, steps: Int) async throws -> String? {
    var model = try await SyncModel(seed: seed)
    for _ in 0..<steps { try await model.step() }
    return try await model.fault()
  }
}

private struct SyncModel {
  private var generator: SeededGenerator
  private var machines: [SyncMachine] = []
  private let host = MemoryHost()
  private let clock = SyncClock()
  /// Old copies of what lay there.
  private var copies: [[RemoteName: [UInt8]]] = []
  /// The titles that were said to be saved, by the entries.
  private var saved: [ID<Entry>: Set<String>] = [:]
  private var purged: Set<ID<Entry>> = []
  private var count = 0
  private let prints: Bool

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    prints = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } == "seed:\(seed)"
    let first = try SyncMachine(host, clock)
    machines = [first]
    try await save(0) { try await $0.write($1) }
    try await first.add(isPlain: true)
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let machine = try SyncMachine(host, clock)
      try await machine.clone(isPlain: true)
      machines.append(machine)
    }
    var faults = MemoryFaults()
    (faults.failure, faults.lag, faults.brokenPut) = (12, 6, 8)
    (faults.halfFile, faults.vanished, faults.copy) = (10, 10, 10)
    for index in machines.indices {
      machines[index].faults = faults
      machines[index].seed = seed &* 31 &+ UInt64(index)
    }
  }

  private mutating func save(
    _ index: Int, _ write: (SyncMachine, String) async throws -> Entry
  ) async throws {
    count += 1
    let title = "\(index).\(count)"
    let entry = try await write(machines[index], title)
    saved[entry.id, default: []].insert(title)
  }

  private func sayFiles() {
    let logs = host.files.filter { $0.key.path.hasPrefix("log/") }.sorted { $0.key < $1.key }
    for (name, bytes) in logs {
      let lines = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
      let told = lines.map { line in
        line.firstRange(of: "\"title\":\"").map { String(line[$0.upperBound...].prefix(4)) } ?? "-"
      }
      say("    \(name.path.dropFirst(4).prefix(4)) \(name.path.dropFirst(37)) \(told)")
    }
  }

  private func sayLogs(of machine: SyncMachine) {
    let logs = try? ProgramResult.run("/bin/grep", ["-r", "", machine.root + "/log"])
    say(String(decoding: logs?.output ?? [], as: UTF8.self))
  }

  private func say(_ words: String) { if prints { print(words) } }

  mutating func step() async throws {
    let index = Int.random(in: machines.indices, using: &generator)
    machines[index].seed &+= 1
    let machine = machines[index]
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<5:
      say("\(index) writes \(count + 1)")
      try await save(index) { try await $0.write($1) }
    case 5..<9:
      guard let entry = try await machine.service.entries().randomElement(using: &generator) else {
        return
      }
      say("\(index) edits \(entry.title): \(count + 1)")
      try await save(index) { try await $0.edit(entry, $1) }
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
    case 12:
      copies.append(host.files)
    case 13:
      guard let copy = copies.randomElement(using: &generator) else { return }
      say("an old copy comes back")
      host.files = copy
    case 14 where machines.count < 5:
      say("\(index) is cloned to \(machines.count)")
      machines.append(try machine.cloned())
    case 15:
      say("two days later")
      clock.advance(days: 2)
    default:
      let results = await machine.engine.sync(nil, isDryRun: false) { _ in }
      say("\(index) syncs: \(results.first?.error ?? "done"), \(results.first?.issues ?? [])")
      sayFiles()
    }
  }

  /// What is wrong once everything works again and has been synced.
  mutating func fault() async throws -> String? {
    for index in machines.indices { machines[index].faults = MemoryFaults() }
    for round in 0..<4 {
      for (index, machine) in machines.enumerated() {
        let result = await machine.engine.sync(nil, isDryRun: false) { _ in }
        say("round \(round), \(index): \(result)")
        sayFiles()
      }
    }
    let titles = try await machines[0].titles()
    for (index, machine) in machines.enumerated() {
      let other = try await machine.titles()
      if other != titles { return "0 lists \(titles), \(index) lists \(other)" }
      let findings = try machine.findings().filter { $0 != .missingParent }
      if !findings.isEmpty {
        sayLogs(of: machine)
        return "\(index): \(findings)"
      }
      for (entry, saved) in saved where !purged.contains(entry) {
        let revisions = (try? await machine.service.history(of: entry)) ?? []
        let history = Set(revisions.map(\.entry.title))
        let lost = saved.subtracting(history)
        if !lost.isEmpty { return "\(index) lost \(lost.sorted())" }
      }
    }
    return nil
  }
}
