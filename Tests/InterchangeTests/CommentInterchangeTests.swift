import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("What is said under entries, out and in again")
struct CommentInterchangeTests {
  private static let mina = AuthorID("mina")

  /// A diary with comments of its author and of somebody else on one of two entries.
  private func commented() async throws -> (Diary, Entry) {
    let diary = try Diary()
    let entry = try await diary.add("At the lake", content: "cold")
    try await diary.add("Without any")
    try await diary.service.comment("mine\n둘째 줄", on: entry.id)
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    _ = try await diary.service.bring([
      EntryComment(
        id: .random(), entry: entry.id, author: Self.mina, created: time, modified: time,
        text: "hers: \"yes\", <b>- no</b>")
    ])
    return (diary, entry)
  }

  @Test(arguments: [ExportFormat.json, .markdown])
  func `they come back as they were, once`(format: ExportFormat) async throws {
    let (diary, entry) = try await commented()
    try await diary.export(format)
    let other = try Diary()
    let comments = try await diary.service.comments(on: entry.id)
    for isFirst in [true, false] {
      let (plan, outcome, lines) = try await other.bring(diary.target)
      expectEqual(lines, [])
      expectEqual(outcome.comments, (isFirst ? 2 : 0))
      expectEqual(plan.preview.comments, (isFirst ? 2 : 0))
      expectEqual(plan.isEmpty, !isFirst)
      try await expectEqual(other.service.comments(on: entry.id), comments)
      // Nothing of them is carried along in the entry.
      try await expect(other.service.entry(entry.id).unknownMembers.isEmpty)
    }
    // What is said there since comes, too, although the entry is here.
    try await diary.service.comment("later", on: entry.id)
    try await diary.export(format)
    let (plan, outcome, _) = try await other.bring(diary.target)
    expectEqual(plan.alreadyThere, 2)
    expectEqual(outcome.added, [])
    expectEqual(outcome.comments, 1)
    try await expectEqual(other.service.comments(on: entry.id).last?.text, "later")
  }

  @Test func `imports comments of their author, and carries those of other programs`() async throws
  {
    let (diary, entry) = try await commented()
    try await diary.export(.json)
    let other = try Diary(author: Author(id: AuthorID("b2"), name: "Ben"))
    let input = try require(try await other.open(diary.target))
    let importer = DiaryImporter(into: other.service, localOffset: { _ in 0 })
    let plan = try require(try await importer.plan(of: input, asMine: true))
    _ = try await importer.write(plan)
    let comments = try await other.service.comments(on: entry.id)
    expectEqual(comments.map(\.author), [Self.mina, AuthorID("b2")])
    // Another program's member of that name is carried along, and a broken one refused.
    do {
      let diary = try Diary()
      let summary = try await diary.importText(
        """
        {"date":"2026-11-19","title":"theirs","comments":["a","b"]}
        {"date":"2026-11-19","title":"broken","comments":[{"author":"x","text":" "}]}
        """)
      expectEqual(summary.added, 1)
      expectEqual(summary.refused.map(\.failure), [.invalidMember("comments")])
      let entry = try require(try await diary.service.entries().first)
      expectEqual(entry.unknownMembers.map(\.name), ["comments"])
    }
    // A page shows who said what and when, under the entry.
    do {
      let (diary, _) = try await commented()
      try await diary.export(.html)
      let page = try diary.folder.text("out/2026/11.html")
      let hers = try require(page.firstRange(of: "hers: &quot;yes&quot;, &lt;b&gt;- no&lt;/b&gt;"))
      let mine = try require(page.firstRange(of: ">mine</p>"))
      expectLess(hers.lowerBound, mine.lowerBound)
      expectContains(page, "둘째 줄</p>")
      expectContains(page, "Ada</span> · <time datetime=")
      expectEqual(page.components(of: "class=\"comments\""), 1)
    }
  }
}

extension String { fileprivate func components(of text: String) -> Int { ranges(of: text).count } }

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

  @Test func `exports attachments as JSON, Markdown links and players`() async throws {
    do {
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
    // A Markdown export links them.
    do {
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
    // A site plays films and recordings, and loads nothing before.
    do {
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

  @Test func `names attachments that are gone or not there`() async throws {
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
    // JSON names them by paths, and one that isn't there refuses its entry.
    do {
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
  }
}
