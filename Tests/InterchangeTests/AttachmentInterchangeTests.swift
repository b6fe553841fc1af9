import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Attachments in and out")
struct AttachmentInterchangeTests {
  private func diary() async throws -> (diary: Diary, entry: Entry) {
    let diary = try Diary()
    let names = ["talk.pdf", "한 (강).MOV", "../x\u{1B}[2J\n.tar.gz", "none"]
    var attachments: [DiaryCore.Attachment] = []
    for (number, name) in names.enumerated() {
      let path = try diary.folder.write("file \(number)".utf8, to: "in/\(number)")
      let type = MediaType(ofFileNamed: name)
      var attachment = try await diary.service.addAttachment(at: path, type: type).attachment
      attachment.name = name
      attachment.unknownMembers = [
        JSONMember("pages", .integer(number)), JSONMember("latitude", .number("37.5")),
      ]
      attachments.append(attachment)
    }
    let photo = try await diary.photo("photo", name: "p.jpg")
    let date = try require(EntryDate("2026-11-19T07:30:00Z"))
    let entry = try await diary.service.add(
      EntryFields(date: date, title: "t", photos: [photo], attachments: attachments))
    return (diary, entry)
  }

  private static let names = [
    "2026-11-19 none.bin", "2026-11-19 talk.pdf", "2026-11-19 x [2J .tar.gz",
    "2026-11-19 한 (강).MOV",
  ]

  @Test func `as JSON they come back as they were`() async throws {
    let (diary, entry) = try await diary()
    let summary = try await diary.export(.json)
    expectEqual(summary.problems, [])
    expectEqual(summary.photos, 1)
    expectEqual(
      tree(diary.target).filter { $0.hasPrefix("attachments/") },
      ["attachments/"] + Self.names.map { "attachments/" + $0 })
    let copy = try Diary()
    try await expectEqual(copy.importFile(diary.target + "/diary.json").added, 1)
    let back = try require(try await copy.service.entries().first)
    expectEqual(back.fields.photos, entry.fields.photos)
    // A name leads nowhere, and a position stays here.
    var expected = entry.attachments
    for index in expected.indices { expected[index].unknownMembers.removeLast() }
    expected[2].name = "x\u{1B}[2J\n.tar.gz"
    expectEqual(back.attachments, expected)
    try expectEqual(TextInspector.text(copy.service.path(of: back.attachments[2].file)), "file 2")
    try await expectEqual(diary.export(.json).written, 0)
  }

  @Test(arguments: [ExportFormat.json, .markdown, .html, .jrnl], [false, true])
  func `a photo that is attached tells no place either, whichever comes first`(
    _ format: ExportFormat, isAttachedFirst: Bool
  ) async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo [37.5 N] end", name: "p.jpg")
    let path = try diary.folder.write("photo [37.5 N] end".utf8, to: "in/p.jpg")
    let type = MediaType(ofFileNamed: "p.jpg")
    let attachment = try await diary.service.addAttachment(at: path, type: type).attachment
    let days = isAttachedFirst ? ["2026-11-18", "2026-11-19"] : ["2026-11-19", "2026-11-18"]
    let dates = try days.map { try require(EntryDate($0 + "T07:30:00Z")) }
    _ = try await diary.service.add(
      EntryFields(date: dates[0], title: "attached", attachments: [attachment]))
    _ = try await diary.service.add(EntryFields(date: dates[1], title: "shown", photos: [photo]))
    try await expectEqual(diary.export(format).problems, [])
    let copies = tree(diary.target).filter { $0.hasSuffix("p.jpg") }
    expect(!copies.isEmpty)
    for copy in copies {
      try expectEqual(diary.folder.text("out/" + copy), "photo  end", "\(copy)")
    }
  }

  @Test func `a Markdown export links them`() async throws {
    let (diary, _) = try await diary()
    try await diary.export(.markdown)
    let text = try diary.folder.text("out/2026/2026-11-19 t.md")
    expectContains(text, "attachments:\n  - asset: ")
    expectContains(text, "    file: \"../attachments/2026-11-19 talk.pdf\"\n")
    expectSuffix(
      text,
      """
      <!-- photos -->

      ![](../photos/2026-11-19%20p.jpg)

      [talk.pdf](../attachments/2026-11-19%20talk.pdf)

      [한 (강).MOV](../attachments/2026-11-19%20한%20%28강%29.MOV)

      [../x␛\\[2J .tar.gz](../attachments/2026-11-19%20x%20%5B2J%20.tar.gz)

      [none](../attachments/2026-11-19%20none.bin)

      """)
  }

  @Test func `one whose file is gone is named, and null in the JSON`() async throws {
    let diary = try Diary()
    let asset = try require(AssetID(String(repeating: "ab", count: 32)))
    let date = try require(EntryDate("2026-11-19T07:30:00Z"))
    _ = try await diary.service.add(
      EntryFields(
        date: date, title: "t",
        attachments: [
          DiaryCore.Attachment(asset: asset, name: "a.mp4", type: MediaType("video/mp4"))
        ]))
    let summary = try await diary.export(.json)
    expectEqual(summary.problems.map(\.photo), ["a.mp4"])
    try expectContains(
      diary.folder.text("out/diary.json"),
      #""name":"a.mp4","type":"video/mp4","size":null,"file":null}]"#)
    let copy = try Diary()
    let refused = try await copy.importFile(diary.target + "/diary.json").refused
    expectEqual(refused.map(\.failure), [.noAttachmentFile("a.mp4")])
  }

  @Test func `JSON names them by paths, and one that isn't there refuses its entry`() async throws {
    let diary = try Diary()
    try diary.folder.write("pdf".utf8, to: "in/b.pdf")
    let lines = [
      #"{"date":"2026-11-19","attachments":["b.pdf",{"file":"b.pdf","name":"x/c.txt","extra":1}]}"#,
      #"{"date":"2026-11-18","title":"a","attachments":["gone.pdf"]}"#,
      #"{"date":"2026-11-17","title":"b","attachments":[7]}"#,
      #"{"date":"2026-11-16","title":"c","attachments":null}"#,
      #"{"date":"2026-11-15","title":"d","attachments":{"else":true}}"#,
    ]
    let summary = try await diary.importText(lines.joined(separator: "\n"))
    expectEqual(summary.added, 3)
    expectEqual(
      summary.refused.map(\.failure),
      [
        .attachment(path: diary.folder.path + "/in/gone.pdf", .missing),
        .invalidMember("attachments"),
      ])
    let entries = try await diary.service.entries()
    expectEqual(entries.map { $0.attachments.map(\.name) }, [["b.pdf"], [], []])
    expectEqual(entries.map(\.unknownMembers.count), [0, 0, 1])
  }

  @Test func `a site plays films and recordings, and loads nothing before`() async throws {
    let diary = try Diary()
    var attachments: [DiaryCore.Attachment] = []
    for name in ["sea & sky.mp4", "memo.ogg", "notes.pdf"] {
      let path = try diary.folder.write("file \(name)".utf8, to: "in/\(name)")
      attachments.append(try await diary.service.addAttachment(at: path).attachment)
    }
    let date = try require(EntryDate("2026-11-19T07:30:00Z"))
    _ = try await diary.service.add(EntryFields(date: date, title: "t", attachments: attachments))
    try await expectEqual(diary.export(.html).problems, [])
    let page = try diary.folder.text("out/2026/11.html")
    expectContains(page, #"<video controls preload="none""#)
    expectContains(page, ".mp4\"")
    expectContains(page, #"<audio controls preload="none" src=""#)
    expectContains(page, "media-src &#39;self&#39; file:")
    expectLacks(page, "autoplay")
  }
}
