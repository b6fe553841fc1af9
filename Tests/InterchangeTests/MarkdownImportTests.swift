import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Markdown import")
struct MarkdownImportTests {
  private func bring(
    _ files: [String: String]
  ) async throws -> (entries: [String: Entry], lines: [String], diary: Diary) {
    let diary = try Diary()
    let path = try diary.folder("m", files)
    let input = try #require(try await diary.open(path, as: .markdown))
    let importer = DiaryImporter(into: diary.service, localOffset: { _ in 3600 })
    let plan = try #require(try await importer.plan(of: input))
    let outcome = try await importer.write(plan)
    let added = try await diary.service.entries(ids: outcome.saved.map(\.entry))
    let entries = Dictionary(added.map { ($0.title, $0) }, uniquingKeysWith: { $1 })
    return (entries, (plan.notes + outcome.notes).map(\.line), diary)
  }

  @Test func `JSON in front of a text that is nested too deeply stays there, and is told`()
    async throws
  {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let (entries, lines, _) = try await bring([
      "2024-05-03.md": #"{"title":"t","x":\#(deep)}"# + "\n\nText"
    ])
    #expect(entries.count == 1)
    #expect(lines.count == 1 && lines.first?.contains("nested too deeply") ?? false)
  }

  @Test func `front matter in YAML says what an entry has, and the rest is carried`() async throws {
    let (entries, lines, _) = try await bring([
      "Notes/Reise.md": """
      ---
      title: "Nach Süden: früh"
      date: 2024-05-03 07:30:15 +0900
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
    ])
    #expect(lines == [])
    let entry = try #require(entries["Nach Süden: früh"])
    #expect(entry.date.description == "2024-05-03T07:30:15+09:00")
    #expect(entry.modified.description == "2024-05-04T01:02:03.000Z")
    #expect(entry.content == "Text with [[links]] and #tag." && entry.journal == "Travel")
    #expect(entry.tags == ["Reise", "가족", "2024"])
    #expect(
      entry.details
        == EntryDetails(isStarred: true, mood: "😊", place: "부산", weather: "sunny", isPinned: true))
    #expect(
      entry.unknownMembers.first { $0.name == "markdown" }?.value
        == .object([
          JSONMember("aliases", .array([.string("South")])), JSONMember("rating", .number("4.50")),
        ]))
  }

  @Test(arguments: [
    ("2024-05-03.md", "2024-05-03T00:00:00+01:00", ""),
    ("2024-05-03 Fog early.md", "2024-05-03T00:00:00+01:00", "Fog early"),
    ("_posts/2024-05-03-fog-and_rain.md", "2024-05-03T00:00:00+01:00", "fog and rain"),
    ("20240503.md", "2024-05-03T00:00:00+01:00", ""),
    ("202405030730 Fog.md", "2024-05-03T07:30:00+01:00", "Fog"),
    ("Diary 2024_05_03.markdown", "2024-05-03T00:00:00+01:00", "Diary"),
    ("2024/05/03.md", "2024-05-03T00:00:00+01:00", ""),
    ("a/2024/05 May/03 - Fog.md", "2024-05-03T00:00:00+01:00", "Fog"),
    ("2024/2024-05/03/Fog.md", "2024-05-03T00:00:00+01:00", "Fog"),
    ("2024/05-03 Fog.md", "2024-05-03T00:00:00+01:00", "Fog"),
  ]) func `a path tells the date and the title`(path: String, date: String, title: String)
    async throws
  {
    let (entries, lines, _) = try await bring([path: "text"])
    #expect(lines == [])
    #expect(entries[title]?.date.description == date, "\(entries.keys)")
  }

  @Test(arguments: [
    ("2024-05-03", "2024-05-03T00:00:00+01:00"), ("2024/5/3", "2024-05-03T00:00:00+01:00"),
    ("20240503", "2024-05-03T00:00:00+01:00"), ("\"[[2024-05-03]]\"", "2024-05-03T00:00:00+01:00"),
    ("2024-05-03T07:30:00.123456Z", "2024-05-03T07:30:00Z"),
    ("2024-05-03 7:30 PM", "2024-05-03T19:30:00+01:00"),
    ("1714723200000", "2024-05-03T09:00:00+01:00"),
    ("2024-05-03, 07:30", "2024-05-03T07:30:00+01:00"),
  ]) func `dates are read as people write them`(text: String, date: String) async throws {
    let (entries, lines, _) = try await bring(["x.md": "---\ndate: \(text)\n---\ntext"])
    #expect(lines == [] && entries["x"]?.date.description == date)
  }

  @Test func `without a date an entry has that of its file`() async throws {
    let diary = try Diary()
    let path = try diary.folder(
      "m", ["a.md": "# Title\n\nText", "b.md": "---\ndate: someday\n---\n", "c.md": "---\nx: y\n"])
    var times = [
      timespec(tv_sec: 1_714_719_600, tv_nsec: 0), timespec(tv_sec: 1_714_719_600, tv_nsec: 0),
    ]
    #expect(utimensat(AT_FDCWD, path + "/a.md", &times, 0) == 0)
    let (_, outcome, lines) = try await diary.bring(path)
    #expect(outcome.added.first?.date.description == "2024-05-03T08:00:00+01:00")
    #expect(outcome.added.map(\.title) == ["Title", "b", "c"])
    #expect(
      lines == [
        "a.md: no date is told; it has the date of its file",
        "b.md: “someday” is not a date; it was dated without it",
        "b.md: no date is told; it has the date of its file",
        "c.md: no date is told; it has the date of its file",
      ])
  }

  @Test func `TOML and JSON stand in front of a text as well`() async throws {
    let (entries, lines, _) = try await bring([
      "content/posts/a.md": """
      +++
      title = "Toml"
      date = 2024-05-03T07:30:00+09:00
      tags = ["a", "b c"]
      [params]
      mood = "x"
      +++
      Text
      """,
      "b.md": "{\n \"title\": \"Json {x}\",\n \"date\": \"2024-05-03\"\n}\n\nText",
      "2024-05-04.md": "+++\na = [\n+++\nText",
    ])
    #expect(
      lines == [
        "2024-05-04.md: what stands in front of its text stays there, not valid TOML in line 2"
      ])
    #expect(entries["Toml"]?.date.description == "2024-05-03T07:30:00+09:00")
    #expect(entries["Toml"]?.tags == ["a", "b c"] && entries["Toml"]?.content == "Text")
    #expect(
      entries["Toml"]?.unknownMembers.first?.value["toml"]?.string?.contains("mood = \"x\"") == true
    )
    #expect(entries["Json {x}"]?.content == "Text")
    #expect(entries[""]?.content == "+++\na = [\n+++\nText")
  }

  @Test func `images come from where the text names them, at their place`() async throws {
    let (entries, lines, diary) = try await bring([
      "2024/2024-05-03 A.md": """
      ![Bridge|300](../img/b%20c.jpg "title") ![](<../img/d (1).PNG> "Words")
      ![[e.jpg|200]] ![[e.jpg|The e]] ![[note]] `![](x.jpg)` [not](../img/f.jpg)
      ![same](../img/b c.jpg) ![](/static.jpg)

      ```
      ![](x.jpg)
      ```
      ![gone](gone.jpg) ![](../../out.jpg) ![](/etc/passwd.png) ![](https://e.org/x.jpg)
      ![pdf](../img/doc.pdf)
      """,
      "2024/e.jpg": "photo near", "img/e.jpg": "photo far", "img/b c.jpg": "photo bc",
      "img/d (1).PNG": "photo d", "img/f.jpg": "photo f", "img/doc.pdf": "pdf",
      "static/static.jpg": "photo static", ".obsidian/app.json": "{}", "_drafts/d.md": "draft",
      ".git/x.md": "hidden", "node_modules/p/README.md": "no",
    ])
    let entry = try #require(entries["A"])
    try #require(entry.photos.count == 4)
    #expect(entries.count == 1 && entry.attachments.map(\.name) == ["doc.pdf"])
    #expect(entry.photos.map(\.name) == ["b c.jpg", "d (1).PNG", "e.jpg", "static.jpg"])
    #expect(entry.photos.map(\.caption) == ["Bridge", "Words", "", ""])
    #expect(try TextInspector.text(diary.service.file(of: entry.photos[2])) == "photo near")
    let assets = entry.photos.map(\.asset)
    #expect(
      entry.content == """
        ![Bridge](photo:\(assets[0])) ![Words](photo:\(assets[1]))
        ![](photo:\(assets[2])) ![The e](photo:\(assets[2])) ![[note]] `![](x.jpg)` [not](../img/f.jpg)
        ![same](photo:\(assets[0])) ![](photo:\(assets[3]))

        ```
        ![](x.jpg)
        ```
        ![gone](gone.jpg) ![](../../out.jpg) ![](/etc/passwd.png) ![](https://e.org/x.jpg)
        ![pdf](../img/doc.pdf)
        """)
    let file = "2024/2024-05-03 A.md: "
    let outside =
      "lies outside of what is imported and isn't read; the link stays. "
      + "Copy it into the folder to bring it"
    #expect(
      lines == [
        file + "its photo gone.jpg isn't there", file + "its photo ../../out.jpg " + outside,
        file + "its photo /etc/passwd.png " + outside,
        file + "its photo https://e.org/x.jpg is not on this computer; the link stays",
        "*.jpg: 2 files left out, they are no entries and no entry shows them",
      ])
  }

  @Test func `a folder, a zip and a single file are the same entries`() async throws {
    let files = [
      "vault/2024-05-03.md": "---\ntags: a, b\n---\n![](x.jpg)", "vault/x.jpg": "photo 1",
      "vault/2024-05-04.md": "Four",
    ]
    let diary = try Diary()
    let folder = try diary.folder("a", files)
    var zip = ZipWriter()
    for (name, text) in files.sorted(by: { $0.key < $1.key }) { zip.add(name, text) }
    let archive = try diary.folder.write(zip.bytes, to: "in/v.zip")
    let first = try await diary.bring(folder)
    #expect(first.outcome.added.count == 2 && first.outcome.photos == 1)
    #expect(first.outcome.added.first?.tags == ["a", "b"])
    for path in [archive, folder + "/vault", folder + "/vault/2024-05-03.md"] {
      #expect(try await diary.open(path)?.format == .markdown, "\(path)")
      let again = try await diary.bring(path, updates: true)
      #expect(again.outcome.added.isEmpty && again.outcome.updated.isEmpty && again.lines == [])
    }
    try diary.folder.write("Four and more", to: "in/a/vault/2024-05-04.md")
    #expect(
      try await diary.bring(folder).lines
        == ["2024-05-04.md: changed there since it was imported; --update brings that"])
    let updated = try await diary.bring(folder, updates: true)
    #expect(updated.outcome.updated.map(\.content) == ["Four and more"])
  }

  @Test func `odd encodings are read or named`() async throws {
    let diary = try Diary()
    let path = try diary.folder(
      "m",
      [
        "2024-05-01.md": "\u{FEFF}---\r\ntitle: Windows\r\n---\r\n\r\nOne\r\nTwo\r\n",
        "2024-05-02.md": "\u{1B}[2J\u{7}Bell\u{0}",
        "2024-05-03.md": "---\nx: &a [1]\ny: *a\n---\nText", "2024-05-04.md": "",
        "2024-05-05.md": "---\na: b\na: c\n---\nText", "2024-05-06.md": "---\nhello\n---\nText",
      ])
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in "안개 fog\n".utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try diary.folder.write(wide, to: "in/m/2024-05-07.md")
    try diary.folder.write(wide + [0], to: "in/m/2024-05-08.md")
    try diary.folder.write([0x61, 0xE9, 0x62], to: "in/m/2024-05-09.md")
    let (_, outcome, lines) = try await diary.bring(path)
    #expect(
      outcome.added.map(\.content) == [
        "One\nTwo", "\u{1B}[2J\u{7}Bell\u{0}", "---\nx: &a [1]\ny: *a\n---\nText", "Text",
        "---\nhello\n---\nText", "안개 fog",
      ])
    #expect(
      lines == [
        "2024-05-03.md: what stands in front of its text stays there, in line 3 a * stands for "
          + "another value, which isn't followed: write the value there",
        "2024-05-04.md: refused, the entry is empty",
        "2024-05-05.md: “a” is there twice; the last one counts",
        "2024-05-08.md: refused, not the UTF-16 text that its first bytes promise",
        "2024-05-09.md: refused, not UTF-8 text at byte 1",
      ])
  }

  @Test func `links are passed over, and folders in folders end`() async throws {
    let diary = try Diary()
    let path = try diary.folder("m", ["a/2024-05-03.md": "![](../l.jpg) ![](s/x.jpg)"])
    try diary.folder.write("photo secret", to: "secret/x.jpg")
    #expect(symlink("..", path + "/a/loop") == 0)
    #expect(symlink(diary.folder.path + "/secret/x.jpg", path + "/l.jpg") == 0)
    #expect(symlink(diary.folder.path + "/secret", path + "/a/s") == 0)
    var deep = path
    for _ in 0..<80 {
      deep += "/d"
      #expect(mkdir(deep, 0o700) == 0)
    }
    let (_, outcome, lines) = try await diary.bring(path)
    #expect(outcome.added.count == 1 && outcome.photos == 0)
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix("isn't there") })
  }

  @Test func `entries of Journey come from their JSON`() async throws {
    let (entries, lines, _) = try await bring([
      "1714723200000-abc.json": """
      {"text":"# Walk\\n\\nBy the river","date_modified":1714726800000,
      "date_journal":1714723200000,"id":"1714723200000-abc","address":"Seoul","lat":37.5,"lon":127,
      "mood":4,"timezone":"Asia/Seoul","favourite":true,"weather":{"degree_c":20,"description":"Clear"},
      "photos":["1714723200000-abc-p.jpg"],"tags":["walk"]}
      """, "1714723200000-abc-p.jpg": "photo 1",
    ])
    #expect(lines == [])
    let entry = try #require(entries["Walk"])
    #expect(entry.date.description == "2024-05-03T17:00:00+09:00" && entry.tags == ["walk"])
    #expect(entry.details == EntryDetails(isStarred: true, place: "Seoul", weather: "Clear"))
    #expect(entry.content == "By the river" && entry.photos.count == 1)
    #expect(entry.modified.description == "2024-05-03T09:00:00.000Z")
  }

  @Test func `a folder is known for what it is`() async throws {
    let diary = try Diary()
    let cases: [([String: String], ImportFormat)] = [
      (["2024-05-03.md": "x", "a.jpg": "photo", "b.jpg": "photo"], .markdown),
      (["README.md": "x", "a.jpg": "photo"], .photos), (["note.md": "x"], .markdown),
      (["notes/a.md": "---\nx: y\n---\n", "a.jpg": "photo", "b.jpg": "photo"], .markdown),
      (["2024-05.txt": "3:\n  text: x\n"], .rednotebook), (["2024-05.txt": "Dear diary"], .photos),
      (["data/2024-05.txt": "{3: {text: x}}", "x.md": "x"], .rednotebook),
      (["diary.json": "[]", "README.md": "x"], .json),
    ]
    for (index, (files, format)) in cases.enumerated() {
      let path = try diary.folder("k\(index)", files)
      #expect(try await diary.open(path)?.format == format, "\(files)")
    }
  }

  @Test func `long texts of openings take no time`() async throws {
    for text in ["![", "![[", "![a](", "![a](<", "![](a \"", "`", "!\\", "![a](b ' \""] {
      let whole = String(repeating: text, count: 20_000)
      let time = ContinuousClock().measure {
        #expect(MarkdownImages.replaced(in: whole) { _ in nil } == whole)
      }
      #expect(time < .seconds(60), "\(text) \(time)")
    }
  }
}
