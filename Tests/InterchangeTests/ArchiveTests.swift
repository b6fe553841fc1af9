import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Archives")
struct ArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What of an archive was unpacked, and the lines of what wasn't.
  private func unpack(
    _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) async throws -> (files: [String], lines: [String]) {
    let path = try folder.write(bytes, to: "archive")
    let archive = try require(
      try await UnpackedArchive(path, below: folder.path + "/a/b", limits: limits) { _ in })
    defer { withExtendedLifetime(archive) {} }
    return (tree(archive.path), archive.notes.map(\.line))
  }

  @Test func `hostile members of a zip are left out and told, and the others come`() async throws {
    var zip = ZipWriter()
    zip.add("good.txt", "1")
    zip.add("../up.txt", "2")
    zip.add("a/../../up.txt", "3")
    zip.add("/etc/passwd", "4")
    zip.add("link", "/etc/passwd", mode: ZipWriter.link)
    zip.add("link/inside.txt", "5")
    zip.add("bell\u{7}.txt", "6")
    zip.add("good.txt", "7")
    zip.add(Array("bad".utf8) + [0xFF, 0xFE], [8], isUTF8: false)
    zip.add(String(repeating: "n", count: 256), "9")
    zip.add(String(repeating: "d/", count: 40) + "deep", "10")
    zip.add("__MACOSX/._good.txt", "11")
    zip.add("./사진/가.txt", "12")
    let (files, lines) = try await unpack(zip.bytes)
    expectEqual(files, ["good.txt", "link/", "link/inside.txt", "사진/", "사진/가.txt"])
    expectEqual(
      lines.map { String($0.drop { $0 != ":" }) },
      [
        ": left out, its path leads out of the archive",
        ": left out, its path leads out of the archive",
        ": left out, its path is absolute", ": left out, it's a link",
        ": left out, its name has control characters",
        ": left out, another file has the same name", ": left out, its name isn't UTF-8",
        ": left out, its name is too long", ": left out, it's nested too deeply",
      ])
    expect(lines.allSatisfy { !$0.unicodeScalars.contains("\u{7}") })
    expectEqual(tree(folder.path).sorted(), ["a/", "a/b/", "archive"])
  }

  @Test func `links and devices of a tar are left out, and nothing goes through them`() async throws
  {
    let outside = try folder.write("mine".utf8, to: "outside/file")
    var tar = TarWriter()
    tar.add("way", "", kind: "2", link: folder.path + "/outside")
    tar.add("way/file", "theirs")
    tar.add("hard", "", kind: "1", link: outside)
    tar.add("device", "", kind: "3")
    tar.add("file", "x")
    tar.add("file/below", "y")
    let (files, lines) = try await unpack(tar.whole)
    expectEqual(files, ["file", "way/", "way/file"])
    expectEqual(
      lines,
      [
        "way: left out, it's a link", "hard: left out, it's a link",
        "device: left out, it's a device or a pipe",
        "file/below: left out, another file has the same name",
      ])
    try expectEqual(folder.text("outside/file"), "mine")
  }

  @Test func `a hard link is the file that was unpacked by its name before, and no other`()
    async throws
  {
    let outside = try folder.write("mine".utf8, to: "outside")
    var tar = TarWriter()
    tar.add("hl/b.jpg", "photo")
    tar.add("hl/a.jpg", "", kind: "1", link: "hl/b.jpg")
    tar.add("other/c.jpg", "", kind: "1", link: "./hl/a.jpg")
    tar.add("later", "", kind: "1", link: "last")
    for (index, target) in ["../outside", outside, "hl", "hl/b.jpg/x", "none/x"].enumerated() {
      tar.add("no\(index)", "", kind: "1", link: target)
    }
    tar.add("hl/b.jpg", "", kind: "1", link: "other/c.jpg")
    tar.add("last", "x")
    let (files, lines) = try await unpack(tar.whole)
    expectEqual(files, ["hl/", "hl/a.jpg", "hl/b.jpg", "last", "other/", "other/c.jpg"])
    expectEqual(
      lines,
      ["later", "no0", "no1", "no2", "no3", "no4"].map { "\($0): left out, it's a link" }
        + ["hl/b.jpg: left out, another file has the same name"])
  }

  @Test func `a photo that a tar has as a hard link comes`() async throws {
    let diary = try Diary()
    var tar = TarWriter()
    tar.add("hl/b.jpg", "photo 1")
    tar.add("hl/a.jpg", "", kind: "1", link: "hl/b.jpg")
    tar.add("hl/2024-05-03.md", "![](a.jpg)")
    tar.add("hl/2024-05-04.md", "![](b.jpg)")
    let path = try diary.folder.write(tar.whole, to: "in/hl.tar")
    let (_, outcome, lines) = try await diary.bring(path)
    expectEqual(outcome.photos, 2)
    expectEqual(lines, [])
    expectEqual(Set(outcome.added.flatMap(\.photos).map(\.asset)).count, 1)
  }

  @Test func `limits hold`() async throws {
    var zip = ZipWriter()
    zip.add("small", String(repeating: "s", count: 100))
    zip.add("large", String(repeating: "l", count: 5000))
    zip.add("after", "a")
    var limits = ArchiveLimits()
    limits.memberBytes = 1000
    try await expectEqual(
      unpack(zip.bytes, limits: limits),
      (
        ["after", "small"], ["large: left out, it's too large"]
      ))
    func failure(_ change: (inout ArchiveLimits) -> Void) async -> DiaryError? {
      var limits = ArchiveLimits()
      change(&limits)
      return await expectThrows(DiaryError.self) { try await unpack(zip.bytes, limits: limits) }
    }
    let path = folder.path + "/archive"
    await expectEqual(failure { $0.members = 2 }, .input(name: path, .archive(.tooMany(2))))
    await expectEqual(failure { $0.bytes = 4000 }, .input(name: path, .archive(.tooLarge(4000))))
    await expectEqual(
      failure {
        $0.ratio = 0
        $0.freeBytes = 200
      }, .input(name: path, .archive(.tooDense)))
    expectEqual(tree(folder.path + "/a/b"), [])
  }

  @Test func `what is cut off anywhere or changed in a byte ends in one error, or comes whole`()
    async throws
  {
    var zip = ZipWriter()
    for index in 0..<4 { zip.add("f\(index)", String(repeating: "\(index)", count: 50)) }
    var generator = SeededGenerator(seed: 7)
    for round in 0..<300 {
      var bytes = zip.bytes
      if round % 2 == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
      } else {
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
      }
      do throws(DiaryError) {
        let path = folder.path + "/archive"
        do { try folder.write(bytes, to: "archive") } catch { fail("\(error)") }
        _ = try await UnpackedArchive(
          path, below: folder.path + "/a", limits: ArchiveLimits(), progress: { _ in })
      } catch {
        guard case .input(_, .archive) = error else {
          fail("\(error)")
          return
        }
      }
      expectEqual(tree(folder.path + "/a"), [])
    }
  }

  @Test func `what a killed program left goes with the next one, and a running one's stays`()
    async throws
  {
    var zip = ZipWriter()
    zip.add("x", "y")
    let path = try folder.write(zip.bytes, to: "z.zip")
    let place = folder.path + "/a"
    let running = try await UnpackedArchive(path, below: place, limits: ArchiveLimits()) { _ in }
    try folder.write("left".utf8, to: "a/unpacked-0/deep/file")
    try folder.write("other".utf8, to: "a/other/file")
    let other = try await UnpackedArchive(path, below: place, limits: ArchiveLimits()) { _ in }
    // Just made, it may be one that isn't locked yet.
    expectContains(tree(place), "unpacked-0/deep/file")
    StaleFiles.remove(from: try Folder(at: place), grace: -1, named: UnpackingFolder.isOne)
    expectLacks(tree(place), "unpacked-0/")
    expectEqual(tree(place).count { $0.hasSuffix("/x") }, 2)
    withExtendedLifetime((running, other)) {}
  }

  @Test func `it ends when it is cancelled, and leaves nothing`() async throws {
    var zip = ZipWriter()
    for index in 0..<100 { zip.add("f\(index)", "x") }
    let path = try folder.write(zip.bytes, to: "z.zip")
    let place = folder.path + "/a"
    let task = Task {
      try await UnpackedArchive(path, below: place, limits: ArchiveLimits()) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      } == nil
    }
    try await expect(task.value)
    expectEqual(tree(place), [])
  }

  @Test(arguments: ["gzip", "bzip2", "xz", "zstd"])
  func `a tar comes out of every compression`(_ program: String) async throws {
    let path = "/usr/bin/\(program)"
    guard access(path, X_OK) == 0 || access("/bin/\(program)", X_OK) == 0 else { return }
    var tar = TarWriter()
    tar.add("a/one.txt", String(repeating: "one", count: 1000))
    tar.add("b.txt", "two")
    let file = try folder.write(tar.whole, to: "plain.tar")
    let packed = try ProgramResult.run(
      access(path, X_OK) == 0 ? path : "/bin/\(program)", ["-c", file])
    expectEqual(packed.status, 0)
    let (files, lines) = try await unpack(packed.output)
    expectEqual(files, ["a/", "a/one.txt", "b.txt"])
    expectEqual(lines, [])
    for cut in [packed.output.count / 2, packed.output.count - 9] {
      await expectThrows(DiaryError.self) { try await unpack(Array(packed.output[..<cut])) }
    }
    expectEqual(tree(folder.path + "/a/b"), [])
  }

  @Test func `an archive in an archive stays one, and names count once whatever they hold`()
    async throws
  {
    var inner = ZipWriter()
    inner.add("../../out.txt", "out")
    var outer = ZipWriter()
    outer.add(Array("inner.zip".utf8), inner.bytes)
    outer.add("a.json", "[1]")
    outer.add("a.json", "[2]")
    outer.add("a.json/b", "[3]")
    outer.add("d/x", "x")
    outer.add("d", "file")
    let (files, lines) = try await unpack(outer.bytes)
    expectEqual(files, ["a.json", "d/", "d/x", "inner.zip"])
    expectEqual(lines.count, 3)
    expect(lines.allSatisfy { $0.contains("another file has the same name") })
    expectEqual(tree(folder.path), ["a/", "a/b/", "archive"])
  }

  @Test func `files larger than what is read in one go come whole, and as often as they may`()
    async throws
  {
    func text(_ index: Int) -> String {
      String(repeating: "\(index) line\n", count: index % 7 == 0 ? 400_000 : 10)
    }
    var zip = ZipWriter()
    for index in 0..<30 {
      zip.add("f\(index)", text(index))
      // The second of a name, when the first one has been written to its end.
      zip.add("f\(index)", "another")
    }
    zip.add("huge", String(repeating: "x", count: 5 << 20))
    zip.add("last", "l")
    var limits = ArchiveLimits()
    limits.memberBytes = 4 << 20
    let path = try folder.write(zip.bytes, to: "archive")
    let archive = try require(
      try await UnpackedArchive(path, below: folder.path + "/a", limits: limits) { _ in })
    expectEqual(tree(archive.path).count, 31)
    for index in 0..<30 {
      let unpacked = try TemporaryFolder.bytes(of: "\(archive.path)/f\(index)")
      expectEqual(unpacked, Array(text(index).utf8), "\(index)")
    }
    expectEqual(archive.notes.count, 31)
    expectEqual(archive.notes.last?.line, "huge: left out, it's too large")
  }
}
