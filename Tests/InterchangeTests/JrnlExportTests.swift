import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("jrnl export")
struct JrnlExportTests {
  @Test func `entries stand in one text, oldest first, photos beside it`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "p q.jpg", caption: "A [b]")
    try await diary.add(
      "Later", on: "2024-05-04T22:05:07+09:00",
      content: "[2024-05-03 09:00] not a head\n[note] a footnote\nbody @walk\n\n",
      tags: ["walk", "two words"])
    var fields = EntryFields(
      date: try require(EntryDate("2024-05-03T09:00:00+09:00")), title: "A walk. And more *",
      content: "x\n![words](photo:\(photo.asset))", photos: [photo],
      details: EntryDetails(isStarred: true))
    _ = try await diary.service.add(fields)
    fields.title = ""
    fields.content = ""
    fields.details = EntryDetails()
    fields.date = try require(EntryDate("2024-05-01T08:00:00Z"))
    _ = try await diary.service.add(fields)
    let summary = try await diary.export(.jrnl)
    expect((summary.entries, summary.photos) == (3, 1))
    expectEqual(files(diary.target), ["journal.txt", "photos/2024-05-01 p q.jpg"])
    try expectEqual(diary.folder.text("out/photos/2024-05-01 p q.jpg"), "photo GPS")
    try expectEqual(
      diary.folder.text("out/journal.txt"),
      """
      [2024-05-01 08:00] ![A b](photos/2024-05-01%20p%20q.jpg)

      [2024-05-03 09:00] A walk. And more *\u{200B} *
      x
      ![words](photos/2024-05-01%20p%20q.jpg)

      [2024-05-04 22:05:07] Later
       [2024-05-03 09:00] not a head
      [note] a footnote
      body @walk

      @two_words

      """)
  }

  @Test func `photos come back, and those that aren't there are named`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo", name: "p q.jpg", caption: "words")
    _ = try await diary.service.add(
      EntryFields(
        date: try require(EntryDate("2024-05-03T09:00:00+09:00")), title: "A walk.",
        content: "x\n![words](photo:\(photo.asset))\n![](photos/none.jpg)\n", photos: [photo]))
    try await diary.export(.jrnl, keepsLocation: true)
    let other = try Diary()
    let (_, outcome, lines) = try await other.bring(diary.target)
    expectEqual(outcome.photos, 1)
    let entry = try require(outcome.added.first)
    expectEqual(entry.photos.map(\.asset), [photo.asset])
    expectEqual(entry.photos.map(\.caption), ["words"])
    expectContains(entry.content, "![words](photo:\(photo.asset))")
    try expect(lines.count == 1 && lines.at(0).contains("its photo photos/none.jpg isn't there"))
  }

  @Test(arguments: 30...40 as ClosedRange<UInt64>)
  func `read back, no entry is lost or cut`(seed: UInt64) async throws {
    let diary = try Diary()
    var random = RandomDiary(seed: seed)
    try await random.fill(diary, 60, photos: try await diary.somePhotos())
    try await diary.export(.jrnl)
    let other = try Diary()
    let (plan, _, _) = try await other.bring(diary.target + "/journal.txt")
    expectEqual(plan.entries + plan.alreadyThere, 60)
    func dates(_ entries: [Entry]) -> [String] {
      entries.map { String($0.date.description.prefix(19)) }.sorted()
    }
    let (ours, theirs) = (try await diary.entriesAsWritten(), try await other.entriesAsWritten())
    expectEqual(dates(ours), dates(theirs))
    expectEqual(ours.count { $0.details.isStarred }, theirs.count { $0.details.isStarred })
  }
}
