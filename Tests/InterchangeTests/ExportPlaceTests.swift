import DiaryCore
import DiaryStore
import Glibc
import System
import TestSupport
import Testing

@testable import Interchange

@Suite("The place of an export") struct ExportPlaceTests {
  @Test func `exports to new and empty folders and through links`() async throws {
    let diary = try Diary()
    try await diary.add("x")
    try await diary.export(to: diary.folder.path + "/new/folder/./out/../here/")
    expectEqual(files(diary.folder.path + "/new/folder/here"), ["2026/2026-11-19 x.md"])
    expectEqual(tree(diary.folder.path + "/new/folder").first, "here/")
    mkdir(diary.target, 0o710)
    try await diary.export()
    expectEqual(files(diary.target), ["2026/2026-11-19 x.md"])
    var status = stat()
    expectEqual(lstat(diary.target, &status), 0)
    expectEqual(status.st_mode & 0o777, 0o710, "the folder's permissions stay")
    let (real, link) = (diary.folder.path("real"), diary.folder.path("link"))
    mkdir(real, 0o755)
    symlink("real", link)
    try await expectEqual(diary.export(to: link).folder, real)
    expectEqual(files(real), ["2026/2026-11-19 x.md"])
    symlink("none", diary.folder.path("nowhere"))
    await expectThrows(DiaryError.self) { try await diary.export(to: diary.folder.path("nowhere")) }
  }

  @Test func `refuses folders of others, the store and unwritable places`() async throws {
    let diary = try Diary()
    try await diary.add("x")
    try diary.folder.write("mine".utf8, to: "out/note.txt")
    await expectThrows(DiaryError.export(path: diary.target, .notEmpty)) {
      try await diary.export()
    }
    await expectThrows(DiaryError.export(path: diary.target + "/note.txt", .notAFolder)) {
      try await diary.export(to: diary.target + "/note.txt")
    }
    expectEqual(tree(diary.folder.path), ["out/", "out/note.txt"])
    let place = diary.folder.path("place")
    try await diary.export(to: place)
    await expectThrows(DiaryError.export(path: place, .notEmpty)) {
      try await diary.export(.json, to: place)
    }
    let other = try Diary(author: Author(id: AuthorID("b2"), name: "Bo"))
    await expectThrows(DiaryError.export(path: place, .otherDiary)) {
      try await other.export(to: place)
    }
    try await other.add("x")
    do {
      try await other.export(to: "/proc/photodiary/out")
      fail("an export to /proc")
    } catch let error as DiaryError {
      guard case .export("/proc/photodiary/out", .failed) = error else { throw error }
    }
    try other.folder.write("".utf8, to: "file")
    await expectThrows(DiaryError.self) {
      try await other.export(to: other.folder.path("file/out"))
    }
    expectEqual(tree(other.folder.path), ["file"])
    // The store is refused by any path.
    let folder = try TemporaryFolder()
    let repository = DiskRepository(
      root: folder.path + "/store", devicePath: folder.path + "/device",
      defaultAuthorName: { "Ada" }, now: TickingClock().now)
    let service = DiaryService(
      repository: repository, inspector: TextInspector(), now: TickingClock().now)
    _ = try await service.add(EntryFields(date: EntryDate(instant: 0, offset: 0), title: "x"))
    symlink("store", folder.path + "/link")
    let exporter = Exporter(removeLocation: copyTextWithoutLocation)
    let before = tree(folder.path)
    for place in ["/store", "/store/assets/out", "/link/out", "/new/../store/out"] {
      let place = folder.path + place
      await expectThrows(DiaryError.export(path: place, .insideStore)) {
        try await exporter.export(of: service, to: place, format: .json)
      }
    }
    expectEqual(tree(folder.path), before)
    _ = try await exporter.export(of: service, to: folder.path + "/store-2", format: .json)
    expectEqual(files(folder.path + "/store-2"), ["diary.json"])
  }

  @Test func `leaves nothing when canceled, and removes files of a killed export`() async throws {
    let diary = try Diary()
    for number in 1...5 {
      let photo = try await diary.photo("photo \(number)", name: "\(number).jpg")
      try await diary.add("n\(number)", photos: [photo])
    }
    await diary.expectCancelled(at: 3, exportTo: diary.folder.path + "/a/b")
    let folder = try TemporaryFolder()
    let running = try StagingFolder(in: folder.path, for: "out")
    let isRunning = Path.split(running.folder.path).name
    try folder.write("left".utf8, to: ".out.photodiary-1a2b/photos/p.jpg")
    try folder.write("sealed".utf8, to: ".out.tar.age.photodiary-3c")
    try folder.write("mine".utf8, to: ".out.photodiary-notes/a")
    let other = try StagingFolder(in: folder.path, for: "out")
    // A recent folder may not be locked yet.
    expectContains(tree(folder.path), ".out.photodiary-1a2b/")
    StaleFiles.remove(from: try Folder(at: folder.path), grace: -1, named: StagingFolder.isLeftover)
    let isOther = Path.split(other.folder.path).name
    expectEqual(
      Set(tree(folder.path)),
      [".out.photodiary-notes/", ".out.photodiary-notes/a", isRunning + "/", isOther + "/"])
    withExtendedLifetime((running.folder.path, other.folder.path)) {}
  }
}

@Suite("Updating an export") struct ExportUpdateTests {
  @Test func `updates changed files, except those that the user edited`() async throws {
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

    try await diary.change(edited) { $0.content = "after" }
    let date = try require(EntryDate("2024-01-01T00:00:00Z"))
    try await diary.change(renamed) { ($0.title, $0.date) = ("new name", date) }
    _ = try await diary.service.delete(deleted.id)
    try await diary.add("added")
    let summary = try await diary.export()

    expect((summary.entries, summary.written, summary.removed) == (4, 3, 3))
    let paths = [
      ".photodiary-export.json", "2024/", "2024/2024-01-01 new name.md", "2026/",
      "2026/2026-11-19 added 2.md", "2026/2026-11-19 added.md", "2026/2026-11-19 edited.md",
      "2026/2026-11-19 same.md", "2026/note.txt",
    ]
    expectEqual(tree(diary.target), paths)
    let text = diary.folder.text
    try expectSuffix(text("out/2026/2026-11-19 edited.md"), "\nafter\n")
    try expectEqual(text("out/2026/2026-11-19 same.md"), "changed by hand")
    try expectEqual(text("out/2026/2026-11-19 added.md"), "also mine")
    try expectEqual(text("out/2026/note.txt"), "mine")
    expect(tree(diary.folder.path).allSatisfy { !$0.hasPrefix(".") }, "no staging folder stays")

    let again = try await diary.export()
    expect((again.written, again.removed) == (0, 0))
    unlink(diary.target + "/2024/2024-01-01 new name.md")
    try await expectEqual(diary.export().written, 1)
  }

  @Test func `keeps an edited file whose entry was deleted, and reports it once`() async throws {
    let diary = try Diary()
    let gone = [try await diary.add("edited"), try await diary.add("plain")]
    try await diary.add("stays")
    try await diary.export()
    let edited = "2026/2026-11-19 edited.md"
    try diary.folder.write("changed by hand".utf8, to: "out/" + edited)
    for entry in gone { _ = try await diary.service.delete(entry.id) }
    let summary = try await diary.export()
    expect((summary.entries, summary.removed, summary.kept) == (1, 1, [edited]))
    let notes = [
      "\(edited) is no longer part of the export, but was kept because you edited it",
      "Removed 1 file no longer part of the export",
    ]
    expectEqual(summary.notes, notes)
    expectEqual(files(diary.target), [edited, "2026/2026-11-19 stays.md"])
    let again = try await diary.export()
    expect((again.notes, again.written) == ([], 0))
    try await diary.add("edited")
    try await diary.export()
    try expectEqual(diary.folder.text("out/" + edited), "changed by hand")
  }

  @Test func `changes nothing when canceled, and nothing outside the export`() async throws {
    let diary = try Diary()
    try await diary.add("one")
    try await diary.export()
    try await diary.add("two")
    await diary.expectCancelled(at: 2, exportTo: diary.target)
    // A link in the export isn't followed.
    mkdir(diary.folder.path + "/elsewhere", 0o755)
    symlink("../elsewhere", diary.target + "/photos")
    try await diary.add("three", photos: [try await diary.photo("photo", name: "p.jpg")])
    do {
      try await diary.export()
      fail("an export through a link")
    } catch let error as DiaryError {
      guard case .export(diary.target, .incomplete) = error else { throw error }
    }
    expect(tree(diary.folder.path + "/elsewhere").isEmpty)
    expect(tree(diary.folder.path).allSatisfy { !$0.hasPrefix(".") })
    // The next export completes it under the same names.
    unlink(diary.target + "/photos")
    try await diary.export()
    expectEqual(
      files(diary.target),
      ["one", "three", "two"].map { "2026/2026-11-19 \($0).md" } + ["photos/2026-11-19 p.jpg"])
    // A manipulated manifest can't remove other files.
    try diary.folder.write("mine".utf8, to: "mine.txt")
    var manifest = try diary.folder.text("out/.photodiary-export.json")
    manifest = manifest.dropLast("\n]\n".count) + #",{"path":"../mine.txt"}]"#
    try diary.folder.write(manifest.utf8, to: "out/.photodiary-export.json")
    try await diary.add("four")
    try await diary.export()
    try expectEqual(diary.folder.text("mine.txt"), "mine")
  }
}

@Suite("Names of exported files") struct ExportNameTests {
  @Test func `makes safe names and paths of any text`() {
    for (text, name) in [
      ("../../etc/passwd", "etc passwd"), ("..", ""), ("...", ""), (". . .", ""), ("", ""),
      (".hidden", "hidden"), ("end. .", "end"), ("a/b\\c", "a b c"),
      ("a\u{0}\u{1B}[31mb\nc", "a [31mb c"), ("<>:\"|?*", ""), ("CON", "CON_"),
      ("con.tar.gz", "con_.tar.gz"), ("Lpt1 .x", "Lpt1 _.x"), ("COM0", "COM0"),
      ("Console", "Console"), ("/\u{301}etc", "etc"), ("a\u{202E}b", "a b"), ("👨‍👩‍👧 day", "👨‍👩‍👧 day"),
      ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}"),
      ("  wide \u{3000} space  ", "wide space"),
    ] as [(String, String)] {
      let made = SafeFileName.make(from: text)
      expectEqual(Array(made.utf8), Array(name.utf8), "\(made)")
    }
    // Long names are shortened between characters.
    expectEqual(SafeFileName.make(from: String(repeating: "a", count: 10_000)).utf8.count, 100)
    let korean = SafeFileName.make(from: String(repeating: "한", count: 10_000))
    expectEqual(korean, String(repeating: "한", count: 33))
    let family = SafeFileName.make(from: String(repeating: "👨‍👩‍👧", count: 100))
    expectEqual(family, String(repeating: "👨‍👩‍👧", count: 5))
    let cut = SafeFileName.make(from: String(repeating: "a", count: 99) + " b")
    expectEqual(cut, String(repeating: "a", count: 99))
    expect(SafeFileName.make(from: "a" + String(repeating: "\u{301}", count: 100)).isEmpty)
    // A manifest's path can't lead out of the export.
    for text in [
      "", "/", "a/", "/a", "..", "../a", "a/..", "a/b/c", ".", "a\u{0}", "..\u{2F}\u{301}",
    ] { expectNil(ExportPath(text), "\(text)") }
    expectEqual(ExportPath("2026/a.md"), ExportPath(folder: "2026", name: "a.md"))
    expectNotEqual(ExportPath("한글"), ExportPath(decomposedHangul))
  }

  @Test func `names files within the folder, and numbers equal names`() async throws {
    let diary = try Diary()
    let titles = [
      "../../etc/passwd", "/etc/passwd", "..", "a\u{0}b", "CON", ".git", "\u{1B}]0;x\u{7}",
      String(repeating: "x", count: 10_000), decomposedHangul, "👩🏽‍🚀", "   ", "\u{2F}\u{338}x",
    ]
    for title in titles { try await diary.add(title, content: "x") }
    let photo = try await diary.photo("photo", name: "p.jpg")
    var hostile = photo
    hostile.name = "../../x\u{0}.sh/.."
    hostile.type = MediaType("../../evil")
    try await diary.add("p", photos: [hostile])
    try await diary.export()
    let day = "2026-11-19"
    let x100 = String(repeating: "x", count: 100)
    expectEqual(
      files(diary.target),
      [
        "2026/\(day) ]0;x.md", "2026/\(day) CON.md", "2026/\(day) a b.md",
        "2026/\(day) etc passwd 2.md", "2026/\(day) etc passwd.md", "2026/\(day) git.md",
        "2026/\(day) p.md", "2026/\(day) \(x100).md", "2026/\(day) x.md", "2026/\(day) 한글.md",
        "2026/\(day) 👩🏽‍🚀.md", "2026/\(day) 2.md", "2026/\(day).md", "photos/\(day) x .sh.bin",
      ].sorted())
    expect(tree(diary.folder.path).allSatisfy { $0.hasPrefix("out") || $0.hasPrefix("in") })
    // Names that some file systems consider equal get numbers, by age.
    let alike = try Diary()
    let newest = try await alike.add("trip", on: "2026-11-19T12:00:00+09:00")
    let oldest = try await alike.add("Trip", on: "2026-11-19T08:00:00+09:00")
    let middle = try await alike.add("TRIP", on: "2026-11-19T09:00:00+09:00")
    try await alike.add("한글", on: "2026-11-20T00:00:00+09:00")
    try await alike.add(decomposedHangul, on: "2026-11-20T01:00:00+09:00")
    let names = ["19 Trip", "19 TRIP 2", "19 trip 3", "20 한글", "20 \(decomposedHangul) 2"]
    for _ in 1...2 {
      try await alike.export()
      expectEqual(Set(files(alike.target)), Set(names.map { "2026/2026-11-\($0).md" }))
      for (name, entry) in [("Trip", oldest), ("TRIP 2", middle), ("trip 3", newest)] {
        let text = try alike.folder.text("out/2026/2026-11-19 \(name).md")
        expectContains(text, entry.id.description)
      }
    }
  }
}

/// `한글` in decomposed jamo.
let decomposedHangul = "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"
