import DiaryCore
import TestSupport
import Testing

@testable import Interchange

/// Diarium, Mini Diary and Standard Notes.
@Suite("Import of other apps' JSON")
struct OtherAppsImportTests {
  static let diarium = #"""
    [{"date":"2025-06-09T19:03:39.1234567","heading":"강가","html":"<p>Fog &amp; <b>rain</b></p>",
    "tags":["walk"],"people":["Ada"],"rating":4,"location":[35.1,129.0],"weather":"☀️ 20 °C","sun":""},
    {"date":"2025-06-10T07:00:00","heading":"","html":"<h1>Title</h1><p>x</p>"},
    {"date":"never","heading":"","html":"x"},{"heading":"","html":"no date"},
    {"date":"2025-06-11T07:00:00","heading":"","html":""},7]
    """#

  static let miniDiary = #"""
    {"metadata":{"application":"Mini Diary","version":"3.3.0","dateUpdated":"x"},"entries":{
    "2024-01-01":{"dateUpdated":"Sun Feb 15 2026 15:15:14 GMT+0100","title":"새해","text":"* **a**"},
    "2024-01-02":{"dateUpdated":"2024-01-03T00:00:00Z","title":"","text":"b"},
    "2024-01-32":{"title":"","text":"c"},"2024-01-03":{"title":"","text":""},"2024-01-04":null}}
    """#

  @Test func `imports JSON and texts of Diarium`() async throws {
    let zip = ZipWriter([
      "Diarium.json": Self.diarium, "media/2025-06-09_190339123/b.jpg": "photo b",
      "media/2025-06-09_190339123/a.m4a": "sound", "media/2025-06-12_070000000/c.jpg": "photo c",
    ])
    let entries = try await Diary().expectImport(
      zip.bytes, named: "Diarium_export.zip", .diarium,
      """
      = 2025-06-09T19:03:39+01:00 강가
      tags walk, Ada | mood 4/5 | weather ☀️ 20 °C | photos b.jpg | files a.m4a
      Fog & **rain**
      = 2025-06-10T07:00:00+01:00 Title
      x
      ! Diarium.json, entry 3: refused, “never” isn't a date
      ! Diarium.json, entry 4: refused, it has no date
      ! Diarium.json, entry 5 of 2025-06-11: refused, the entry is empty
      ! Diarium.json, entry 6: refused, not a JSON object
      ! media/2025-06-12_070000000/c.jpg: left out, no entry uses it
      """)
    let carried = try require(entries.first?.carried(.diarium))
    expect(carried["location"]?.array?.count == 2 && carried["sun"] == nil)
    expectNil(entries.first?.withoutPositions.carried(.diarium)?["location"])
    // In Diarium's texts, an entry follows each time.
    try await Diary().expectImport(
      of: [
        "Diarium_2021-10-24.txt":
          "nedeľa 24. októbra 2021\n— 11:37 —\nhey,\n\nyou\n— 9:05 pm —\nlate\n— 9:05 pm —\nagain\n",
        "Diarium_2021-10-25.txt": "pondelok 25. októbra 2021\n\nno time\n",
        "Diarium_2021-13-25.txt": "x",
      ], .diarium,
      """
      = 2021-10-24T11:37:00+01:00
      hey,

      you
      = 2021-10-24T21:05:00+01:00
      late
      = 2021-10-24T21:05:00+01:00
      again
      = 2021-10-25T00:00:00+01:00
      no time
      ! Diarium_2021-13-25.txt: left out, no entry uses it
      """)
  }

  @Test func `imports Mini Diary's days with titles, texts and times of changes`() async throws {
    try await Diary().expectImport(
      Array(Self.miniDiary.utf8), named: "mini-diary.json", .minidiary,
      """
      = 2024-01-01T00:00:00+01:00 새해
      modified 2026-02-15T14:15:14.000Z
      * **a**
      = 2024-01-02T00:00:00+01:00
      modified 2024-01-03T00:00:00.000Z
      b
      ! mini-diary.json, entry 3: refused, “2024-01-32” isn't a date
      ! mini-diary.json, entry 4 of 2024-01-03: refused, the entry is empty
      ! mini-diary.json, entry 5 of 2024-01-04: refused, the entry is empty
      """)
  }

  private static let rich = #"""
    {"root":{"type":"root","children":[
    {"type":"heading","tag":"h2","children":[{"type":"text","text":"Walk","format":0}]},
    {"type":"paragraph","children":[{"type":"text","text":"bold","format":3},{"type":"linebreak"},
    {"type":"text","text":"code","format":16},{"type":"link","url":"https://e.org/",
    "children":[{"type":"text","text":"e"}]}]},
    {"type":"list","listType":"check","children":[{"type":"listitem","checked":true,
    "children":[{"type":"text","text":"milk"}]},{"type":"listitem","children":[{"type":"list",
    "listType":"bullet","children":[{"type":"listitem","children":[{"type":"text","text":"fat"}]}]}]}]},
    {"type":"code","children":[{"type":"code-highlight","text":"a"},{"type":"linebreak"},
    {"type":"code-highlight","text":"b"}]},{"type":"horizontalrule"},{"type":"unknown"}]}}
    """#

  private static func note(_ id: String, _ content: [String: JSONValue]) -> JSONValue {
    [
      "uuid": .string(id), "content_type": "Note", "created_at": "2024-05-03T07:00:00.000Z",
      "updated_at": "2024-05-05T07:00:00.000Z",
      "content": .object(content.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }),
    ]
  }

  private static func backup(_ items: [JSONValue]) -> [UInt8] {
    JSONWriter.bytes(["version": "004", "items": .array(items)])
  }

  private static func tag(_ id: String, _ title: String, _ references: [(String, String)])
    -> JSONValue
  {
    let references = references.map { id, type -> JSONValue in
      ["uuid": .string(id), "content_type": .string(type)]
    }
    return [
      "uuid": .string(id), "content_type": "Tag",
      "content": ["title": .string(title), "references": .array(references)],
    ]
  }

  @Test func `imports notes of Standard Notes unless they are encrypted`() async throws {
    let items: [JSONValue] = [
      Self.note(
        "n1",
        [
          "title": "강가", "text": "Fog", "starred": .bool(true),
          "appData": [
            "org.standardnotes.sn": [
              "client_updated_at": "2024-05-04T07:00:00.000Z", "pinned": .bool(true),
            ]
          ],
        ]), Self.note("n2", ["title": "rich", "text": .string(Self.rich), "noteType": "super"]),
      Self.note("n3", ["title": "html", "text": "<p>a <b>b</b></p>", "noteType": "rich-text"]),
      Self.note("n4", ["title": "table", "text": "{}", "noteType": "spreadsheet"]),
      Self.note("n5", ["title": "gone", "text": "x", "trashed": .bool(true)]),
      ["uuid": "n6", "content_type": "Note", "content": "004:abc"],
      Self.tag("t1", "busan", [("n1", "Note"), ("t2", "Tag")]),
      Self.tag("t2", "trips", [("t1", "Tag")]),
      [
        "uuid": "f1", "content_type": "File",
        "content": ["name": "p.jpg", "references": [["uuid": "n1", "content_type": "Note"]]],
      ],
    ]
    let file = "Standard Notes Backup and Import File.txt"
    var zip = ZipWriter(["Items/Note/강가-n1.txt": "Fog"])
    zip.add(Array(file.utf8), Self.backup(items))
    // Tags in a circle are followed ten times.
    let circle = Array(repeating: "trips/busan", count: 10).joined(separator: "/")
    try await Diary().expectImport(
      zip.bytes, named: "sn.zip", .standardnotes,
      """
      = 2024-05-03T08:00:00+01:00 강가
      tags \(circle) | starred | pinned | modified 2024-05-04T07:00:00.000Z
      Fog
      = 2024-05-03T08:00:00+01:00 rich
      modified 2024-05-05T07:00:00.000Z
      ## Walk

      ***bold***
      `code`[e](https://e.org/)

      - [x] milk
        - fat

      ```
      a
      b
      ```

      ---
      = 2024-05-03T08:00:00+01:00 html
      modified 2024-05-05T07:00:00.000Z
      a **b**
      = 2024-05-03T08:00:00+01:00 table
      modified 2024-05-05T07:00:00.000Z
      ```
      {}
      ```
      ! \(file), entry 1 of 2024-05-03: its attachment p.jpg isn't there
      ! \(file), entry 6: refused, it's encrypted; export it decrypted
      ! \(file): left out, it was deleted there
      """)
    // An encrypted backup is reported once.
    let encrypted = (0..<3).map { number -> JSONValue in
      ["uuid": .string("n\(number)"), "content_type": "Note", "content": "004:abc"]
    }
    try await Diary().expectImport(
      Self.backup(encrypted), named: "Encrypted.txt", .standardnotes,
      "! Encrypted.txt: refused, it's encrypted; export it decrypted")
  }
}
