import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Export and import of comments") struct CommentInterchangeTests {
  private static let mina = AuthorID("mina")

  /// Makes a diary of two entries, one with comments of its author and of someone else.
  private func commented() async throws -> (Diary, Entry) {
    let diary = try Diary()
    let entry = try await diary.add("At the lake", content: "cold")
    try await diary.add("Without any")
    try await diary.service.addComment("mine\n둘째 줄", on: entry.id)
    let time = Timestamp(milliseconds: 1_700_000_000_000)
    _ = try await diary.service.importComments([
      EntryComment(
        id: .random(), entry: entry.id, author: Self.mina, created: time, modified: time,
        text: "hers: \"yes\", <b>- no</b>")
    ])
    return (diary, entry)
  }

  @Test(arguments: [ExportFormat.json, .markdown])
  func `comments are imported unchanged and once`(format: ExportFormat) async throws {
    let (diary, entry) = try await commented()
    try await diary.export(format)
    let other = try Diary()
    let comments = try await diary.service.comments(on: entry.id)
    for isFirst in [true, false] {
      let (plan, outcome, lines) = try await other.imported(diary.target)
      expectEqual(lines, [])
      let count = isFirst ? 2 : 0
      expect((outcome.comments, plan.preview.comments, plan.isEmpty) == (count, count, !isFirst))
      try await expectEqual(other.service.comments(on: entry.id), comments)
      // The entry has no unknown members.
      try await expect(other.service.entry(entry.id).unknownMembers.isEmpty)
    }
    // A later comment is imported, although the entry isn't new.
    try await diary.service.addComment("later", on: entry.id)
    try await diary.export(format)
    let (plan, outcome, _) = try await other.imported(diary.target)
    expect((plan.existing, outcome.added.count, outcome.comments) == (2, 0, 1))
    try await expectEqual(other.service.comments(on: entry.id).last?.text, "later")
  }

  @Test func `comments can become the user's; other programs' members are kept`() async throws {
    let (diary, entry) = try await commented()
    try await diary.export(.json)
    let other = try Diary(author: Author(id: AuthorID("b2"), name: "Ben"))
    // In an empty diary, one author's entries become the user's unless they decide otherwise.
    let moved = try await other.imported(
      try require(try await other.open(diary.target)), asMine: nil)
    expect(moved.plan.preview.isMine && moved.lines.isEmpty)
    let comments = try await other.service.comments(on: entry.id)
    expectEqual(comments.map(\.author), [Self.mina, AuthorID("b2")])
    try await diary.add("Later")
    try await diary.export(.json)
    let input = try require(try await other.open(diary.target))
    for asMine in [nil, false, true] {
      let importer = DiaryImporter(into: other.service, localOffset: { _ in 0 })
      let plan = try require(try await importer.plan(of: input, asMine: asMine))
      expectEqual(plan.preview.isMine, asMine == true)
      expectEqual(plan.preview.writtenByOthers, asMine == true ? 0 : 1)
      expectEqual(plan.problems, [])
    }
    // Another program's member of that name is kept, and a damaged one refused.
    let third = try Diary()
    let (_, outcome, lines) = try await third.importText(
      """
      {"date":"2026-11-19","title":"theirs","comments":["a","b"]}
      {"date":"2026-11-19","title":"broken","comments":[{"author":"x","text":" "}]}
      """)
    expectEqual(outcome.notes.map(\.problem), [.refused(.invalidMember("comments"))], "\(lines)")
    expectEqual(outcome.added.map { $0.unknownMembers.map(\.name) }, [["comments"]])
    // A page shows comments with author and time below the entry.
    try await diary.export(.html, to: diary.folder.path + "/site")
    let page = try diary.folder.text("site/2026/11.html")
    let hers = try require(page.firstRange(of: "hers: &quot;yes&quot;, &lt;b&gt;- no&lt;/b&gt;"))
    let mine = try require(page.firstRange(of: ">mine</p>"))
    expectLess(hers.lowerBound, mine.lowerBound)
    expectContains(page, "둘째 줄</p>")
    expectContains(page, "Ada</span> · <time datetime=")
    expectEqual(page.ranges(of: "class=\"comments\"").count, 1)
  }
}

@Suite("Export and import of attachments") struct AttachmentInterchangeTests {
  private func diary() async throws -> (diary: Diary, entry: Entry) {
    let diary = try Diary()
    let names = ["talk.pdf", "한 (강).MOV", "../x\u{1B}[2J\n.tar.gz", "none"]
    var attachments: [DiaryCore.Attachment] = []
    for (number, name) in names.enumerated() {
      var attachment = try await diary.attachment("file \(number)", name: "\(number)")
      attachment.type = MediaType(ofFileNamed: name)
      attachment.name = name
      attachment.unknownMembers = [
        JSONMember("pages", .integer(number)), JSONMember("latitude", .number("37.5")),
      ]
      attachments.append(attachment)
    }
    let photo = try await diary.photo("photo", name: "p.jpg")
    let entry = try await diary.add(
      "t", on: "2026-11-19T07:30:00Z", photos: [photo], attachments: attachments)
    return (diary, entry)
  }

  private static let names = [
    "2026-11-19 none.bin", "2026-11-19 talk.pdf", "2026-11-19 x [2J .tar.gz",
    "2026-11-19 한 (강).MOV",
  ]

  @Test func `exports attachments as JSON, Markdown links and players`() async throws {
    let (diary, entry) = try await diary()
    try await expectEqual(diary.export(.json).photos, 1)
    expectEqual(
      tree(diary.target).filter { $0.hasPrefix("attachments/") },
      ["attachments/"] + Self.names.map { "attachments/" + $0 })
    let copy = try Diary()
    let (_, outcome, lines) = try await copy.imported(diary.target + "/diary.json")
    expectEqual(lines, [])
    let back = try require(outcome.added.first)
    expectEqual(back.fields.photos, entry.fields.photos)
    // A name can't lead elsewhere, and positions aren't exported.
    var expected = entry.attachments
    for index in expected.indices { expected[index].unknownMembers.removeLast() }
    expected[2].name = "x\u{1B}[2J\n.tar.gz"
    expectEqual(back.attachments, expected)
    try expectEqual(TextInspector.text(copy.service.path(of: back.attachments[2].file)), "file 2")
    try await expectEqual(diary.export(.json).written, 0)
    try await diary.export(.markdown, to: diary.folder.path + "/md")
    let text = try diary.folder.text("md/2026/2026-11-19 t.md")
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
    // A site plays videos and recordings, without loading them first.
    let other = try Diary()
    var attachments: [DiaryCore.Attachment] = []
    for name in ["sea & sky.mp4", "memo.ogg", "notes.pdf"] {
      attachments.append(try await other.attachment("file \(name)", name: name))
    }
    try await other.add("t", attachments: attachments)
    try await expectEqual(other.export(.html).problems, [])
    let page = try other.folder.text("out/2026/11.html")
    for part in [
      #"<video controls preload="none""#, ".mp4\"", #"<audio controls preload="none" src=""#,
      "media-src &#39;self&#39; file:",
    ] { expectContains(page, part) }
    expectLacks(page, "autoplay")
  }

  @Test(arguments: [ExportFormat.json, .markdown, .html, .jrnl], [false, true])
  func `exports an attached photo without its position, in any order`(
    _ format: ExportFormat, isAttachedFirst: Bool
  ) async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo [37.5 N] end", name: "p.jpg")
    let attachment = try await diary.attachment("photo [37.5 N] end", name: "p.jpg")
    let days = isAttachedFirst ? ["2026-11-18", "2026-11-19"] : ["2026-11-19", "2026-11-18"]
    try await diary.add("attached", on: days[0] + "T07:30:00Z", attachments: [attachment])
    try await diary.add("shown", on: days[1] + "T07:30:00Z", photos: [photo])
    try await expectEqual(diary.export(format).problems, [])
    let copies = tree(diary.target).filter { $0.hasSuffix("p.jpg") }
    expect(!copies.isEmpty)
    for copy in copies {
      try expectEqual(diary.folder.text("out/" + copy), "photo  end", "\(copy)")
    }
  }

  @Test func `names missing attachments`() async throws {
    let diary = try Diary()
    let asset = try require(AssetID(String(repeating: "ab", count: 32)))
    let gone = DiaryCore.Attachment(asset: asset, name: "a.mp4", type: MediaType("video/mp4"))
    try await diary.add("t", attachments: [gone])
    let summary = try await diary.export(.json)
    expectEqual(summary.problems.map(\.photo), ["a.mp4"])
    try expectContains(
      diary.folder.text("out/diary.json"),
      #""name":"a.mp4","type":"video/mp4","size":null,"file":null}]"#)
    let copy = try Diary()
    let refused = try await copy.imported(diary.target + "/diary.json").outcome.notes
    expectEqual(refused.map(\.problem), [.refused(.noAttachmentFile("a.mp4"))])
    // JSON refers to files by path, and a missing file refuses its entry.
    try copy.folder.write("pdf".utf8, to: "in/b.pdf")
    let lines = [
      #"{"date":"2026-11-19","attachments":["b.pdf",{"file":"b.pdf","name":"x/c.txt","extra":1}]}"#,
      #"{"date":"2026-11-18","title":"a","attachments":["gone.pdf"]}"#,
      #"{"date":"2026-11-17","title":"b","attachments":[7]}"#,
      #"{"date":"2026-11-16","title":"c","attachments":null}"#,
      #"{"date":"2026-11-15","title":"d","attachments":{"else":true}}"#,
    ]
    let imported = try await copy.importText(lines.joined(separator: "\n"))
    expectEqual(
      Set(imported.outcome.notes.map(\.problem)),
      [
        .refused(.attachment(path: copy.folder.path + "/in/gone.pdf", .missing)),
        .refused(.invalidMember("attachments")),
      ])
    let entries = try await copy.service.entries()
    expectEqual(entries.map { $0.attachments.map(\.name) }, [["b.pdf", "c.txt"], [], []])
    expectEqual(entries.map(\.unknownMembers.count), [0, 0, 1])
  }
}
