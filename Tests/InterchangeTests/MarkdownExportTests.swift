import DiaryCore
import Glibc
import Interchange
import TestSupport
import Testing

@Suite("Markdown export") struct MarkdownExportTests {
  @Test func `writes a file with front matter for each entry, and photos`() async throws {
    let diary = try Diary()
    let bridge = try await diary.photo(
      "photo 1 GPS[52,13]", name: "Bridge (1).JPG", caption: "a [b]")
    let other = try await diary.photo("photo 2", name: "산책.jpg")
    let entry = try await diary.add(
      "Fog: \"early\"", content: "Up.\r\n\r\n![the *bridge*](photo:\(bridge.asset))\nEnd",
      tags: ["가족", "walk"], photos: [bridge, other])
    let summary = try await diary.export()

    expectEqual(summary.folder, diary.target)
    expect((summary.entries, summary.photos, summary.written) == (1, 2, 3))
    expect(summary.problems.isEmpty)
    let paths = [
      ".photodiary-export.json", "2026/", "2026/2026-11-19 Fog early.md", "photos/",
      "photos/2026-11-19 Bridge (1).jpg", "photos/2026-11-19 산책.jpg",
    ]
    expectEqual(tree(diary.target), paths)
    try expectEqual(
      diary.folder.text("out/2026/2026-11-19 Fog early.md"),
      """
      ---
      id: "\(entry.id)"
      date: "2026-11-19T07:30:00+09:00"
      title: "Fog: \\"early\\""
      tags: ["가족","walk"]
      journal: "Diary"
      author: "a1"
      photos:
        - asset: "\(bridge.asset)"
          name: "Bridge (1).JPG"
          type: "image/jpeg"
          width: 4
          height: 3
          taken: "2026-11-19T07:29:00"
          caption: "a [b]"
          file: "../photos/2026-11-19 Bridge (1).jpg"
        - asset: "\(other.asset)"
          name: "산책.jpg"
          type: "image/jpeg"
          width: 4
          height: 3
          taken: "2026-11-19T07:29:00"
          caption: ""
          file: "../photos/2026-11-19 산책.jpg"
      created: "\(entry.created)"
      modified: "\(entry.modified)"
      starred: false
      mood: null
      place: null
      weather: null
      pinned: false
      attachments: []
      ---

      Up.\r\n\r
      ![the *bridge*](../photos/2026-11-19%20Bridge%20%281%29.jpg)
      End

      <!-- photos -->

      ![](../photos/2026-11-19%20산책.jpg)

      """)
    try expectEqual(diary.folder.text("out/photos/2026-11-19 Bridge (1).jpg"), "photo 1 GPS")
    try expectEqual(
      TextInspector.text(diary.service.file(of: bridge)), "photo 1 GPS[52,13]",
      "the asset is as it was")
  }

  @Test func `removes positions unless they're kept, also from earlier copies`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "a.jpg")
    try await diary.add("x", photos: [photo])
    try await diary.export(keepsLocation: true)
    try expectEqual(diary.folder.text("out/photos/2026-11-19 a.jpg"), "photo GPS[1,2]")
    let again = try await diary.export()
    expect((again.written, again.removed) == (1, 0))
    try expectEqual(diary.folder.text("out/photos/2026-11-19 a.jpg"), "photo GPS")
    // Photos exported by an earlier version are cleaned again.
    let manifest = try diary.folder.text("out/.photodiary-export.json")
    expectContains(manifest, #","cleaning":2"#)
    try diary.folder.write("photo GPS[1,2]".utf8, to: "out/photos/2026-11-19 a.jpg")
    try diary.folder.write(
      manifest.replacing(#","cleaning":2"#, with: "").utf8, to: "out/.photodiary-export.json")
    for count in [1, 0] {
      try await expectEqual(diary.export().written, count)
      try expectEqual(diary.folder.text("out/photos/2026-11-19 a.jpg"), "photo GPS")
    }
    // Removed videos are reported in one line.
    let other = try Diary()
    let one = try await other.photo("photo film GPS[1,2]", name: "a.jpg")
    let two = try await other.photo("photo with a film", name: "b.jpg")
    try await other.add("x", photos: [one, two, other.photo("photo", name: "c.jpg")])
    let summary = try await other.export()
    expect((summary.problems, summary.photos) == ([], 3))
    expectEqual(
      summary.notes,
      ["2 photos exported without the embedded video or images; use --keep-location to keep them"])
    try await expectEqual(other.export(to: other.target + "2", keepsLocation: true).notes, [])
  }

  @Test func `leaves out and names photos that can't be copied safely`() async throws {
    let diary = try Diary()
    let tangled = try await diary.photo("photo tangled GPS[1]", name: "a.jpg", caption: "A")
    let gone = Photo(
      asset: try require(AssetID(String(repeating: "0", count: 64))), name: "b.jpg",
      type: MediaType("image/png"))
    try await diary.add("x", content: "![A](photo:\(tangled.asset))", photos: [tangled, gone])
    let summary = try await diary.export()
    expectEqual(summary.problems.map(\.failure), [.locationNotRemoved(.damaged), .missing])
    expectEqual(summary.problems.map(\.photo), ["a.jpg", "b.jpg"])
    try expectPrefix(
      summary.problems.at(0).line, "The file a.jpg of “x” was left out: its location")
    expectEqual(files(diary.target), ["2026/2026-11-19 x.md"])
    let text = try diary.folder.text("out/2026/2026-11-19 x.md")
    expectContains(text, "    file: null\n")
    expectSuffix(text, "\n---\n\n![A](photo:\(tangled.asset))\n")
  }

  @Test func `exports other members, and a marker before photos`() async throws {
    let diary = try Diary()
    _ = try await diary.importText(
      #"{"date":"2026-11-19","title":"x","Location":{"lat":1},"a b":[{"mood":3,"longitude":2}]}"#)
    try await diary.export()
    let text = try diary.folder.text("out/2026/2026-11-19 x.md")
    expectContains(text, "\n\"a b\": [{\"mood\":3}]\n---\n")
    expectLacks(text, "lat")
    try await diary.export(keepsLocation: true)
    try expectContains(
      diary.folder.text("out/2026/2026-11-19 x.md"),
      "\nLocation: {\"lat\":1}\n\"a b\": [{\"mood\":3,\"longitude\":2}]\n---\n")
    // An entry that contains the marker gets a second one.
    let other = try Diary()
    try await other.add("x", content: "<!-- photos -->\n\n![](../photos/y.jpg)")
    try await other.export()
    try expectSuffix(
      other.folder.text("out/2026/2026-11-19 x.md"),
      "---\n\n<!-- photos -->\n\n![](../photos/y.jpg)\n\n<!-- photos -->\n")
  }

  @Test func `exports only the requested entries, each once`() async throws {
    let diary = try Diary()
    for number in 1...3 {
      try await diary.add("n\(number)", on: "2026-01-0\(number)T00:00:00Z", tags: ["t\(number)"])
    }
    try await diary.export(entries: EntryQuery(.tag("t2")))
    expectEqual(files(diary.target), ["2026/2026-01-02 n2.md"])
    try await diary.export(entries: EntryQuery(limit: 2))
    expectEqual(files(diary.target), ["2026/2026-01-02 n2.md", "2026/2026-01-03 n3.md"])
    // More entries than a page of a query.
    let many = try Diary()
    let lines: [String] = (0..<4203).map { #"{"date":"2026-01-01","title":"n\#($0)"}"# }
    _ = try await many.importText(lines.joined(separator: "\n"))
    try await expectEqual(many.export(.json).entries, 4203)
    let rows = try many.folder.text("out/diary.json").split(separator: "\n").dropFirst()
    expectEqual(Set(rows.map { $0.prefix(50) }).count, 4203 + 1)
    let some = EntryQuery(offset: 100, limit: 4000)
    try await expectEqual(many.export(.json, entries: some).entries, 4000)
  }
}
