import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Journey import")
struct JourneyImportTests {
  private static let none = "1.7976931348623157E308"

  private static func entry(_ id: String, _ members: String) -> String {
    #"{"id":"\#(id)","date_journal":1714723200000,"timezone":"Asia/Seoul",\#(members)}"#
  }

  @Test func `an entry has its text, times, mood, weather, place, tags, star and photos`()
    async throws
  {
    let diary = try Diary()
    let path = try diary.folder(
      "j",
      [
        "1714723200000-abc.json": """
        {"text":"<p dir=\\"auto\\">By the <strong>river </strong></p>\\n<p dir=\\"auto\\">Fog</p>",
        "preview_text":"<p dir=\\"auto\\">By the river</p>","date_modified":1714726800000,
        "date_journal":1714723200000,"id":"1714723200000-abc","address":"Seoul","lat":37.5,
        "lon":127,"mood":4,"label":"","folder":"","sentiment":1.25,"timezone":"Asia/Seoul",
        "favourite":true,"music_title":"Song",
        "weather":{"id":800,"degree_c":19.6,"description":"Clear","icon":"01d","place":"Mapo"},
        "photos":["1714723200000-abc-p.jpg","1714723200000-abc-v.mp4"],"tags":["walk"],
        "type":"html"}
        """, "1714723200000-abc-p.jpg": "photo 1", "1714723200000-abc-v.mp4": "film",
      ])
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .journey)
    expectEqual(lines, [])
    let entry = try require(imported.added.first)
    expectEqual(imported.added.count, 1)
    // Where no title is told, the diary shows the first line as it always does.
    expectEqual(entry.title, "")
    expectEqual(entry.content, "By the **river**\n\nFog")
    expectEqual(entry.date.description, "2024-05-03T17:00:00+09:00")
    expectEqual(entry.tags, ["walk"])
    expectEqual(entry.modified.description, "2024-05-03T09:00:00.000Z")
    expectEqual(
      entry.details,
      EntryDetails(isStarred: true, mood: "4/5", place: "Seoul", weather: "Clear, 20°C"))
    expectEqual(entry.photos.map(\.name), ["1714723200000-abc-p.jpg"])
    expectEqual(entry.attachments.map(\.name), ["1714723200000-abc-v.mp4"])
    let carried = try require(entry.unknownMembers.first { $0.name == "journey" }?.value)
    expect(carried["music_title"]?.string == "Song" && carried["lat"]?.double == 37.5)
    expect(carried["label"] == nil && carried["preview_text"] == nil)

    try await diary.expectKnown(path, 1, lines: [])
  }

  @Test func `reads files and the zip of the cloud, and nothing of what is empty`() async throws {
    let diary = try Diary()
    let path = try diary.folder(
      "j",
      [
        "a.json": Self.entry(
          "a",
          """
          "text":"<h1>Title of <em>it</em></h1><p>Text</p>","mood":0,"lat":\(Self.none),
          "lon":\(Self.none),"address":"","weather":{"id":-1,"degree_c":\(Self.none),
          "description":"","icon":"","place":""},"photos":[],"tags":[],"type":"html"
          """)
      ])
    let entry = try require(try await diary.bring(path).outcome.added.first)
    expectEqual(entry.title, "Title of it")
    expectEqual(entry.content, "Text")
    expectEqual(entry.details, EntryDetails())
    let carried = entry.unknownMembers.first { $0.name == "journey" }?.value
    expectNil(carried?["lat"])
    // The form of Journey's cloud comes from a zip, Markdown as it is.
    do {
      let diary = try Diary()
      var zip = ZipWriter()
      let long = String(repeating: "x", count: 5000)
      zip.add(
        "1/1.json",
        ##"{"id":"1","text":"# Hello\n\n*there* \##(long)","type":"markdown","##
          + ##""dateOfJournal":"2023-10-27T10:00:00.123Z","updatedAt":"2023-10-28T10:00:00Z","##
          + ##""timezone":"Nowhere/Land","location":{"latitude":1,"longitude":2,"name":"Pier"},"##
          + ##""attachments":["a.jpg","gone.jpg"],"tags":["t"]}"##)
      zip.add("1/a.jpg", "photo a")
      zip.add("notes.txt", "left")
      let path = try diary.folder.write(zip.bytes, to: "in/journey-1.zip")
      let (plan, imported, lines) = try await diary.bring(path)
      expectEqual(plan.format, .journey)
      let entry = try require(imported.added.first)
      expectEqual(entry.title, "Hello")
      expectEqual(entry.content, "*there* " + long)
      expectEqual(entry.date.description, "2023-10-27T11:00:00+01:00")
      expectEqual(entry.details.place, "Pier")
      expectEqual(entry.photos.map(\.name), ["a.jpg"])
      expectEqual(
        lines,
        [
          "1/1.json: the time zone “Nowhere/Land” is unknown; used the local time zone",
          "1/1.json: its photo gone.jpg isn't there", "notes.txt: left out, no entry uses it",
        ])
    }
    // What is broken is refused, and the others come.
    do {
      let diary = try Diary()
      let tangled = String(repeating: "<div>", count: 1000)
      let path = try diary.folder(
        "j",
        [
          "a.json": Self.entry("a", #""text":"good","mood":"calm""#),
          "b.json": #"{"id":"b","date_journal":99999999999999999999,"text":"x"}"#,
          "c.json": "{\"date_journal\": 1",
          "d.json": Self.entry("d", #""text":"\#(tangled)","type":"html""#),
          "e.json": #"{"version": 3}"#, "f.json": Self.entry("f", "\"text\": \"\""),
        ])
      let (_, imported, lines) = try await diary.bring(path)
      expectEqual(imported.added.map(\.content), ["good"])
      expectEqual(imported.added.first?.details.mood, "calm")
      expectEqual(
        lines,
        [
          "b.json: refused, “99999999999999999999” isn't a date",
          "c.json: refused, not valid JSON at byte 18",
          "d.json: refused, its HTML or XML is too tangled to read",
          "f.json: refused, the entry is empty", "e.json: left out, no entry uses it",
        ])
    }
  }
}
