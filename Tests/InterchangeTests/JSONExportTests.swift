import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("JSON export")
struct JSONExportTests {
  @Test func `one array, an entry a line, photos by relative path`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "p.jpg", caption: "P")
    var gone = photo
    gone.asset = try require(AssetID(String(repeating: "0", count: 64)))
    let one = try await diary.add("one", content: "a\nb", tags: ["t"], photos: [photo, gone])
    let two = try await diary.add("two", on: "2026-11-20T00:00:00Z")
    let summary = try await diary.export(.json)
    expectEqual(summary.problems.map(\.failure), [.missing])
    expectEqual(
      tree(diary.target),
      [
        ".photodiary-export.json", "diary.json", "photos/", "photos/2026-11-19 p.jpg",
      ])
    let facts =
      #""type":"image/jpeg","width":4,"height":3,"taken":"2026-11-19T07:29:00","caption":"P""#
    try expectEqual(
      diary.folder.text("out/diary.json"),
      """
      [
      {"id":"\(two.id)","date":"2026-11-20T00:00:00Z","title":"two","content":"","tags":[],\
      "journal":"Diary","author":"a1","photos":[],"created":"\(two.created)",\
      "modified":"\(two.modified)","starred":false,"mood":null,"place":null,"weather":null,\
      "pinned":false,"attachments":[]},
      {"id":"\(one.id)","date":"2026-11-19T07:30:00+09:00","title":"one","content":"a\\nb",\
      "tags":["t"],"journal":"Diary","author":"a1","photos":[\
      {"asset":"\(photo.asset)","name":"p.jpg",\(facts),"file":"photos/2026-11-19 p.jpg"},\
      {"asset":"\(gone.asset)","name":"p.jpg",\(facts),"file":null}],\
      "created":"\(one.created)","modified":"\(one.modified)",\
      "starred":false,"mood":null,"place":null,"weather":null,"pinned":false,\
      "attachments":[]}
      ]

      """)
    try expectEqual(diary.folder.text("out/photos/2026-11-19 p.jpg"), "photo GPS")
  }

  @Test func `an empty diary is an empty array`() async throws {
    let diary = try Diary()
    try await diary.export(.json)
    try expectEqual(diary.folder.text("out/diary.json"), "[\n]\n")
    try await expectEqual(diary.importFile(diary.target + "/diary.json"), Diary.Imported())
  }

  @Test func `an earlier one is brought up to date`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg")
    let entry = try await diary.add("one", photos: [photo])
    try await diary.export(.json)
    try await expectEqual(diary.export(.json).written, 0)
    try diary.folder.write("mine".utf8, to: "out/photos/mine.jpg")
    var fields = entry.fields
    fields.photos = []
    _ = try await diary.service.update(entry.id, to: fields)
    let summary = try await diary.export(.json)
    expect((summary.written, summary.removed) == (1, 1))
    expectEqual(files(diary.target), ["diary.json", "photos/mine.jpg"])
  }

  @Test func `what was exported comes back as the same diary`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p.jpg", caption: "캡션")
    let located = try await diary.photo("photo GPS[1,2] odd", name: "q.jpg")
    try await diary.add(
      "한글".decomposed, content: "![a](photo:\(photo.asset)) \u{1B}[31m\r\n", tags: ["x y"],
      photos: [photo])
    let stripped = try await diary.add(
      "", on: "1999-12-31T23:59:59-03:30", content: "![b](photo:\(located.asset))",
      photos: [located])
    try await diary.export(.json)

    let copy = try Diary(author: Author(id: AuthorID("b2"), name: "Bo"))
    let file = diary.target + "/diary.json"
    let summary = try await copy.importFile(file)
    expect((summary.added, summary.alreadyThere) == (2, 0))
    expect(summary.refused.isEmpty)
    expectEqual(summary.undrawn, [.undecodableType])
    let (before, after) = (try await diary.exact(), try await copy.exact())
    try expectEqual(after.at(0), before.at(0))
    // The copy without a position has other bytes, and the text follows them.
    let entry = try await copy.service.entry(stripped.id)
    let asset = try require(entry.photos.first).asset
    expectNotEqual(asset, located.asset)
    expectEqual(entry.content, "![b](photo:\(asset))")
    try expectEqual(after.at(1), before.at(1).replacing("\(located.asset)", with: "\(asset)"))

    let again = try await copy.importFile(file)
    expect((again.added, again.alreadyThere) == (0, 2))
  }
}

extension Diary {
  /// Every entry as its JSON, for strings compare by canonical equivalence and bytes don't.
  fileprivate func exact() async throws -> [String] {
    try await service.entries().map { entry in
      String(decoding: JSONWriter.bytes(entry.json { _ in nil }), as: UTF8.self)
        .replacing("\u{1B}", with: "ESC")
    }
  }
}
