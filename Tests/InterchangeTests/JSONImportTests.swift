import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import Interchange

@Suite("JSON import")
struct JSONImportTests {
  @Test func `reads what is given, and defaults for what is missing`() async throws {
    let diary = try Diary()
    let summary = try await diary.importText(
      "\u{FEFF}\n" + #"{"date":"2026-11-19","title":"t","extra":{"a":[1.50]}}"# + "\r\n\r\n")
    expect((summary.added, summary.refused) == (1, []))
    let entry = try require(try await diary.service.entries().first)
    expectEqual(entry.date.description, "2026-11-19T00:00:00+01:00")
    expectEqual(entry.journal, "Diary")
    expectEqual(entry.author, diary.author.id)
    expectEqual(entry.created.description, "2026-11-18T23:00:00.000Z")
    expectEqual(entry.modified, entry.created)
    expectEqual(
      entry.unknownMembers,
      [JSONMember("extra", .object([JSONMember("a", .array([.number("1.50")]))]))])
    // Details are kept, and members of their names that are of another kind.
    let detailed = try Diary()
    let lines = [
      #"{"date":"2026-11-19","title":"a","starred":true,"mood":" calm ","place":"Seoul"}"#,
      #"{"date":"2026-11-18","title":"b","mood":null,"weather":{"temperature":3},"other":1}"#,
      #"{"date":"2026-11-17","title":"c","starred":"yes","place":""}"#,
    ]
    try await expectEqual(
      detailed.importText(lines.joined(separator: "\n")), Diary.Imported(added: 3))
    let entries = try await detailed.service.entries()
    expectEqual(
      entries.map(\.details),
      [EntryDetails(isStarred: true, mood: "calm", place: "Seoul"), EntryDetails(), EntryDetails()])
    let members = entries[1].json { _ in nil }.members ?? []
    expectEqual(
      members.map(\.name).suffix(7),
      ["starred", "mood", "place", "weather", "pinned", "attachments", "other"])
    expectEqual(members.dropLast(3).last?.value["temperature"], .number("3"))
    expectEqual(entries[2].json { _ in nil }["starred"], .string("yes"))
    try await detailed.export(.json)
    let copy = try Diary()
    try await expectEqual(
      copy.importFile(detailed.target + "/diary.json"), Diary.Imported(added: 3))
    let copies = try await copy.service.entries()
    expectEqual(copies.map(\.details), entries.map(\.details))
    expectEqual(copies.map(\.unknownMembers), entries.map(\.unknownMembers))
  }

  @Test func `keeps all members that are given, with photos beside the file`() async throws {
    let diary = try Diary()
    let id = "0123456789ABCDEF0123456789abcdef"
    try diary.folder.write("photo 1".utf8, to: "in/sub/p.jpg")
    let other = try diary.folder.write("photo 2".utf8, to: "q.jpg")
    try await expectEqual(
      diary.importText(
        """
        {"id":"\(id)","date":"2026-11-19T07:30:00Z","title":null,"content":"c","tags":["#a"],\
        "journal":"Travel","author":"someone","photos":["sub/p.jpg",\
        {"file":"\(other)","name":"dir/Q.jpg","caption":"C","taken":"2020-01-01T00:00:00"}],\
        "created":"2026-11-20T00:00:00.5Z","modified":"2026-11-21T00:00:00+09:00"}
        """), Diary.Imported(added: 1))
    let entry = try require(try await diary.service.entries().first)
    expectEqual(
      entry.summary,
      """
      = 2026-11-19T07:30:00Z
      journal Travel | tags a | photos p.jpg, Q.jpg “C” | \
      created 2026-11-20T00:00:00.500Z | modified 2026-11-20T15:00:00.000Z
      c
      """)
    expectEqual(entry.id, ID<Entry>(id))
    expectEqual(entry.author, AuthorID("someone"))
    expectEqual(entry.photos.map(\.taken), ["2026-11-19T07:29:00", "2020-01-01T00:00:00"])
    expectEqual(entry.photos.map(\.width), [4, 4])
    try expectEqual(TextInspector.text(diary.service.file(of: entry.photos[0])), "photo 1")
  }

  @Test func `twice the same adds nothing, even from the trash`() async throws {
    let diary = try Diary()
    try diary.folder.write("photo".utf8, to: "in/p.jpg")
    let text = """
      {"date":"2026-11-19","title":"a","photos":["p.jpg"]}
      {"date":"2026-11-19","title":"a","photos":["p.jpg"]}
      {"date":"2026-11-19","title":"b"}
      """
    let first = try await diary.importText(text)
    expect((first.added, first.alreadyThere) == (2, 1))
    for entry in try await diary.service.entries() { _ = try await diary.service.delete(entry.id) }
    let second = try await diary.importText(text)
    expect((second.added, second.alreadyThere) == (0, 3))
    try await expectEqual(diary.service.count(), 0)
  }

  @Test func `refuses bad lines, and names their places`() async throws {
    let diary = try Diary()
    try diary.folder.write("photo".utf8, to: "in/p.jpg")
    try diary.folder.write("text".utf8, to: "in/n.txt")
    let cases: [(String, EntryFieldError)] = [
      ("{\"title\":\"\u{1}BAD\"}", .notUTF8(byte: 10)),
      (#"{"date":"2026-11-19","title":"x""#, .notJSON(byte: 32)), ("[1]", .notAnObject),
      (#"{"title":"x"}"#, .noDate),
      (#"{"date":"2026-02-30","title":"x"}"#, .invalidDate("2026-02-30")),
      (#"{"date":20261119,"title":"x"}"#, .invalidDate("date")),
      (#"{"date":"2026-11-19","title":7}"#, .invalidMember("title")),
      (#"{"date":"2026-11-19","title":"x","tags":"t"}"#, .invalidMember("tags")),
      (#"{"date":"2026-11-19","title":"x","tags":[1]}"#, .invalidMember("tags")),
      (#"{"date":"2026-11-19","title":"x","id":"12"}"#, .invalidMember("id")),
      (#"{"date":"2026-11-19","title":"x","created":"now"}"#, .invalidMember("created")),
      (#"{"date":"2026-11-19","title":" ","content":"\n"}"#, .empty),
      (#"{"date":"2026-11-19","photos":[7]}"#, .invalidMember("photos")),
      (#"{"date":"2026-11-19","photos":[{"name":"n"}]}"#, .noPhotoFile("n")),
      (
        #"{"date":"2026-11-19","photos":["p.jpg","gone.jpg"]}"#,
        .photo(path: diary.folder.path + "/in/gone.jpg", .missing)
      ),
      (
        #"{"date":"2026-11-19","photos":["."]}"#,
        .photo(path: diary.folder.path + "/in/.", .isFolder)
      ),
      (
        #"{"date":"2026-11-19","photos":["n.txt"]}"#,
        .photo(path: diary.folder.path + "/in/n.txt", .notAnImage)
      ),
      (
        #"{"date":"2026-11-19","photos":["p.jpg\u0000"]}"#,
        .photo(path: diary.folder.path + "/in/p.jpg\0", .missing)
      ),
    ]
    var bytes: [UInt8] = []
    for (line, _) in cases {
      bytes += line.utf8.map { $0 == 1 ? 0xFF : $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += #"{"date":"2026-11-19","title":"good"}"#.utf8
    let path = try diary.folder.write(bytes, to: "in/bad.jsonl")
    let summary = try await diary.importFile(path)
    expectEqual(summary.added, 1)
    await expectEqual(diary.service.status().assets, 0, "nothing of a refused entry stays")
    expectEqual(summary.refused.map(\.line), Array(1...cases.count))
    for (refusal, (line, failure)) in zip(summary.refused, cases) {
      expectEqual(refusal.failure, failure, "\(line)")
    }
  }

  @Test func `names the places of broken parts of an array, as printable text`() async throws {
    let diary = try Diary()
    let summary = try await diary.importText(
      """
       [ {"date": "2026-11-19",
          "title": "a, [\\"}"},
         nonsense , {"date":"2026-11-19","title":"b"}
       ] trailing
      """)
    expectEqual(
      summary,
      Diary.Imported(
        added: 2,
        refused: [
          Diary.Refusal(line: 3, failure: .notJSON(byte: 1)),
          Diary.Refusal(line: 4, failure: .brokenArray),
        ]))
    let open = try await diary.importText(#"[{"date":"2026-11-19","title":"c"}"#)
    expectEqual(open.added, 1)
    expectEqual(open.refused.map(\.failure), [.brokenArray])
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let nested = try await diary.importText(
      #"{"date":"2026-11-19","title":"t","extra":\#(deep)}"# + "\n" + #"{"date":}"#)
    expectEqual(nested.refused.map(\.failure), [.tooDeep, .notJSON(byte: 8)])
    expectContains(EntryFieldError.tooDeep.words, "nested")
    let path = try diary.folder.write(
      #"{"date":"2026-11-19","photos":["p\u001b.jpg"]}"#.utf8, to: "bad\u{1B}.jsonl")
    let line = try require(try await diary.imported(path).lines.first)
    expectContains(line, ", line 1: refused, ")
    expectLacks(line, "\u{1B}")
  }

  @Test func `reads standard input, and reports one error if it isn't JSON`() async throws {
    let diary = try Diary()
    try diary.folder.write("photo".utf8, to: "p.jpg")
    var ends: [Int32] = [0, 0]
    expectEqual(pipe(&ends), 0)
    let text = Array(#"{"date":"2026-11-19","photos":["p.jpg"]}"#.utf8)
    expectEqual(write(ends[1], text, text.count), text.count)
    close(ends[1])
    defer { close(ends[0]) }
    let summary = try await diary.importEntries(
      from: ImportInput(
        .descriptor(Descriptor(number: ends[0]), name: "pipe", folder: diary.folder.path),
        workingFolder: diary.folder.path))
    expect((summary.added, summary.refused) == (1, []))
    // Input through a pipe that isn't JSON is one error.
    do {
      let diary = try Diary()
      var zip = ZipWriter()
      for number in 0..<500 { zip.add("f\(number)", "{\n[\n") }
      let utf16 = Array(#"{"date":"2026-11-19"}"#.utf8).flatMap { (byte: UInt8) -> [UInt8] in
        [byte, 0]
      }
      for bytes in [zip.bytes, utf16, Array("Dear diary,\nit rains.\n".utf8)] {
        let file = try diary.folder.write(bytes, to: "bytes")
        let descriptor = open(file, O_RDONLY)
        defer { close(descriptor) }
        let input = ImportInput(
          .descriptor(Descriptor(number: descriptor), name: "standard input", folder: "."),
          workingFolder: diary.folder.path)
        await expectThrows(DiaryError.input(name: "standard input", .onlyJSON)) {
          try await diary.importEntries(from: input)
        }
      }
      try await expectEqual(diary.service.count(), 0)
    }
    let gone = diary.folder.path("gone")
    await expectThrows(DiaryError.input(name: gone, .missing)) { try await diary.importFile(gone) }
    let folder = DiaryError.input(name: diary.folder.path, .notOfFormat("jsonl"))
    await expectThrows(folder) { try await diary.importFile(diary.folder.path) }
  }

  @Test func `adds nothing when an import is cancelled`() async throws {
    let diary = try Diary()
    let lines = (0..<7500).map { #"{"date":"2026-01-01","title":"n\#($0)"}"# }
    let path = try diary.folder.write(lines.joined(separator: "\n").utf8, to: "many.jsonl")
    for stopsReading in [true, false] {
      let task = Task { () throws -> Bool in
        let importer = DiaryImporter(into: diary.service, localOffset: { _ in 0 })
        let input = try require(try await diary.open(path))
        let plan = try await importer.plan(of: input) { _ in
          if stopsReading { withUnsafeCurrentTask { $0?.cancel() } }
        }
        guard let plan else { return true }
        return try await importer.write(plan) { _ in withUnsafeCurrentTask { $0?.cancel() } }
          .wasCancelled
      }
      try await expect(task.value)
      try await expectEqual(diary.service.count(), 0)
    }
    try await expectEqual(diary.importFile(path).added, 7500)
  }

  @Test func `updates entries that changed only there, when asked`() async throws {
    let (diary, other) = (try Diary(), try Diary())
    try await diary.add("same")
    let there = try await diary.add("there")
    let both = try await diary.add("both")
    let here = try await diary.add("here")
    func lines() async throws -> String {
      let entries = try await diary.service.entries()
      return try other.folder.write(
        entries.map { JSONWriter.bytes($0.json { _ in nil }) + [0x0A] }.joined(), to: "e.jsonl")
    }
    try await expectEqual(other.imported(lines()).outcome.added.count, 4)
    // A clock tells a later time with each look.
    for _ in 0..<9 { try await other.add("of the other alone") }
    try await other.change(here) { $0.title = "here, later" }
    for _ in 0..<18 { try await diary.add("newer") }
    try await diary.change(there) { $0.title = "there, later" }
    try await other.change(both) { $0.title = "both, here" }
    try await diary.change(both) { $0.title = "both, there" }

    let path = try await lines()
    let first = try await other.imported(path)
    expectEqual(first.outcome.added.count, 18)
    expect(first.outcome.updated.isEmpty)
    expectEqual(first.lines.count, 2)
    expect(first.lines.allSatisfy { $0.contains("--update") })
    let second = try await other.imported(path, updates: true)
    expectEqual(second.outcome.updated.map(\.title), ["there, later"])
    expectEqual(second.lines.filter { $0.contains("changed both there and here") }.count, 2)
    let titles = Set(try await other.service.entries().map(\.title))
    expect(titles.isSuperset(of: ["same", "there, later", "both, here", "here, later"]))
  }
}
