import DiaryCore
import DiaryStore
import Glibc
import MemoryRemote
import Sync
import TestSupport

/// Some people with one diary, each on machines of their own, over a remote that is as unreliable as can be.
/// One of them has turned bad: what they write by themselves says what nobody may.
struct PeopleModel {
  var generator: SeededGenerator
  var machines: [SyncMachine] = []
  /// Who writes on each machine, once that is known there.
  var authors: [AuthorID?] = []
  let host = MemoryHost()
  let clock = SyncClock()
  /// The machines of who turned bad.
  var bad: Set<Int> = []
  /// Old copies of what lay there.
  var copies: [[RemoteName: [UInt8]]] = []
  /// The titles that were said to be saved, by the entries.
  var saved: [ID<Entry>: [(writer: Int, title: String)]] = [:]
  /// The comments that were said to be saved, as they were left.
  var said: [ID<EntryComment>: (writer: Int, comment: EntryComment)] = [:]
  var purged: Set<ID<Entry>> = []
  /// The people about whom something was decided that may have taken something from them.
  var judged: Set<AuthorID> = []
  /// Those who were ever made owners.
  var promoted: Set<AuthorID> = []
  private(set) var count = 0
  private let prints: Bool

  /// What nobody may ever see.
  static let forged = "FORGED"

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    prints = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } == "seed:\(seed)"
    machines = [try SyncMachine(host, clock, isInMemory: true)]
    authors = [nil]
    _ = try await machines[0].engine.share(at: "/memory") { _ in }
    try await write(0)
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      try await invite(by: 0)
      try await letIn(by: 0)
      _ = await sync(machines.count - 1)
    }
    // Somebody who was let in, most of the time.
    if seed % 4 != 0 { bad = [1] }
    var faults = MemoryFaults()
    (faults.failure, faults.lag, faults.brokenPut) = (16, 8, 10)
    (faults.halfFile, faults.vanished, faults.copy) = (14, 14, 14)
    for index in machines.indices { setFaults(faults, of: index, seed) }
  }

  private mutating func setFaults(_ faults: MemoryFaults, of index: Int, _ seed: UInt64) {
    machines[index].faults = faults
    machines[index].seed = seed &* 31 &+ UInt64(index)
  }

  mutating func nextTitle(_ index: Int, _ word: String = "") -> String {
    count += 1
    return "\(word)\(index).\(count)"
  }

  // MARK: Who is there

  /// Whose machine it is, as it knows itself.
  mutating func author(_ index: Int) async -> AuthorID? {
    if let known = authors[index] { return known }
    let own = try? await machines[index].engine.people()?.first(where: \.isThis)?.id
    authors[index] = own
    return own
  }

  /// Somebody asks to be let in, or with a further machine who is in already.
  mutating func invite(by index: Int, forOwnDevice isForOwn: Bool = false) async throws {
    let new = machines.count
    var machine = try SyncMachine(host, clock, isInMemory: true)
    machine.faults = machines[index].faults
    machine.seed = machines[index].seed &+ 977
    say("\(index) invites \(new)\(isForOwn ? ", a machine of its own" : "")")
    do throws(SyncError) {
      let invitation = try await machines[index].engine.invite(
        to: "Family", forOwnDevice: isForOwn
      ) { _ in }
      _ = try await machine.engine.join(invitation, at: nil, as: "Person \(new)") { _ in }
    } catch {
      return say("  \(error.line)")
    }
    machines.append(machine)
    authors.append(nil)
    if isForOwn, bad.contains(index) { bad.insert(new) }
  }

  /// Lets whoever asks in.
  mutating func letIn(by index: Int) async throws {
    let engine = machines[index].engine
    try? await engine.lookForRequests()
    for person in (try? await engine.people()) ?? [] where person.state == .asking {
      say("\(index) lets \(person.name) in")
      try? await engine.approve(person.id)
    }
    _ = await sync(index)
  }

  @discardableResult
  mutating func sync(_ index: Int) async -> SyncResult? {
    machines[index].seed &+= 1
    let result = await machines[index].engine.sync(nil, isDryRun: false) { _ in }.first
    say("\(index) syncs: \(result?.error ?? "done"), \(result?.issues ?? [])")
    return result
  }

  mutating func write(_ index: Int) async throws {
    let title = nextTitle(index)
    say("\(index) writes \(title)")
    let entry = try await machines[index].write(title)
    saved[entry.id, default: []].append((index, title))
  }

  // MARK: What is wrong

  /// What is wrong once everything works again and has been synced.
  mutating func fault() async throws -> String? {
    for index in machines.indices {
      machines[index].faults = MemoryFaults()
      machines[index].daysAhead = 0
    }
    var results: [Int: SyncResult] = [:]
    /// What had changed there when a machine had nothing to do.
    var seen: [Int: Int] = [:]
    for turn in 0..<5 * machines.count
    where !machines.indices.allSatisfy({ seen[$0] == host.changes }) {
      let index = turn % machines.count
      let before = host.changes
      guard seen[index] != before else { continue }
      if index == 0 { say("round \(turn / machines.count)") }
      let result = await sync(index)
      results[index] = result
      let isQuiet = host.changes == before && result?.receivedLines == 0
      seen[index] = isQuiet ? before : nil
    }
    for index in machines.indices { machines[index].stayOpen() }
    var views: [(index: Int, view: PeopleView)] = []
    for index in machines.indices {
      guard results[index]?.error == nil,
        let view = try await PeopleView(of: machines[index]), view.isIn
      else { continue }
      views.append((index, view))
      let forgery = view.texts.first { $0.contains(Self.forged) }
      if let forgery { return "\(index) shows \(forgery)" }
    }
    let honest = views.filter { !bad.contains($0.index) }
    guard let (first, view) = honest.first ?? views.first else { return nil }
    for (index, other) in views {
      if let difference = view.difference(from: other) {
        return "\(first) and \(index): \(difference)"
      }
    }
    for index in machines.indices where !views.contains(where: { $0.index == index }) {
      guard let author = await author(index), view.members.contains(author) else { continue }
      return "\(index) is shut out: \(results[index]?.error ?? "no view")"
    }
    for (place, (index, _)) in honest.enumerated() {
      // Two of them are verified, for that takes long and they have much the same.
      let isVerified = place == 0 || place == count % honest.count
      let findings = try isVerified ? machines[index].findings() : []
      let faults = findings.filter { $0 != .missingParent }
      if !faults.isEmpty { return "\(index): \(faults)" }
      if let lost = try await loss(on: index, view) { return "\(index) lost \(lost)" }
    }
    return nil
  }

  /// Something that was said to be saved by somebody of whom nobody has ever taken anything.
  private mutating func loss(on index: Int, _ view: PeopleView) async throws -> String? {
    var trusted: Set<Int> = []
    for writer in machines.indices where !bad.contains(writer) {
      guard let author = await author(writer), !judged.contains(author),
        view.members.contains(author)
      else { continue }
      trusted.insert(writer)
    }
    let service = machines[index].service
    for (entry, titles) in saved where !purged.contains(entry) {
      let known = Set(((try? await service.history(of: entry)) ?? []).map(\.entry.title))
      for (writer, title) in titles where trusted.contains(writer) && !known.contains(title) {
        return title
      }
    }
    for (id, (writer, comment)) in said where trusted.contains(writer) {
      // With an entry that is gone, or never counted, goes what is said under it.
      guard !purged.contains(comment.entry),
        try await !service.entries(ids: [comment.entry]).isEmpty
      else { continue }
      let known = try await service.comments(on: comment.entry).first { $0.id == id }
      if known?.text != (comment.isRemoved ? nil : comment.text) {
        return "the comment \(comment.text) for \(known?.text ?? "none")"
      }
    }
    return nil
  }

  // MARK: Words

  func say(_ words: @autoclosure () -> String) { if prints { print(words()) } }
}

/// What a machine shows to whoever is in the diary.
struct PeopleView {
  let isIn: Bool
  let members: Set<AuthorID>
  let people: [String]
  let titles: [String]
  let trash: [String]
  let comments: [String]

  var texts: [String] { titles + trash + comments }

  /// `nil` where there is no diary yet.
  init?(of machine: SyncMachine) async throws {
    guard let people = try await machine.engine.people() else { return nil }
    let known = people.filter { $0.state != .asking }
    isIn = known.contains { $0.isThis && $0.state == .member }
    members = Set(known.filter { $0.state == .member }.map(\.id))
    self.people = known.map { "\($0.id) \($0.name) \($0.role) \($0.state)" }
    let service = machine.service
    titles = try await machine.titles()
    let trashed = try await service.trash()
    trash = trashed.map(\.title).sorted()
    var comments: [String] = []
    for entry in try await service.entries() + trashed {
      comments += try await service.comments(on: entry.id).map { "\(entry.id): \($0.text)" }
    }
    self.comments = comments.sorted()
  }

  func difference(from other: PeopleView) -> String? {
    for (name, one, two) in [
      ("people", people, other.people), ("entries", titles, other.titles),
      ("trash", trash, other.trash), ("comments", comments, other.comments),
    ] where one != two { return "\(name) \(one), \(two)" }
    return nil
  }
}
