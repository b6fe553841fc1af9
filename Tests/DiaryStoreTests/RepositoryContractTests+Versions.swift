import DiaryCore
import DiaryStore
import Glibc
import TestSupport
import Testing

// What every repository must do with an entry that is deleted in one place and edited in another.
extension RepositoryContractTests {
  /// A diary with an entry that was deleted by someone who hadn't seen its edit, or the other way
  /// round.
  private func editedBesideDeletion(
    _ kind: RepositoryKind, deletedFirst: Bool
  ) async throws -> (RepositoryUnderTest, Entry) {
    let diary = try RepositoryUnderTest(kind)
    _ = try await diary.service.add(try fields("another"))
    let base = try await diary.service.add(try fields("base"))
    var gone = base
    gone.isTrashed = true
    var edited = base
    edited.title = "edited"
    for state in deletedFirst ? [gone, edited] : [edited, gone] {
      _ = try await diary.repository.save([state])
    }
    return (diary, base)
  }

  private static let cases = RepositoryKind.allCases.flatMap { kind in
    [true, false].map { (kind, $0) }
  }

  @Test(arguments: cases)
  func `an edit beside a deletion stays in the list`(
    _ kind: RepositoryKind, _ deletedFirst: Bool
  ) async throws {
    let (diary, base) = try await editedBesideDeletion(kind, deletedFirst: deletedFirst)
    for isSettled in [false, true] {
      if isSettled { try await diary.repository.settle() }
      for service in [diary.service, diary.reopened()] {
        let entry = try await service.entry(base.id)
        expectEqual(entry.title, "edited")
        expect(!entry.isTrashed)
        expectEqual(entry.heads.count, 2)
        expectEqual(Set(try await service.entries().map(\.title)), ["edited", "another"])
        try await expect(service.trash().isEmpty)
        try await expectEqual(service.count(), 2)
        let versions = try await service.versions(of: base.id)
        expectEqual(versions.map(\.entry.isTrashed), [false, true])
        expectEqual(versions.map(\.id), entry.heads)
      }
    }
    try await expectEqual(diary.service.emptyTrash(), 0)
    let edited = try await diary.service.update(base.id, to: try fields("edited again"))
    expectEqual(edited.heads.count, 2)
    expect(!edited.isTrashed)
    _ = try await diary.service.delete(base.id)
    try await expectEqual(diary.reopened().trash().map(\.heads.count), [1])
    let restored = try await diary.reopened().restore(base.id)
    expectEqual(restored.title, "edited again")
    expectEqual(restored.heads.count, 1)
  }

  @Test(arguments: cases)
  func `one of the two can be kept`(
    _ kind: RepositoryKind, _ deletedFirst: Bool
  ) async throws {
    let (diary, base) = try await editedBesideDeletion(kind, deletedFirst: deletedFirst)
    let heads = try await diary.service.entry(base.id).heads
    let kept = try await diary.service.update(
      base.id, to: try fields("edited"), basedOn: heads)
    expectEqual(kept.heads.count, 1)
    expect(!kept.isTrashed)
    // And both be brought back.
    let versions = try await diary.service.history(of: base.id).filter { heads.contains($0.id) }
      .sorted { !$0.entry.isTrashed && $1.entry.isTrashed }
    let (both, revisions) = try await diary.service.bringBack(
      versions.map { EntryVersion($0) }, of: base.id, inPlaceOf: kept.heads)
    expectEqual(both.title, "edited")
    expect(!both.isTrashed)
    expectEqual(both.heads, revisions)
    for service in [diary.service, diary.reopened()] {
      let found = try await service.versions(of: base.id)
      expectEqual(found.map(\.entry.isTrashed), [false, true])
      expectEqual(found.map(\.id), revisions)
    }
  }

  @Test(arguments: RepositoryKind.allCases)
  func `what was deleted in two places comes back with what each said`(
    _ kind: RepositoryKind
  ) async throws {
    let diary = try RepositoryUnderTest(kind)
    let base = try await diary.service.add(try fields("base"))
    for title in ["one", "two"] {
      var state = base
      state.title = title
      let edited = try require(try await diary.repository.save([state]).first)
      var gone = edited
      gone.heads = Array(edited.heads.prefix(1))
      gone.isTrashed = true
      _ = try await diary.repository.save([gone])
    }
    try await expectEqual(diary.service.trash().map(\.heads.count), [2])
    let restored = try await diary.reopened().restore(base.id)
    expectEqual(restored.title, "two")
    expect(!restored.isTrashed)
    let versions = try await diary.reopened().versions(of: base.id)
    expectEqual(versions.map(\.entry.title), ["two", "one"])
    expect(versions.allSatisfy { !$0.entry.isTrashed })
  }

  /// States with any known revisions as parents, deleted or not: told by their titles, for the two
  /// don't have the same ids.
  @Test(arguments: [1, 2, 3])
  func `any history shows the same in every repository`(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let memory = try RepositoryUnderTest(.memory)
    let disk = try RepositoryUnderTest(.disk)
    let first = try await memory.service.add(try fields("0"))
    let copy = Entry(
      id: first.id, fields: try fields("0"), author: try await disk.service.identity().id,
      created: first.created, modified: first.modified)
    var revisions: [(memory: ID<Revision>, disk: ID<Revision>)] = []
    func record(_ one: Entry, _ other: Entry, _ title: String) async throws {
      let ids = try await [memory, disk].asyncMap { diary in
        try await diary.service.history(of: first.id).first { $0.entry.title == title }?.id
      }
      revisions.append((try require(ids[0]), try require(ids[1])))
    }
    try await record(first, try require(try await disk.repository.save([copy]).first), "0")
    for number in 1..<60 {
      let places = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        // Mostly late ones.
        max(0, revisions.count - 1 - Int.random(in: 0...5, using: &random))
      }
      let isTrashed = Int.random(in: 0..<5, using: &random) < 2
      func state(_ entry: Entry, _ id: (Int) -> ID<Revision>) -> Entry {
        var state = entry
        state.title = "\(number)"
        state.isTrashed = isTrashed
        state.heads = Set(places).sorted().map(id)
        return state
      }
      let one = try await memory.repository.save([state(first) { revisions[$0].memory }])
      let other = try await disk.repository.save([state(copy) { revisions[$0].disk }])
      try await record(one[0], other[0], "\(number)")
      if number % 9 == 0 { try await disk.repository.settle() }
      let wanted = try await memory.service.entry(first.id)
      let versions = try await memory.service.versions(of: first.id).map(\.entry.title)
      for service in [disk.service, disk.reopened()] {
        let found = try await service.entry(first.id)
        expectEqual(found.title, wanted.title)
        expectEqual(found.isTrashed, wanted.isTrashed)
        try await expectEqual(service.versions(of: first.id).map(\.entry.title), versions)
      }
      if number % 7 == 0 { unlink(disk.folder.path + "/store/index.json") }
    }
    try await disk.repository.settle()
    var faults = 0
    _ = try StoreVerifier(root: disk.folder.path + "/store").run { finding in
      if finding.severity == .fault { faults += 1 }
    }
    expectEqual(faults, 0)
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
