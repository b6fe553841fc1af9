import DiaryCore
import Glibc
import Interchange
import Synchronization
import TestSupport
import Testing

/// Imports of a folder of photos.
@Suite struct PhotoImportTests {
  let diary: Diary
  let importer: PhotoImporter
  private let inspector = HookedInspector()

  init() throws {
    diary = try Diary(inspector: inspector)
    importer = PhotoImporter(into: diary.service, localOffset: { _ in 9 * 3600 })
  }

  var folder: String { diary.folder.path("pictures") }

  /// Writes a photo, maybe one of a file that was last changed at a time.
  func write(_ text: String, _ name: String, modified: Int? = nil) throws {
    let path = try diary.folder.write("photo " + text, to: "pictures/\(name)")
    guard let modified else { return }
    let time = timeval(tv_sec: modified, tv_usec: 0)
    try require(utimes(path, [time, time]) == 0)
  }

  private func writeThreeDays() throws {
    try write("b taken[2024-05-03T12:00:00] place[Busan]", "b.jpg")
    try write("a taken[2024-05-03T10:15:00+02:00] place[Busan]", "z/a.jpg")
    try write("c taken[2024-05-04T09:00:00]", "c.JPEG")
    try write("d taken[2024-05-06T09:00:00]", "z/deep/d.png")
  }

  func proposal() async throws -> PhotoProposal {
    try require(try await importer.proposal(for: folder))
  }

  @discardableResult func run() async throws -> PhotoImportOutcome {
    try await importer.write(try await proposal().groups)
  }

  func entries() async throws -> [Entry] {
    try await diary.service.entries(EntryQuery(isAscending: true))
  }

  @Test func `makes an entry a day, once, with its date, zone, title and photos in order`()
    async throws
  {
    try writeThreeDays()
    let first = try await proposal()
    expect((first.groups.count, first.photos) == (3, 4))
    try await expectEqual(diary.service.count(), 0, "looking adds nothing")
    let outcome = try await importer.write(first.groups)
    expect((outcome.entries.count, outcome.photos) == (3, 4))
    let entries = try await entries()
    expectEqual(
      entries.map(\.shown).joined(separator: "\n"),
      """
      = 2024-05-03T10:15:00+02:00 Busan
      photos a.jpg, b.jpg
      = 2024-05-04T09:00:00+09:00
      photos c.JPEG
      = 2024-05-06T09:00:00+09:00
      photos d.png
      """)
    expectEqual(entries[0].photos[0].taken, "2024-05-03T10:15:00+02:00")
    expect(entries.allSatisfy { $0.author == diary.author.id })

    let again = try await proposal()
    expect(again.groups.isEmpty)
    expectEqual(again.alreadyThere, 4)
    try write("e taken[2024-05-03T11:00:00]", "e.jpg")
    // A copy under another name.
    try write("b taken[2024-05-03T12:00:00] place[Busan]", "copy of b.jpg")
    try await expectEqual(run().entries.map { $0.photos.map(\.name) }, [["e.jpg"]])
    try await expectEqual(diary.service.count(), 4)
  }

  @Test func `imports many photos in several turns, and reports its progress in order`()
    async throws
  {
    for photo in 0..<300 { try write("\(photo) taken[2024-05-03T09:00:00]", "\(photo).jpg") }
    let looking = Mutex<[Progress]>([])
    let proposal = try require(
      try await importer.proposal(for: folder) { stage in looking.withLock { $0.append(stage) } })
    expectEqual(proposal.photos, 300)
    let first = try require(looking.withLock { $0.first })
    expectNil(first.total)
    expectGreater(first.done, 0)
    // Of one day, too: six at a time they take a tenth of a second at least.
    inspector.first { _ in try? await Task.sleep(for: .milliseconds(2)) }
    let writing = Mutex<[Progress]>([])
    _ = try await importer.write(proposal.groups) { stage in
      writing.withLock { $0.append(stage) }
    }
    let stages = writing.withLock { $0 }
    expect(stages.contains { (1..<300).contains($0.done) })
    expectEqual(stages.map(\.done), stages.map(\.done).sorted())
    expect(stages.allSatisfy { $0.total == 300 })
    // Where a turn has a hundred photos at most, it takes three.
    let turns = PhotoImporter(into: try Diary().service, most: 100, localOffset: { _ in 0 })
    for turn in 1...4 {
      let proposal = try require(try await turns.proposal(for: folder))
      expectEqual(proposal.isCut, turn < 3)
      expectEqual(proposal.photos > 0, turn < 4)
      expectEqual(proposal.alreadyThere == 300, turn == 4)
      _ = try await turns.write(proposal.groups)
    }
  }

  @Test func `knows the photos of other entries and of the trash until it's emptied`()
    async throws
  {
    try writeThreeDays()
    try await run()
    let all = try await entries()
    let first = try require(all.first)
    _ = try await diary.service.delete(first.id)
    let again = try await proposal()
    expect(again.groups.isEmpty)
    expect((again.alreadyThere, again.inTrash) == (4, first.photos.count))
    _ = try await diary.service.emptyTrash()
    try await expectEqual(proposal().groups.count, 1)
    try await run()
    try write("new", "new.jpg")
    let photo = try await diary.service.addPhoto(at: folder + "/new.jpg").photo
    try await expectEqual(proposal().alreadyThere, 4)
    try await diary.add("By hand", photos: [photo])
    try await expect(proposal().groups.isEmpty)
  }

  @Test func `imports a photo that is there twice once`() async throws {
    try write("a", "a.jpg")
    try write("a", "other name.jpg")
    let outcome = try await run()
    expect((outcome.photos, outcome.photosAlreadyThere) == (1, 1))
    // Nor is it imported by two imports that don't know of each other.
    let date = try require(EntryDate("2026-11-19"))
    let found = FoundPhoto(path: folder + "/a.jpg", date: date)
    let second = try await importer.write([try require(PhotoGroup([found]))])
    expect(second.entries.isEmpty)
    expectEqual(second.entriesAlreadyThere, 1)
  }

  @Test func `passes over hostile files, or names them`() async throws {
    try writeThreeDays()
    try diary.folder.write("not one", to: "pictures/text.jpg")
    try diary.folder.write("photo secret", to: "outside/secret.jpg")
    try write("hidden", ".hidden.jpg")
    try write("hidden", ".folder/h.jpg")
    try write("odd taken[2024-05-04T10:00:00]", "odd.heic")
    try write("taken[2024-05-04T11:00:00]", "a\u{1B}[31m\nb.jpg")
    for (target, name) in [
      ("..", "loop"), (".", "self"), (diary.folder.path("outside"), "out"),
      (diary.folder.path("outside/secret.jpg"), "link.jpg"), ("nowhere", "broken.jpg"),
    ] {
      expectEqual(symlink(target, folder + "/" + name), 0)
    }
    expectEqual(mkfifo(folder + "/pipe.jpg", 0o644), 0)
    expectEqual(mkdir(folder + "/folder.jpg", 0o755), 0)
    let proposal = try await proposal()
    expectEqual(
      Set(proposal.groups.flatMap(\.photos).map(\.name)),
      ["a.jpg", "b.jpg", "c.JPEG", "d.png", "odd.heic", "a\u{1B}[31m\nb.jpg"])
    expectEqual(proposal.refused.map(\.path), [folder + "/text.jpg"])
    expect(proposal.refused.allSatisfy { $0.line == $0.line.printable })
    let outcome = try await importer.write(proposal.groups)
    expectEqual(outcome.photos, 6)
    expect(outcome.refused.isEmpty)
    expectEqual(Array(outcome.problems.keys), [folder + "/odd.heic"])
  }

  @Test func `refuses photos that are gone, and imports the others`() async throws {
    try writeThreeDays()
    let groups = try await proposal().groups
    unlink(folder + "/b.jpg")
    unlink(folder + "/c.JPEG")
    let outcome = try await importer.write(groups)
    expectEqual(outcome.refused.map(\.path), [folder + "/b.jpg", folder + "/c.JPEG"])
    expectEqual(outcome.entriesRefused, 1)
    expectEqual(outcome.entriesAlreadyThere, 0)
    try await expectEqual(entries().map(\.title), ["Busan", ""])
  }

  @Test func `names folders that are too deep or can't be read`() async throws {
    try writeThreeDays()
    chmod(folder + "/z", 0)
    defer { chmod(folder + "/z", 0o755) }
    // Root may look everywhere.
    let isRoot = getuid() == 0
    var path = folder
    for _ in 0..<70 {
      path += "/x"
      mkdir(path, 0o755)
    }
    let proposal = try await proposal()
    expectEqual(proposal.photos, isRoot ? 4 : 2)
    expectEqual(
      Set(proposal.refused.map(\.reason)), isRoot ? [.tooDeep] : [.tooDeep, .unreadableFolder])
  }

  @Test func `imports nothing without a folder`() async throws {
    await expectThrows(DiaryError.input(name: folder, .missing)) {
      try await importer.proposal(for: folder)
    }
    let file = try diary.folder.write("photo", to: "a.jpg")
    await expectThrows(DiaryError.self) { try await importer.proposal(for: file) }
  }

  @Test(arguments: [true, false])
  func `leaves whole entries when it's stopped or the disk is full`(isFull: Bool) async throws {
    for day in 1...9 {
      for photo in 0..<30 {
        try write("\(photo) taken[2024-05-0\(day)T09:00:00]", "\(day)-\(photo).jpg")
      }
    }
    let groups = try await proposal().groups
    let outcome: PhotoImportOutcome
    if isFull {
      inspector.first { path throws(DiaryError) in
        if path.hasSuffix("/6-15.jpg") { throw .store(path: "d", .diskFull) }
      }
      outcome = try await importer.write(groups)
      expectEqual(outcome.failure, .store(path: "d", .diskFull))
    } else {
      // The last of the sixth day's in their order, when all others of that day have been begun.
      let (halts, halted) = AsyncStream<Void>.makeStream()
      inspector.first { path in
        guard path.hasSuffix("/6-9.jpg") else { return }
        halted.yield()
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
      }
      let importer = importer
      let task = Task { try await importer.write(groups) }
      for await _ in halts { break }
      task.cancel()
      outcome = try await task.value
    }
    expectEqual(outcome.wasCancelled, !isFull)
    expect(outcome.refused.isEmpty)
    let brought = try await entries()
    expectEqual(brought.count, outcome.entries.count)
    expect((5..<9).contains(brought.count))
    inspector.first { _ in }
    // The next import adds the others, and no day has two entries.
    try await run()
    let all = try await entries()
    expectEqual(all.count, 9)
    expectEqual(Set(all.map(\.date)).count, 9)
    expect((brought + all).allSatisfy { $0.photos.count == 30 })
  }
}
