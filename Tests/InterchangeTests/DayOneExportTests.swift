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
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "p.jpg", caption: "다리")
    let entry = try await diary.add(
      "강가 *에서*", on: "2024-07-04T07:30:15+09:00",
      content: "안개\n\n![다리](photo:\(photo.asset))", tags: ["산책"], photos: [photo],
      journal: "여행/2024",
      details: EntryDetails(isStarred: true, place: "한강", weather: "맑음", isPinned: true))
    try await diary.add("other")
    let summary = try await diary.export(.dayone)
    expect((summary.entries, summary.photos) == (2, 1))
    expectEqual(summary.problems, [])
    expectEqual(files(diary.target), ["dayone.zip"])

    let files = try await unpacked(diary)
    let hash = Insecure.MD5.hash(data: Array("photo GPS".utf8))
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
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
    // Photos are stored as they are, once, and positions go unless they are kept.
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
    // The same export isn't written again, and an empty diary is a zip, too.
    try await expectEqual(other.export(.dayone).written, 0)
    let empty = try Diary()
    try await empty.export(.dayone)
    try await expectEqual(unpacked(empty).keys.sorted(), ["Diary.json"])
  }

  @Test func `writes back what came from Day One, and names photos that it leaves out`()
    async throws
  {
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
    try await diary.imported(
      diary.folder("d", ["Reise.json": source, "photos/m.jpg": "photo 1"]))
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
      // The diary knows its own entries in it.
      try await expectEqual(diary.imported(zip).lines, [])
      try await diary.expectKnown(zip, 2)
    }
    // A photo that can't be exported is named, and its entry is exported without it.
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
