import DiaryCore
import Glibc
import Interchange
import Synchronization
import TestSupport
import Testing

@Suite struct InboxTests {
  private let diary: Diary
  private let importer: InboxImporter
  private let clock: Clock

  /// Seconds since 1970, set by a test.
  private final class Clock: Sendable { let seconds = Mutex(Int64(time(nil)) + 3600) }

  init() throws {
    diary = try Diary()
    clock = Clock()
    importer = InboxImporter(
      diary.folder.path("inbox") + "/",
      importer: PhotoImporter(into: diary.service, localOffset: { _ in 9 * 3600 }),
      now: { [clock] in clock.seconds.withLock { $0 } })
    try write("", ".keep")
  }

  @discardableResult
  private func write(_ text: String, _ name: String, day: String? = nil) throws -> String {
    let path = try diary.folder.write(text, to: "inbox/\(name)")
    if let day {
      let date = try require(EntryDate(day + "T12:00:00+09:00"))
      let time = timeval(tv_sec: Int(date.instant), tv_usec: 0)
      try require(utimes(path, [time, time]) == 0)
    }
    return path
  }

  private func photo(_ text: String, _ name: String) throws { try write("photo " + text, name) }

  private func proposal() async throws -> PhotoProposal {
    try require(try await importer.proposal())
  }

  @discardableResult private func run() async throws -> PhotoImportOutcome {
    try await importer.write(try await proposal().groups)
  }

  /// Compares all files except `.keep`.
  private func expectFiles(_ expected: [String], line: Int = #line) {
    let found = files(diary.folder.path("inbox")).filter { $0 != ".keep" }
    expectEqual(found.sorted(), expected, line: line)
  }

  @Test func `adds an entry for a day's files, and moves them`() async throws {
    try photo("a taken[2024-05-03T10:00:00] place[Busan]", "Camera/a.jpg")
    try photo("b taken[2024-05-03T15:00:00]", "b.jpg")
    try write(
      """
      ---
      tags: [sea, walk]
      mood: 🙂
      date: 2024-05-03 12:00
      ---
      # At the sea

      First ![the sea](Camera/a.jpg) then more.
      """, "note.md")
    try write("Plain text.\n", "2024-05-03 18-30.txt")
    try write("film", "VID_20240503_200000.mp4")
    try write("voice", "voice.m4a", day: "2024-05-04")
    expectEqual(importer.count(), InboxCount(photos: 2, notes: 2, videos: 1, recordings: 1))
    let proposal = try await proposal()
    expectEqual(proposal.groups.map(\.title), ["At the sea", ""])
    expectEqual(proposal.omitted, [])
    expect(proposal.skipped.isEmpty)
    let outcome = try await importer.write(proposal.groups)
    expectNil(outcome.failure)
    expect(outcome.omitted.isEmpty && outcome.refused.isEmpty, "\(outcome)")
    let entries = try await diary.service.entries(EntryQuery(isAscending: true))
    expectEqual(
      entries.map(\.shown).joined(separator: "\n"),
      """
      = 2024-05-03T10:00:00+09:00 At the sea
      tags sea, walk | mood 🙂 | photos a.jpg, b.jpg | files VID_20240503_200000.mp4
      First ![the sea](photo:1) then more.

      Plain text.
      = 2024-05-04T12:00:00+09:00
      files voice.m4a
      """)
    expectFiles([
      "taken/2024-05-03 18-30.txt", "taken/Camera/a.jpg", "taken/VID_20240503_200000.mp4",
      "taken/b.jpg", "taken/note.md", "taken/voice.m4a",
    ])
    expectEqual(importer.count(), InboxCount())
    let again = try await self.proposal()
    expect(again.groups.isEmpty)
  }

  @Test func `leaves the files of omitted groups, and merges a split group`() async throws {
    try photo("a taken[2024-05-03T10:00:00]", "a.jpg")
    try photo("b taken[2024-05-05T10:00:00]", "b.jpg")
    try write("text", "2024-05-03 0900 note.txt")
    let groups = try await proposal().groups
    let first = try require(groups.first)
    let (note, photos) = try require(first.split(before: 0))
    expect((note.photos.count, note.notes.count, photos.notes.count) == (0, 1, 0))
    expectNil(groups[1].split(before: 0).map { _ in true })
    var merged = note
    merged.merge(photos)
    expectEqual(merged, first)
    _ = try await importer.write([note])
    expectFiles(["a.jpg", "b.jpg", "taken/2024-05-03 0900 note.txt"])
    try await expectEqual(diary.service.entries().map(\.content), ["text"])
  }

  @Test func `leaves files that are still being written`() async throws {
    clock.seconds.withLock { $0 = Int64(time(nil)) }
    try photo("a taken[2024-05-03T10:00:00]", "a.jpg")
    try write("half", "note.md")
    let now = try await proposal()
    expect((now.groups.count, now.omitted.count) == (0, 2))
    expect(now.omitted.allSatisfy { $0.contains("still being written") })
    clock.seconds.withLock { $0 += 60 }
    try write("part", "film.mp4.part")
    let later = try await proposal()
    expect((later.groups.count, later.omitted.count) == (2, 1))
    expectFiles(["a.jpg", "film.mp4.part", "note.md"])
  }

  @Test func `leaves a note that changed after it was read`() async throws {
    try write("first", "2024-05-03.md")
    let groups = try await proposal().groups
    try write("first and second", "2024-05-03.md")
    let outcome = try await importer.write(groups)
    expect((outcome.entries.count, outcome.omitted.count) == (0, 1))
    expectEqual(outcome.omitted.first?.contains("changed in the meantime"), true)
    expectFiles(["2024-05-03.md"])
    try await run()
    try await expectEqual(diary.service.entries().map(\.content), ["first and second"])
    expectFiles(["taken/2024-05-03.md"])
  }

  @Test func `replaces no file with the same name`() async throws {
    for text in ["one", "two", "three"] {
      try write(text, "2024-05-03 note.txt")
      try await run()
    }
    expectFiles([
      "taken/2024-05-03 note 2.txt", "taken/2024-05-03 note 3.txt", "taken/2024-05-03 note.txt",
    ])
    try expectEqual(diary.folder.text("inbox/taken/2024-05-03 note.txt"), "one")
    try await expectEqual(diary.service.count(), 3)
  }

  @Test func `moves a photo that the diary has, and leaves one in the trash`() async throws {
    try photo("a taken[2024-05-03T10:00:00]", "a.jpg")
    try await run()
    try photo("a taken[2024-05-03T10:00:00]", "again.jpg")
    try await expectEqual(proposal().existing, 1)
    expectFiles(["taken/a.jpg", "taken/again.jpg"])
    let entry = try require(try await diary.service.entries().first)
    _ = try await diary.service.delete(entry.id)
    try photo("a taken[2024-05-03T10:00:00]", "third.jpg")
    try await expectEqual(proposal().inTrash, 1)
    expectFiles(["taken/a.jpg", "taken/again.jpg", "third.jpg"])
  }

  @Test func `reports hostile files and leaves them`() async throws {
    try diary.folder.write([0xFF, 0xFE, 0x00] as [UInt8], to: "inbox/broken.md")
    try diary.folder.write([UInt8](repeating: 0, count: 100), to: "inbox/zeros.txt")
    try write("\n \n", "empty.txt")
    try write("---\ntitle: [\n---\ntext", "2024-05-03 yaml.md")
    try write("x", "other.xyz")
    symlink("/etc/passwd", diary.folder.path("inbox/link.txt"))
    let proposal = try await proposal()
    expect((proposal.groups.count, proposal.omitted.count) == (1, 4))
    let outcome = try await importer.write(proposal.groups)
    expectEqual(outcome.entries.count, 1)
    expectNil(outcome.failure)
    expectFiles([
      "broken.md", "empty.txt", "link.txt", "other.xyz", "taken/2024-05-03 yaml.md", "zeros.txt",
    ])
  }

  @Test func `reports files that it can't move, and leaves them`() async throws {
    try write("text", "2024-05-03.txt")
    try write("in the way", "taken")
    let outcome = try await run()
    expect((outcome.entries.count, outcome.omitted.count) == (1, 1))
    expectEqual(outcome.omitted.first?.contains("couldn't be moved to taken"), true)
    expectFiles(["2024-05-03.txt", "taken"])
    // The note isn't imported twice.
    try await expect(run().entries.isEmpty)
    try await expectEqual(diary.service.count(), 1)
  }

  @Test func `counts nothing without a folder, and fails when it's opened`() async throws {
    let importer = InboxImporter(
      diary.folder.path("nowhere"),
      importer: PhotoImporter(into: diary.service, localOffset: { _ in 0 }), now: { 0 })
    expectEqual(importer.count(), InboxCount())
    await expectThrows(DiaryError.self) { try await importer.proposal() }
  }
}
