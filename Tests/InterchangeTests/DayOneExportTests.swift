import Crypto
import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Day One export")
struct DayOneExportTests {
  /// What is in the zip of an export, by its names.
  private func unpacked(_ diary: Diary) async throws -> [String: String] {
    let input = try require(try await diary.open(diary.target + "/dayone.zip"))
    var files: [String: String] = [:]
    for file in tree(input.path) where !file.hasSuffix("/") {
      files[file] = try TextInspector.text(input.path + "/" + file)
    }
    return files
  }

  @Test func `writes a file for each journal, and photos once`() async throws {
    do {
      let diary = try Diary()
      let photo = try await diary.photo("photo GPS[1,2]", name: "p.jpg", caption: "다리")
      var fields = EntryFields(
        date: try require(EntryDate("2024-07-04T07:30:15+09:00")), title: "강가 *에서*",
        content: "안개\n\n![다리](photo:\(photo.asset))", photos: [photo], tags: ["산책"],
        journal: "여행/2024",
        details: EntryDetails(isStarred: true, place: "한강", weather: "맑음", isPinned: true))
      let entry = try await diary.service.add(fields)
      fields = EntryFields(date: fields.date, title: "other")
      _ = try await diary.service.add(fields)
      let summary = try await diary.export(.dayone)
      expect((summary.entries, summary.photos) == (2, 1))
      expectEqual(summary.problems, [])
      expectEqual(files(diary.target), ["dayone.zip"])

      let files = try await unpacked(diary)
      let md5 = "c6176f5ffd4bff2da2c3ee0ca4d15ed4"
      let hash = Insecure.MD5.hash(data: Array("photo GPS".utf8))
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      expectEqual(files.keys.sorted(), ["Diary.json", "photos/\(hash).jpeg", "여행 2024.json"])
      expectEqual(files["photos/\(hash).jpeg"], "photo GPS", "\(md5)")
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
    }
    // Photos are stored as they are, once, and positions go unless they are kept.
    let diary = try Diary()
    let photo = try await diary.photo(
      "photo GPS[1,2]" + String(repeating: "x", count: 3000), name: "p.jpg")
    try await diary.add("one", photos: [photo])
    try await diary.add("two", photos: [photo])
    try await diary.export(.dayone)
    let zip = try diary.folder.text("out/dayone.zip")
    expectContains(zip, "photo GPSxxxxxx")
    expectLacks(zip, "[1,2]")
    try await expectEqual(unpacked(diary).keys.count { $0.hasPrefix("photos/") }, 1)
    try await diary.export(.dayone, to: diary.folder.path + "/kept", keepsLocation: true)
    try expectContains(diary.folder.text("kept/dayone.zip"), "photo GPS[1,2]x")
    // An earlier one that holds the same stays, and an empty diary is a zip, too.
    do {
      let diary = try Diary()
      try await diary.export(.dayone)
      try await expectEqual(unpacked(diary).keys.sorted(), ["Diary.json"])
      try await diary.add("one", photos: [try await diary.photo("photo", name: "p.jpg")])
      try await expectEqual(diary.export(.dayone).written, 1)
      try await expectEqual(diary.export(.dayone).written, 0)
      expectEqual(files(diary.target), ["dayone.zip"])
    }
  }

  @Test func `writes back what came from Day One, and names photos that it leaves out`()
    async throws
  {
    let source = #"""
      {"metadata":{"version":"1.0"},"entries":[{"uuid":"5D2A4B1C0E9F48D7A6B3C2D1E0F98765",
       "creationDate":"2024-07-03T22:30:15Z","modifiedDate":"2024-07-04T01:02:03Z",
       "timeZone":"Asia/Seoul","creationDevice":"phone","text":"# T\n\nwords\\.","richText":"{}",
       "location":{"placeName":"P","latitude":37.5,"longitude":126.9},
       "weather":{"conditionsDescription":"Clear","weatherCode":"clear"}}]}
      """#
    let diary = try Diary()
    try await diary.bring(try diary.folder("d", ["Reise.json": source]))
    for keeps in [false, true] {
      try await diary.export(.dayone, to: diary.target + "\(keeps)", keepsLocation: keeps)
      let input = try require(try await diary.open(diary.target + "\(keeps)/dayone.zip"))
      let text = try TextInspector.text(input.path + "/Reise.json")
      let entry = try require(try JSONParser.parse(text)["entries"]?.array?.first)
      expect(entry["creationDevice"]?.string == "phone" && entry["richText"] == nil)
      expectEqual(entry["timeZone"]?.string, "Asia/Seoul")
      expectEqual(entry["weather"]?["weatherCode"]?.string, "clear")
      expectEqual(entry["location"]?["placeName"]?.string, "P")
      expectEqual(text.contains("37.5"), keeps)
    }
    // Nothing is said of what comes back to where it came from.
    do {
      let source = #"""
        {"metadata":{"version":"1.0"},"entries":[{"uuid":"5D2A4B1C0E9F48D7A6B3C2D1E0F98765",
         "creationDate":"2024-07-03T22:30:15Z","modifiedDate":"2024-07-04T01:02:03Z",
         "timeZone":"Asia/Seoul","creationDevice":"phone","text":"# T\n\nwords\\.",
         "location":{"placeName":"P","latitude":37.5,"longitude":126.9}},
         {"uuid":"6D2A4B1C0E9F48D7A6B3C2D1E0F98765","creationDate":"2024-07-04T22:30:15Z",
         "text":"![](dayone-moment://A1)","photos":[{"identifier":"A1","md5":"m","type":"jpg"}]}]}
        """#
      let diary = try Diary()
      let files = ["Reise.json": source, "photos/m.jpg": "photo 1"]
      try await diary.bring(try diary.folder("d", files))
      try await diary.export(.dayone)
      for updates in [false, true] {
        let again = try await diary.bring(diary.target + "/dayone.zip", updates: updates)
        expectEqual(again.plan.alreadyThere, 2)
        expectEqual(again.lines, [])
        expectEqual(again.outcome.updated, [])
      }
    }
    // A photo that can't be exported is named, and its entry comes without it.
    do {
      let diary = try Diary()
      let photos = [
        try await diary.photo("photo tangled", name: "t.jpg"),
        try await diary.photo("photo", name: "p.jpg"),
      ]
      try await diary.add("one", content: "![x](photo:\(photos[0].asset))", photos: photos)
      let summary = try await diary.export(.dayone)
      expectEqual(summary.problems.map(\.photo), ["t.jpg"])
      expectEqual(summary.photos, 1)
      let other = try Diary()
      let (_, outcome, lines) = try await other.bring(diary.target + "/dayone.zip")
      expectEqual(lines, [])
      expectEqual(outcome.added.first?.photos.map(\.name), ["p.jpg"])
    }
  }
}
