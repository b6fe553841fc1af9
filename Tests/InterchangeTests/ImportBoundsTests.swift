import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("What a folder may bring")
struct ImportBoundsTests {
  private static func entry(_ title: String, _ members: String) -> String {
    #"{"date":"2024-05-03","title":"\#(title)",\#(members)}"#
  }

  @Test func `a folder of our own JSON brings files below it alone`() async throws {
    let diary = try Diary()
    let outside = try diary.folder.write("photo secret".utf8, to: "secret/s.jpg")
    let rows = [
      Self.entry("up", #""attachments":[{"file":"../../secret/s.jpg"}]"#),
      Self.entry("root", #""attachments":["\#(outside)"]"#),
      Self.entry("photo", #""photos":["../../secret/s.jpg"]"#),
      Self.entry("link", #""photos":["way/s.jpg"]"#),
      Self.entry("within", #""photos":["sub/../a.jpg"]"#),
      Self.entry("also", #""attachments":["sub/b.pdf"]"#),
    ]
    let path = try diary.folder(
      "hz",
      [
        "diary.json": "[\(rows.joined(separator: ","))]", "a.jpg": "photo 1", "sub/b.pdf": "two",
      ])
    expectEqual(symlink(diary.folder.path + "/secret", path + "/way"), 0)
    let (_, outcome, lines) = try await diary.bring(path)
    expectEqual(Set(outcome.added.map(\.title)), ["within", "also"])
    expect((outcome.photos, outcome.attachments) == (1, 1))
    let refused = lines.filter { $0.contains("is outside the imported folder") }
    expectEqual(refused.count, 4)
    expectContains(lines, "way: left out, it's a link")
  }

  @Test func `a single file names files anywhere`() async throws {
    let diary = try Diary()
    let outside = try diary.folder.write("photo 1".utf8, to: "elsewhere/s.jpg")
    for (title, place) in [("up", "../../elsewhere/s.jpg"), ("root", outside)] {
      let text = Self.entry(title, #""photos":["\#(place)"]"#)
      let path = try diary.folder("one", ["\(title).jsonl": text]) + "/\(title).jsonl"
      try await expectEqual(diary.bring(path).outcome.photos, 1)
    }
  }

  @Test func `JSON beside photos is a diary only when it tells entries`() async throws {
    let diary = try Diary()
    let told = #"{"title":"IMG_1.jpg","photoTakenTime":{"timestamp":"1714723200"}}"#
    let photos = ["IMG_1.jpg": "photo 1", "IMG_2.jpg": "photo 2"]
    let cases: [([String: String], ImportFormat)] = [
      (["IMG_1.jpg.json": told], .photos), (["a.json": told, "b.json": told], .photos),
      (["mine.json": Self.entry("a", #""photos":["IMG_1.jpg"]"#)], .json),
      (["mine.json": Self.entry("a", #""x":1"#), "IMG_1.jpg.json": told], .json),
      (["diary.json": "[]"], .json),
    ]
    for (index, (files, format)) in cases.enumerated() {
      let path = try diary.folder("t\(index)", files.merging(photos) { $1 })
      try await expectEqual(diary.open(path)?.format, format, "\(files)")
    }
    try await expectEqual(diary.open(try diary.folder("alone", ["a.json": told]))?.format, .json)
  }
}
