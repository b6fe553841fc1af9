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

  @Test func `what is made mine takes along what its author said, and nothing of others`()
    async throws
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
  }

  @Test func `another program's member of that name is carried along, and a broken one refused`()
    async throws
  {
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

  @Test func `a page shows who said what and when, under the entry`() async throws {
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

extension String {
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
