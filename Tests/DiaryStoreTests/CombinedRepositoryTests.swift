import DiaryCore
import DiaryStore
import MemoryStore
import Synchronization
import TestSupport
import Testing

@Suite("Combined diaries") struct CombinedRepositoryTests {
  private let clock = TestClock()
  private let mine: MemoryRepository
  private let family: MemoryRepository
  private let folder: TemporaryFolder

  init() throws {
    mine = MemoryRepository(author: Author(id: .random(), name: "Kim"), now: clock.tick)
    family = MemoryRepository(author: Author(id: .random(), name: "Kim J."), now: clock.tick)
    folder = try TemporaryFolder()
  }

  private let shared = DiaryName("Family")

  private func combined(_ unlocked: UnlockedDiaries? = nil) -> CombinedRepository {
    CombinedRepository(.init(.personal, mine), [.init(shared, family)], unlocked: unlocked)
  }

  private func service(_ repository: any DiaryRepository) -> DiaryService {
    DiaryService(repository: repository, inspector: AnyFileInspector(), now: clock.tick)
  }

  @Test func `saves an entry to the named diary, under its author's name there`() async throws {
    let together = service(combined())
    let here = try await together.add(try fields("mine"))
    let ours = try await together.add(try fields("ours"), to: shared)
    expectEqual(here.origin, EntryOrigin(diary: .personal, author: "Kim", isOwn: true))
    expectEqual(ours.origin, EntryOrigin(diary: shared, author: "Kim J.", isOwn: true))
    try await expectEqual(service(mine).entries().map(\.title), ["mine"])
    try await expectEqual(service(family).entries().map(\.title), ["ours"])
    // The origin isn't saved.
    try await expectEqual(service(family).entries().map(\.origin), [nil])
    try await expectEqual(together.entries().map(\.id), [ours.id, here.id])
    // Entries of others can't be edited there.
    let theirs = imported(try fields("hers"), by: AuthorID("mina"))
    _ = try await service(family).addImported([theirs])
    let changed = try await together.update(ours.id, to: try fields("changed"))
    expectEqual(changed.origin?.diary, shared)
    try await expectEqual(service(family).entries().map(\.title), ["changed", "hers"])
    await expectThrows(DiaryError.notTheAuthor(title: "hers")) {
      try await together.delete(theirs.id)
    }
    let bulk = try await together.edit(
      [ours.id, theirs.id], .tags(adding: ["summer"], removing: []))
    expectEqual(bulk.refused, 1)
    expectEqual(bulk.changes.map(\.after.tags), [["summer"]])
    _ = try await together.delete(ours.id)
    try await expectEqual(service(family).trash().map(\.title), ["changed"])
    try await expectEqual(together.trash().map(\.origin?.diary), [shared])
    try await expectEqual(together.emptyTrash(), 1)
    try await expectEqual(service(mine).count(), 1)
  }

  @Test func `hides locked journals of another diary everywhere`() async throws {
    let secret = try fields("secret", journal: "Private")
    let other = service(family)
    let hidden = try await other.add(secret)
    let gone = try await other.delete(try await other.add(secret).id)
    _ = try await other.lock(journal: "Private")
    await other.hideLockedJournals(true)
    let unlocked = UnlockedDiaries()
    let together = service(combined(unlocked))
    try await expectEqual(together.count(), 0)
    try await expectEqual(together.visibleEntries(ids: [hidden.id, gone.id]), [])
    try await expectEqual(together.trash(), [])
    // Only that diary's passphrase reveals them, until they are hidden again.
    unlocked.add(.personal)
    await together.hideLockedJournals(false)
    try await expectEqual(together.entries(), [])
    await expectThrows(DiaryError.hiddenInTrash) { try await together.emptyTrash() }
    unlocked.add(shared)
    await together.hideLockedJournals(false)
    try await expectEqual(together.entries().map(\.id), [hidden.id])
    try await expectEqual(together.trash().map(\.id), [gone.id])
    await together.hideLockedJournals(true)
    await together.hideLockedJournals(false)
    try await expectEqual(together.entries(), [])
  }

  @Test func `locks a journal in each encrypted diary that contains it`() async throws {
    var fields = try fields("here", journal: "Travel")
    let repository = CombinedRepository(
      .init(.personal, mine), [.init(shared, family, supportsLockedJournals: false)])
    let together = service(repository)
    let here = try await together.add(fields)
    let there = try await together.add(fields, to: shared)
    try await expectEqual(together.lock(journal: "travel"), "Travel")
    await together.hideLockedJournals(true)
    await expectEqual(mine.journals().map(\.isLocked), [true])
    await expectEqual(family.journals(), [])
    try await expectEqual(together.entries().map(\.id), [there.id])
    // A journal of that name in an unencrypted diary stays visible.
    let hidden = try await together.hiddenJournals()
    expect(hidden.contains("Travel"))
    expect(hidden.contains(here))
    expect(!hidden.contains(there))
    try await expectEqual(together.entry(withPrefix: there.id.description).id, there.id)
    await expectThrows(DiaryError.hiddenEntry) {
      try await together.entry(withPrefix: here.id.description)
    }
    await expectThrows(DiaryError.hiddenJournal("Travel")) {
      try await together.lock(journal: "Travel", false)
    }
    await together.hideLockedJournals(false)
    _ = try await together.lock(journal: "Travel", false)
    await expectEqual(mine.journals().map(\.isLocked), [false])
    fields.journal = "Theirs"
    _ = try await together.add(fields, to: shared)
    await expectThrows(DiaryError.notLockable("Theirs")) {
      try await together.lock(journal: "Theirs")
    }
  }

  @Test func `moves a photo for another diary out of the first`() async throws {
    func onDisk(_ name: String) -> DiskRepository {
      DiskRepository(
        root: folder.path(name), devicePath: folder.path("state/\(name)/device"),
        draftsFolder: folder.path("drafts"), defaultAuthorName: { "Kim" }, now: clock.tick)
    }
    let (own, other) = (onDisk("own"), onDisk("family"))
    let together = service(CombinedRepository(.init(.personal, own), [.init(shared, other)]))
    func added(_ name: String) async throws -> Photo {
      try await together.addPhoto(at: try folder.write("photo \(name)", to: name + ".jpg")).photo
    }
    func isKept(_ photo: Photo, in repository: DiskRepository) -> Bool {
      repository.hasAsset(photo.file)
    }
    let photos = [try await added("a"), try await added("b"), try await added("c")]
    _ = try await together.add(try fields("own", photos: [photos[1]]))
    // The first photo is used only there, the second also here.
    _ = try await together.add(try fields("shared", photos: [photos[0], photos[1]]), to: shared)
    await together.finish()
    expectEqual(photos.map { isKept($0, in: own) }, [false, true, true])
    expectEqual(photos.map { isKept($0, in: other) }, [true, true, false])
    var bytes: [UInt8] = []
    expect(together.assetOpener.read(other.path(of: photos[0].file)) { bytes += $0 })
    expectEqual(bytes, Array("photo a".utf8))
    // A photo from an earlier run stays.
    let again = service(CombinedRepository(.init(.personal, onDisk("own")), [.init(shared, other)]))
    let known = try await again.addPhoto(at: folder.path("c.jpg")).photo
    _ = try await again.add(try fields("shared", photos: [known]), to: shared)
    await again.finish()
    expect(isKept(known, in: own))
    expect(isKept(known, in: other))
  }

  @Test func `merges timelines, reading few entries for a window`() async throws {
    var random = SeededGenerator(seed: 21)
    let repositories = [mine, family, MemoryRepository(now: clock.tick)]
    for _ in 0..<120 {
      // Some share a time, and one diary is empty.
      let day = 1 + Int.random(in: 0...8, using: &random)
      _ = try await service(repositories[Int.random(in: 0...1, using: &random)]).add(
        try fields("x", on: "2026-11-0\(day)T07:30:00Z"))
    }
    var timelines: [any EntryTimeline] = []
    var all: [EntrySortKey] = []
    for repository in repositories {
      let timeline = await repository.timeline()
      timelines.append(timeline)
      all += timeline.entries(in: 0..<timeline.count).map(\.sortKey)
    }
    all.sort()
    let merged = MergedTimeline(timelines)
    expectEqual(merged.count, all.count)
    for start in all.indices {
      let end = min(all.count, start + 7)
      expectEqual(merged.entries(in: start..<end).map(\.sortKey), Array(all[start..<end]))
      expectEqual(merged.sortKey(at: start), all[start])
      expectEqual(merged.rank(of: all[start], near: nil), start)
    }
    // Entries in both timelines appear twice, without gaps.
    let twice = MergedTimeline([timelines[0], timelines[0]])
    let parts = stride(from: 0, to: twice.count, by: 3).flatMap {
      twice.entries(in: $0..<$0 + 3).map(\.sortKey)
    }
    expectEqual(
      parts, timelines[0].entries(in: 0..<timelines[0].count).flatMap { [$0.sortKey, $0.sortKey] })
    // A key press reads few entries more than it shows.
    do {
      let counted = (0..<5).map { part in CountedTimeline(count: 100_000, offset: Int64(part)) }
      let merged = MergedTimeline(counted)
      for start in [0, 250_000, 499_940] {
        for timeline in counted { timeline.reads.withLock { $0 = 0 } }
        expectEqual(merged.entries(in: start..<start + 60).count, 60)
        expectLess(counted.reduce(0) { $0 + $1.reads.withLock(\.self) }, 200)
      }
      // Even if all times are equal.
      let alike = (0..<5).map { _ in CountedTimeline(count: 100_000, offset: 0) }
      for start in [0, 250_000, 499_940] {
        for timeline in alike { timeline.reads.withLock { $0 = 0 } }
        expectEqual(MergedTimeline(alike).entries(in: start..<start + 60).count, 60)
        expectLess(alike.reduce(0) { $0 + $1.reads.withLock(\.self) }, 140)
      }
    }
  }
}

/// Entries five seconds apart, counting the reads.
private final class CountedTimeline: EntryTimeline {
  let count: Int
  private let offset: Int64
  let reads = Mutex(0)

  init(count: Int, offset: Int64) { (self.count, self.offset) = (count, offset) }

  private func key(_ rank: Int) -> EntrySortKey {
    EntrySortKey(
      date: Int64(rank) * 5 + offset, created: Timestamp(milliseconds: 0), id: ID(high: 1, low: 1))
  }

  func sortKey(at rank: Int) -> EntrySortKey? {
    reads.withLock { $0 += 1 }
    return key(rank)
  }

  func rank(of order: EntrySortKey, near guess: Int?) -> Int {
    max(0, min(count, Int((order.date - offset + 4) / 5)))
  }

  func entries(in ranks: Range<Int>) -> [Entry] {
    reads.withLock { $0 += ranks.count }
    return ranks.map {
      imported(EntryFields(date: EntryDate(instant: 0, offset: 0)), at: key($0).date)
    }
  }
}
