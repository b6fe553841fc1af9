import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Markdown import") struct MarkdownImportTests {
  @Test func `reads front matter in YAML, TOML and JSON`() async throws {
    let entries = try await Diary().expectImport(
      of: [
        "Notes/Reise.md": """
        ---
        title: "Nach Süden: früh"
        date: 2024-05-03 07:30:15 -0330
        updated: 2024-05-04T01:02:03Z
        tags: [Reise, "가족", 2024]
        starred: true
        pinned: yes
        mood: 😊
        location: 부산
        weather: sunny
        journal: Travel
        aliases:
          - South
        rating: 4.50
        ---

        # Nach Süden: früh

        Text with [[links]] and #tag.
        """
      ], .markdown,
      """
      = 2024-05-03T07:30:15-03:30 Nach Süden: früh
      journal Travel | tags Reise, 가족, 2024 | starred | pinned | mood 😊 | place 부산 | \
      weather sunny | modified 2024-05-04T01:02:03.000Z
      Text with [[links]] and #tag.
      """)
    expectEqual(
      entries.first?.carried(.markdown),
      .object([
        JSONMember("aliases", .array([.string("South")])), JSONMember("rating", .number("4.50")),
      ]))
    // TOML and JSON are front matter too, unless they're nested too deeply.
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let others = try await Diary().expectImport(
      of: [
        "content/posts/a.md": """
        +++
        title = "Toml"
        date = 2024-05-03T07:30:00+09:00
        tags = ["a", "b c"]
        [params]
        mood = "x"
        +++
        Text
        """, "b.md": "{\n \"title\": \"Json {x}\",\n \"date\": \"2024-05-03\"\n}\n\nText",
        "2024-05-04.md": "+++\na = [\n+++\nText",
        "2024-05-05.md": #"{"title":"t","x":\#(deep)}"# + "\n\nText",
      ], .markdown,
      """
      = 2024-05-04T00:00:00+01:00
      +++
      a = [
      +++
      Text
      = 2024-05-05T00:00:00+01:00
      {"title":"t","x":\(deep)}

      Text
      = 2024-05-03T00:00:00+01:00 Json {x}
      Text
      = 2024-05-03T07:30:00+09:00 Toml
      tags a, b c
      Text
      ! 2024-05-04.md: kept its front matter as text, not valid TOML in line 2
      ! 2024-05-05.md: kept its front matter as text, its JSON is nested more than 128 levels deep
      """)
    expectContains(others.last?.carried(.markdown)?["toml"]?.string ?? "", "mood = \"x\"")
  }

  @Test func `reads dates in paths and texts, or the dates of files`() async throws {
    for (path, heading) in [
      ("2024-05-03.md", "2024-05-03T00:00:00+01:00"),
      ("2024-05-03 Fog early.md", "2024-05-03T00:00:00+01:00 Fog early"),
      ("_posts/2024-05-03-fog-and_rain.md", "2024-05-03T00:00:00+01:00 fog and rain"),
      ("20240503.md", "2024-05-03T00:00:00+01:00"),
      ("202405030730 Fog.md", "2024-05-03T07:30:00+01:00 Fog"),
      ("Diary 2024_05_03.markdown", "2024-05-03T00:00:00+01:00 Diary"),
      ("2024/05/03.md", "2024-05-03T00:00:00+01:00"),
      ("a/2024/05 May/03 - Fog.md", "2024-05-03T00:00:00+01:00 Fog"),
      ("2024/2024-05/03/Fog.md", "2024-05-03T00:00:00+01:00 Fog"),
      ("2024/05-03 Fog.md", "2024-05-03T00:00:00+01:00 Fog"),
      ("20240504T101112.md", "2024-05-04T10:11:12+01:00"),
      ("20240504T1011 Fog.md", "2024-05-04T10:11:00+01:00 Fog"),
      ("IMG_20240504_101112.md", "2024-05-04T10:11:12+01:00 IMG"),
      ("2024-05-07_21-30.md", "2024-05-07T21:30:00+01:00"),
      ("2024-05-07 21.30.05 Fog.md", "2024-05-07T21:30:05+01:00 Fog"),
      ("2024-05-07 1999.md", "2024-05-07T00:00:00+01:00 1999"),
      ("2024-05-07-25-30-x.md", "2024-05-07T00:00:00+01:00 25 30 x"),
      ("2024년 5월 8일.md", "2024-05-08T00:00:00+01:00"),
      ("2024년5월8일 산책.md", "2024-05-08T00:00:00+01:00 산책"),
    ] as [(String, String)] {
      try await Diary().expectImport(of: [path: "text"], .markdown, "= \(heading)\ntext")
    }
    for (text, date) in [
      ("2024-05-03", "2024-05-03T00:00:00+01:00"), ("2024/5/3", "2024-05-03T00:00:00+01:00"),
      ("20240503", "2024-05-03T00:00:00+01:00"),
      ("\"[[2024-05-03]]\"", "2024-05-03T00:00:00+01:00"),
      ("2024-05-03T07:30:00.123456Z", "2024-05-03T07:30:00Z"),
      ("2024-05-03 7:30 PM", "2024-05-03T19:30:00+01:00"),
      ("1714723200000", "2024-05-03T09:00:00+01:00"),
      ("2024-05-03, 07:30", "2024-05-03T07:30:00+01:00"),
    ] as [(String, String)] {
      try await Diary().expectImport(
        of: ["x.md": "---\ndate: \(text)\n---\ntext"], .markdown, "= \(date) x\ntext")
    }
    // A creation time in UTC is converted to local time.
    for created in ["2025-07-22 16:00:00Z", "2025-07-22T16:00:00.000Z"] {
      try await Diary().expectImport(
        of: ["x.md": "---\ncreated: \(created)\n---\ntext"], .markdown,
        "= 2025-07-22T17:00:00+01:00 x\ntext")
    }
    let diary = try Diary()
    let path = try diary.folder(
      "m", ["a.md": "# Title\n\nText", "b.md": "---\ndate: someday\n---\n", "c.md": "---\nx: y\n"])
    var times = [
      timespec(tv_sec: 1_714_719_600, tv_nsec: 0), timespec(tv_sec: 1_714_719_600, tv_nsec: 0),
    ]
    expectEqual(utimensat(AT_FDCWD, path + "/a.md", &times, 0), 0)
    let (_, outcome, lines) = try await diary.imported(path)
    expectEqual(outcome.added.first?.date.description, "2024-05-03T08:00:00+01:00")
    expectEqual(outcome.added.map(\.title), ["Title", "b", "c"])
    let undated = ["a", "b", "c"].map { "\($0).md: it has no date; used the file's date" }
    let ignored = "b.md: “someday” isn't a date and was ignored"
    expectEqual(lines, [undated[0], ignored, undated[1], undated[2]])
  }

  @Test func `only a heading of the first level becomes the title`() async throws {
    let day = "= 2024-08-20T00:00:00+01:00"
    for (text, expected) in [
      ("## Tasks\n\n- [ ] call", "\(day)\n## Tasks\n\n- [ ] call"),
      ("# Tasks\n\n## Notes", "\(day) Tasks\n## Notes"),
      ("---\ntitle: Tasks\n---\n## Tasks\nx", "\(day) Tasks\nx"),
    ] { try await Diary().expectImport(of: ["2024-08-20.md": text], .markdown, expected) }
  }

  @Test func `imports images that the text refers to, in place`() async throws {
    let file = "2024/2024-05-03 A.md"
    let outside = """
      is outside the imported folder and wasn't read; kept the link. Copy it into the folder to \
      import it
      """
    let diary = try Diary()
    let entries = try await diary.expectImport(
      of: [
        "2024/2024-05-03 A.md": """
        ![Bridge|300](../img/b%20c.jpg "title") ![](<../img/d (1).PNG> "Words")
        ![[e.jpg|200]] ![[e.jpg|The e]] ![[note]] `![](x.jpg)` [not](../img/f.jpg)
        ![same](../img/b c.jpg) ![](/static.jpg)

        ```
        ![](x.jpg)
        ```
        ![gone](gone.jpg) ![](../../out.jpg) ![](/etc/passwd.png) ![](https://e.org/x.jpg)
        ![pdf](../img/doc.pdf)
        """, "2024/e.jpg": "photo near", "img/e.jpg": "photo far", "img/b c.jpg": "photo bc",
        "img/d (1).PNG": "photo d", "img/f.jpg": "photo f", "img/doc.pdf": "pdf",
        "static/static.jpg": "photo static", ".obsidian/app.json": "{}", "_drafts/d.md": "draft",
        ".git/x.md": "hidden", "node_modules/p/README.md": "no",
      ], .markdown,
      """
      = 2024-05-03T00:00:00+01:00 A
      photos b c.jpg “Bridge”, d (1).PNG “Words”, e.jpg, static.jpg | files doc.pdf
      ![Bridge](photo:1) ![Words](photo:2)
      ![](photo:3) ![The e](photo:3) ![[note]] `![](x.jpg)` [not](../img/f.jpg)
      ![same](photo:1) ![](photo:4)

      ```
      ![](x.jpg)
      ```
      ![gone](gone.jpg) ![](../../out.jpg) ![](/etc/passwd.png) ![](https://e.org/x.jpg)
      ![pdf](../img/doc.pdf)
      ! \(file): its photo gone.jpg is missing
      ! \(file): its photo ../../out.jpg \(outside)
      ! \(file): its photo /etc/passwd.png \(outside)
      ! \(file): its photo https://e.org/x.jpg isn't on this computer; kept the link
      ! img/e.jpg: left out, no entry uses it
      ! img/f.jpg: left out, no entry uses it
      """)
    let near = try require(entries.first?.photos.at(2))
    try expectEqual(TextInspector.text(diary.service.file(of: near)), "photo near")
  }

  @Test func `imports the same entries from a folder, a zip and a single file`() async throws {
    let files = [
      "vault/2024-05-03.md": "---\ntags: a, b\n---\n![](x.jpg)", "vault/x.jpg": "photo 1",
      "vault/2024-05-04.md": "Four",
    ]
    let diary = try Diary()
    let folder = try diary.folder("a", files)
    let archive = try diary.folder.write(ZipWriter(files).bytes, to: "in/v.zip")
    let first = try await diary.imported(folder)
    expectEqual(first.outcome.added.count, 2)
    expectEqual(first.outcome.photos, 1)
    expectEqual(first.outcome.added.first?.tags, ["a", "b"])
    for path in [archive, folder + "/vault", folder + "/vault/2024-05-03.md"] {
      try await expectEqual(diary.open(path)?.format, .markdown, "\(path)")
      let again = try await diary.imported(path, updates: true)
      expect(again.outcome.added.isEmpty)
      expect(again.outcome.updated.isEmpty)
      expectEqual(again.lines, [])
    }
    try diary.folder.write("Four and more", to: "in/a/vault/2024-05-04.md")
    try await expectEqual(
      diary.imported(folder).lines,
      [
        "2024-05-04.md: the original changed after it was imported; use --update to import the change"
      ])
    let updated = try await diary.imported(folder, updates: true)
    expectEqual(updated.outcome.updated.map(\.content), ["Four and more"])
  }

  @Test func `reads unusual encodings, or names them`() async throws {
    let diary = try Diary()
    let files = [
      "2024-05-01.md": "\u{FEFF}---\r\ntitle: Windows\r\n---\r\n\r\nOne\r\nTwo\r\n",
      "2024-05-02.md": "\u{1B}[2J\u{7}Bell\u{0}",
      "2024-05-03.md": "---\nx: &a [1]\ny: *a\n---\nText", "2024-05-04.md": "",
      "2024-05-05.md": "---\na: b\na: c\n---\nText", "2024-05-06.md": "---\nhello\n---\nText",
      "2024-05-10.md": "---\n---\n", "2024-05-11.md": "---\n \n---\nBelow",
    ]
    let path = try diary.folder("m", files)
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in "안개 fog\n".utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try diary.folder.write(wide, to: "in/m/2024-05-07.md")
    try diary.folder.write(wide + [0], to: "in/m/2024-05-08.md")
    try diary.folder.write([0x61, 0xE9, 0x62], to: "in/m/2024-05-09.md")
    try diary.folder.write([0, 0x61, 0, 0x62], to: "in/m/2024-05-12.md")
    let (_, outcome, lines) = try await diary.imported(path)
    let contents = [
      "One\nTwo", "\u{1B}[2J\u{7}Bell\u{0}", "---\nx: &a [1]\ny: *a\n---\nText", "Text",
      "---\nhello\n---\nText", "안개 fog", "Below",
    ]
    expectEqual(outcome.added.map(\.content), contents)
    let notes = [
      "2024-05-03.md: kept its front matter as text, line 3 refers to another "
        + "value with *, which isn't supported: write the value there",
      "2024-05-04.md: refused, the entry is empty",
      "2024-05-05.md: “a” occurs twice; used the last one",
      "2024-05-08.md: refused, not valid UTF-16 text",
      "2024-05-09.md: refused, not UTF-8 text at byte 1",
      "2024-05-10.md: refused, the entry is empty",
      "2024-05-12.md: refused, it's full of zero bytes; if it's text, save it as UTF-8",
    ]
    expectEqual(lines, notes)
  }

  @Test func `follows no links, and stops in folders that are too deep`() async throws {
    let diary = try Diary()
    let path = try diary.folder("m", ["a/2024-05-03.md": "![](../l.jpg) ![](s/x.jpg)"])
    try diary.folder.write("photo secret", to: "secret/x.jpg")
    expectEqual(symlink("..", path + "/a/loop"), 0)
    expectEqual(symlink(diary.folder.path + "/secret/x.jpg", path + "/l.jpg"), 0)
    expectEqual(symlink(diary.folder.path + "/secret", path + "/a/s"), 0)
    var deep = path
    for _ in 0..<80 {
      deep += "/d"
      expectEqual(mkdir(deep, 0o700), 0)
    }
    let (_, outcome, lines) = try await diary.imported(path)
    expectEqual(outcome.added.count, 1)
    expectEqual(outcome.photos, 0)
    expectEqual(
      Array(lines.prefix(3)), ["a/loop", "a/s", "l.jpg"].map { "\($0): left out, it's a link" })
    let linked = ["../l.jpg", "s/x.jpg"].map { name in
      "its photo \(name) is a link and wasn't read; replace it with the file to import it"
    }
    expectEqual(Array(lines.dropFirst(3)), linked.map { "a/2024-05-03.md: \($0)" })
    let alone = try await Diary().imported(path + "/a/2024-05-03.md")
    expectEqual(alone.lines.last, "2024-05-03.md: \(linked[1])")
  }
}
