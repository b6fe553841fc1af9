import DiaryCore
import Glibc
import Interchange
import TestSupport
import Testing

@Suite("Bringing an export up to date")
struct ExportUpdateTests {
  @Test func `what changed in the diary changes, what a person put there stays`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg")
    let edited = try await diary.add("edited", content: "before")
    let renamed = try await diary.add("renamed", on: "2025-01-01T00:00:00Z")
    let deleted = try await diary.add("deleted", photos: [photo])
    try await diary.add("same")
    try await diary.export()
    try diary.folder.write("mine".utf8, to: "out/2026/note.txt")
    try diary.folder.write("changed by hand".utf8, to: "out/2026/2026-11-19 same.md")
    try diary.folder.write("also mine".utf8, to: "out/2026/2026-11-19 added.md")

    var fields = edited.fields
    fields.content = "after"
    _ = try await diary.service.update(edited.id, to: fields)
    fields = renamed.fields
    fields.title = "new name"
    fields.date = try require(EntryDate("2024-01-01T00:00:00Z"))
    _ = try await diary.service.update(renamed.id, to: fields)
    _ = try await diary.service.delete(deleted.id)
    try await diary.add("added")
    let summary = try await diary.export()

    expect((summary.entries, summary.written, summary.removed) == (4, 3, 3))
    expectEqual(
      tree(diary.target),
      [
        ".photodiary-export.json", "2024/", "2024/2024-01-01 new name.md", "2026/",
        "2026/2026-11-19 added 2.md", "2026/2026-11-19 added.md", "2026/2026-11-19 edited.md",
        "2026/2026-11-19 same.md", "2026/note.txt",
      ])
    let text = diary.folder.text
    try expectSuffix(text("out/2026/2026-11-19 edited.md"), "\nafter\n")
    try expectEqual(text("out/2026/2026-11-19 same.md"), "changed by hand")
    try expectEqual(text("out/2026/2026-11-19 added.md"), "also mine")
    try expectEqual(text("out/2026/note.txt"), "mine")
    expect(tree(diary.folder.path).allSatisfy { !$0.hasPrefix(".") }, "no staging folder stays")

    let again = try await diary.export()
    expect((again.written, again.removed) == (0, 0))
  }

  @Test func `a file of ours that is gone comes back`() async throws {
    let diary = try Diary()
    try await diary.add("x")
    try await diary.export()
    unlink(diary.target + "/2026/2026-11-19 x.md")
    try await expectEqual(diary.export().written, 1)
    expectEqual(files(diary.target), ["2026/2026-11-19 x.md"])
  }

  @Test func `what a person changed stays when the export has no such file any more`() async throws
  {
    let diary = try Diary()
    let gone = [try await diary.add("edited"), try await diary.add("plain")]
    try await diary.add("stays")
    try await diary.export()
    try diary.folder.write("changed by hand".utf8, to: "out/2026/2026-11-19 edited.md")
    for entry in gone { _ = try await diary.service.delete(entry.id) }
    let summary = try await diary.export()
    expect((summary.entries, summary.removed) == (1, 1))
    expectEqual(summary.kept, ["2026/2026-11-19 edited.md"])
    expectEqual(
      summary.notes,
      [
        "2026/2026-11-19 edited.md is no longer part of the export, but was kept because you edited it",
        "Removed 1 file of the earlier export in that folder",
      ])
    expectEqual(files(diary.target), ["2026/2026-11-19 edited.md", "2026/2026-11-19 stays.md"])
    // From now on it is a person's own, and no export speaks of it.
    let again = try await diary.export()
    expectEqual(again.notes, [])
    expectEqual(again.written, 0)
    try await diary.add("edited")
    try await diary.export()
    try expectEqual(diary.folder.text("out/2026/2026-11-19 edited.md"), "changed by hand")
  }

  @Test func `a cancelled update changes nothing`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    try await diary.export()
    let before = tree(diary.folder.path)
    try await diary.add("two")
    let task = Task { () throws(DiaryError) -> ExportSummary in
      try await diary.export { progress in
        if progress.done == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await expectThrows(DiaryError.export(path: diary.target, .cancelled)) {
      try await task.value
    }
    expectEqual(tree(diary.folder.path), before)
  }

  @Test func `no link in the export leads out of it`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    try await diary.export()
    mkdir(diary.folder.path + "/elsewhere", 0o755)
    symlink("../elsewhere", diary.target + "/photos")
    let photo = try await diary.photo("photo", name: "p.jpg")
    try await diary.add("two", photos: [photo])
    do throws(DiaryError) {
      try await diary.export()
      fail("an export through a link")
    } catch {
      guard case .export(diary.target, .incomplete) = error else { throw error }
    }
    expect(tree(diary.folder.path + "/elsewhere").isEmpty)
    expect(tree(diary.folder.path).allSatisfy { !$0.hasPrefix(".") })

    unlink(diary.target + "/photos")
    try await diary.export()
    expectEqual(
      files(diary.target),
      [
        "2026/2026-11-19 one.md", "2026/2026-11-19 two.md", "photos/2026-11-19 p.jpg",
      ], "the next export finishes it, under the same names")
  }

  @Test func `a manifest can't have files removed that lie elsewhere`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    try await diary.export()
    try diary.folder.write("mine".utf8, to: "mine.txt")
    var manifest = try diary.folder.text("out/.photodiary-export.json")
    manifest = manifest.dropLast("\n]\n".count) + #",{"path":"../mine.txt"}]"#
    try diary.folder.write(manifest.utf8, to: "out/.photodiary-export.json")
    try await diary.add("two")
    try await diary.export()
    try expectEqual(diary.folder.text("mine.txt"), "mine")
  }
}
