import DiaryCore
import DiaryStore
import Glibc
import System
import TestSupport
import Testing

@testable import Interchange

@Suite("Where an export goes")
struct ExportPlaceTests {
  @Test func `folders above are made, and an empty folder is taken`() async throws {
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
  }

  @Test func `a folder with something else in it is refused`() async throws {
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
  }

  @Test func `an export of another diary or format is refused`() async throws {
    let diary = try Diary()
    try await diary.add("x")
    try await diary.export()
    await expectThrows(DiaryError.export(path: diary.target, .notEmpty)) {
      try await diary.export(.json)
    }
    let other = try Diary(author: Author(id: AuthorID("b2"), name: "Bo"))
    await expectThrows(DiaryError.export(path: diary.target, .otherDiary)) {
      try await other.export(to: diary.target)
    }
  }

  @Test func `the store is no place for an export, by whatever way`() async throws {
    let folder = try TemporaryFolder()
    let repository = DiskRepository(
      root: folder.path + "/store", devicePath: folder.path + "/device",
      defaultAuthorName: { "Ada" }, now: TickingClock().now)
    let service = DiaryService(
      repository: repository, inspector: TextInspector(), now: TickingClock().now)
    _ = try await service.add(
      EntryFields(date: EntryDate(instant: 0, offset: 0), title: "x"))
    symlink("store", folder.path + "/link")
    let exporter = Exporter(locationRemover: TextLocationRemover())
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

  @Test func `a link to a folder is followed, one to nowhere refused`() async throws {
    let diary = try Diary()
    try await diary.add("x")
    mkdir(diary.folder.path + "/real", 0o755)
    symlink("real", diary.target)
    let summary = try await diary.export()
    expectEqual(summary.folder, diary.folder.path + "/real")
    expectEqual(files(diary.folder.path + "/real"), ["2026/2026-11-19 x.md"])
    let nowhere = diary.folder.path + "/nowhere"
    symlink(diary.folder.path + "/none", nowhere)
    await expectThrows(DiaryError.self) { try await diary.export(to: nowhere) }
  }

  @Test func `a place that can't be written leaves nothing and says why`() async throws {
    let diary = try Diary()
    try await diary.add("x")
    do throws(DiaryError) {
      try await diary.export(to: "/proc/photodiary/out")
      fail("an export to /proc")
    } catch {
      guard case .export("/proc/photodiary/out", .failed) = error else {
        throw error
      }
    }
    try diary.folder.write("".utf8, to: "file")
    await expectThrows(DiaryError.self) {
      try await diary.export(to: diary.folder.path + "/file/out")
    }
    expectEqual(tree(diary.folder.path), ["file"])
  }

  @Test func `a cancelled export leaves the place as it was`() async throws {
    let diary = try Diary()
    for number in 1...5 {
      let photo = try await diary.photo("photo \(number)", name: "\(number).jpg")
      try await diary.add("n\(number)", photos: [photo])
    }
    let before = tree(diary.folder.path)
    let place = diary.folder.path + "/a/b"
    let task = Task { () throws(DiaryError) -> ExportSummary in
      try await diary.export(to: place) { progress in
        if progress.done == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await expectThrows(DiaryError.export(path: place, .cancelled)) { try await task.value }
    expectEqual(tree(diary.folder.path), before)
  }

  @Test func `what a killed export left goes, and what a running one writes stays`() throws {
    let folder = try TemporaryFolder()
    let running = try StagingFolder(in: folder.path, for: "out")
    let isRunning = Path.split(running.folder.path).name
    try folder.write("left".utf8, to: ".out.photodiary-1a2b/photos/p.jpg")
    try folder.write("sealed".utf8, to: ".out.tar.age.photodiary-3c")
    try folder.write("mine".utf8, to: ".out.photodiary-notes/a")
    let other = try StagingFolder(in: folder.path, for: "out")
    // Just made, it may be one that isn't locked yet.
    expectContains(tree(folder.path), ".out.photodiary-1a2b/")
    StaleFiles.remove(
      from: try Folder(at: folder.path), grace: -1, named: StagingFolder.isLeftover)
    let isOther = Path.split(other.folder.path).name
    expectEqual(
      Set(tree(folder.path)),
      [
        ".out.photodiary-notes/", ".out.photodiary-notes/a", isRunning + "/", isOther + "/",
      ])
    withExtendedLifetime((running.folder.path, other.folder.path)) {}
  }
}
