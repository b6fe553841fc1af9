import DiaryCore
import Glibc
import TestSupport
import Testing

@testable import Interchange

@Suite("Files that an import leaves out") struct SkippedFilesTests {
  private func expectFailure(
    _ diary: Diary, _ path: String, _ expected: InputError, line: Int = #line
  ) async {
    await expectThrows(DiaryError.input(name: path, expected), line: line) {
      try await diary.open(path)
    }
  }

  @Test func `names an app whose format isn't supported`() async throws {
    let diary = try Diary()
    let pages = ["index.html": "", "Entries/x.html": "<p>", "Resources/p.jpg": "photo"]
    let packed = try diary.folder.write(ZipWriter(pages).bytes, to: "in/backup.zip")
    for path in [packed, try diary.folder("a", pages)] {
      await expectFailure(diary, path, .foreignDiary("Apple Journal", photos: 1))
    }
    try await expectEqual(diary.open(packed, as: .photos)?.format, .photos)
    expectEqual(
      DiaryError.input(name: "d.zip", .foreignDiary("Diaro", photos: 4)).line,
      "Nothing was added: d.zip looks like a diary from Diaro, which can't be imported yet. "
        + "To import only its 4 photos, use --format photos.")
    let token = "gAAAAABl" + String(repeating: "aZ-_09", count: 30) + "=="
    for (path, program) in [
      (try diary.folder.write(token, to: "in/journal.txt"), "jrnl"),
      (
        try diary.folder(
          "secret", ["DiaroBackup.xml": "\u{1}\u{2}", "media/photo/a.jpg": "photo"]), "Diaro"
      ),
    ] { await expectFailure(diary, path, .encryptedDiary(program)) }
    // The error for Diarium's pages proposes the supported exports.
    var paths = try ["Diarium_2024-05-03.html", "Diarium.docx", "diarium.rtf"].map {
      try diary.folder.write("<p>x", to: "in/\($0)")
    }
    let document = ZipWriter(["word/document.xml": "<w:document>"]).bytes
    paths.append(try diary.folder.write(document, to: "in/Diarium_2024.docx"))
    paths.append(
      try diary.folder(
        "export", ["Diarium_2024-05-03.html": "<p>x", "a.jpg": "photo", "b.jpg": "photo b"]))
    for path in paths { await expectFailure(diary, path, .diariumDocument) }
    let other = try diary.folder.write("<p>x", to: "in/page.html")
    let failure = DiaryError.input(name: other, .diariumDocument)
    do { _ = try await diary.open(other) } catch let error as DiaryError {
      expectNotEqual(error, failure)
    }
    await expectThrows(failure) { _ = try await diary.open(other, as: .diarium) }
    expectEqual(
      DiaryError.input(name: "d.docx", .diariumDocument).line,
      "Nothing was added: d.docx is a Diarium export as HTML, Word or RTF, which can't be imported. "
        + "Export as JSON or text from Diarium instead.")
  }

  @Test func `names files that it leaves out`() async throws {
    let diary = try Diary()
    let org = try diary.folder("org", ["a.org": "* x", "b.org": "* y", "film.mp4": "f"])
    await expectFailure(
      diary, org, .unreadFiles(["a.org", "b.org", "film.mp4"], more: 0, photos: 0))
    let html = (1...9).map { ("\($0).html", "<p>x") } + [("p.jpg", "photo")]
    let pages = try diary.folder("pages", Dictionary(uniqueKeysWithValues: html))
    await expectFailure(
      diary, pages, .unreadFiles((1...5).map { "\($0).html" }, more: 4, photos: 1))
    let zips = try diary.folder("zips", [:])
    for name in ["takeout-001.zip", "takeout-002.zip"] {
      try diary.folder.write(ZipWriter().bytes, to: "in/zips/\(name)")
    }
    await expectFailure(diary, zips, .severalArchives(["takeout-001.zip", "takeout-002.zip"]))
    try await expectEqual(diary.open(pages, as: .photos)?.format, .photos)
    // The first files beside photos are named, the others counted.
    let files = SkippedFiles(
      texts: (1...7).map { "\($0)\u{1B}.txt" }, videos: ["a.mp4"], others: ["*.xmp": 2, "*.aae": 1])
    expectEqual(
      files.lines,
      (1...5).map { "\($0)␛.txt: left out because it's text and only photos are imported here" } + [
        "2 more like this.",
        "a.mp4: left out because it's a video; add it with `photodiary add --attach`",
        "*.aae: 1 file left out because it isn't a photo",
        "*.xmp: 2 files left out because they aren't photos",
      ])
    // Other formats report these files in their own tests.
    let rest = ["more.org": "* x", "deep/film.mp4": "f", "deep/other.mp4": "f"]
    let json = #"[{"date":"2024-05-03","content":"x","photos":["photos/p.jpg"]}]"#
    for (format, files) in [
      (.jrnl, ["journal.txt": "[2024-05-03 09:00] T.\nx\n"]),
      (.json, ["diary.json": json, "photos/p.jpg": "photo"]),
    ] as [(ImportFormat, [String: String])] {
      try await Diary().expectImport(
        of: files.merging(rest) { $1 }, format, show: \.content,
        """
        x
        ! deep/film.mp4: left out, no entry uses it
        ! deep/other.mp4: left out, no entry uses it
        ! more.org: left out, no entry uses it
        """)
    }
  }
}

@Suite("Recognizing formats") struct FormatRecognitionTests {
  @Test func `recognizes files and folders`() async throws {
    let diary = try Diary()
    func write(_ text: String, _ name: String) throws -> String {
      try diary.folder.write(text.utf8, to: "in/" + name)
    }
    for (path, format) in [
      (try write(#"{"date":"2024-01-01","title":"t"}"#, "a.txt"), .jsonl),
      (try write("nonsense\n{}", "b"), .jsonl), (try write("", "empty"), .jsonl),
      (try write("\u{FEFF}[]", "c.json"), .jsonl), (try write("Dear diary", "d.txt"), nil),
      (try write("\u{0}\u{1}", "e.json"), nil),
      (try write("My diary\n\n[1 May] Rain.\n", "f"), nil),
      (try write("<p>\n[caption id=\"1\"]x[/caption]\n{x}\n", "g.htm"), nil),
      (try write("{\"notes\":[{\"id\":1}],\n\"graph\":true}", "h"), nil),
      (try write("[ ] milk\n[x] eggs", "i"), nil), (try write("[\n{\"date\":\n", "j"), .jsonl),
      (diary.folder.path("in"), .json),
    ] as [(String, ImportFormat?)] {
      do {
        try await expectEqual(diary.open(path)?.format, format, path)
      } catch let error as DiaryError {
        expectNil(format, path)
        expectEqual(error, .input(name: path, .unknownFormat), path)
      }
    }
    let path = diary.folder.path("in")
    await expectThrows(DiaryError.input(name: path, .wrongFormat("dayone"))) {
      try await diary.open(path, as: .dayone)
    }
    await expectThrows(DiaryError.input(name: path + "/none", .missing)) {
      try await diary.open(path + "/none")
    }
    let described = #"{"title":"a.jpg","photoTakenTime":{"timestamp":"1714723200"}}"#
    let photos = ["a.jpg": "photo 1", "b.jpg": "photo 2"]
    let cases: [([String: String], besidePhotos: Bool, ImportFormat)] = [
      (["README.md": "x"], true, .photos), (["note.md": "x"], false, .markdown),
      (["2024-05-03.md": "x"], true, .markdown),
      (["notes/a.md": "---\nx: y\n---\n"], true, .markdown),
      (["2024-05.txt": "3:\n  text: x\n"], false, .rednotebook),
      (["2024-05.txt": "Dear diary"], true, .photos),
      (["data/2024-05.txt": "{3: {text: x}}", "x.md": "x"], false, .rednotebook),
      (["diary.json": "[]", "README.md": "x"], false, .json), (["diary.json": "[]"], true, .json),
      (["a.json": described], false, .json), (["a.jpg.json": described], true, .photos),
      (["a.json": described, "b.json": described], true, .photos),
      (["mine.json": #"[{"date":"2024-05-03","photos":["a.jpg"]}]"#], true, .json),
      (["mine.json": #"[{"date":"2024-05-03","x":1}]"#, "a.jpg.json": described], true, .json),
      (["graph.json": "{\"a\":[1],\n\"b\":2}"], true, .photos),
    ]
    for (number, (files, besidePhotos, format)) in cases.enumerated() {
      let files = besidePhotos ? files.merging(photos) { $1 } : files
      let path = try diary.folder("folder \(number)", files)
      try await expectEqual(diary.open(path)?.format, format, "\(files)")
    }
  }
}

@Suite("Files that an import may read") struct ImportBoundsTests {
  private static func entry(_ title: String, _ members: String) -> String {
    #"{"date":"2024-05-03","title":"\#(title)",\#(members)}"#
  }

  @Test func `reads only files inside a folder, or those of a single file anywhere`() async throws {
    let diary = try Diary()
    let outside = try diary.folder.write("photo secret".utf8, to: "secret/s.jpg")
    let rows = [
      Self.entry("up", #""attachments":[{"file":"../../secret/s.jpg"}]"#),
      Self.entry("root", #""attachments":["\#(outside)"]"#),
      Self.entry("photo", #""photos":["../../secret/s.jpg"]"#),
      Self.entry("link", #""photos":["way/s.jpg"]"#),
      Self.entry("within", #""photos":["sub/../a.jpg"]"#),
      Self.entry("also", #""attachments":["sub/b.pdf"]"#),
    ]
    let path = try diary.folder(
      "hz",
      ["diary.json": "[\(rows.joined(separator: ","))]", "a.jpg": "photo 1", "sub/b.pdf": "two"])
    expectEqual(symlink(diary.folder.path + "/secret", path + "/way"), 0)
    let (_, outcome, lines) = try await diary.imported(path)
    expectEqual(Set(outcome.added.map(\.title)), ["within", "also"])
    expect((outcome.photos, outcome.attachments) == (1, 1))
    expectEqual(lines.count { $0.contains("is outside the imported folder") }, 4)
    expectContains(lines, "way: left out, it's a link")
    for (title, place) in [("up", "../../secret/s.jpg"), ("root", outside)] {
      let text = Self.entry(title, #""photos":["\#(place)"]"#)
      let path = try diary.folder("one", ["\(title).jsonl": text]) + "/\(title).jsonl"
      try await expectEqual(diary.imported(path).outcome.photos, 1)
    }
  }
}

@Suite("Two similar diaries") struct OtherDiariesTests {
  private func texts(_ diary: Diary) async throws -> [String] {
    try await diary.service.entries().map(\.content).sorted()
  }

  @Test func `keeps two journals with entries of the same time apart`() async throws {
    let diary = try Diary()
    func file(_ name: String, _ text: String) throws -> String {
      try diary.folder("j", ["\(name).txt": "[2020-01-01 09:00] Daily.\n\(text)\n"])
        + "/\(name).txt"
    }
    // Only one word differs.
    let (home, work) = ("I got up, ate and read at home", "I got up, ate and read at work")
    for (name, text) in [("home", home), ("work", work)] {
      try await diary.expectImport(try file(name, text), .jrnl, show: \.content, text)
    }
    try await diary.expectKnown(try file("home", home), 1)
    let updated = try await diary.imported(try file("work", work + ", late"), updates: true)
    expectEqual(updated.outcome.updated.map(\.journal), ["work"])
    try await expectEqual(texts(diary), [home, work + ", late"])
  }

  @Test func `keeps months of RedNotebook and notes of the same name apart`() async throws {
    let diary = try Diary()
    func month(_ name: String, _ text: String) throws -> String {
      try diary.folder(name, ["data/2020-05.txt": "1: {text: \(text)}\n"])
    }
    for text in ["mine one", "hers one", "theirs"] {
      let path = try month(String(text.prefix(4)), text)
      try await diary.expectImport(path, .rednotebook, show: \.content, text)
    }
    // A copy in a zip is recognized, and additional text is an update.
    let zip = ZipWriter(["data/2020-05.txt": "1: {text: hers one}\n"])
    let other = try diary.folder.write(zip.bytes, to: "in/backup.zip")
    try await expectEqual(diary.imported(other, updates: true).plan.existing, 1)
    let later = try await diary.imported(try month("hers", "hers one and more"), updates: true)
    expectEqual(later.outcome.added, [])
    expectEqual(later.outcome.updated.map(\.content), ["hers one and more"])
    try await expectEqual(texts(diary), ["hers one and more", "mine one", "theirs"])
    // Titles from file names don't identify notes.
    let notes = try Diary()
    let long = "2024-05-04 All that was on this long day.md"
    let folders = [
      try notes.folder("v", ["2024-05-03.md": "By the river all day", long: "mine"]),
      try notes.folder("w", ["2024-05-03.md": "A letter came from Busan", long: "hers"]),
    ]
    for folder in folders + folders { try await notes.imported(folder, updates: true) }
    try await expectEqual(
      texts(notes), ["A letter came from Busan", "By the river all day", "hers", "mine"])
  }

  @Test func `recognizes a jrnl journal in a file, folders and an archive`() async throws {
    let diary = try Diary()
    let text = "[2020-01-01 09:00] Daily.\nmine\n"
    let zip = ZipWriter(["2020/01/01.txt": text])
    let paths = [
      try diary.folder("a", ["home.txt": text]) + "/home.txt",
      try diary.folder("home", ["2020/01/01.txt": text]), try diary.folder("home", [:]) + "/2020",
      try diary.folder.write(zip.bytes, to: "in/home.zip"),
    ]
    for (index, path) in paths.enumerated() {
      let (plan, _, lines) = try await diary.imported(path, updates: true)
      expect((plan.entries, plan.updates) == (index == 0 ? 1 : 0, 0), "\(path)")
      expectEqual(lines, [])
    }
  }
}
