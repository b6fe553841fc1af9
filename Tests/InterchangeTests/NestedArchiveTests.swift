import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("An archive in a folder or in an archive")
struct NestedArchiveTests {
  /// A diary that was exported for Day One, and the zip.
  private static func exported() async throws -> (diary: Diary, zip: [UInt8]) {
    let diary = try Diary()
    try await diary.add("첫눈", photos: [try await diary.photo("photo", name: "p.jpg")])
    try await diary.add("Rain")
    try await diary.export(.dayone)
    return (diary, try diary.folder.read("out/dayone.zip"))
  }

  @Test func `the folder of an export for Day One comes as it stands`() async throws {
    let (exported, _) = try await Self.exported()
    let diary = try Diary()
    let (plan, imported, lines) = try await diary.bring(exported.target)
    expectEqual(imported.added.map(\.title).sorted(), ["Rain", "첫눈"])
    expectEqual(plan.photos, 1)
    expectEqual(lines, [])
    expectEqual(diary.unpacked, [])
    try await expectEqual(diary.open(exported.target, as: .dayone)?.format, .dayone)
    try await expectEqual(diary.bring(exported.target).plan.alreadyThere, 2)
  }

  @Test func `so does an archive that holds the zip, one level deep`() async throws {
    let (_, zip) = try await Self.exported()
    let diary = try Diary()
    var outer = ZipWriter()
    outer.add(Array("diary/dayone.zip".utf8), zip)
    outer.add("../up.txt", "x")
    outer.add("diary/note.txt", "y")
    let path = try diary.folder.write(outer.bytes, to: "in/outer.zip")
    let (_, imported, lines) = try await diary.bring(path)
    expectEqual(imported.added.count, 2)
    expectEqual(
      lines,
      [
        "../up.txt: left out, its path leads out of the archive",
        "note.txt: left out, no entry uses it",
      ])

    var outermost = ZipWriter()
    outermost.add(Array("outer.zip".utf8), outer.bytes)
    let deeper = try diary.folder.write(outermost.bytes, to: "in/outermost.zip")
    let failure = InputError.unreadFiles(["note.txt", "*.zip"], more: 0, photos: 0)
    await expectThrows(DiaryError.input(name: deeper, failure)) { try await diary.open(deeper) }
    expectEqual(diary.unpacked, [])
  }

  @Test func `the limits are for both together`() async throws {
    let (_, zip) = try await Self.exported()
    let diary = try Diary()
    var outer = ZipWriter()
    for number in 0..<5 { outer.add(".hidden\(number)", "x") }
    outer.add(Array("dayone.zip".utf8), zip)
    let path = try diary.folder.write(outer.bytes, to: "in/outer.zip")
    var limits = ArchiveLimits()
    limits.members = 7
    let inner = DiaryError.input(name: path + "/dayone.zip", .archive(.tooMany(1)))
    await expectThrows(inner) { try await diary.open(path, limits: limits) }
  }

  @Test func `beside something that is known it is left out, and told`() async throws {
    let (_, zip) = try await Self.exported()
    let diary = try Diary()
    let path = try diary.folder("d", ["diary.json": #"[{"date":"2024-05-03","title":"own"}]"#])
    try diary.folder.write(zip, to: "in/d/dayone.zip")
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(imported.added.map(\.title), ["own"])
    expectEqual(plan.photos, 0)
    expectEqual(lines, ["dayone.zip: left out, an archive; import it separately"])
    try await expectEqual(diary.open(try diary.folder("p", ["a.jpg": "photo"]))?.notes, [])
  }

  @Test func `where all of it is left out, the error says why`() async throws {
    let diary = try Diary()
    var zip = ZipWriter()
    zip.add("bell\u{7}.md", "x")
    zip.add("/etc/b.md", "y")
    let path = try diary.folder.write(zip.bytes, to: "in/bad.zip")
    let error = await expectThrows(DiaryError.self) { try await diary.open(path) }
    expectEqual(
      error, .input(name: path, .archive(.nothingUnpacked("bell\u{7}.md", .controlCharacters))))
    expect(
      error?.line.hasSuffix(
        "bad.zip has nothing that can be unpacked: bell␇.md, its name has control characters.")
        ?? false)
  }
}
