import Crypto
import DiaryCore
import Glibc
import MemoryRemote
import Sync
import System
import TestSupport
import Testing

@testable import DiaryStore

/// People share a diary over an unreliable remote, and one of them forges lines. In the end all
/// members show the same people, entries and comments, nothing forged, and everything saved by
/// people who lost no rights.
@Suite(.cheapWords) struct PeopleModelTests {
  private static let seeds = ModelSeeds.chosen(usually: 150, and: [25, 40, 43, 46, 51, 74, 87])

  @Test(arguments: seeds)
  func `all members agree in the end, and forged lines never appear`(seed: UInt64) async throws {
    let failure = try await ModelSeeds.shortestFailure(of: 40) { steps in
      var model = try await PeopleModel(seed: seed)
      for _ in 0..<steps { try await model.step() }
      return try await model.fault()
    }
    if let failure { fail("seed \(seed), \(failure)") }
  }
}

/// People with their machines, sharing a diary over an unreliable remote. One of them forges lines.
struct PeopleModel {
  var generator: SeededGenerator
  var machines: [SyncMachine] = []
  /// The author of each machine, once known.
  var authors: [AuthorID?] = []
  let host = MemoryHost()
  let clock = SyncClock()
  /// The machines of the forger.
  var bad: Set<Int> = []
  /// Old states of the remote.
  var copies: [[RemoteName: [UInt8]]] = []
  /// The titles reported as saved, by entry.
  var saved: [ID<Entry>: [(writer: Int, title: String)]] = [:]
  /// The comments reported as saved, in their last state.
  var savedComments: [ID<EntryComment>: (writer: Int, comment: EntryComment)] = [:]
  var purged: Set<ID<Entry>> = []
  /// The people whose rights a decision may have reduced.
  var judged: Set<AuthorID> = []
  /// The people who were ever made owners.
  var promoted: Set<AuthorID> = []
  /// The people against whom each person decided without the right to. A decision counts if they
  /// become an owner, from the lines on that their promoter didn't know.
  var attacks: [AuthorID: Set<AuthorID>] = [:]
  private var attacked: Set<AuthorID> {
    Set(promoted.flatMap { attacks[$0, default: []] })
  }
  private(set) var count = 0
  private let prints: Bool

  /// A title that must never be shown.
  static let forged = "FORGED"

  init(seed: UInt64) async throws {
    generator = SeededGenerator(seed: seed)
    prints = getenv("PHOTODIARY_SYNC_SEEDS").map { String(cString: $0) } == "seed:\(seed)"
    machines = [try SyncMachine(host, clock)]
    authors = [nil]
    _ = try await machines[0].engine.share(at: "/memory") { _ in }
    try await write(0)
    for _ in 0..<Int.random(in: 1...2, using: &generator) {
      try await invite(by: 0)
      try await approve(by: 0)
      _ = await sync(machines.count - 1)
    }
    // The forger is an admitted person, most of the time.
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

  /// The machine's author as the machine itself knows it.
  mutating func author(_ index: Int) async -> AuthorID? {
    if let known = authors[index] { return known }
    let own = try? await machines[index].engine.people()?.first(where: \.isCurrentUser)?.id
    authors[index] = own
    return own
  }

  /// A new machine asks to join, as a new person or as another device of a member.
  mutating func invite(by index: Int, forOwnDevice isForOwn: Bool = false) async throws {
    let new = machines.count
    var machine = try SyncMachine(host, clock)
    machine.faults = machines[index].faults
    machine.seed = machines[index].seed &+ 977
    trace("\(index) invites \(new)\(isForOwn ? ", another device of the same person" : "")")
    do throws(MessageError) {
      let invitation = try await machines[index].engine.invite(
        to: "Family", forOwnDevice: isForOwn
      ) { _ in }
      _ = try await machine.engine.join(invitation, at: nil, as: "Person \(new)") { _ in }
    } catch { return trace("  \(error.line)") }
    machines.append(machine)
    authors.append(nil)
    if isForOwn, bad.contains(index) { bad.insert(new) }
  }

  mutating func approve(by index: Int) async throws {
    let engine = machines[index].engine
    try? await engine.fetchRequests()
    for person in (try? await engine.people()) ?? [] where person.state == .pending {
      trace("\(index) approves \(person.name)")
      try? await engine.approve(person.id)
    }
    _ = await sync(index)
  }

  @discardableResult mutating func sync(_ index: Int) async -> SyncResult? {
    machines[index].seed &+= 1
    let result = await machines[index].engine.sync(nil, isDryRun: false) { _ in }.first
    trace("\(index) syncs: \(result?.error ?? "done"), \(result?.issues ?? [])")
    return result
  }

  mutating func write(_ index: Int) async throws {
    let title = nextTitle(index)
    trace("\(index) writes \(title)")
    let entry = try await machines[index].write(title)
    saved[entry.id, default: []].append((index, title))
  }

  mutating func fault() async throws -> String? {
    for index in machines.indices {
      machines[index].faults = MemoryFaults()
      machines[index].daysAhead = 0
    }
    var results: [Int: SyncResult] = [:]
    /// The number of changes on the host at each machine's last idle sync.
    var seen: [Int: Int] = [:]
    for turn in 0..<5 * machines.count
    where !machines.indices.allSatisfy({ seen[$0] == host.changes }) {
      let index = turn % machines.count
      let before = host.changes
      guard seen[index] != before else { continue }
      if index == 0 { trace("round \(turn / machines.count)") }
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
      guard let author = await author(index), view.members.contains(author),
        !attacked.contains(author)
      else { continue }
      return "\(index) is shut out: \(results[index]?.error ?? "no view")"
    }
    for (place, (index, _)) in honest.enumerated() {
      // Only two of them are verified, because it is slow and they are nearly equal.
      let isVerified = place == 0 || place == count % honest.count
      await machines[index].service.finish()
      let findings = try isVerified ? machines[index].findings() : []
      let faults = findings.filter { $0 != .missingParent }
      if !faults.isEmpty { return "\(index): \(faults)" }
      if let lost = try await loss(on: index, view) { return "\(index) lost \(lost)" }
    }
    for index in machines.indices where !bad.contains(index) {
      if let lost = await ownLoss(on: index) { return "\(index) shows its own \(lost) no longer" }
    }
    return nil
  }

  /// Returns a title saved on a machine that it no longer shows, regardless of later decisions.
  private func ownLoss(on index: Int) async -> String? {
    for (entry, titles) in saved where !purged.contains(entry) {
      let history = (try? await machines[index].service.history(of: entry)) ?? []
      let known = Set(history.map(\.entry.title))
      for (writer, title) in titles where writer == index && !known.contains(title) {
        return title
      }
    }
    return nil
  }

  /// Returns something saved by a person who never lost rights, and now missing.
  private mutating func loss(on index: Int, _ view: PeopleView) async throws -> String? {
    var trusted: Set<Int> = []
    for writer in machines.indices where !bad.contains(writer) {
      guard let author = await author(writer), !judged.union(attacked).contains(author),
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
    for (id, (writer, comment)) in savedComments where trusted.contains(writer) {
      // Comments are removed with their entry.
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

  func trace(_ text: @autoclosure () -> String) { if prints { print(text()) } }
}

/// The state shown to all members, without private data of the machine.
struct PeopleView {
  let isIn: Bool
  let members: Set<AuthorID>
  let people: [String]
  let titles: [String]
  let trash: [String]
  let comments: [String]

  var texts: [String] { titles + trash + comments }

  /// `nil` if there is no diary yet.
  init?(of machine: SyncMachine) async throws {
    guard let people = try await machine.engine.people() else { return nil }
    let known = people.filter { $0.state != .pending }
    isIn = known.contains { $0.isCurrentUser && $0.state == .member }
    members = Set(known.filter { $0.state == .member }.map(\.id))
    self.people = known.map { "\($0.id) \($0.name) \($0.role) \($0.state)" }
    let machine = try await machine.asOthersSee()
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

extension PeopleModel {
  mutating func step() async throws {
    let index = Int.random(in: machines.indices, using: &generator)
    machines[index].seed &+= 1
    if bad.contains(index), Bool.random(using: &generator) { return try await misbehave(index) }
    do {
      switch Int.random(in: 0..<26, using: &generator) {
      case 0..<3: try await write(index)
      case 3..<5: try await edit(index)
      case 5: try await delete(index)
      case 6: try await emptyTrash(index)
      case 7..<10: try await comment(index)
      case 10..<12: try await changeComment(index)
      case 12 where machines.count < 5: try await invite(by: index)
      case 13 where machines.count < 5: try await invite(by: index, forOwnDevice: true)
      case 14..<16: try await approve(by: index)
      case 16..<18: try await changeRole(by: index)
      case 18: try await remove(by: index)
      case 19:
        trace("two days later")
        clock.advance(days: 2)
      case 20: copies.append(host.files)
      case 21:
        guard let copy = copies.randomElement(using: &generator) else { return }
        trace("rolls the remote back")
        host.files = copy
      default: await sync(index)
      }
    } catch is DiaryError {
      // Thrown for people without the right to write.
    } catch is MessageError {
      // Thrown for people without the right to decide.
    }
  }

  private mutating func entry(on index: Int) async throws -> Entry? {
    try await machines[index].service.entries().randomElement(using: &generator)
  }

  private mutating func edit(_ index: Int) async throws {
    guard let entry = try await entry(on: index) else { return }
    let title = nextTitle(index)
    trace("\(index) edits \(entry.title): \(title)")
    _ = try await machines[index].edit(entry, title)
    saved[entry.id, default: []].append((index, title))
  }

  private mutating func delete(_ index: Int) async throws {
    guard let entry = try await entry(on: index) else { return }
    trace("\(index) deletes \(entry.title)")
    _ = try await machines[index].service.delete(entry.id)
  }

  private mutating func emptyTrash(_ index: Int) async throws {
    let own = await author(index)
    let trash = try await machines[index].service.trash().filter { $0.author == own }
    trace("\(index) empties \(trash.map(\.title))")
    _ = try await machines[index].service.emptyTrash()
    purged.formUnion(trash.map(\.id))
  }

  private mutating func comment(_ index: Int) async throws {
    guard let entry = try await entry(on: index) else { return }
    let text = nextTitle(index, "c")
    trace("\(index) comments \(text) on \(entry.title)")
    let comment = try await machines[index].service.addComment(text, on: entry.id)
    savedComments[comment.id] = (index, comment)
  }

  private mutating func changeComment(_ index: Int) async throws {
    guard let entry = try await entry(on: index),
      let comment = try await machines[index].service.comments(on: entry.id)
        .randomElement(using: &generator)
    else { return }
    // Machines of one person may change it concurrently; then their clocks decide.
    let isShared = savedComments[comment.id].map { $0.writer != index } ?? true
    if Bool.random(using: &generator) {
      let text = nextTitle(index, "c")
      trace("\(index) changes \(comment.text) to \(text)")
      let changed = try await machines[index].service.change(comment, to: text)
      savedComments[comment.id] = isShared ? nil : (index, changed)
    } else {
      trace("\(index) removes \(comment.text)")
      try await machines[index].service.remove(comment)
      var gone = comment
      gone.isRemoved = true
      savedComments[comment.id] = isShared ? nil : (index, gone)
    }
  }

  private mutating func person(by index: Int) async -> Person? {
    let people = (try? await machines[index].engine.people()) ?? []
    return people.filter { $0.state == .member }.randomElement(using: &generator)
  }

  private mutating func changeRole(by index: Int) async throws {
    guard let person = await person(by: index),
      let role = [PersonRole.owner, .owner, .editor, .viewer].randomElement(using: &generator)
    else { return }
    trace("\(index) makes \(person.name) \(role)")
    try await machines[index].offline.engine.change(person.id, to: role, isOffline: true)
    judged.insert(person.id)
    if role == .owner { promoted.insert(person.id) }
  }

  private mutating func remove(by index: Int) async throws {
    guard let person = await person(by: index) else { return }
    trace("\(index) removes \(person.name)")
    try await machines[index].offline.engine.remove(person.id, isOffline: true)
    judged.insert(person.id)
  }
}

/// Lines by someone who has a member's keys and follows no rule.
extension PeopleModel {
  mutating func misbehave(_ index: Int) async throws {
    guard let own = await author(index) else { return }
    let machine = machines[index]
    let others = try await machine.service.entries().filter { $0.author != own }
    let entry = others.randomElement(using: &generator)
    let people = (try? await machine.engine.people()) ?? []
    let person = people.filter { $0.state == .member && !$0.isCurrentUser }
      .randomElement(using: &generator)
    let kind = Int.random(in: 0..<10, using: &generator)
    trace("\(index) misbehaves: \(kind)")
    switch kind {
    case 0:
      guard var entry else { return }
      // In the entry's author's name, or the forger's.
      if Bool.random(using: &generator) { entry.author = own }
      entry.title = nextTitle(index, Self.forged)
      try await forge(index, [entry])
    case 1:
      guard let entry, let person else { return }
      var new = Entry(
        id: EntryOwnership.id(.random(), by: person.id), fields: entry.fields, author: person.id,
        created: clock.tick(daysAhead: 0), modified: clock.tick(daysAhead: 0))
      new.title = nextTitle(index, Self.forged)
      try await forge(index, [new])
    case 2:
      guard var entry else { return }
      entry.isTrashed = true
      try await forge(index, [entry])
    case 3:
      guard let entry, let person else { return }
      let id: ID<EntryComment> = EntryOwnership.id(.random(), by: person.id)
      try await forge(index, comment: id, on: entry, as: person.id)
    case 4:
      guard let entry,
        let comment = try await machine.service.comments(on: entry.id)
          .filter({ $0.author != own }).randomElement(using: &generator)
      else { return }
      let name = Bool.random(using: &generator) ? own : comment.author
      try await forge(index, comment: comment.id, on: entry, as: name)
    case 5:
      guard let person else { return }
      var record = PersonRecord(Bool.random(using: &generator) ? own : person.id)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: record.isRemoved = record.person != own
      case 1: record.isCopied = true
      default: record.role = record.person == own ? .owner : .viewer
      }
      attacks[own, default: []].insert(record.person)
      record.seen = [:]
      try await forge(index, records: [.person(record)])
    case 6:
      let seen = await machine.repository.runTips
      try await forge(
        index,
        records: [.removal(RemovalRecord(entries: others.map(\.id), seen: seen))])
    case 7: try await forgeRemoval(by: index, own)
    case 8:
      guard let victim = machines.randomElement(using: &generator)?.device else { return }
      try await forge(
        index,
        records: [
          .name(NameRecord(of: victim, name: Self.forged)),
          .owner(OwnerRecord(Author(id: own, name: Self.forged), isNameChosen: true)),
        ])
    default: replay(by: index)
    }
  }

  /// A new diary key that removes another person's device.
  private mutating func forgeRemoval(by index: Int, _ own: AuthorID) async throws {
    let other = Int.random(in: machines.indices, using: &generator)
    guard let victim = machines[other].device, let person = await author(other), person != own
    else {
      return
    }
    attacks[own, default: []].insert(person)
    let removed = [victim: Int.random(in: 0...3, using: &generator)]
    let record = EpochRecord(
      of: DiaryKey(epoch: Int.random(in: 2...4, using: &generator)),
      devices: [], removed: removed)
    try await forge(index, records: [.epoch(record)])
  }

  private mutating func forge(
    _ index: Int, comment: ID<EntryComment>, on entry: Entry, as author: AuthorID
  ) async throws {
    let time = clock.tick(daysAhead: 0)
    try await forge(
      index,
      records: [
        .comment(
          CommentRecord(
            EntryComment(
              id: comment, entry: entry.id, author: author, created: time, modified: time,
              text: nextTitle(index, Self.forged))))
      ])
  }

  private func forge(
    _ index: Int, _ entries: [Entry] = [], records: [DiaryRecord] = []
  ) async throws {
    try await machines[index].repository.forge(entries, records)
  }

  /// Uploads a file of another's lines again as the forger's.
  private mutating func replay(by index: Int) {
    let logs = host.files.filter { $0.key.path.hasPrefix("log/") }.sorted { $0.key < $1.key }
    guard let own = machines[index].device,
      let (name, bytes) = logs.randomElement(using: &generator)
    else { return }
    let parts = name.path.split(separator: "/")
    guard let copy = RemoteName("log/\(own)/\(parts[parts.count - 1])") else { return }
    host.files[copy] = host.files[copy] ?? bytes
  }
}

extension DiskRepository {
  fileprivate var runTips: [ID<Device>: [RunTip]] { tailer.runs.tips }

  /// Signs and appends lines without checking rights.
  func forge(_ entries: [Entry], _ records: [DiaryRecord]) async throws {
    let lock = try await storeLock()
    try catchUp()
    let log = deviceLog
    var batch = LineBatch(try log.signer(), after: tailer.clock, now: now)
    batch.add(records)
    batch.add(entries)
    _ = try log.append(batch)
    _ = consume lock
  }
}
