import DiaryCore
import TestSupport
import Testing

@testable import Interchange

@Suite("Exports of random diaries, imported again") struct RoundTripTests {
  /// Without a format, entries are written as lines of JSON.
  @Test(
    arguments: [ExportFormat.json, nil, .dayone].enumerated().flatMap { index, format in
      RandomRounds.seeds(from: 1 + 6 * UInt64(index), usually: 3).map { (format, $0) }
    })
  func `JSON and Day One's zip keep the diary`(format: ExportFormat?, seed: UInt64) async throws {
    let (diary, other) = (try Diary(), try Diary())
    try await diary.fill(60, seed: seed)
    let written = try await diary.entriesAsWritten()
    let imported: Diary.Import
    if let format {
      try await diary.export(format, keepsLocation: true)
      let path = diary.target + (format == .json ? "/diary.json" : "/dayone.zip")
      imported = try await other.imported(path, as: format == .json ? .jsonl : nil)
      if format == .dayone { try await other.expectKnown(path, 60) }
    } else {
      let lines = written.map { entry in
        String(decoding: JSONWriter.bytes(entry.json { diary.service.path(of: $0) }), as: UTF8.self)
      }
      imported = try await other.importText(lines.joined(separator: "\n"))
    }
    expectEqual(imported.lines, [])
    expectEqual(imported.outcome.added.count, 60)
    expectSame(written, try await other.entriesAsWritten())
  }
}

@Suite("Markdown, exported and imported") struct MarkdownRoundTripTests {
  @Test(arguments: RandomRounds.seeds(usually: 4))
  func `imports the same diary, and exports the same files`(seed: UInt64) async throws {
    let diary = try Diary()
    var photos: [Photo] = []
    for number in 1...4 {
      photos.append(try await diary.photo("photo \(number)", name: "p\(number).jpg"))
    }
    let attachments = [
      try await diary.attachment("film", name: "f [1].mov"),
      try await diary.attachment("sound", name: "소리.m4a"),
    ]
    var random = OddDiary(seed: seed, photos: photos, attachments: attachments)
    let written = (0..<60).map { _ in random.entry() }.filter { !$0.fields.isEmpty }
    _ = try await diary.service.addImported(written)
    try await diary.export()

    let other = try Diary(author: Author(id: AuthorID("b2"), name: "Bo"))
    let (plan, outcome, lines) = try await other.imported(diary.target)
    try expect(lines.count == 1 && lines.at(0).contains("written by someone else"))
    expectEqual(outcome.added.count, written.count)
    expectEqual(plan.existing, 0)
    expectSame(try await diary.service.entries(), try await other.service.entries())
    try await other.export(to: other.target)
    expectEqual(files(other.target), files(diary.target))
    for file in files(diary.target) where file.hasSuffix(".md") {
      try expectEqual(other.folder.read("out/\(file)"), diary.folder.read("out/\(file)"), "\(file)")
    }
    try await other.expectKnown(diary.target, written.count)
  }

  @Test func `imports edited exports, and names missing photos`() async throws {
    let diary = try Diary()
    let photo = try await diary.photo("photo GPS[1,2]", name: "a.jpg", caption: "A")
    let entry = try await diary.add("x", content: "old ![A](photo:\(photo.asset))", photos: [photo])
    try await diary.add("y", on: "2026-11-20T07:30:00+09:00", content: "![[z.jpg]] stays")
    try await diary.export()
    let other = try Diary()
    try await other.imported(diary.target)
    try await other.expectKnown(diary.target, 2)

    let file = "out/2026/2026-11-19 x.md"
    try diary.folder.write("photo 2", to: "out/photos/new.jpg")
    try diary.folder.write(
      diary.folder.text(file).replacing("old ", with: "new ![n](../photos/new.jpg) "), to: file)
    let change = "the original changed after it was imported; use --update to import the change"
    try await expectEqual(other.imported(diary.target).lines, ["2026/2026-11-19 x.md: \(change)"])
    let updated = try await other.imported(diary.target, updates: true)
    expectEqual(updated.outcome.updated.map(\.id), [entry.id])
    let now = try await other.service.entry(entry.id)
    expectEqual(now.photos.map(\.name), ["a.jpg", "new.jpg"])
    expectPrefix(now.content, "new ![n](photo:\(now.photos[1].asset)) ![A](photo:")
    try await other.expectKnown(diary.target, 2)
    // An edited text takes precedence over the one in the front matter.
    let edited = try Diary()
    try await edited.add("x", content: "![[z.jpg]] one")
    try await edited.export()
    let text = try edited.folder.text(file)
    expectContains(text, "content: \"![[z.jpg]] one\"\n")
    try edited.folder.write(text.replacing("one\n", with: "two\n"), to: file)
    try await expectEqual(
      Diary().imported(edited.target).outcome.added.map(\.content), ["![[z.jpg]] two"])
    let third = try Diary()
    let alone = try third.folder.write(diary.folder.read(file), to: "in/alone/x.md")
    let (_, outcome, lines) = try await third.imported(alone)
    expectEqual(lines, ["x.md: its photo ../photos/2026-11-19 a.jpg is missing"])
    expectEqual(outcome.added.map(\.title), ["x"])
  }
}

struct RandomDiary {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces = [
    "walked", "강가를 걸었다", "\n", "\n\n", " ", "*", "_", "\\", "\\.", "# ", "## h", "`code`",
    "```\nx\n```", "[2024-05-03 09:00] ", "[x](y)", "![w](photo:zz)", "- [ ] do", "\u{200B}",
    "\r\n", "\t", "é", "e\u{301}", "👩‍👧", "3.5", "1. one", "<b>", "&amp;", "#산책", "@home", "\u{2028}",
    "\"", "{", "---", "!", "![](dayone-moment://AB)", "\u{1B}[31m", "\u{FEFF}", "끝.",
  ]

  private mutating func text(_ most: Int) -> String {
    (0..<Int.random(in: 0...most, using: &generator))
      .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  private mutating func one<Value>(_ values: [Value], or other: Value) -> Value {
    values.randomElement(using: &generator) ?? other
  }

  private mutating func word() -> String? {
    let word = one(["Seoul", "맑음, 21°C", "😊", "a/b \"c\"", ""], or: "")
    return word.isEmpty ? nil : word
  }

  mutating func entries(_ count: Int, photos: [Photo]) -> [Entry] {
    var entries: [Entry] = []
    for number in 0..<count {
      let offset = one([0, 32_400, -12_600, 34_200, 20_700, 30_472], or: 0)
      let seconds = Int64.random(in: -2_000_000_000...4_000_000_000, using: &generator)
      var fields = EntryFields(
        date: EntryDate(instant: seconds, offset: offset), title: text(3), content: text(12),
        tags: [text(1), "walk", "가족"].shuffled(using: &generator),
        journal: one(["Diary", "여행", "a/b", "A/B", "..", " x "], or: "Diary"),
        details: EntryDetails(
          isStarred: .random(using: &generator), mood: word(), place: word(), weather: word(),
          isPinned: .random(using: &generator)))
      for var photo in photos.shuffled(using: &generator).prefix(
        Int.random(in: 0...3, using: &generator))
      {
        photo.caption = one(["", "다리", "a ] b", "two\nlines", "plain"], or: "")
        if photo.name.hasPrefix("b") { photo.taken = "2026-11-19T07:29:00+09:00" }
        fields.photos.append(photo)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: fields.content += PhotoReference.markdown(photo)
        case 1: fields.content = "![](photo:\(photo.asset))\n\n" + fields.content
        case 2: fields.content += "\n![other words](photo:\(photo.asset)) and on"
        default: break
        }
      }
      if fields.normalized.isEmpty { fields.title = "\(number)" }
      let created = Timestamp(milliseconds: seconds * 1000 + one([0, 0, 250], or: 0))
      let unknown =
        Bool.random(using: &generator)
        ? [JSONMember("future", .object([JSONMember("a", .array([.number("1.50"), .null]))]))] : []
      entries.append(
        Entry(
          id: ID(high: generator.next(), low: generator.next()), fields: fields.normalized,
          author: AuthorID("a1"), created: created,
          modified: Timestamp(milliseconds: created.milliseconds + one([0, 61_001], or: 0)),
          unknownMembers: unknown))
    }
    return entries
  }
}

extension Diary {
  func fill(_ count: Int, seed: UInt64) async throws {
    let photos = [
      try await photo("photo a", name: "a.jpg"), try await photo("photo b", name: "b 사진.jpg"),
      try await photo("photo undated", name: "c[1].jpg"),
    ]
    var random = RandomDiary(seed: seed)
    _ = try await service.addImported(random.entries(count, photos: photos))
  }

  /// The entries without members added by an import.
  func entriesAsWritten() async throws -> [Entry] {
    try await service.entries(EntryQuery(.all, sort: .date, isAscending: true)).map { entry in
      var entry = entry
      entry.heads = []
      entry.unknownMembers.removeAll { $0.name == ImportMark.name }
      return entry
    }
  }
}

func expectSame(_ left: [Entry], _ right: [Entry], file: String = #filePath, line: Int = #line) {
  expectEqual(left.count, right.count, file: file, line: line)
  let differing =
    zip(left, right).lazy.map { entries in
      [entries.0, entries.1].map { JSONWriter.bytes($0.json { _ in nil }) }
    }.first { $0[0] != $0[1] } ?? []
  let texts = differing.map { String(decoding: $0, as: UTF8.self) }
  expectEqual(texts, [], file: file, line: line)
}

/// Random entries with texts that look like Markdown, YAML and markers of an export.
struct OddDiary {
  private var generator: SeededGenerator
  private let photos: [Photo]
  private let attachments: [DiaryCore.Attachment]

  init(seed: UInt64, photos: [Photo], attachments: [DiaryCore.Attachment]) {
    generator = SeededGenerator(seed: seed)
    self.photos = photos
    self.attachments = attachments
  }

  private static let words = [
    "", " ", "\n", "\n\n", "\r\n", "\t", "---", "\n---\n", "+++", "...", "# Heading", "* ", "- a",
    "안개", "cafe\u{301}", "café", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{85}", "\u{0}",
    "\u{1B}[31m", "\u{7F}", "\u{FFFE}", "\u{FFFF}", "\\", "\"", "'", "`", "```\n", "~~~\n", "{",
    "}", "[", "]", "(", ")", "!", "![", "](", "![a](b)", "![x](../photos/2026-11-19 a.jpg)",
    "![[a.jpg]]", "![[a.jpg|200]]", "![](https://e.org/x.png)", "<!-- photos -->",
    "\n<!-- photos -->\n", "\n\n<!-- photos -->\n\n![](../photos/2026-11-19%20a.jpg)\n", "null",
    "~", "true", "no", "1.0", "0x1", "&a *a", "*a", "<<: *a", "!!str", "%YAML", "@", ": ", " #x",
    "#tag", "key: value", "\u{202E}", "\u{3000}", "%20", "a|200", "![w|30](", "x",
  ]

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(generator.next() % UInt64(values.count))]
  }

  private mutating func chance(_ of: UInt64) -> Bool { generator.next() % of == 0 }

  private mutating func text(_ most: UInt64) -> String {
    (0..<generator.next() % (most + 1)).map { _ in pick(Self.words) }.joined()
  }

  private mutating func content(_ photos: [Photo]) -> String {
    var content = ""
    for _ in 0..<generator.next() % 12 {
      content += pick(Self.words)
      if chance(3), let photo = photos.isEmpty ? nil : pick(photos) {
        let asset = photo.asset.description
        content += "![\(pick(Self.words))](photo:\(chance(5) ? asset.uppercased() : asset))"
      }
    }
    return content
  }

  private mutating func json(_ depth: Int) -> JSONValue {
    switch generator.next() % (depth > 3 ? 5 : 7) {
    case 0: .null
    case 1: .bool(chance(2))
    case 2: .number(pick(["0", "-0", "1.50", "1e5", "12345678901234567890", "-7"]))
    case 3, 4: .string(text(3))
    case 5: .array((0..<generator.next() % 4).map { _ in json(depth + 1) })
    default:
      .object((0..<generator.next() % 4).map { JSONMember("\($0)" + text(2), json(depth + 1)) })
    }
  }

  mutating func entry() -> Entry {
    let zones = [0, 32_400, -12_600, 27_000, 30_472]
    let instant = Int64(generator.next() % 4_000_000_000) - 1_000_000_000
    let fraction = Int64(generator.next() % 1000)
    var shown: [Photo] = []
    for photo in photos where chance(3) {
      var photo = photo
      photo.name = "\(pick(["a.jpg", "Bild (1) #2.JPG", "산책%20.png", "x"]))"
      photo.caption = text(3)
      shown.append(photo)
    }
    var fields = EntryFields(
      date: chance(9)
        ? EntryDate("2024-02-29T23:59:59Z") ?? EntryDate(instant: 0, offset: 0)
        : EntryDate(instant: instant, offset: pick(zones)), title: text(4), content: content(shown),
      photos: shown, tags: (0..<generator.next() % 4).map { _ in text(3) }, journal: text(2),
      details: EntryDetails(
        isStarred: chance(2), mood: chance(2) ? text(2) : nil, place: chance(2) ? text(2) : nil,
        weather: chance(2) ? text(2) : nil, isPinned: chance(3))
    ).normalized
    for attachment in attachments where chance(4) { fields.attachments.append(attachment) }
    var members: [JSONMember] = []
    if chance(2) {
      let long = String(repeating: "name ", count: 300)
      for name in ["x", "no", "a b", "mood2", "\u{2028}", "null", long, "deep"] where chance(3) {
        members.append(JSONMember(name, json(0)))
      }
      if chance(4) {
        members.append(JSONMember("nest", .object([JSONMember(long, .array([json(1)]))])))
      }
    }
    return Entry(
      id: ID(high: generator.next(), low: generator.next()), fields: fields,
      author: AuthorID(pick(["a1", "someone \"else\""])),
      created: Timestamp(milliseconds: instant * 1000 + fraction),
      modified: Timestamp(milliseconds: instant * 1000 + fraction * 7), unknownMembers: members)
  }
}
