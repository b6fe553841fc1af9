import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Day One import")
struct DayOneImportTests {
  private static let md5 = "0123456789abcdef0123456789abcdef"

  /// What Day One writes of an entry, as its documentation shows it.
  private static let whole = #"""
    {"uuid":"5D2A4B1C0E9F48D7A6B3C2D1E0F98765","creationDate":"2024-07-03T22:30:15Z",
     "modifiedDate":"2024-07-04T01:02:03Z","timeZone":"Asia\/Seoul","starred":true,"isPinned":true,
     "isAllDay":false,"duration":0,"editingTime":12.5,"creationDeviceType":"iPhone",
     "tags":["산책","family"],"text":"# 강가에서\n\n안개가 걷혔다\\. 3\\-4시\\!\u200b\n\n![](dayone-moment:\/\/A1)\n\n끝\\.",
     "location":{"placeName":"한강공원","localityName":"서울","country":"대한민국","latitude":37.52,"longitude":126.93},
     "weather":{"conditionsDescription":"Mostly Cloudy","temperatureCelsius":21.4,"weatherCode":"cloudy"},
     "photos":[{"identifier":"B2","md5":"ffff","type":"png","orderInEntry":1},
       {"identifier":"A1","md5":"0123456789ABCDEF0123456789ABCDEF","type":"jpeg","orderInEntry":0,
        "date":"2024-07-03T22:00:00Z","caption":"다리","weird":[1]}],
     "videos":[{"identifier":"V1","md5":"eeee","type":"mov"}],"audios":[{"md5":"abcd","format":"aac",
       "filename":"voice.m4a"}],"pdfAttachments":[{"md5":"gone","type":"pdf"}],"future":{"a":[1.50]}}
    """#

  private static func journal(_ entries: String...) -> String {
    #"{"metadata":{"version":"1.0","list":[{"entries":[1]}]},"entries":["#
      + entries.joined(separator: ",") + #"],"after":[1,{"b":2}]}"#
  }

  private static func entry(_ id: Int, _ members: String) -> String {
    let digits = String(id, radix: 16)
    let uuid = String(repeating: "0", count: 32 - digits.count) + digits
    return #"{"uuid":"\#(uuid)","creationDate":"2024-07-03T10:00:00Z",\#(members)}"#
  }

  @Test func `an entry comes with all that it has`() async throws {
    let diary = try Diary()
    let path = try diary.folder(
      "export",
      [
        "여행.json": Self.journal(Self.whole), "photos/\(Self.md5).JPG": "photo 1",
        "photos/FFFF.png": "photo 2", "photos/other.jpeg": "photo 3", "videos/eeee.mov": "film",
        "audios/abcd.m4a": "voice",
      ])
    let (plan, outcome, lines) = try await diary.bring(path)
    expectEqual(plan.journals, ["여행": 1])
    expectEqual(plan.photos, 2)
    expectEqual(plan.attachments, 2)
    expectEqual(outcome.attachments, 2)
    expect((outcome.added.count, outcome.photos) == (1, 2))
    expectEqual(
      lines,
      [
        "여행.json, entry 1 of 2024-07-04: its attachment gone.pdf isn't there",
        "photos/other.jpeg: left out, no entry uses it",
      ])
    let entry = try require(try await diary.service.entries().first)
    expectEqual(entry.id, ID<Entry>("5D2A4B1C0E9F48D7A6B3C2D1E0F98765"))
    expectEqual(entry.date.description, "2024-07-04T07:30:15+09:00")
    expectEqual(entry.created.description, "2024-07-03T22:30:15.000Z")
    expectEqual(entry.modified.description, "2024-07-04T01:02:03.000Z")
    expectEqual(entry.title, "강가에서")
    expectEqual(entry.journal, "여행")
    expectEqual(entry.tags, ["산책", "family"])
    expectEqual(entry.author, diary.author.id)
    expectEqual(
      entry.details,
      EntryDetails(
        isStarred: true, place: "한강공원, 서울, 대한민국", weather: "Mostly Cloudy, 21°C",
        isPinned: true))
    try require(entry.photos.count == 2)
    expectEqual(entry.photos.map(\.caption), ["다리", ""])
    try expectEqual(entry.photos.at(0).taken, "2024-07-04T07:00:00+09:00")
    try expectEqual(TextInspector.text(diary.service.file(of: entry.photos.at(0))), "photo 1")
    expectEqual(entry.attachments.map(\.name), ["eeee.mov", "voice.m4a"])
    expectEqual(entry.attachments.map(\.type.description), ["video/quicktime", "audio/mp4"])
    expectEqual(entry.attachments.map(\.size), [4, 5])
    try expectEqual(
      TextInspector.text(diary.service.path(of: entry.attachments.at(1).file)), "voice")
    expectEqual(entry.content, "안개가 걷혔다. 3-4시!\n\n![다리](photo:\(entry.photos[0].asset))\n\n끝.")
    let carried = try require(entry.unknownMembers.first { $0.name == "dayone" }?.value)
    expectEqual(carried["future"], .object([JSONMember("a", .array([.number("1.50")]))]))
    expect(carried["timeZone"]?.string == "Asia/Seoul" && carried["text"] == nil)
    expectEqual(carried["photos"]?.array?.last?["weird"], .array([.number("1")]))
  }

  @Test func `every journal comes, the same from a zip and a tar, and twice adds nothing`()
    async throws
  {
    let files = [
      "Export/Journal.json": Self.journal(Self.entry(1, #""text":"one""#)),
      "Export/Work.json": Self.journal(
        Self.entry(2, #""text":"![](dayone-moment://p)","photos":[{"identifier":"P"}]"#),
        Self.entry(3, #""text":"three""#)),
      "Export/photos/P.jpeg": "photo",
    ]
    let diary = try Diary()
    let folder = try diary.folder("all", files)
    var zip = ZipWriter()
    var tar = TarWriter()
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      zip.add(name, text)
      tar.add(name, text)
    }
    let paths = [
      folder, try diary.folder.write(zip.bytes, to: "in/d.zip"),
      try diary.folder.write(tar.whole, to: "in/d.bin"), folder + "/Export",
    ]
    for (index, path) in paths.enumerated() {
      let (plan, outcome, lines) = try await diary.bring(path)
      expectEqual(outcome.added.count, (index == 0 ? 3 : 0), "\(path)")
      expectEqual(lines, [], "\(path)")
      expectEqual(plan.alreadyThere, (index == 0 ? 0 : 3))
      let other = try Diary()
      try await other.bring(path)
      let (ours, theirs) = (
        try await diary.service.entries(), try await other.service.entries()
      )
      expectEqual(ours.map(\.fields), theirs.map(\.fields))
      expectEqual(Set(ours.map(\.journal)), ["Journal", "Work"])
    }
    expectEqual(diary.unpacked, [])
    try expectEqual(require(try await diary.open(folder + "/Export/Work.json")).format, .dayone)
  }

  @Test(arguments: [
    (#"a\\. b\\- c\\! \\(d\\) \\+ \\{x\\}"#, "a. b- c! (d) + {x}"),
    (#"snake\\_case \\_x\\_ 2 \\* 3 \\*y\\*"#, #"snake_case \_x\_ 2 * 3 \*y\*"#),
    (#"\\[a\\]\\(b\\) \\[c\\]"#, #"[a\](b) [c]"#),
    (#"`a\\.b` c\\.d ``e\\.`f``"#, #"`a\.b` c.d ``e\.`f``"#),
    (##"\\# no title\nx"##, "\\# no title\nx"),
    (#"x\n\n```\na\\.b\n```\nc\\."#, "x\n\n```\na\\.b\n```\nc."),
    (#"a\u200bb\u200b"#, "ab"), (#"end\\"#, #"end\"#), (#"C:\\temp \\\\ \\a"#, #"C:\temp \ \a"#),
    (#"2024\\. 5\\. 3\\. 한국"#, "2024. 5. 3. 한국"),
    (#"a\n\n![](dayone-moment:/video/V)\n\nb"#, "a\n\nb"),
    (#"a ![](dayone-moment://gone) b"#, "a  b"), (#"a\r\nb\r\n"#, "a\nb"),
  ]) func `what Day One escapes is as it was typed`(text: String, content: String) async throws {
    let diary = try Diary()
    let path = try diary.folder("e", ["J.json": Self.journal(Self.entry(1, #""text":"\#(text)""#))])
    try await expectEqual(diary.bring(path).outcome.added.first?.content, content)
  }

  @Test func `titles, zones and texts that are missing`() async throws {
    let diary = try Diary()
    let rich = #"{\"contents\":[{\"text\":\"rich \"},{\"text\":\"words\"}]}"#
    let path = try diary.folder(
      "e",
      [
        "J.json": "\u{FEFF}"
          + Self.journal(
            Self.entry(1, ###""text":"## Two\n\nbody","timeZone":"America/New_York""###),
            Self.entry(2, #""richText":"\#(rich)","timeZone":"GMT+0530""#),
            Self.entry(3, ##""text":"#tag is none","timeZone":"Mars/Crater""##),
            Self.entry(4, #""photos":[{"md5":"gone"}],"text":"left""#),
            Self.entry(5, #""text":null"#), #"{"text":"no date"}"#,
            #"{"creationDate":"yesterday"}"#, "7", "{broken}")
      ])
    let (_, outcome, lines) = try await diary.bring(path)
    expectEqual(outcome.added.map(\.title), ["Two", "", "", ""])
    expectEqual(outcome.added.map(\.content), ["body", "rich words", "#tag is none", "left"])
    expectEqual(
      outcome.added.map(\.date.description),
      [
        "2024-07-03T06:00:00-04:00", "2024-07-03T15:30:00+05:30", "2024-07-03T11:00:00+01:00",
        "2024-07-03T11:00:00+01:00",
      ])
    expectEqual(
      lines,
      [
        "J.json, entry 3 of 2024-07-03: the time zone “Mars/Crater” is unknown; used the local "
          + "time zone",
        "J.json, entry 4 of 2024-07-03: its photo gone isn't there",
        "J.json, entry 5 of 2024-07-03: refused, the entry is empty",
        "J.json, entry 6: refused, it has no date",
        "J.json, entry 7: refused, “yesterday” isn't a date",
        "J.json, entry 8: refused, not a JSON object",
        "J.json, entry 9: refused, not valid JSON at byte 1",
      ])
  }

  @Test func `half a character is mended, and the entry comes`() async throws {
    let diary = try Diary()
    let texts = [#"\ud83d lone"#, #"end \ud83d"#, #"\ude00\ud83d\ud83d\ude00"#]
    let entries = texts.enumerated().map { Self.entry($0 + 1, #""text":"\#($1)""#) }
    let path = try diary.folder(
      "s", ["J.json": Self.journal(entries.joined(separator: ","), #"{"text":"\x"}"#)])
    let (_, outcome, lines) = try await diary.bring(path)
    expectEqual(
      Set(outcome.added.map(\.content)), ["\u{FFFD} lone", "end \u{FFFD}", "\u{FFFD}\u{FFFD}😀"])
    expectEqual(lines.filter { $0.contains("half a character") }.count, 3)
    expectEqual(lines.count, 4)
  }

  @Test func `a photo that is none is left out, and its entry comes`() async throws {
    let diary = try Diary()
    let path = try diary.folder(
      "e",
      [
        "J.json": Self.journal(
          Self.entry(
            1, #""text":"a ![](dayone-moment://X) b","photos":[{"identifier":"X","md5":"aa"}]"#),
          Self.entry(2, #""photos":[{"identifier":"X","md5":"aa"}]"#)),
        "photos/AA.jpeg": "no picture",
      ])
    let (_, outcome, lines) = try await diary.bring(path)
    try expect(outcome.added.map(\.content) == ["a  b"] && outcome.added.at(0).photos == [])
    try expect(lines.count == 3 && lines.at(0).contains("AA.jpeg"))
    expectEqual(lines.last, "J.json, entry 2 of 2024-07-03: refused, the entry is empty")
  }

  @Test func `what has changed there comes when asked, and what was edited here stays`()
    async throws
  {
    func export(_ texts: [String]) -> [String: String] {
      let entries = texts.enumerated().map { Self.entry($0 + 1, #""text":"\#($1)""#) }
      return ["J.json": Self.journal(entries.joined(separator: ","))]
    }
    let diary = try Diary()
    try await diary.bring(try diary.folder("e", export(["one", "two", "three", "four"])))
    func entry(_ text: String) async throws -> Entry {
      try require(try await diary.service.entries().first { $0.content == text })
    }
    var edited = try await entry("two")
    edited.content = "two, here"
    _ = try await diary.service.update(edited.id, to: edited.fields)
    _ = try await diary.service.delete(try await entry("three").id)
    let path = try diary.folder("e", export(["one", "two!", "three!", "four!", "five"]))

    let without = try await diary.bring(path)
    expect((without.outcome.added.count, without.outcome.updated.count) == (1, 0))
    let (plan, outcome, lines) = try await diary.bring(path, updates: true)
    expect((outcome.added.count, outcome.updated.count, plan.alreadyThere) == (0, 1, 4))
    expectEqual(
      lines,
      [2, 3].map {
        "J.json, entry \($0) of 2024-07-03: changed both there and here; kept as it is here"
      })
    let texts = try await diary.service.entries().map(\.content).sorted()
    expectEqual(texts, ["five", "four!", "one", "two, here"])
    let again = try await diary.bring(path, updates: true)
    expect((again.outcome.added.count, again.outcome.updated.count) == (0, 0))
    let id = try await entry("four!").id
    try await expectEqual(diary.service.history(of: id).count, 2)
  }

  @Test func `stopped before its end, it leaves the diary as it was`() async throws {
    let diary = try Diary()
    let entries = (1...50).map { index in
      Self.entry(index, #""text":"t","photos":[{"identifier":"P\#(index)"}]"#)
    }
    var files = ["J.json": Self.journal(entries.joined(separator: ","))]
    for index in 1...50 { files["photos/P\(index).jpeg"] = "photo \(index)" }
    let path = try diary.folder("e", files)
    let input = try require(try await diary.open(path))
    let importer = DiaryImporter(into: diary.service, localOffset: { _ in 0 })
    let plan = try require(try await importer.plan(of: input))
    let task = Task {
      try await importer.write(plan) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    try await expect(task.value.wasCancelled)
    try await expectEqual(diary.service.count(), 0)
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await importer.plan(of: input) == nil
    }
    try await expect(reading.value)
    await expectEqual(diary.service.status().assets, 0)
    try await expectEqual(importer.write(plan).added, 50)
  }

  @Test func `what is no Day One is known as what it is`() async throws {
    let diary = try Diary()
    let path = diary.folder.path + "/in"
    func write(_ text: String, _ name: String) throws -> String {
      try diary.folder.write(text.utf8, to: "in/" + name)
    }
    let cases: [(String, ImportFormat?)] = [
      (try write(#"{"date":"2024-01-01","title":"t"}"#, "a.txt"), .jsonl),
      (try write("nonsense\n{}", "b"), .jsonl), (try write("", "empty"), .jsonl),
      (try write("\u{FEFF}[]", "c.json"), .jsonl), (try write("Dear diary", "d.txt"), nil),
      (try write("\u{0}\u{1}", "e.json"), nil), (path, .json),
      (try diary.folder("x", ["diary.json": "[]", "photos/p.jpg": "photo"]), .json),
      (try diary.folder("y", ["a/p.jpg": "photo"]), .photos),
    ]
    for (path, format) in cases {
      do throws(DiaryError) {
        try await expectEqual(diary.open(path)?.format, format, "\(path)")
      } catch {
        expectNil(format, "\(path)")
        expectEqual(error, .input(name: path, .unknownFormat), "\(path)")
      }
    }
    await expectThrows(DiaryError.input(name: path, .notOfFormat("dayone"))) {
      try await diary.open(path, as: .dayone)
    }
    let none = path + ".none"
    await expectThrows(DiaryError.input(name: none, .missing)) { try await diary.open(none) }
  }

  @Test func `an array without an end is told, and what stood before it comes`() async throws {
    let diary = try Diary()
    let deep = String(repeating: "[", count: 100_000)
    let path = try diary.folder(
      "e",
      [
        "A.json": #"{"entries":[\#(Self.entry(1, #""text":"a""#)),{"#,
        "B.json": #"{"metadata":\#(deep)"#, "C.json": #"{"metadata":{},"entries":{"a":1}}"#,
        "D.json": #"{"entries":[\#(deep)]}"#, "E.json": #"{"entries":[1}"#,
      ])
    let (_, outcome, lines) = try await diary.bring(path)
    expectEqual(outcome.added.map(\.content), ["a"])
    expectContains(lines, "A.json, entry 2: refused, the JSON array doesn't end as it should")
    expect(lines.allSatisfy { $0.utf8.count < 200 })
  }
}
