import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Import of other apps' notes") struct NoteAppsImportTests {
  private static func info(_ id: String, _ members: String = "") -> String {
    #"{"version":2,"type":"net.daringfireball.markdown","net.shinyfrog.bear":{"uniqueIdentifier":"\#(id)","#
      + #""creationDate":"2023-10-11T05:43:33Z","modificationDate":"2023-10-11T08:09:57Z"\#(members)}}"#
  }

  @Test func `imports a backup of Bear without its trash`() async throws {
    let zip = ZipWriter([
      "Bear/tags.json": "{}", "Bear/backup.json": "{}",
      "Bear/Fog.textbundle/info.json": Self.info("A", #","pinned":1,"archived":1"#),
      "Bear/Fog.textbundle/text.md":
        "# Fog\n\n#walk #trips/부산 #two words#, #1 `#x` a#b #\n```\n#code\n```\n"
        + "![](assets/a%20b.jpg)<!-- {\"width\":388} -->\n[p](assets/p.pdf)",
      "Bear/Fog.textbundle/assets/a b.jpg": "photo a", "Bear/Fog.textbundle/assets/p.pdf": "pdf",
      "Bear/Fog.textbundle/assets/z.jpg": "photo z",
      "Bear/2023-10-11T081102Z.textbundle/info.json": Self.info("B"),
      "Bear/2023-10-11T081102Z.textbundle/text.md": "# \nno title",
      "Bear/Gone.textbundle/info.json": Self.info("C", #","trashed":1"#),
      "Bear/Gone.textbundle/text.md": "# Gone",
      "Bear/Locked.textbundle/info.json": Self.info("D", #","encrypted":1"#),
      "Bear/Locked.textbundle/text.md": "", "Bear/Other/2024-05-03 Sea.md": "Waves.",
    ])
    let entries = try await Diary().expectImport(
      zip.bytes, named: "notes.bear2bk", .bear,
      """
      = 2023-10-11T06:43:33+01:00
      modified 2023-10-11T08:09:57.000Z
      no title
      = 2023-10-11T06:43:33+01:00 Fog
      tags walk, trips/부산, two words | pinned | photos a b.jpg, z.jpg | files p.pdf | \
      modified 2023-10-11T08:09:57.000Z
      #walk #trips/부산 #two words#, #1 `#x` a#b #
      ```
      #code
      ```
      ![](photo:1)
      [p](assets/p.pdf)
      = 2024-05-03T00:00:00+01:00 Sea
      Waves.
      ! Gone.textbundle/text.md: left out, it was in the trash there
      ! Locked.textbundle/text.md: refused, it's encrypted; export it decrypted
      """)
    expectEqual(entries.first { $0.title == "Fog" }?.carried(.bear)?["archived"], .bool(true))
  }

  @Test func `imports bundles of other programs and notes with photos`() async throws {
    let info = #"{"version":1,"type":"net.daringfireball.markdown"}"#
    let bundle = [
      "info.json": info, "text.markdown": "![](assets/a.jpg)", "assets/a.jpg": "photo a",
    ]
    let diary = try Diary()
    let path = try diary.folder("2024-05-03 Fog.textbundle", bundle)
    try await diary.expectImport(
      path, .bear, "= 2024-05-03T00:00:00+01:00 Fog\nphotos a.jpg\n![](photo:1)")
    let pack = ZipWriter(
      Dictionary(uniqueKeysWithValues: bundle.map { ("N.textbundle/\($0)", $1) }))
    let entry = try await Diary().imported(
      diary.folder.write(pack.bytes, to: "in/N.textpack"), as: nil)
    expectEqual(entry.outcome.added.map(\.title), ["N"])
    for text in ["![](b.jpg)", "<img src='b.jpg'>"] {
      let notes = try await Diary().imported(
        diary.folder(
          "notes\(text.count)", ["note.md": text, "a.jpg": "photo a", "b.jpg": "photo b"]))
      expectEqual(notes.plan.format, .markdown)
    }
    // A text without photos in a folder of photos isn't a diary.
    let photos = try diary.folder(
      "photos", ["list.md": "x", "a.jpg": "photo a", "b.jpg": "photo b"])
    expectEqual(try await diary.open(photos)?.format, .photos)
  }

  static let simplenote = #"""
    {"activeNotes":[{"id":"a","content":"# Fog [1]\r\n\r\nSee [it](simplenote://note/b), [x](simplenote://note/z).",
    "creationDate":"2023-11-28T19:00:41.335Z","lastModified":"2024-08-11T11:23:05.544Z","pinned":true,
    "tags":["walk"]},{"id":"b","content":"Sea","creationDate":"2023-11-28T19:02:44.173Z"},
    {"id":"c","content":"","creationDate":"2023-11-28T19:02:44.173Z"},{"id":"d","content":"x"}],
    "trashedNotes":[{"id":"e","content":"gone","creationDate":"2023-11-28T19:02:44.173Z"}]}
    """#

  @Test func `imports notes of Simplenote and links between them`() async throws {
    let zip = ZipWriter([
      "source/notes.json": Self.simplenote, "Fog.txt": "Fog", "trash/gone.txt": "gone",
    ])
    let entries = try await Diary().expectImport(
      zip.bytes, named: "notes.zip", .simplenote,
      """
      = 2023-11-28T20:00:41+01:00 Fog [1]
      tags walk | pinned | modified 2024-08-11T11:23:05.544Z
      See [[Sea|\(ID<Entry>(of: .simplenote, [.string("b")]).description.prefix(8))]], x.
      = 2023-11-28T20:02:44+01:00 Sea
      ! source/notes.json, entry 3 of 2023-11-28: refused, the entry is empty
      ! source/notes.json, entry 4: refused, it has no date
      ! source/notes.json, entry 5: left out, it was in the trash there
      """)
    expectEqual(entries.count, 2)
    // Texts without JSON need the format's name.
    let diary = try Diary()
    let texts = try diary.folder(
      "texts", ["Fog.txt": "Fog\r\n\r\nwet\r\n\n\nTags:\n  walk, sea", "trash/x.txt": "x"])
    let read = try await diary.imported(texts, as: .simplenote)
    expectEqual(
      read.outcome.added.map { [$0.title, $0.content] + $0.tags }, [["Fog", "wet", "walk", "sea"]])
    expectEqual(
      read.lines,
      [
        "Fog.txt: it has no date; used the file's date",
        "trash/x.txt: left out, it was in the trash there",
      ])
  }

  private static let (home, walk) = (
    "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
  )

  @Test func `imports pages of Notion and properties of its databases`() async throws {
    let top = "2024-02-01 Home \(Self.home)"
    let days = "\(top)/Days 11111111111111111111111111111111"
    let page = "\(days)/Walk \(Self.walk)"
    let id = ID<Entry>(of: .notion, [.string(Self.walk)])
    let entries = try await Diary().expectImport(
      of: [
        "\(top).md":
          "# Home\n\nNote: no property\n\n[Walk](Days%201/Walk%20(x)%20\(Self.walk).md) [x](y.md)",
        "\(days).csv": "\u{FEFF}Name,Created,Tags,Category,When: exactly\n",
        "\(days)_all.csv": "Name\n",
        "\(page).md": """
        # Walk

        Created: January 6, 2024 9:25 PM
        Tags: sea side, 부산
        Category: trip
        When: exactly: noon
        Mood: 4/5

        <aside>
        💡 Tip

        </aside>

        ![a](Walk%20\(Self.walk)/a%20b.jpg)
        """, "\(page)/a b.jpg": "photo a", "\(page)/p.pdf": "pdf", "2024-05-03 plain.md": "c",
        "January 7, 2024 \(Self.walk.replacing("f", with: "e")).md": "# January 7, 2024\n\nb",
      ], .notion,
      """
      = 2024-02-01T00:00:00+01:00 Home
      Note: no property

      [[Walk|\(id.description.prefix(8))]] [x](y.md)
      = 2024-01-06T21:25:00+01:00 Walk
      tags sea side, 부산, trip | mood 4/5 | photos a b.jpg “a” | files p.pdf
      > 💡 Tip
      >

      ![a](photo:1)
      = 2024-05-03T00:00:00+01:00 plain
      c
      = 2024-01-07T00:00:00+01:00 January 7, 2024
      b
      ! diary: 1 link points to an entry that isn't in the diary
      """)
    expectEqual(entries[1].id, id)
    expectEqual(entries[1].carried(.notion)?["When: exactly"]?.string, "noon")
  }

  static let notionPage = #"""
    <html><head><title>x</title></head><body><article class="page sans"><header><img class="icon" src="https://n.so/i.svg"/>
    <h1 class="page-title">Walk</h1><table class="properties"><tbody>
    <tr class="property-row property-row-multi_select"><th><span class="icon property-icon"></span>Tags</th>
    <td><span class="selected-value">sea side</span><span class="selected-value">부산</span></td></tr>
    <tr class="property-row"><th>Starred</th><td><div class="checkbox checkbox-on"></div></td></tr>
    <tr class="property-row"><th>When</th><td><time>@January 6, 2024 9:25 PM</time></td></tr></tbody></table></header>
    <div class="page-body"><p id="1" class="">Fog &amp; <strong>rain</strong></p>
    <ul id="2" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="x">milk</span></li></ul><ul id="3" class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>tea</span></li></ul>
    <figure class="image"><a href="Walk%20ID/a%20b.jpg"><img src="Walk%20ID/a%20b.jpg"/></a></figure>
    <table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table></div></article></body></html>
    """#

  @Test func `imports pages of Notion in HTML`() async throws {
    let name = "Walk \(Self.walk)"
    try await Diary().expectImport(
      of: [
        "\(name).html": Self.notionPage.replacing("ID/", with: "\(Self.walk)/"), "index.html": "",
        "\(name)/a b.jpg": "photo a",
      ], .notion,
      """
      = 2024-01-06T21:25:00+01:00 Walk
      tags sea side, 부산 | starred | photos a b.jpg
      Fog & **rain**

      - [x] milk
      - [ ] tea

      ![](photo:1)

      | a |
      | --- |
      | b |
      """)
  }

  @Test(
    arguments: [
      ("January 6, 2024 9:25 PM", "2024-01-06T21:25:00+01:00"),
      ("2024/01/06 21:25", "2024-01-06T21:25:00+01:00"),
      ("@Jan 6, 2024 → January 8, 2024", "2024-01-06T00:00:00+01:00"),
      ("6 January 2024", "2024-01-06T00:00:00+01:00"),
      ("2024년 1월 6일 오후 9:25", "2024-01-06T21:25:00+01:00"),
      ("Saturday, January 6, 2024", "2024-01-06T00:00:00+01:00"),
      ("January 6, 2024 9:25 AM (GMT+9)", "2024-01-06T09:25:00+09:00"),
      ("January 6, 2024 0:25 (UTC)", "2024-01-06T00:25:00+00:00"),
      ("Trip of January 6, 2024", nil), ("January 6", nil), ("", nil), ("9:25", nil),
    ] as [(String, String?)])
  func `reads dates in Notion's format`(text: String, date: String?) {
    expectEqual(NotionDate.read(text)?.date { _ in 3600 }.description, date)
  }

  static func classic(_ members: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>\(members)</dict></plist>
    """
  }

  @Test func `imports the journal of Day One Classic`() async throws {
    let id = "044F3747A38546168B572C2E3F217FA2"
    let date = "<key>Creation Date</key><date>2013-05-17T18:39:20Z</date>"
    let entries = try await Diary().expectImport(
      of: [
        "Journal.dayone/entries/\(id).doentry": Self.classic(
          """
          \(date)<key>Entry Text</key><string># Fog &amp; rain\n\nIt\\. was</string><key>Starred</key><true/>
          <key>Tags</key><array><string>walk</string><string>바다</string></array>
          <key>Time Zone</key><string>Asia/Seoul</string><key>UUID</key><string>\(id)</string>
          <key>Location</key><dict><key>Place Name</key><string>Pier</string><key>Country</key>
          <string>Korea</string><key>Latitude</key><real>35.1</real></dict><key>Weather</key><dict>
          <key>Celsius</key><string>12</string><key>Description</key><string>Cloudy</string></dict>
          """),
        "Journal.dayone/photos/\(id).jpg": "photo", "Journal.dayone/photos/other.jpg": "photo b",
        "Journal.dayone/entries/a.doentry": "\u{1}\u{2}secret",
        "Journal.dayone/entries/b.doentry": Self.classic(
          "\(date)<key>Encrypted Text</key><data>AAAA</data>"),
        "Journal.dayone/entries/c.doentry": Self.classic("<key>Entry Text</key><string>x</string>"),
        "Journal.dayone/entries/d.doentry": "", "x.txt": "x",
      ], .dayoneclassic,
      """
      = 2013-05-18T03:39:20+09:00 Fog & rain
      journal Journal | tags walk, 바다 | starred | place Pier, Korea | weather Cloudy, 12°C | photos \(id).jpg
      It. was
      ! Journal.dayone/entries/a.doentry: refused, it's encrypted; export it decrypted
      ! Journal.dayone/entries/b.doentry: refused, it's encrypted; export it decrypted
      ! Journal.dayone/entries/c.doentry: refused, it has no date
      ! Journal.dayone/entries/d.doentry: refused, the entry is empty
      ! Journal.dayone/photos/other.jpg: left out, no entry uses it
      ! x.txt: left out, no entry uses it
      """)
    expectEqual(entries.first?.id, ID<Entry>(id))
    expect(entries.first?.carried(.dayoneclassic)?["Location"] != nil)
    expectNil(entries.first?.withoutPositions.carried(.dayoneclassic)?["Location"])
  }
}
