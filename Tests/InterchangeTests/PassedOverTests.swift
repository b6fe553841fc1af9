import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("What an import passes over")
struct PassedOverTests {
  private func failure(_ diary: Diary, _ path: String) async throws -> InputError? {
    do throws(DiaryError) {
      _ = try await diary.open(path)
      return nil
    } catch {
      guard case .input(path, let failure) = error else { throw error }
      return failure
    }
  }

  @Test func `a diary that can't be read is called what it is, rather than photos`() async throws {
    let diary = try Diary()
    var blog = ZipWriter()
    blog.add("blog.xml", "<rss xmlns:wp=\"http://wordpress.org/export/1.2/\">")
    blog.add("uploads/2024/1/x.jpg", "photo")
    let cases: [(String, InputError)] = [
      (
        try diary.folder.write(blog.bytes, to: "in/backup.zip"),
        .foreignDiary("WordPress", photos: 1)
      ),
      (
        try diary.folder("w", ["blog.xml": "<rss xmlns:wp=\"http://wordpress.org/export/1.2/\">"])
          + "/blog.xml", .foreignDiary("WordPress", photos: 0)
      ),
      (
        try diary.folder(
          "a", ["index.html": "", "Entries/x.html": "<p>", "Resources/p.jpg": "photo"]),
        .foreignDiary("Apple Journal", photos: 1)
      ),
    ]
    for (path, expected) in cases { try await expectEqual(failure(diary, path), expected) }
    // Whoever wants the photos alone says so.
    try await expectEqual(diary.open(cases.at(0).0, as: .photos)?.format, .photos)
    expectEqual(
      DiaryError.input(name: "d.zip", .foreignDiary("WordPress", photos: 4)).line,
      "d.zip looks like a diary from WordPress, which can't be read yet. Nothing was added. "
        + "To import only its 4 photos, use --format photos.")
  }

  @Test func `of Diarium's pages it says what to export instead`() async throws {
    let diary = try Diary()
    for name in ["Diarium_2024-05-03.html", "Diarium.docx", "diarium.rtf"] {
      let file = try diary.folder.write("<p>x", to: "in/\(name)")
      try await expectEqual(failure(diary, file), .pagesOfDiarium, "\(name)")
    }
    var document = ZipWriter()
    document.add("word/document.xml", "<w:document>")
    let packed = try diary.folder.write(document.bytes, to: "in/Diarium_2024.docx")
    try await expectEqual(failure(diary, packed), .pagesOfDiarium)
    let folder = try diary.folder(
      "export", ["Diarium_2024-05-03.html": "<p>x", "a.jpg": "photo", "b.jpg": "photo b"])
    try await expectEqual(failure(diary, folder), .pagesOfDiarium)
    let page = try diary.folder.write("<p>x", to: "in/page.html")
    try await expectNotEqual(failure(diary, page), .pagesOfDiarium)
    await expectThrows(DiaryError.input(name: page, .pagesOfDiarium)) {
      _ = try await diary.open(page, as: .diarium)
    }
    expectEqual(
      DiaryError.input(name: "d.docx", .pagesOfDiarium).line,
      "d.docx is Diarium's export as HTML, Word or RTF, which isn't read. Nothing was added. "
        + "Export as JSON or text from Diarium instead.")
  }

  @Test func `a folder of which little could be read is refused, and what is in it is named`()
    async throws
  {
    let diary = try Diary()
    let org = try diary.folder("org", ["a.org": "* x", "b.org": "* y", "film.mp4": "f"])
    try await expectEqual(
      failure(diary, org), .unreadFiles(["a.org", "b.org", "film.mp4"], more: 0, photos: 0))
    let pages = try diary.folder(
      "pages",
      Dictionary(
        uniqueKeysWithValues: (1...9).map { ("\($0).html", "<p>x") } + [("p.jpg", "photo")]))
    try await expectEqual(
      failure(diary, pages), .unreadFiles((1...5).map { "\($0).html" }, more: 4, photos: 1))
    let zips = try diary.folder("zips", [:])
    for name in ["takeout-001.zip", "takeout-002.zip"] {
      try diary.folder.write(ZipWriter().bytes, to: "in/zips/\(name)")
    }
    try await expectEqual(
      failure(diary, zips), .severalArchives(["takeout-001.zip", "takeout-002.zip"]))
    // A few words beside photos make no diary.
    let photos = try diary.folder(
      "photos", ["README.txt": "x", "p.jpg": "photo", "q.jpg": "photo"])
    try await expectEqual(diary.open(photos)?.format, .photos)
    try await expectEqual(diary.open(pages, as: .photos)?.format, .photos)
  }

  @Test func `of files beside photos the first are named and the others counted`() {
    let files = PassedOverFiles(
      texts: (1...7).map { "\($0)\u{1B}.txt" }, films: ["a.mp4"], others: ["*.xmp": 2, "*.aae": 1])
    expectEqual(
      files.lines,
      (1...5).map {
        "\($0)␛.txt: left out because it's text and only photos are imported here"
      } + [
        "2 more like this.",
        "a.mp4: left out because it's a film; add it with `photodiary add --attach`",
        "*.aae: 1 file left out because it isn't a photo",
        "*.xmp: 2 files left out because they aren't photos",
      ])
  }

  @Test func `no format passes over a file in silence`() async throws {
    let rest = ["more.org": "* x", "deep/film.mp4": "f", "deep/other.mp4": "f"]
    let diaries: [(ImportFormat, [String: String])] = [
      (
        .dayone,
        [
          "Journal.json":
            #"{"metadata":{},"entries":[{"creationDate":"2024-05-03T01:00:00Z","text":"x"}]}"#
        ]
      ),
      (.rednotebook, ["2024-05.txt": "3: {text: x}\n"]),
      (.jrnl, ["journal.txt": "[2024-05-03 09:00] Title.\nText\n"]),
      (
        .json,
        [
          "diary.json": #"[{"date":"2024-05-03","title":"x","photos":["photos/p.jpg"]}]"#,
          "photos/p.jpg": "photo",
        ]
      ),
      (.markdown, ["2024-05-03.md": "x"]),
    ]
    for (format, files) in diaries {
      let diary = try Diary()
      let path = try diary.folder("d", files.merging(rest) { $1 })
      let (plan, imported, lines) = try await diary.bring(path)
      expectEqual(plan.format, format)
      expectEqual(imported.added.count, 1)
      expectEqual(
        lines,
        [
          "deep/film.mp4: left out, no entry uses it", "deep/other.mp4: left out, no entry uses it",
          "more.org: left out, no entry uses it",
        ], "\(format)")
    }
  }
}
