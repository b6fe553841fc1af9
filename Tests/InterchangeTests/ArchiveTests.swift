import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import Interchange

@Suite("Archives") struct ArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func unpack(
    _ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()
  ) async throws -> (files: [String], lines: [String]) {
    let path = try folder.write(bytes, to: "archive")
    let archive = try require(
      try await UnpackedArchive(path, below: folder.path + "/a/b", limits: limits) { _ in })
    defer { withExtendedLifetime(archive) {} }
    return (tree(archive.path), archive.notes.map(\.line))
  }

  /// Unpacks an archive, and compares the files and the reason for each file left out.
  private func expectUnpacked(
    _ bytes: [UInt8], _ files: [String], leavesOut expected: KeyValuePairs<String, String>,
    line: Int = #line
  ) async throws {
    let (found, lines) = try await unpack(bytes)
    expectEqual(found, files, line: line)
    expectEqual(lines, expected.map { "\($0.key): left out, \($0.value)" }, line: line)
  }

  @Test func `skips hostile members of zips and tars`() async throws {
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
    expectEqual(
      files.map(Path.readable),
      ["badÿþ", "good.txt", "link/", "link/inside.txt", "사진/", "사진/가.txt"])
    let reasons = [
      ": left out, its path points outside the archive",
      ": left out, its path points outside the archive", ": left out, its path is absolute",
      ": left out, it's a link", ": left out, its name has control characters",
      ": left out, another file has the same name", ": left out, its name is too long",
      ": left out, it's nested too deeply",
    ]
    expectEqual(lines.map { String($0.drop { $0 != ":" }) }, reasons)
    expect(lines.allSatisfy { !$0.unicodeScalars.contains("\u{7}") })
    expectEqual(tree(folder.path).sorted(), ["a/", "a/b/", "archive"])
    // Links and devices in a tar are skipped, and no path leads through them.
    let outside = try folder.write("mine".utf8, to: "outside/file")
    let (link, twin) = ("it's a link", "another file has the same name")
    var tar = TarWriter()
    tar.add("way", "", kind: "2", link: folder.path + "/outside")
    tar.add("way/file", "theirs")
    tar.add("hard", "", kind: "1", link: outside)
    tar.add("device", "", kind: "3")
    tar.add("file", "x")
    tar.add("file/below", "y")
    try await expectUnpacked(
      tar.whole, ["file", "way/", "way/file"],
      leavesOut: [
        "way": link, "hard": link, "device": "it's a device or a pipe", "file/below": twin,
      ])
    try expectEqual(folder.text("outside/file"), "mine")
    // A hard link is a copy of a file already unpacked by that name, and nothing else.
    tar = TarWriter()
    tar.add("hl/b.jpg", "photo")
    tar.add("hl/a.jpg", "", kind: "1", link: "hl/b.jpg")
    tar.add("other/c.jpg", "", kind: "1", link: "./hl/a.jpg")
    tar.add("later", "", kind: "1", link: "last")
    for (index, target) in ["../outside", outside, "hl", "hl/b.jpg/x", "none/x"].enumerated() {
      tar.add("no\(index)", "", kind: "1", link: target)
    }
    tar.add("hl/b.jpg", "", kind: "1", link: "other/c.jpg")
    tar.add("last", "x")
    try await expectUnpacked(
      tar.whole, ["hl/", "hl/a.jpg", "hl/b.jpg", "last", "other/", "other/c.jpg"],
      leavesOut: [
        "later": link, "no0": link, "no1": link, "no2": link, "no3": link, "no4": link,
        "hl/b.jpg": twin,
      ])
    // An inner archive isn't unpacked, and a name counts once, whatever its kind.
    var outer = ZipWriter()
    outer.add(Array("inner.zip".utf8), ZipWriter(["../../out.txt": "out"]).bytes)
    for (name, text) in [
      ("a.json", "[1]"), ("a.json", "[2]"), ("a.json/b", "[3]"), ("d/x", "x"), ("d", "file"),
    ] { outer.add(name, text) }
    try await expectUnpacked(
      outer.bytes, ["a.json", "d/", "d/x", "inner.zip"],
      leavesOut: ["a.json": twin, "a.json/b": twin, "d": twin])
    expect(!tree(folder.path).contains { $0.hasSuffix("out.txt") })
  }

  @Test func `imports a photo that is a hard link in a tar`() async throws {
    let diary = try Diary()
    var tar = TarWriter()
    tar.add("hl/b.jpg", "photo 1")
    tar.add("hl/a.jpg", "", kind: "1", link: "hl/b.jpg")
    tar.add("hl/2024-05-03.md", "![](a.jpg)")
    tar.add("hl/2024-05-04.md", "![](b.jpg)")
    let entries = try await diary.expectImport(
      tar.whole, named: "hl.tar", .markdown, show: { $0.photos.map(\.name).joined() },
      "a.jpg\nb.jpg")
    expectEqual(Set(entries.flatMap(\.photos).map(\.asset)).count, 1)
  }

  @Test func `enforces its limits, and ends when canceled`() async throws {
    var zip = ZipWriter()
    zip.add("small", String(repeating: "s", count: 100))
    zip.add("large", String(repeating: "l", count: 5000))
    zip.add("after", "a")
    var limits = ArchiveLimits()
    limits.memberBytes = 1000
    let (files, lines) = try await unpack(zip.bytes, limits: limits)
    expectEqual(files, ["after", "small"])
    expectEqual(lines, ["large: left out, it's too large"])
    func failure(_ change: (inout ArchiveLimits) -> Void) async -> DiaryError? {
      var limits = ArchiveLimits()
      change(&limits)
      return await expectThrows(DiaryError.self) { try await unpack(zip.bytes, limits: limits) }
    }
    let path = folder.path + "/archive"
    await expectEqual(failure { $0.members = 2 }, .input(name: path, .archive(.tooMany(2))))
    // A zip is refused for the sizes in its directory, before anything is unpacked.
    var claiming = zip.bytes
    claiming[claiming.count - 12] = 0xFF
    try folder.write(claiming, to: "claiming.zip")
    let claimed = try Descriptor.open(folder.path("claiming.zip"), .readOnly)
    defer { claimed.close() }
    expectEqual(ArchiveKind.membersClaimed(by: claimed), 0xFF)
    await expectEqual(failure { $0.bytes = 4000 }, .input(name: path, .archive(.tooLarge(4000))))
    await expectEqual(
      failure {
        $0.ratio = 0
        $0.freeBytes = 200
      }, .input(name: path, .archive(.archiveBomb)))
    expectEqual(tree(folder.path + "/a/b"), [])
    let many = ZipWriter(Dictionary(uniqueKeysWithValues: (0..<100).map { ("f\($0)", "x") }))
    let source = try folder.write(many.bytes, to: "z.zip")
    let place = folder.path + "/c"
    let task = Task {
      try await UnpackedArchive(source, below: place, limits: ArchiveLimits()) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      } == nil
    }
    try await expect(task.value)
    expectEqual(tree(place), [])
  }

  @Test func `removes only the files of a killed program`() async throws {
    let path = try folder.write(ZipWriter(["x": "y"]).bytes, to: "z.zip")
    let place = folder.path + "/a"
    let running = try await UnpackedArchive(path, below: place, limits: ArchiveLimits()) { _ in }
    try folder.write("left".utf8, to: "a/unpacked-0/deep/file")
    try folder.write("other".utf8, to: "a/other/file")
    let other = try await UnpackedArchive(path, below: place, limits: ArchiveLimits()) { _ in }
    // A recent folder may not be locked yet.
    expectContains(tree(place), "unpacked-0/deep/file")
    StaleFiles.remove(
      from: try Folder(at: place), grace: -1, named: UnpackingFolder.isUnpackingFolder)
    expectLacks(tree(place), "unpacked-0/")
    expectEqual(tree(place).count { $0.hasSuffix("/x") }, 2)
    withExtendedLifetime((running, other)) {}
  }

  @Test(arguments: ["gzip", "bzip2", "xz", "zstd"])
  func `unpacks a tar with every compression`(_ program: String) async throws {
    let paths = ["/usr/bin/\(program)", "/bin/\(program)"]
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return }
    let tar = TarWriter(["a/one.txt": String(repeating: "one", count: 1000), "b.txt": "two"])
    let file = try folder.write(tar.whole, to: "plain.tar")
    let packed = try ProgramResult.run(path, ["-c", file])
    expectEqual(packed.status, 0)
    let (files, lines) = try await unpack(packed.output)
    expectEqual(files, ["a/", "a/one.txt", "b.txt"])
    expectEqual(lines, [])
    for cut in [packed.output.count / 2, packed.output.count - 9] {
      await expectThrows(DiaryError.self) { try await unpack(Array(packed.output[..<cut])) }
    }
    expectEqual(tree(folder.path + "/a/b"), [])
  }

  @Test func `unpacks files larger than a read completely, and each name once`() async throws {
    func text(_ index: Int) -> String {
      String(repeating: "\(index) line\n", count: index % 7 == 0 ? 400_000 : 10)
    }
    var zip = ZipWriter()
    for index in 0..<30 {
      zip.add("f\(index)", text(index))
      // The second file of a name arrives after the first was written.
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

@Suite("An archive in a folder or in an archive") struct NestedArchiveTests {
  /// A diary exported for Day One, and the zip.
  private let exported: Diary
  private let zip: [UInt8]

  init() async throws {
    exported = try Diary()
    try await exported.add("첫눈", photos: [try await exported.photo("photo", name: "p.jpg")])
    try await exported.add("Rain")
    try await exported.export(.dayone)
    zip = try exported.folder.read("out/dayone.zip")
  }

  @Test func `opens an archive in a folder or an archive, one level deep`() async throws {
    let diary = try Diary()
    let (plan, imported, lines) = try await diary.imported(exported.target)
    expectEqual(imported.added.map(\.title).sorted(), ["Rain", "첫눈"])
    expectEqual(plan.photos, 1)
    expectEqual(lines, [])
    expectEqual(diary.unpacked, [])
    try await expectEqual(diary.open(exported.target, as: .dayone)?.format, .dayone)
    try await expectEqual(diary.imported(exported.target).plan.existing, 2)
    let other = try Diary()
    var outer = ZipWriter(["../up.txt": "x", "diary/note.txt": "y"])
    outer.add(Array("diary/dayone.zip".utf8), zip)
    let added = try await other.expectImport(
      outer.bytes, named: "outer.zip", .dayone, show: { _ in "=" },
      """
      =
      =
      ! ../up.txt: left out, its path points outside the archive
      ! note.txt: left out, no entry uses it
      """)
    expectEqual(added.map(\.title).sorted(), ["Rain", "첫눈"])
    var outermost = ZipWriter()
    outermost.add(Array("outer.zip".utf8), outer.bytes)
    let deeper = try other.folder.write(outermost.bytes, to: "in/outermost.zip")
    let failure = InputError.unreadFiles(["note.txt", "*.zip"], more: 0, photos: 0)
    await expectThrows(DiaryError.input(name: deeper, failure)) { try await other.open(deeper) }
    expectEqual(other.unpacked, [])
    // The limits apply to both archives together.
    var full = ZipWriter(Dictionary(uniqueKeysWithValues: (0..<5).map { (".hidden\($0)", "x") }))
    full.add(Array("dayone.zip".utf8), zip)
    let path = try diary.folder.write(full.bytes, to: "in/full.zip")
    var limits = ArchiveLimits()
    limits.members = 7
    let inner = DiaryError.input(name: path + "/dayone.zip", .archive(.tooMany(1)))
    await expectThrows(inner) { try await diary.open(path, limits: limits) }
  }

  @Test func `names the files of an archive that it leaves out`() async throws {
    let diary = try Diary()
    let path = try diary.folder("d", ["diary.json": #"[{"date":"2024-05-03","title":"own"}]"#])
    try diary.folder.write(zip, to: "in/d/dayone.zip")
    let (plan, imported, lines) = try await diary.imported(path)
    expectEqual(imported.added.map(\.title), ["own"])
    expectEqual(plan.photos, 0)
    expectEqual(lines, ["dayone.zip: left out, an archive; import it separately"])
    try await expectEqual(diary.open(try diary.folder("p", ["a.jpg": "photo"]))?.notes, [])
    // An archive without usable files is an error with a reason.
    var bad = ZipWriter(["bell\u{7}.md": "x"])
    bad.add("/etc/b.md", "y")
    let place = try diary.folder.write(bad.bytes, to: "in/bad.zip")
    let failure = InputError.archive(.nothingUnpacked("bell\u{7}.md", .controlCharacters))
    let error = await expectThrows(DiaryError.input(name: place, failure)) {
      try await diary.open(place)
    }
    expectSuffix(
      error?.line ?? "",
      "bad.zip can be unpacked: bell␇.md, its name has control characters.")
  }
}

/// Writes zips of uncompressed members with any name and kind.
struct ZipWriter {
  /// The Unix modes of members.
  static let file: UInt32 = 0o100644
  static let link: UInt32 = 0o120777

  private var body: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  init(_ files: [String: String] = [:]) {
    for (name, text) in files.sorted(by: { $0.key < $1.key }) { add(name, text) }
  }

  mutating func add(_ name: String, _ text: String, mode: UInt32 = file) {
    add(Array(name.utf8), Array(text.utf8), mode: mode)
  }

  mutating func add(_ name: [UInt8], _ bytes: [UInt8], mode: UInt32 = file, isUTF8: Bool = true) {
    let start = body.count
    let facts = Self.fields([
      (20, 2), (isUTF8 ? 0x0800 : 0, 2), (0, 2), (0x5A21_0000, 4), (Self.checksum(bytes), 4),
      (bytes.count, 4), (bytes.count, 4), (name.count, 2), (0, 2),
    ])
    body += Self.fields([(0x0403_4B50, 4)]) + facts + name + bytes
    directory += Self.fields([(0x0201_4B50, 4), (0x0314, 2)]) + facts
    directory += Self.fields([(0, 6), (Int(mode) << 16, 4), (start, 4)]) + name
    count += 1
  }

  var bytes: [UInt8] {
    body + directory
      + Self.fields([
        (0x0605_4B50, 4), (0, 4), (count, 2), (count, 2), (directory.count, 4), (body.count, 4),
        (0, 2),
      ])
  }

  private static func fields(_ numbers: [(number: Int, size: Int)]) -> [UInt8] {
    numbers.flatMap { number, size in
      (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  private static let table: [UInt32] = (0..<256).map { (byte: UInt32) -> UInt32 in
    var sum = byte
    for _ in 0..<8 {
      let half = sum >> 1
      sum = sum & 1 == 1 ? half ^ 0xEDB8_8320 : half
    }
    return sum
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var sum = UInt32.max
    for byte in bytes { sum = (sum >> 8) ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return Int(~sum)
  }
}

struct TarWriter {
  private(set) var bytes: [UInt8] = []

  init(_ files: [String: String] = [:]) {
    for (name, text) in files.sorted(by: { $0.key < $1.key }) { add(name, text) }
  }

  /// Adds a member; `kind` is `0` for a file, `1` and `2` for links, `3` for a device, `5` for a
  /// folder.
  mutating func add(_ name: String, _ text: String, kind: Character = "0", link: String = "") {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at position: Int) {
      for (index, byte) in text.utf8.enumerated() { header[position + index] = byte }
    }
    func octal(_ number: Int, _ width: Int) -> String {
      let digits = String(number, radix: 8)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    for (value, position) in [
      (name, 0), ("0000644", 100), ("0000000", 108), ("0000000", 116),
      (octal(text.utf8.count, 11), 124), (octal(1_700_000_000, 11), 136), ("        ", 148),
      (String(kind), 156), (link, 157), ("ustar\u{0}00", 257),
    ] { put(value, at: position) }
    put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
    header[154] = 0
    bytes += header + Array(text.utf8)
    bytes += [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
  }

  var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}
