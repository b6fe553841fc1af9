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

  @Test func `imports text, times, mood, weather, place, tags, star and photos`() async throws {
    let entries = try await Diary().expectImport(
      of: [
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
      ], .journey,
      """
      = 2024-05-03T17:00:00+09:00
      tags walk | starred | mood 4/5 | place Seoul | weather Clear, 20°C | \
      photos 1714723200000-abc-p.jpg | files 1714723200000-abc-v.mp4 | \
      modified 2024-05-03T09:00:00.000Z
      By the **river**

      Fog
      """)
    let carried = try require(entries.first?.carried(.journey))
    expect(carried["music_title"]?.string == "Song" && carried["lat"]?.double == 37.5)
    expect(carried["label"] == nil && carried["preview_text"] == nil)
  }

  @Test func `imports files and zips, without empty values or broken files`() async throws {
    let entries = try await Diary().expectImport(
      of: [
        "a.json": Self.entry(
          "a",
          """
          "text":"<h1>Title of <em>it</em></h1><p>Text</p>","mood":0,"lat":\(Self.none),
          "lon":\(Self.none),"address":"","weather":{"id":-1,"degree_c":\(Self.none),
          "description":"","icon":"","place":""},"photos":[],"tags":[],"type":"html"
          """)
      ], .journey, "= 2024-05-03T17:00:00+09:00 Title of it\nText")
    try expectNil(entries.at(0).carried(.journey)?["lat"])
    let long = String(repeating: "x", count: 5000)
    let zip = ZipWriter([
      "1/1.json":
        ##"{"id":"1","text":"# Hello\n\n*there* \##(long)","type":"markdown","##
        + ##""dateOfJournal":"2023-10-27T10:00:00.123Z","updatedAt":"2023-10-28T10:00:00Z","##
        + ##""timezone":"Nowhere/Land","location":{"latitude":1,"longitude":2,"name":"Pier"},"##
        + ##""attachments":["a.jpg","gone.jpg"],"tags":["t"]}"##, "1/a.jpg": "photo a",
      "notes.txt": "left",
    ])
    try await Diary().expectImport(
      zip.bytes, named: "journey-1.zip", .journey,
      """
      = 2023-10-27T11:00:00+01:00 Hello
      tags t | place Pier | photos a.jpg | modified 2023-10-28T10:00:00.000Z
      *there* \(long)
      ! 1/1.json: the time zone “Nowhere/Land” is unknown; used the local time zone
      ! 1/1.json: its photo gone.jpg isn't there
      ! notes.txt: left out, no entry uses it
      """)
    let tangled = String(repeating: "<div>", count: 1000)
    try await Diary().expectImport(
      of: [
        "a.json": Self.entry("a", #""text":"good","mood":"calm""#),
        "b.json": #"{"id":"b","date_journal":99999999999999999999,"text":"x"}"#,
        "c.json": "{\"date_journal\": 1",
        "d.json": Self.entry("d", #""text":"\#(tangled)","type":"html""#),
        "e.json": #"{"version": 3}"#, "f.json": Self.entry("f", "\"text\": \"\""),
      ], .journey,
      """
      = 2024-05-03T17:00:00+09:00
      mood calm
      good
      ! b.json: refused, “99999999999999999999” isn't a date
      ! c.json: refused, not valid JSON at byte 18
      ! d.json: refused, its HTML or XML is too tangled to read
      ! f.json: refused, the entry is empty
      ! e.json: left out, no entry uses it
      """)
  }
}
