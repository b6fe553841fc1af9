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
      ! Gone.textbundle/text.md: left out, it was deleted there
      ! Locked.textbundle/text.md: refused, it's encrypted; export it decrypted
      """)
    expectEqual(entries.first { $0.title == "Fog" }?.carried(.bear)?["archived"], .bool(true))
  }

  @Test func `imports bundles of other programs and notes that show photos`() async throws {
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
    // Of a folder of photos, a text that shows none is no diary.
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
      ! source/notes.json, entry 5: left out, it was deleted there
      """)
    expectEqual(entries.count, 2)
    // The texts alone are known where their format is named.
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
        "trash/x.txt: left out, it was deleted there",
      ])
  }
}
