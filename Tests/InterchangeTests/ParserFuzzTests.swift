import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Fuzzed files") struct ParserFuzzTests {
  private static let yaml = [
    "title: Walk\ntags: [a, 'b', \"c\\n\"]\nmood: {x: 1.5, y: ~}\n", "- a\n- >-\n  b\n- |\n  c\n",
    "&a a: &b [*a]\n? b\n: !!str 12\n", "---\na: 1\n...\n---\nb: 2\n",
  ]
  private static let toml = [
    "title = \"Walk\"\ntags = ['a', \"b\"]\ndate = 2024-05-03T10:00:00+09:00\n",
    "[[a]]\nb.c = 1\n[a.d]\nx = {y = 1, z.w = [1, 2.5, inf]}\n", "[[[\n", "b = 1979-05-\n",
    "'''x''' = 0xFF\n\"\\u00e9\" = \"\"\"\\\n  y\"\"\"\nt = 07:32:00.99\n",
  ]
  private static let json = [
    #"{"title":"Walk \u00e9\ud83d\ude00","tags":["a",null,true,-1.5e+30],"x":{"y":[[]]}}"#,
    #"[{"id":"0123456789abcdef","date":"2024-05-03T10:00:00+09:00","content":"a\n"}]"#,
  ]
  private static let pieces = [
    "[", "[[", "]", "{", "}", "(", "\"", "'", "\"\"\"", "'''", ":", ": ", "- ", ", ", "=", ".",
    "\n", "\r\n", "\t", "  ", "\\", "\\u", "\\ud800", "&a ", "*a", "!!", "---\n", "+++\n", "...\n",
    "|", ">", "~", "null", "1e999", "0x", "1979-05-27", "T07:32", "\u{FEFF}", "#", "<<: ", "? ",
    "%", "`", "**",
  ]

  @Test func `reads any front matter, YAML, TOML and JSON`() {
    var mutator = Mutator("front matter", rounds: 1000, pieces: Self.pieces)
    let samples =
      Self.yaml.map { "---\n\($0)---\ntext\n" } + Self.toml.map { "+++\n\($0)+++\ntext\n" }
      + Self.json.map { "\($0)\n\ntext\n" }
    for _ in 0..<mutator.rounds {
      let text = Array(mutator.mutation(of: samples).utf8)
      do { _ = try FrontMatterText.read(text) } catch {
        expect((error as? EntryFieldError)?.words.isEmpty == false, "seed \(mutator.seed)")
      }
    }
    mutator = Mutator("YAML, TOML and JSON", rounds: 1000, pieces: Self.pieces)
    for _ in 0..<mutator.rounds {
      _ = try? YAMLParser.parse(mutator.mutation(of: Self.yaml.map { Array($0.utf8) }))
      let toml = mutator.mutation(of: Self.toml.map { Array($0.utf8) })
      do { _ = try TOMLMembers.read(toml) } catch {
        guard case EntryFieldError.notTOML(let line) = error else { continue }
        let lines = toml.count { $0 == 0x0A } + 1
        // Lines are counted from the opening +++.
        expect((2...lines + 1).contains(line), "seed \(mutator.seed): \(toml)")
      }
      let json = mutator.mutation(of: Self.json.map { Array($0.utf8) })
      if let value = try? JSONParser.parse(json) {
        expect((try? JSONParser.parse(JSONWriter.bytes(value))) != nil, "seed \(mutator.seed)")
      }
    }
    // Inputs on which an assertion of toml++ 3.3 ends the program.
    for (text, line) in [
      ("[[[", 1), ("a = 1\n[[[\nb = 2\n", 2), ("\n\n[=\n", 3), ("b = 1979-05-\n", 1),
    ] as [(String, Int)] {
      expectThrows(EntryFieldError.notTOML(line: line + 1)) { try TOMLMembers.read(text.utf8) }
    }
    // Long names are refused, since nested tables are destroyed recursively.
    let name = String(repeating: "a.", count: 200_000) + "a"
    for text in ["x = 1\n\(name) = 1\n", "x = 1\n[\(name)]\n", "x = 1\ny = {\(name) = 1}\n"] {
      expectThrows(EntryFieldError.notTOML(line: 3)) { try TOMLMembers.read(text.utf8) }
    }
  }

  @Test func `reads any date in any format`() {
    let formats = ["%Y-%m-%d %H:%M", "%A, %d %B %Y", "%c", "%m/%d/%y %I:%M %p", "%F %T.%f%z"]
    let heads = [
      "2024-05-03 09:30", "Friday, 3 May 2024", "Fri May  3 09:30:15 2024", "05/03/24 09:30 PM",
      "2024-05-03 09:30:15.123+09:00", "2024-02-30 24:00",
    ]
    var mutator = Mutator(
      "jrnl's dates", rounds: 1000, pieces: ["%", "%Y", "%e", "%p", " ", "0", "99999999999", "may"])
    for _ in 0..<mutator.rounds {
      let format = mutator.mutation(of: formats.map { Array($0.utf8) })
      let dates = JrnlTimeFormat(String(decoding: format, as: UTF8.self))
      let head = mutator.mutation(of: heads.map { Array($0.utf8) })
      if let (date, count) = dates?.read(head[...]) {
        expect(count <= head.count && 0..<86_400 ~= date.second ?? 0, "seed \(mutator.seed)")
      }
      _ = JrnlDates(format: dates, heads: [head[...]]).date(head[...])
    }
  }

  @Test func `reads long texts of opening markup in linear time`() {
    func expectSoon(_ piece: String, _ count: Int, _ read: (String) -> Void) {
      let time = processorTime { read(String(repeating: piece, count: count)) }
      expectLess(time, .seconds(8), "\(piece) \(time)")
    }
    for piece in ["![", "![[", "![a](", "![a](<", "![](a \"", "`", "!\\", "![a](b ' \""] {
      expectSoon(piece, 3000) { expectEqual(MarkdownImages.replaced(in: $0) { _ in nil }, $0) }
    }
    for piece in ["#", "#a ", "#a b#", "#a b", "```\n#"] {
      expectSoon(piece, 8000) { _ = BearNote.tags(in: $0) }
    }
    for piece in [
      "[", "[caption ", "[caption]", "[caption]<img>[/caption]", "[/caption]", "\n", "<",
    ] {
      expectSoon(piece, 8000) { _ = WordPressText.html(of: $0) { _ in [] } }
    }
    for piece in [
      "**", "//a", "[", "[\"\"", "``a", "{", "- ", "| ", "\n", "\"\"a", "{a|color:", "''x",
    ] {
      expectSoon(piece, 8000) { text in
        var markup = RedNotebookText { _, _ in nil }
        _ = markup.read(text)
      }
    }
  }

  @Test func `unpacks any archive completely, or not at all`() async throws {
    let zip = ZipWriter(["diary.json": Self.json[1], "photos/가.jpg": "photo"])
    var tar = TarWriter(["data/2024-05.txt": Self.yaml[0]])
    tar.add("link", "", kind: "2", link: "/etc/passwd")
    var mutator = Mutator("archives", rounds: 200, pieces: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "../"])
    var generator = SeededGenerator(seed: 7)
    let folder = try TemporaryFolder()
    for round in 0..<mutator.rounds {
      var bytes = mutator.mutation(of: [zip.bytes, tar.whole])
      if round % 2 == 0 {
        bytes = Array(bytes.prefix(.random(in: 0...bytes.count, using: &generator)))
      }
      let path = try folder.write(bytes, to: "archive")
      do {
        _ = try await UnpackedArchive(
          path, below: folder.path + "/a", limits: ArchiveLimits(), progress: { _ in })
      } catch let error as DiaryError {
        if case .input(_, .archive) = error {} else { fail("seed \(mutator.seed): \(error)") }
      }
      expectEqual(tree(folder.path).sorted(), ["a/", "archive"], "seed \(mutator.seed)")
    }
  }

  @Test func `imports any file of another diary`() async throws {
    let samples = [
      ("diary.txt", JrnlSample.text), ("Journal.json", DayOneImportTests.sample),
      ("data/2024-05.txt", RedNotebookImportTests.month),
      ("walk.md", "---\ntitle: Walk\ndate: 2024-05-03\n---\n# Walk\n\n![](photo.jpg)\n"),
      ("entries.jsonl", #"{"title":"A","date":"2024-05-03T10:00:00+09:00","content":"b"}"#),
      ("Notes.enex", EvernoteImportTests.sample), ("export.csv", DaylioImportTests.table),
      ("backup.daylio", DaylioImportTests.json), ("Diarium.json", OtherAppsImportTests.diarium),
      ("diary.ics", CalendarImportTests.journals),
      ("journals/2024_05_03.md", LogseqImportTests.page),
      ("20240503.org", OrgJournalImportTests.day),
      ("content/posts_1.json", MetaImportTests.instagram),
      ("posts/your_posts_1.json", MetaImportTests.facebook),
      ("mini.json", OtherAppsImportTests.miniDiary),
      ("site.xml", BlogImportTests.site("<title>a</title><wp:post_type>post</wp:post_type>")),
      ("data/tweets.js", BlogImportTests.posts), ("notes.json", NoteAppsImportTests.simplenote),
      ("Walk 0123456789abcdef0123456789abcdef.html", NoteAppsImportTests.notionPage),
      ("a.doentry", NoteAppsImportTests.classic("<key>Entry Text</key><string>x</string>")),
      (
        "backup.txt",
        #"{"items":[{"uuid":"1","content_type":"Note","created_at":"2024-05-03T07:00:00Z","#
          + #""content":{"title":"a","text":"b","noteType":"super"}}]}"#
      ),
    ]
    var mutator = Mutator("other diaries", rounds: 12, pieces: Self.pieces)
    for (name, text) in samples {
      for round in 0..<mutator.rounds {
        let diary = try Diary()
        let path = try diary.folder(
          "\(round)", [name: mutator.mutation(of: [text]), "logseq/config.edn": ""])
        // The diary can still be listed.
        _ = try? await diary.imported(path)
        _ = try await diary.service.entries(EntryQuery())
      }
    }
  }
}
