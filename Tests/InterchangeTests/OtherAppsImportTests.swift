import DiaryCore
import TestSupport
import Testing

@testable import Interchange

/// Diarium, Mini Diary and Standard Notes.
@Suite("Import of other apps' JSON")
struct OtherAppsImportTests {
  @Test func `imports JSON and texts of Diarium`() async throws {
    let diary = try Diary()
    var zip = ZipWriter()
    zip.add(
      "Diarium.json",
      #"""
      [{"date":"2025-06-09T19:03:39.1234567","heading":"강가","html":"<p>Fog &amp; <b>rain</b></p>",
      "tags":["walk"],"people":["Ada"],"rating":4,"location":[35.1,129.0],"weather":"☀️ 20 °C","sun":""},
      {"date":"2025-06-10T07:00:00","heading":"","html":"<h1>Title</h1><p>x</p>"},
      {"date":"never","heading":"","html":"x"},{"heading":"","html":"no date"},
      {"date":"2025-06-11T07:00:00","heading":"","html":""},7]
      """#)
    zip.add("media/2025-06-09_190339123/b.jpg", "photo b")
    zip.add("media/2025-06-09_190339123/a.m4a", "sound")
    zip.add("media/2025-06-12_070000000/c.jpg", "photo c")
    let path = try diary.folder.write(zip.bytes, to: "in/Diarium_export.zip")
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .diarium)
    expectEqual(imported.added.map(\.title), ["강가", "Title"])
    let entry = try require(imported.added.first)
    expectEqual(entry.content, "Fog & **rain**")
    expectEqual(entry.tags, ["walk", "Ada"])
    expectEqual(entry.details, EntryDetails(mood: "4/5", weather: "☀️ 20 °C"))
    expectEqual(entry.date.description, "2025-06-09T19:03:39+01:00")
    expectEqual(entry.photos.map(\.name), ["b.jpg"])
    expectEqual(entry.attachments.map(\.name), ["a.m4a"])
    let carried = entry.unknownMembers.first { $0.name == "diarium" }?.value
    expect(carried?["location"]?.array?.count == 2 && carried?["sun"] == nil)
    expectNil(
      entry.withoutPositions.unknownMembers.first { $0.name == "diarium" }?.value["location"])
    expectEqual(
      lines,
      [
        "Diarium.json, entry 3: refused, “never” isn't a date",
        "Diarium.json, entry 4: refused, it has no date",
        "Diarium.json, entry 5 of 2025-06-11: refused, the entry is empty",
        "Diarium.json, entry 6: refused, not a JSON object",
        "media/2025-06-12_070000000/c.jpg: left out, no entry uses it",
      ])
    try await diary.expectKnown(path, 2)
    // Diarium's texts have an entry behind each time.
    do {
      let diary = try Diary()
      let path = try diary.folder(
        "d",
        [
          "Diarium_2021-10-24.txt":
            "nedeľa 24. októbra 2021\n— 11:37 —\nhey,\n\nyou\n— 9:05 pm —\nlate\n— 9:05 pm —\nagain\n",
          "Diarium_2021-10-25.txt": "pondelok 25. októbra 2021\n\nno time\n",
          "Diarium_2021-13-25.txt": "x",
        ])
      let (plan, imported, lines) = try await diary.bring(path)
      expectEqual(plan.format, .diarium)
      expectEqual(imported.added.map(\.content), ["hey,\n\nyou", "late", "again", "no time"])
      expectEqual(
        imported.added.map(\.date.description),
        [
          "2021-10-24T11:37:00+01:00", "2021-10-24T21:05:00+01:00", "2021-10-24T21:05:00+01:00",
          "2021-10-25T00:00:00+01:00",
        ])
      expectEqual(lines, ["Diarium_2021-13-25.txt: left out, no entry uses it"])
      try await expectEqual(diary.bring(path).plan.alreadyThere, 4)
    }
  }

  @Test func `Mini Diary's days have title, text and when they were changed`() async throws {
    let diary = try Diary()
    let path =
      try diary.folder(
        "m",
        [
          "mini-diary.json": #"""
          {"metadata":{"application":"Mini Diary","version":"3.3.0","dateUpdated":"x"},"entries":{
          "2024-01-01":{"dateUpdated":"Sun Feb 15 2026 15:15:14 GMT+0100","title":"새해","text":"* **a**"},
          "2024-01-02":{"dateUpdated":"2024-01-03T00:00:00Z","title":"","text":"b"},
          "2024-01-32":{"title":"","text":"c"},"2024-01-03":{"title":"","text":""},"2024-01-04":null}}
          """#
        ]) + "/mini-diary.json"
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .minidiary)
    expectEqual(imported.added.map(\.content), ["* **a**", "b"])
    let entry = try require(imported.added.first)
    expectEqual(entry.title, "새해")
    expectEqual(entry.date.description, "2024-01-01T00:00:00+01:00")
    expectEqual(entry.modified.description, "2026-02-15T14:15:14.000Z")
    expectEqual(
      lines,
      [
        "mini-diary.json, entry 3: refused, “2024-01-32” isn't a date",
        "mini-diary.json, entry 4 of 2024-01-03: refused, the entry is empty",
        "mini-diary.json, entry 5 of 2024-01-04: refused, the entry is empty",
      ])
    try await expectEqual(diary.bring(path).plan.alreadyThere, 2)
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
    let diary = try Diary()
    var zip = ZipWriter()
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
    zip.add(Array("Standard Notes Backup and Import File.txt".utf8), Self.backup(items))
    zip.add("Items/Note/강가-n1.txt", "Fog")
    let path = try diary.folder.write(zip.bytes, to: "in/sn.zip")
    let (plan, imported, lines) = try await diary.bring(path)
    expectEqual(plan.format, .standardnotes)
    let entry = try require(imported.added.first)
    expectEqual(entry.title, "강가")
    expectEqual(entry.content, "Fog")
    // Tags in a circle come to an end.
    expectEqual(entry.tags.first?.hasSuffix("trips/busan"), true)
    expectEqual(entry.details, EntryDetails(isStarred: true, isPinned: true))
    expectEqual(entry.date.description, "2024-05-03T08:00:00+01:00")
    expectEqual(entry.modified.description, "2024-05-04T07:00:00.000Z")
    expectEqual(
      imported.added.dropFirst().map(\.content),
      [
        """
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
        """, "a **b**", "```\n{}\n```",
      ])
    let file = "Standard Notes Backup and Import File.txt"
    expectEqual(
      lines,
      [
        "\(file), entry 1 of 2024-05-03: its attachment p.jpg isn't there",
        "\(file), entry 6: refused, it's encrypted; export it decrypted",
        "\(file): left out, it was deleted there",
      ])
    try await expectEqual(diary.bring(path).plan.alreadyThere, 4)
    // An encrypted backup of Standard Notes says so once.
    do {
      let diary = try Diary()
      let path = try diary.folder.write(
        Self.backup(
          (0..<3).map { number in
            ["uuid": .string("n\(number)"), "content_type": "Note", "content": "004:abc"]
          }), to: "in/Encrypted.txt")
      try await expectEqual(
        diary.bring(path).lines, ["Encrypted.txt: refused, it's encrypted; export it decrypted"])
    }
  }
}
