import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Markdown, out and in again")
struct MarkdownRoundTripTests {
  @Test(arguments: 1...12) func `a diary comes back as it was`(seed: UInt64) async throws {
    let diary = try Diary()
    var photos: [Photo] = []
    for number in 1...4 {
      photos.append(try await diary.photo("photo \(number)", name: "p\(number).jpg"))
    }
    var random = OddDiary(
      seed: seed, photos: photos,
      attachments: [
        try await diary.attachment("film", name: "f [1].mov"),
        try await diary.attachment("sound", name: "소리.m4a"),
      ])
    let written = (0..<60).map { _ in random.entry() }.filter { !$0.fields.isEmpty }
    _ = try await diary.service.addImported(written)
    try await diary.export()

    let other = try Diary(author: Author(id: AuthorID("b2"), name: "Bo"))
    let (plan, outcome, lines) = try await other.bring(diary.target)
    try expect(lines.count == 1 && lines.at(0).contains("someone else wrote them"))
    expectEqual(outcome.added.count, written.count)
    expectEqual(plan.alreadyThere, 0)
    let expected = try await diary.service.entries()
    let found = try await other.service.entries()
    try require(found.count == expected.count)
    for (entry, other) in zip(expected, found) {
      expect(other.fields.isExactly(entry.fields), "\(entry.id)")
      expectEqual(
        JSONWriter.bytes(other.json { _ in nil }), JSONWriter.bytes(entry.json { _ in nil }))
      expectEqual(other.photos, entry.photos)
    }
    // And out again, file by file.
    try await other.export(to: other.target)
    expectEqual(files(other.target), files(diary.target))
    for file in files(diary.target) where file.hasSuffix(".md") {
      try expectEqual(other.folder.read("out/\(file)"), diary.folder.read("out/\(file)"), "\(file)")
    }
    let again = try await other.bring(diary.target, updates: true)
    expect((again.outcome.added.count, again.outcome.updated.count) == (0, 0))
    expectEqual(again.lines, [])
  }

  @Test func `what was edited in an export is brought when asked`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "a.jpg", caption: "A")
    let entry = try await diary.add("x", content: "old ![A](photo:\(photo.asset))", photos: [photo])
    try await diary.add("y", on: "2026-11-20T07:30:00+09:00", content: "![[z.jpg]] stays")
    try await diary.export()
    let other = try Diary()
    try await other.bring(diary.target)
    let unchanged = try await other.bring(diary.target, updates: true)
    expect(unchanged.outcome.updated.isEmpty)
    expectEqual(unchanged.lines, [])

    let file = "out/2026/2026-11-19 x.md"
    try diary.folder.write("photo 2", to: "out/photos/new.jpg")
    try diary.folder.write(
      diary.folder.text(file).replacing("old ", with: "new ![n](../photos/new.jpg) "), to: file)
    let told = try await other.bring(diary.target)
    expectEqual(
      told.lines,
      [
        "2026/2026-11-19 x.md: changed there since it was imported; use --update to import the change"
      ])
    let updated = try await other.bring(diary.target, updates: true)
    expectEqual(updated.outcome.updated.map(\.id), [entry.id])
    let now = try await other.service.entry(entry.id)
    expectEqual(now.photos.map(\.name), ["a.jpg", "new.jpg"])
    expectPrefix(now.content, "new ![n](photo:\(now.photos[1].asset)) ![A](photo:")
    let last = try await other.bring(diary.target, updates: true)
    expect(last.outcome.updated.isEmpty)
    expectEqual(last.lines, [])
  }

  @Test func `an edited text counts more than what stood there in an export`() async throws {
    let diary = try Diary()
    try await diary.add("x", content: "![[z.jpg]] one")
    try await diary.export()
    let file = "out/2026/2026-11-19 x.md"
    try expectContains(diary.folder.text(file), "content: \"![[z.jpg]] one\"\n")
    let text = try diary.folder.text(file)
    try diary.folder.write(text.replacing("one\n", with: "two\n"), to: file)
    let other = try Diary()
    try await expectEqual(
      other.bring(diary.target).outcome.added.map(\.content), ["![[z.jpg]] two"])
  }

  @Test func `a photo that is gone is named, and its entry comes`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo 1", name: "a.jpg")
    try await diary.add("x", content: "text ![](photo:\(photo.asset))", photos: [photo])
    try await diary.export()
    let other = try Diary()
    let alone = try other.folder.write(
      diary.folder.read("out/2026/2026-11-19 x.md"), to: "in/alone/x.md")
    let (_, outcome, lines) = try await other.bring(alone)
    expectEqual(lines, ["x.md: its photo ../photos/2026-11-19 a.jpg isn't there"])
    expectEqual(outcome.added.map(\.title), ["x"])
  }
}
