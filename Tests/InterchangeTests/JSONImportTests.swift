import DiaryCore
import Glibc
import System
import TestSupport
import Testing

@testable import Interchange

@Suite("JSON import") struct JSONImportTests {
  private let diary: Diary

  init() throws { diary = try Diary() }

  private static func refused(_ line: Int, _ failure: EntryFieldError) -> ImportNote {
    ImportNote(.line(file: "entries.jsonl", number: line), .refused(failure))
  }

  @Test func `reads given values, and defaults for missing ones`() async throws {
    let (_, outcome, notes) = try await diary.importText(
      "\u{FEFF}\n" + #"{"date":"2026-11-19","title":"t","extra":{"a":[1.50]}}"# + "\r\n\r\n")
    expectEqual(notes, [])
    let entry = try require(outcome.added.first)
    expectEqual(entry.date.description, "2026-11-19T00:00:00+01:00")
    expectEqual(entry.journal, "Diary")
    expectEqual(entry.author, diary.author.id)
    expectEqual(entry.created.description, "2026-11-18T23:00:00.000Z")
    expectEqual(entry.modified, entry.created)
    expectEqual(
      entry.unknownMembers,
      [JSONMember("extra", .object([JSONMember("a", .array([.number("1.50")]))]))])
    // Details are kept, also those of an unknown type.
    let detailed = try Diary()
    let lines = [
      #"{"date":"2026-11-19","title":"a","starred":true,"mood":" calm ","place":"Seoul"}"#,
      #"{"date":"2026-11-18","title":"b","mood":null,"weather":{"temperature":3},"other":1}"#,
      #"{"date":"2026-11-17","title":"c","starred":"yes","place":""}"#,
    ]
    let entries = try await detailed.importText(lines.joined(separator: "\n")).outcome.added
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
    let copies = try await Diary().imported(detailed.target + "/diary.json").outcome.added
    expectEqual(copies.map(\.details), entries.map(\.details))
    expectEqual(copies.map(\.unknownMembers), entries.map(\.unknownMembers))
  }

  @Test func `an import ignores the mark of entries that aren't shared`() async throws {
    let text = #"{"date":"2026-11-19","title":"a","unshared":"elsewhere"}"#
    var entry = try require(await diary.importText(text).outcome.added.first)
    let other = JSONMember("unshared", .string("elsewhere"))
    expectEqual(entry.unknownMembers, [other])
    expectEqual(entry.json { _ in nil }["unshared"], other.value)
    entry.unknownMembers = []
    expectNil(entry.json { _ in nil }["unshared"])
    entry.isUnshared = true
    let json = entry.json { _ in nil }
    expectEqual(json["unshared"], .bool(true))
    let listed = String(decoding: JSONWriter.bytes(json), as: UTF8.self)
    let copy = try require(await Diary().importText(listed).outcome.added.first)
    expectEqual(copy.unknownMembers, [])
    expect(!copy.isUnshared)
  }

  @Test func `keeps all given members, with photos beside the file`() async throws {
    let id = "0123456789ABCDEF0123456789abcdef"
    try diary.folder.write("photo 1", to: "in/sub/p.jpg")
    let other = try diary.folder.write("photo 2", to: "q.jpg")
    let (_, outcome, lines) = try await diary.importText(
      """
      {"id":"\(id)","date":"2026-11-19T07:30:00Z","title":null,"content":"c","tags":["#a"],\
      "journal":"Travel","author":"someone","photos":["sub/p.jpg",\
      {"file":"\(other)","name":"dir/Q.jpg","caption":"C","taken":"2020-01-01T00:00:00"}],\
      "created":"2026-11-20T00:00:00.5Z","modified":"2026-11-21T00:00:00+09:00"}
      """)
    expectEqual(outcome.notes.filter(\.isRefusal), [], "\(lines)")
    let entry = try require(outcome.added.first)
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

  @Test func `a second import adds nothing, even from the trash`() async throws {
    try diary.folder.write("photo", to: "in/p.jpg")
    let text = """
      {"date":"2026-11-19","title":"a","photos":["p.jpg"]}
      {"date":"2026-11-19","title":"a","photos":["p.jpg"]}
      {"date":"2026-11-19","title":"b"}
      """
    let first = try await diary.importText(text)
    expect((first.outcome.added.count, first.plan.existing) == (2, 1))
    for entry in first.outcome.added { _ = try await diary.service.delete(entry.id) }
    let second = try await diary.importText(text)
    expect((second.outcome.added.count, second.plan.existing) == (0, 3))
    try await expectEqual(diary.service.count(), 0)
  }

  @Test func `refuses bad lines, and names their places`() async throws {
    let folder = diary.folder.path("in")
    try diary.folder.write("photo", to: "in/p.jpg")
    try diary.folder.write("text", to: "in/n.txt")
    let cases: KeyValuePairs<String, EntryFieldError> = [
      "{\"title\":\"\u{1}BAD\"}": .notUTF8(byte: 10),
      #"{"date":"2026-11-19","title":"x""#: .notJSON(byte: 32), "[1]": .notAnObject,
      #"{"title":"x"}"#: .noDate, #"{"date":"2026-02-30","title":"x"}"#: .invalidDate("2026-02-30"),
      #"{"date":20261119,"title":"x"}"#: .invalidDate("date"),
      #"{"date":"2026-11-19","title":7}"#: .invalidMember("title"),
      #"{"date":"2026-11-19","title":"x","tags":"t"}"#: .invalidMember("tags"),
      #"{"date":"2026-11-19","title":"x","tags":[1]}"#: .invalidMember("tags"),
      #"{"date":"2026-11-19","title":"x","id":"12"}"#: .invalidMember("id"),
      #"{"date":"2026-11-19","title":"x","created":"now"}"#: .invalidMember("created"),
      #"{"date":"2026-11-19","title":" ","content":"\n"}"#: .empty,
      #"{"date":"2026-11-19","photos":[7]}"#: .invalidMember("photos"),
      #"{"date":"2026-11-19","photos":[{"name":"n"}]}"#: .noPhotoFile("n"),
      #"{"date":"2026-11-19","photos":["p.jpg","gone.jpg"]}"#:
        .photo(path: folder + "/gone.jpg", .missing),
      #"{"date":"2026-11-19","photos":["."]}"#: .photo(path: folder + "/.", .isFolder),
      #"{"date":"2026-11-19","photos":["n.txt"]}"#: .photo(path: folder + "/n.txt", .notAnImage),
      #"{"date":"2026-11-19","photos":["p.jpg\u0000"]}"#:
        .photo(path: folder + "/p.jpg\0", .missing),
    ]
    var bytes: [UInt8] = []
    for (line, _) in cases {
      bytes += line.utf8.map { $0 == 1 ? 0xFF : $0 }
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes += #"{"date":"2026-11-19","title":"good"}"#.utf8
    let path = try diary.folder.write(bytes, to: "in/entries.jsonl")
    let (_, outcome, _) = try await diary.imported(path, as: .jsonl)
    expectEqual(outcome.added.map(\.title), ["good"])
    await expectEqual(diary.service.status().assets, 0, "nothing of a refused entry stays")
    expectEqual(outcome.notes.count, cases.count)
    for (index, (line, failure)) in cases.enumerated() {
      expectContains(outcome.notes, Self.refused(index + 1, failure), "\(line)")
    }
  }

  @Test func `names the places of damaged parts of an array, as printable text`() async throws {
    let broken = try await diary.importText(
      """
       [ {"date": "2026-11-19",
          "title": "a, [\\"}"},
         nonsense , {"date":"2026-11-19","title":"b"}
       ] trailing
      """)
    expectEqual(broken.outcome.added.count, 2)
    expectEqual(
      broken.outcome.notes, [Self.refused(3, .notJSON(byte: 1)), Self.refused(4, .brokenArray)])
    let open = try await diary.importText(#"[{"date":"2026-11-19","title":"c"}"#)
    expectEqual(open.outcome.added.count, 1)
    expectEqual(open.outcome.notes, [Self.refused(1, .brokenArray)])
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let nested = try await diary.importText(
      #"{"date":"2026-11-19","title":"t","extra":\#(deep)}"# + "\n" + #"{"date":}"#)
    expectEqual(
      nested.outcome.notes, [Self.refused(1, .tooDeep), Self.refused(2, .notJSON(byte: 8))])
    expectContains(nested.lines.first ?? "", "nested")
    let path = try diary.folder.write(
      #"{"date":"2026-11-19","photos":["p\u001b.jpg"]}"#, to: "bad\u{1B}.jsonl")
    let line = try require(try await diary.imported(path).lines.first)
    expectContains(line, ", line 1: refused, ")
    expectLacks(line, "\u{1B}")
  }

  @Test func `reads standard input, and reports one error if it isn't JSON`() async throws {
    try diary.folder.write("photo", to: "p.jpg")
    func imported(_ bytes: [UInt8]) async throws -> Diary.Import {
      var ends: [Int32] = [0, 0]
      try require(pipe(&ends) == 0)
      try require(write(ends[1], bytes, bytes.count) == bytes.count)
      close(ends[1])
      defer { close(ends[0]) }
      let folder = diary.folder.path
      let input = Descriptor(number: ends[0])
      return try await diary.imported(
        ImportInput(
          .descriptor(input, name: "standard input", folder: folder), workingFolder: folder))
    }
    let (_, outcome, lines) = try await imported(
      Array(#"{"date":"2026-11-19","photos":["p.jpg"]}"#.utf8))
    expectEqual(lines, [])
    expectEqual(outcome.added.first?.photos.map(\.name), ["p.jpg"])
    // A zip through a pipe is one error.
    var zip = ZipWriter()
    for number in 0..<500 { zip.add("f\(number)", "{\n[\n") }
    let utf16 = #"{"date":"2026-11-19"}"#.utf8.flatMap { [$0, 0] as [UInt8] }
    for bytes in [zip.bytes, utf16, Array("Dear diary,\nit rains.\n".utf8)] {
      await expectThrows(DiaryError.input(name: "standard input", .onlyJSON)) {
        try await imported(bytes)
      }
    }
    try await expectEqual(diary.service.count(), 1)
    for (path, failure) in [
      (diary.folder.path("gone"), .missing), (diary.folder.path, .wrongFormat("jsonl")),
    ] as [(String, InputError)] {
      await expectThrows(DiaryError.input(name: path, failure)) {
        try await diary.imported(path, as: .jsonl)
      }
    }
  }

  @Test func `adds nothing if an import of texts or photos is canceled`() async throws {
    let texts = (1...7500).map { #"{"date":"2026-01-01","title":"n\#($0)"}"# }
    let photos = try (1...50).map { number in
      try diary.folder.write("photo \(number)", to: "\(number).jpg")
      return #"{"date":"2026-01-01","photos":["\#(number).jpg"]}"#
    }
    for lines in [texts, photos] {
      let diary = try Diary()
      let path = try self.diary.folder.write(lines.joined(separator: "\n"), to: "many.jsonl")
      let importer = DiaryImporter(into: diary.service, localOffset: { _ in 0 })
      let input = try require(try await diary.open(path))
      let reading = Task {
        try await importer.plan(of: input) { _ in withUnsafeCurrentTask { $0?.cancel() } } == nil
      }
      try await expect(reading.value)
      let plan = try require(try await importer.plan(of: input))
      let writing = Task {
        try await importer.write(plan) { _ in withUnsafeCurrentTask { $0?.cancel() } }
      }
      try await expect(writing.value.wasCancelled)
      try await expectEqual(diary.service.count(), 0)
      await expectEqual(diary.service.status().assets, 0)
      try await expectEqual(importer.write(plan).added, lines.count)
    }
  }

  @Test func `updates entries that changed only there, on request`() async throws {
    let other = try Diary()
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
    // Additions advance the clocks.
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
    let kept = second.lines.filter { $0.contains("changed both in the original and here") }
    expectEqual(kept.count, 2)
    let titles = Set(try await other.service.entries().map(\.title))
    expect(titles.isSuperset(of: ["same", "there, later", "both, here", "here, later"]))
  }
}
