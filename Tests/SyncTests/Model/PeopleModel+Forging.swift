import DiaryCore
import Sync
import System
import TestSupport

@testable import DiaryStore

/// What somebody writes who has the keys of a member and keeps to no rule.
extension PeopleModel {
  mutating func misbehave(_ index: Int) async throws {
    guard let own = await author(index) else { return }
    let machine = machines[index]
    let others = try await machine.service.entries().filter { $0.author != own }
    let entry = others.randomElement(using: &generator)
    let people = (try? await machine.engine.people()) ?? []
    let person = people.filter { $0.state == .member && !$0.isThis }
      .randomElement(using: &generator)
    let kind = Int.random(in: 0..<8, using: &generator)
    say("\(index) misbehaves: \(kind)")
    switch kind {
    case 0:
      guard var entry else { return }
      // In their name, or in one's own.
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
      default: record.role = record.person == own ? .owner : .reader
      }
      // An owner may, however bad.
      if promoted.contains(own) { judged.insert(record.person) }
      record.seen = [:]
      try await forge(index, records: [.person(record)])
    case 6:
      let heads = try await machine.repository.chainHeads().mapValues(\.number)
      try await forge(
        index,
        records: [
          .removal(
            RemovalRecord(
              reason: .trash, entries: others.map(\.id), seen: heads, gaps: [], logs: []))
        ])
    default: replay(by: index)
    }
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

  /// A file of somebody else's lines is put there once more, as if it were one's own.
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
  /// Signs and adds lines without asking whether this device may.
  fileprivate func forge(_ entries: [Entry], _ records: [DiaryRecord]) async throws {
    let lock = try await storeLock()
    try catchUp()
    let log = deviceLog
    let signer = try log.signer(follower.records)
    var batch = log.batch(signer, after: follower.clock)
    batch.add(records)
    batch.add(entries)
    _ = try log.append(batch, signer)
    _ = consume lock
  }
}
