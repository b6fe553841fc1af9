import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Day One import") struct DayOneImportTests {
  private static let md5 = "0123456789abcdef0123456789abcdef"

  /// An entry as in Day One's documentation.
  private static let complete = #"""
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

  static let sample = journal(complete)

  private static func entry(_ id: Int, _ members: String) -> String {
    let digits = String(id, radix: 16)
    let uuid = String(repeating: "0", count: 32 - digits.count) + digits
    return #"{"uuid":"\#(uuid)","creationDate":"2024-07-03T10:00:00Z",\#(members)}"#
  }

  @Test func `imports everything in an entry`() async throws {
    let diary = try Diary()
    try await diary.expectImport(
      of: [
        "여행.json": Self.journal(Self.complete), "photos/\(Self.md5).JPG": "photo 1",
        "photos/FFFF.png": "photo 2", "photos/other.jpeg": "photo 3", "videos/eeee.mov": "film",
        "audios/abcd.m4a": "voice",
      ], .dayone,
      """
      = 2024-07-04T07:30:15+09:00 강가에서
      journal 여행 | tags 산책, family | starred | pinned | place 한강공원, 서울, 대한민국 | \
      weather Mostly Cloudy, 21°C | photos \(Self.md5).JPG “다리”, FFFF.png | \
      files eeee.mov, voice.m4a | modified 2024-07-04T01:02:03.000Z
      안개가 걷혔다. 3-4시!

      ![다리](photo:1)

      끝.
      ! 여행.json, entry 1 of 2024-07-04: its attachment gone.pdf is missing
      ! photos/other.jpeg: left out, no entry uses it
      """)
    let entry = try require(try await diary.service.entries().first)
    expectEqual(entry.id, ID<Entry>("5D2A4B1C0E9F48D7A6B3C2D1E0F98765"))
    expectEqual(entry.author, diary.author.id)
    try expectEqual(entry.photos.at(0).taken, "2024-07-04T07:00:00+09:00")
    try expectEqual(TextInspector.text(diary.service.file(of: entry.photos.at(0))), "photo 1")
    expectEqual(entry.attachments.map(\.type.description), ["video/quicktime", "audio/mp4"])
    expectEqual(entry.attachments.map(\.size), [4, 5])
    try expectEqual(
      TextInspector.text(diary.service.path(of: entry.attachments.at(1).file)), "voice")
    let carried = try require(entry.carried(.dayone))
    expectEqual(carried["future"], .object([JSONMember("a", .array([.number("1.50")]))]))
    expect(carried["timeZone"]?.string == "Asia/Seoul" && carried["text"] == nil)
    expectEqual(carried["photos"]?.array?.last?["weird"], .array([.number("1")]))
  }

  @Test func `imports every journal alike from a folder, a zip and a tar`() async throws {
    let files = [
      "Export/Journal.json": Self.journal(Self.entry(1, #""text":"one""#)),
      "Export/Work.json": Self.journal(
        Self.entry(2, #""text":"![](dayone-moment://p)","photos":[{"identifier":"P"}]"#),
        Self.entry(3, #""text":"three""#)), "Export/photos/P.jpeg": "photo",
    ]
    let diary = try Diary()
    let folder = try diary.folder("all", files)
    let paths = [
      folder, try diary.folder.write(ZipWriter(files).bytes, to: "in/d.zip"),
      try diary.folder.write(TarWriter(files).whole, to: "in/d.bin"), folder + "/Export",
    ]
    for path in paths {
      try await Diary().expectImport(
        path, .dayone,
        """
        = 2024-07-03T11:00:00+01:00
        journal Journal
        one
        = 2024-07-03T11:00:00+01:00
        journal Work | photos P.jpeg
        ![](photo:1)
        = 2024-07-03T11:00:00+01:00
        journal Work
        three
        """)
    }
    try await diary.imported(folder)
    for path in paths { try await diary.expectKnown(path, 3) }
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
    (#"a\n\n![](dayone-moment:/video/V)\n\nb"#, "a\n\nb"), (#"a\r\nb\r\n"#, "a\nb"),
  ]) func `unescapes Day One's text`(text: String, content: String) async throws {
    try await Diary().expectImport(
      of: ["J.json": Self.journal(Self.entry(1, #""text":"\#(text)""#))], .dayone,
      show: \.content, content)
  }

  @Test func `imports titles, zones, lone surrogates, and incomplete entries`() async throws {
    let rich = #"{\"contents\":[{\"text\":\"rich \"},{\"text\":\"words\"}]}"#
    let first = "J.json, entry"
    try await Diary().expectImport(
      of: [
        "J.json": "\u{FEFF}"
          + Self.journal(
            Self.entry(1, ###""text":"## Two\n\nbody","timeZone":"America/New_York""###),
            Self.entry(2, #""richText":"\#(rich)","timeZone":"GMT+0530""#),
            Self.entry(3, ##""text":"#tag is none","timeZone":"Mars/Crater""##),
            Self.entry(4, #""photos":[{"md5":"gone"}],"text":"![](dayone-moment://gone)left""#),
            Self.entry(5, #""text":null"#), #"{"text":"no date"}"#,
            #"{"creationDate":"yesterday"}"#, "7", "{broken}")
      ], .dayone,
      """
      = 2024-07-03T06:00:00-04:00 Two
      journal J
      body
      = 2024-07-03T15:30:00+05:30
      journal J
      rich words
      = 2024-07-03T11:00:00+01:00
      journal J
      #tag is none
      = 2024-07-03T11:00:00+01:00
      journal J
      left
      ! \(first) 3 of 2024-07-03: the time zone “Mars/Crater” is unknown; used the local time zone
      ! \(first) 4 of 2024-07-03: its photo gone is missing
      ! \(first) 5 of 2024-07-03: refused, the entry is empty
      ! \(first) 6: refused, it has no date
      ! \(first) 7: refused, “yesterday” isn't a date
      ! \(first) 8: refused, not a JSON object
      ! \(first) 9: refused, not valid JSON at byte 1
      """)
    let halves = [#"\ud83d lone"#, #"end \ud83d"#, #"\ude00\ud83d\ud83d\ude00"#]
    let entries = halves.enumerated().map { Self.entry($0 + 1, #""text":"\#($1)""#) }
    try await Diary().expectImport(
      of: ["J.json": Self.journal(entries.joined(separator: ","), #"{"text":"\x"}"#)], .dayone,
      show: \.content,
      """
      \u{FFFD} lone
      end \u{FFFD}
      \u{FFFD}\u{FFFD}😀
      ! \(first) 1 of 2024-07-03: it has an incomplete character, which was replaced with \u{FFFD}
      ! \(first) 2 of 2024-07-03: it has an incomplete character, which was replaced with \u{FFFD}
      ! \(first) 3 of 2024-07-03: it has an incomplete character, which was replaced with \u{FFFD}
      ! \(first) 4: refused, not valid JSON at byte 11
      """)
    let photo = #""photos":[{"identifier":"X","md5":"aa"}]"#
    let files = [
      "J.json": Self.journal(
        Self.entry(1, #""text":"a ![](dayone-moment://X) b",\#(photo)"#), Self.entry(2, photo)),
      "photos/AA.jpeg": "no picture",
    ]
    let diary = try Diary()
    let (_, outcome, lines) = try await diary.imported(diary.folder("e", files))
    expectEqual(outcome.added.map(\.summary), ["= 2024-07-03T11:00:00+01:00\njournal J\na  b"])
    expect(lines.count == 3 && lines[0].contains("AA.jpeg isn't a photo"))
    // A dry run counts the same, and saves nothing.
    let trying = try Diary()
    let input = try require(try await trying.open(trying.folder("e", files)))
    let importer = DiaryImporter(into: trying.service, localOffset: { _ in 3600 })
    let plan = try require(try await importer.plan(of: input))
    let rehearsal = try require(try await importer.dryRun(plan))
    expect((plan.photos, rehearsal.photos, rehearsal.attachments) == (2, 0, 0))
    expectEqual((plan.notes + rehearsal.notes).map(\.line), lines)
    expectEqual(lines.last, "\(first) 2 of 2024-07-03: refused, the entry is empty")
    // An array without an end is reported, and earlier entries are imported.
    let deep = String(repeating: "[", count: 100_000)
    try await Diary().expectImport(
      of: [
        "A.json": #"{"entries":[\#(Self.entry(1, #""text":"a""#)),{"#,
        "B.json": #"{"metadata":\#(deep)"#, "C.json": #"{"metadata":{},"entries":{"a":1}}"#,
        "D.json": #"{"entries":[\#(deep)]}"#, "E.json": #"{"entries":[1}"#,
      ], .dayone, show: \.content,
      """
      a
      ! A.json, entry 2: refused, the JSON array is incomplete
      ! D.json, entry 1: refused, the JSON array is incomplete
      ! E.json, entry 1: refused, not a JSON object
      ! E.json, entry 2: refused, the JSON array is incomplete
      """)
  }

  @Test func `updates changed entries on request, except those edited here`() async throws {
    func export(_ texts: [String]) -> [String: String] {
      let entries = texts.enumerated().map { Self.entry($0 + 1, #""text":"\#($1)""#) }
      return ["J.json": Self.journal(entries.joined(separator: ","))]
    }
    let diary = try Diary()
    try await diary.imported(try diary.folder("e", export(["one", "two", "three", "four"])))
    func entry(_ text: String) async throws -> Entry {
      try require(try await diary.service.entries().first { $0.content == text })
    }
    var edited = try await entry("two")
    edited.content = "two, here"
    _ = try await diary.service.update(edited.id, to: edited.fields)
    _ = try await diary.service.delete(try await entry("three").id)
    let path = try diary.folder("e", export(["one", "two!", "three!", "four!", "five"]))

    let without = try await diary.imported(path)
    expect((without.outcome.added.count, without.outcome.updated.count) == (1, 0))
    let (plan, outcome, lines) = try await diary.imported(path, updates: true)
    expect((outcome.added.count, outcome.updated.count, plan.existing) == (0, 1, 4))
    let kept = "of 2024-07-03: changed both in the original and here; kept unchanged here"
    expectEqual(lines, [2, 3].map { "J.json, entry \($0) \(kept)" })
    let texts = try await diary.service.entries().map(\.content).sorted()
    expectEqual(texts, ["five", "four!", "one", "two, here"])
    let again = try await diary.imported(path, updates: true)
    expect((again.outcome.added.count, again.outcome.updated.count) == (0, 0))
    let id = try await entry("four!").id
    try await expectEqual(diary.service.history(of: id).count, 2)
  }
}

@Suite("Day One export") struct DayOneExportTests {
  private func unpacked(_ diary: Diary) async throws -> [String: String] {
    let input = try require(try await diary.open(diary.target + "/dayone.zip"))
    var files: [String: String] = [:]
    for file in tree(input.path) where !file.hasSuffix("/") {
      files[file] = try TextInspector.text(input.path + "/" + file)
    }
    return files
  }

  @Test func `writes a file for each journal, and photos once`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "p.jpg", caption: "다리")
    let entry = try await diary.add(
      "강가 *에서*", on: "2024-07-04T07:30:15+09:00", content: "안개\n\n![다리](photo:\(photo.asset))",
      tags: ["산책"], photos: [photo], journal: "여행/2024",
      details: EntryDetails(isStarred: true, place: "한강", weather: "맑음", isPinned: true))
    try await diary.add("other")
    let summary = try await diary.export(.dayone)
    expect((summary.entries, summary.photos) == (2, 1))
    expectEqual(summary.problems, [])
    expectEqual(files(diary.target), ["dayone.zip"])

    let files = try await unpacked(diary)
    let hash = md5("photo GPS")
    expectEqual(files.keys.sorted(), ["Diary.json", "photos/\(hash).jpeg", "여행 2024.json"])
    expectEqual(files["photos/\(hash).jpeg"], "photo GPS")
    let json = try JSONParser.parse(try require(files["여행 2024.json"]))
    expectEqual(json.members?.map(\.name), ["metadata", "entries"])
    expectEqual(json["metadata"]?["version"]?.string, "1.0")
    let written = try require(json["entries"]?.array?.first)
    expectEqual(written["uuid"]?.string, entry.id.description.uppercased())
    expectEqual(written["creationDate"]?.string, "2024-07-03T22:30:15Z")
    expectEqual(written["timeZone"]?.string, "GMT+0900")
    expect(written["starred"]?.bool == true && written["isPinned"]?.bool == true)
    expectEqual(written["tags"], .array([.string("산책")]))
    expectEqual(written["location"]?["placeName"]?.string, "한강")
    expectEqual(written["weather"]?["conditionsDescription"]?.string, "맑음")
    let medium = try require(written["photos"]?.array?.first)
    let identifier = try require(medium["identifier"]?.string)
    expectEqual(ID<Photo>(identifier)?.description.uppercased(), identifier)
    expectEqual(
      written["text"]?.string, "# 강가 \\*에서\\*\n\n안개\n\n![다리](dayone-moment://\(identifier))")
    expect(medium["md5"]?.string == hash && medium["type"]?.string == "jpeg")
    expect(medium["orderInEntry"]?.integer == 0 && medium["fileSize"]?.integer == 9)
    expect(medium["caption"]?.string == "다리" && medium["filename"]?.string == "p.jpg")
    expectEqual(medium["date"]?.string, "2026-11-18T22:29:00Z")
    // Photos are stored once and uncompressed, without positions unless they're kept.
    let other = try Diary()
    let long = try await other.photo(
      "photo GPS[1,2]" + String(repeating: "x", count: 3000), name: "p.jpg")
    try await other.add("one", photos: [long])
    try await other.add("two", photos: [long])
    try await other.export(.dayone)
    let zip = try other.folder.text("out/dayone.zip")
    expectContains(zip, "photo GPSxxxxxx")
    expectLacks(zip, "[1,2]")
    try await expectEqual(unpacked(other).keys.count { $0.hasPrefix("photos/") }, 1)
    try await other.export(.dayone, to: other.folder.path("kept"), keepsLocation: true)
    try expectContains(other.folder.text("kept/dayone.zip"), "photo GPS[1,2]x")
    // An unchanged export isn't written again, and an empty diary is a zip too.
    try await expectEqual(other.export(.dayone).written, 0)
    let empty = try Diary()
    try await empty.export(.dayone)
    try await expectEqual(unpacked(empty).keys.sorted(), ["Diary.json"])
  }

  @Test func `writes members of Day One back, and names lost photos`() async throws {
    let source = #"""
      {"metadata":{"version":"1.0"},"entries":[{"uuid":"5D2A4B1C0E9F48D7A6B3C2D1E0F98765",
       "creationDate":"2024-07-03T22:30:15Z","modifiedDate":"2024-07-04T01:02:03Z",
       "timeZone":"Asia/Seoul","creationDevice":"phone","text":"# T\n\nwords\\.","richText":"{}",
       "location":{"placeName":"P","latitude":37.5,"longitude":126.9},
       "weather":{"conditionsDescription":"Clear","weatherCode":"clear"}},
       {"uuid":"6D2A4B1C0E9F48D7A6B3C2D1E0F98765","creationDate":"2024-07-04T22:30:15Z",
       "text":"![](dayone-moment://A1)","photos":[{"identifier":"A1","md5":"m","type":"jpg"}]}]}
      """#
    let diary = try Diary()
    try await diary.imported(diary.folder("d", ["Reise.json": source, "photos/m.jpg": "photo 1"]))
    for keeps in [false, true] {
      let zip = diary.target + "\(keeps)/dayone.zip"
      try await diary.export(.dayone, to: diary.target + "\(keeps)", keepsLocation: keeps)
      let input = try require(try await diary.open(zip))
      let text = try TextInspector.text(input.path + "/Reise.json")
      let entry = try require(
        try JSONParser.parse(text)["entries"]?.array?.first { $0["weather"] != nil })
      expect(entry["creationDevice"]?.string == "phone" && entry["richText"] == nil)
      expectEqual(entry["timeZone"]?.string, "Asia/Seoul")
      expectEqual(entry["weather"]?["weatherCode"]?.string, "clear")
      expectEqual(entry["location"]?["placeName"]?.string, "P")
      expectEqual(text.contains("37.5"), keeps)
      // The export's entries are recognized as the diary's own.
      try await expectEqual(diary.imported(zip).lines, [])
      try await diary.expectKnown(zip, 2)
    }
    // A photo's time is in the zone of its place, or of the entry on that day.
    let zones = #"""
      {"entries":[{"uuid":"1","creationDate":"2024-07-01T10:00:00Z","timeZone":"Europe/London",
       "text":"x","photos":[{"identifier":"A","md5":"m","date":"2024-01-15T12:00:00Z"},
       {"identifier":"B","md5":"n","date":"2024-01-15T12:00:00Z",
       "location":{"timeZoneName":"Asia/Seoul"}}]}]}
      """#
    let abroad = try Diary()
    let (_, read, _) = try await abroad.imported(
      abroad.folder("z", ["Z.json": zones, "photos/m.jpg": "photo 1", "photos/n.jpg": "photo 2"]))
    expectEqual(
      read.added.first?.photos.map(\.taken),
      ["2024-01-15T12:00:00+00:00", "2024-01-15T21:00:00+09:00"])
    // Videos, recordings and PDFs are referred to in the text.
    let media = try Diary()
    let attached = [
      try await media.attachment("film", name: "a.mp4"),
      try await media.attachment("pdf", name: "b.pdf"),
      try await media.attachment("zip", name: "c.zip"),
      // A second attachment with the same bytes.
      try await media.attachment("pdf", name: "copy.pdf"),
    ]
    try await media.add("film", content: "words", attachments: attached)
    try await media.export(.dayone)
    let shown = try JSONParser.parse(try require(try await unpacked(media)["Diary.json"]))
    let filmed = try require(shown["entries"]?.array?.first)
    let (video, document) = (filmed["videos"]?.array?.first, filmed["pdfAttachments"]?.array?.first)
    expectEqual(
      filmed["text"]?.string,
      """
      # film

      words

      ![](dayone-moment:/video/\(video?["identifier"]?.string ?? ""))

      ![](dayone-moment:/pdfAttachment/\(document?["identifier"]?.string ?? ""))
      """)
    expect(video?["type"]?.string == "mp4" && document?["pdfName"]?.string == "b.pdf")
    try await expectEqual(media.imported(media.target + "/dayone.zip").lines, [])
    try await media.expectKnown(media.target + "/dayone.zip", 1)
    let other = try Diary()
    let photos = [
      try await other.photo("photo tangled", name: "t.jpg"),
      try await other.photo("photo", name: "p.jpg"),
    ]
    try await other.add("one", content: "![x](photo:\(photos[0].asset))", photos: photos)
    let summary = try await other.export(.dayone)
    expect((summary.problems.map(\.photo), summary.photos) == (["t.jpg"], 1))
    let (_, outcome, lines) = try await Diary().imported(other.target + "/dayone.zip")
    expectEqual(lines, [])
    expectEqual(outcome.added.first?.photos.map(\.name), ["p.jpg"])
  }
}
