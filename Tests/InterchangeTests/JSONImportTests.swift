import DiaryCore
import Glibc
import Testing

@testable import Interchange

@Suite("JSON import")
struct JSONImportTests {
  @Test func `what is missing has its default`() async throws {
    let diary = try Diary()
    let summary = try await diary.importText(
      "\u{FEFF}\n" + #"{"date":"2026-11-19","title":"t","extra":{"a":[1.50]}}"# + "\r\n\r\n")
    #expect((summary.added, summary.refused) == (1, []))
    let entry = try #require(try await diary.service.entries().first)
    #expect(entry.date.description == "2026-11-19T00:00:00+01:00")
    #expect(entry.journal == "Diary" && entry.author == diary.author.id)
    #expect(entry.created.description == "2026-11-18T23:00:00.000Z")
    #expect(entry.modified == entry.created)
    #expect(
      entry.unknownMembers
        == [JSONMember("extra", .object([JSONMember("a", .array([.number("1.50")]))]))])
  }

  @Test func `details are kept, and members of their names that are of another kind`() async throws
  {
    let diary = try Diary()
    let texts = [
      #"{"date":"2026-11-19","title":"a","starred":true,"mood":" calm ","place":"Seoul"}"#,
      #"{"date":"2026-11-18","title":"b","mood":null,"weather":{"temperature":3},"other":1}"#,
      #"{"date":"2026-11-17","title":"c","starred":"yes","place":""}"#,
    ]
    #expect(try await diary.importText(texts.joined(separator: "\n")).added == 3)
    let entries = try await diary.service.entries()
    #expect(
      entries.map(\.details) == [
        EntryDetails(isStarred: true, mood: "calm", place: "Seoul"), EntryDetails(), EntryDetails(),
      ])
    let members = entries[1].json { _ in nil }.members ?? []
    #expect(
      members.map(\.name).suffix(7)
        == ["starred", "mood", "place", "weather", "pinned", "attachments", "other"])
    #expect(members.dropLast(3).last?.value == .object([JSONMember("temperature", .number("3"))]))
    #expect(entries[2].json { _ in nil }["starred"] == .string("yes"))

    try await diary.export(.json)
    let copy = try Diary()
    try await #expect(copy.importFile(diary.target + "/diary.json").added == 3)
    let copies = try await copy.service.entries()
    #expect(copies.map(\.details) == entries.map(\.details))
    #expect(copies.map(\.unknownMembers) == entries.map(\.unknownMembers))
  }

  @Test func `what is given is kept`() async throws {
    let diary = try Diary()
    let id = "0123456789ABCDEF0123456789abcdef"
    try await #expect(
      diary.importText(
        """
        {"id":"\(id)","date":"2026-11-19T07:30:00Z","title":null,"content":"c","tags":["#a"],\
        "journal":"Travel","author":"someone","photos":null,"created":"2026-11-20T00:00:00.5Z",\
        "modified":"2026-11-21T00:00:00+09:00"}
        """
      ).added == 1)
    let entry = try #require(try await diary.service.entries().first)
    #expect(entry.id == ID<Entry>(id))
    #expect(entry.tags == ["a"] && entry.journal == "Travel")
    #expect(entry.author == AuthorID("someone"))
    #expect(entry.created.description == "2026-11-20T00:00:00.500Z")
    #expect(entry.modified.description == "2026-11-20T15:00:00.000Z")
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
    #expect((first.added, first.alreadyThere) == (2, 1))
    for entry in try await diary.service.entries() { _ = try await diary.service.delete(entry.id) }
    let second = try await diary.importText(text)
    #expect((second.added, second.alreadyThere) == (0, 3))
    #expect(try await diary.service.count() == 0)
  }

  @Test func `photos are found beside the file that names them`() async throws {
    let diary = try Diary()
    try diary.folder.write("photo 1".utf8, to: "in/sub/p.jpg")
    let other = try diary.folder.write("photo 2".utf8, to: "q.jpg")
    let summary = try await diary.importText(
      """
      {"date":"2026-11-19","photos":["sub/p.jpg",\
      {"file":"\(other)","name":"dir/Q.jpg","caption":"C","taken":"2020-01-01T00:00:00"}]}
      """)
    #expect(summary.refused == [])
    let photos = try #require(try await diary.service.entries().first).photos
    #expect(photos.map(\.name) == ["p.jpg", "Q.jpg"])
    #expect(photos.map(\.caption) == ["", "C"])
    #expect(photos.map(\.taken) == ["2026-11-19T07:29:00", "2020-01-01T00:00:00"])
    #expect(photos.map(\.width) == [4, 4])
    #expect(try TextInspector.text(diary.service.file(of: photos[0])) == "photo 1")
  }

  @Test func `a bad line is refused, the others come`() async throws {
    let diary = try Diary()
    try diary.folder.write("photo".utf8, to: "in/p.jpg")
    try diary.folder.write("text".utf8, to: "in/n.txt")
    let cases: [(String, EntryFault)] = [
      ("{\"title\":\"\u{1}BAD\"}", .notUTF8(byte: 10)),
      (#"{"date":"2026-11-19","title":"x""#, .notJSON(byte: 32)),
      ("[1]", .notAnObject),
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
    #expect(summary.added == 1)
    #expect(await diary.service.status().assets == 0, "nothing of a refused entry stays")
    #expect(summary.refused.map(\.line) == Array(1...cases.count))
    for (refusal, (line, fault)) in zip(summary.refused, cases) {
      #expect(refusal.fault == fault, "\(line)")
      #expect(refusal.text.hasPrefix("line \(refusal.line): ") && !refusal.text.contains("\0"))
    }
  }

  @Test func `an array is read like lines, and says where it is broken`() async throws {
    let diary = try Diary()
    let summary = try await diary.importText(
      """
       [ {"date": "2026-11-19",
          "title": "a, [\\"}"},
         nonsense , {"date":"2026-11-19","title":"b"}
       ] trailing
      """)
    #expect(summary.added == 2)
    #expect(
      summary.refused == [
        ImportRefusal(line: 3, fault: .notJSON(byte: 1)),
        ImportRefusal(line: 4, fault: .brokenArray),
      ])
    let open = try await diary.importText(#"[{"date":"2026-11-19","title":"c"}"#)
    #expect((open.added, open.refused.map(\.fault)) == (1, [.brokenArray]))
  }

  @Test func `standard input is read as it comes`() async throws {
    let diary = try Diary()
    try diary.folder.write("photo".utf8, to: "p.jpg")
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let text = Array(#"{"date":"2026-11-19","photos":["p.jpg"]}"#.utf8)
    #expect(write(ends[1], text, text.count) == text.count)
    close(ends[1])
    defer { close(ends[0]) }
    let summary = try await diary.importEntries(
      from: .descriptor(ends[0], name: "pipe", folder: diary.folder.path))
    #expect((summary.added, summary.refused) == (1, []))
  }

  @Test func `a source that can't be read says so`() async throws {
    let diary = try Diary()
    let gone = diary.folder.path + "/gone"
    await #expect(throws: DiaryError.input(name: gone, .missing)) {
      try await diary.importFile(gone)
    }
    let folder = DiaryError.input(
      name: diary.folder.path, .unreadable(reason: "Is a directory"))
    await #expect(throws: folder) { try await diary.importFile(diary.folder.path) }
  }

  @Test func `a cancelled import keeps what has come`() async throws {
    let diary = try Diary()
    let lines = (0..<7500).map { #"{"date":"2026-01-01","title":"n\#($0)"}"# }
    let path = try diary.folder.write(lines.joined(separator: "\n").utf8, to: "many.jsonl")
    let task = Task { () throws(DiaryError) -> ImportSummary in
      try await JSONImporter(localOffset: { _ in 0 }).importEntries(
        from: .file(path), into: diary.service
      ) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    let summary = try await task.value
    #expect(summary.wasCancelled && summary.added == 5000)
    #expect(try await diary.service.count() == 5000)
    #expect(try await diary.importFile(path).added == 2500)
  }
}
