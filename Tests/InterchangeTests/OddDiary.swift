import DiaryCore
import TestSupport

/// Entries as odd as they may be for Markdown: texts that look like Markdown, YAML and the marks of an export.
struct OddDiary {
  private var generator: SeededGenerator
  private let photos: [Photo]
  private let attachments: [Attachment]

  /// `photos` and `attachments` are in the diary.
  init(seed: UInt64, photos: [Photo], attachments: [Attachment]) {
    generator = SeededGenerator(seed: seed)
    self.photos = photos
    self.attachments = attachments
  }

  private static let words = [
    "", " ", "\n", "\n\n", "\r\n", "\t", "---", "\n---\n", "+++", "...", "# Heading", "* ", "- a",
    "안개", "cafe\u{301}", "café", "👩‍👩‍👧", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{85}", "\u{0}",
    "\u{1B}[31m",
    "\u{7F}", "\u{FFFE}", "\u{FFFF}", "\\", "\"", "'", "`", "```\n", "~~~\n", "{", "}", "[", "]",
    "(", ")", "!", "![", "](", "![a](b)", "![x](../photos/2026-11-19 a.jpg)",
    "![[a.jpg]]", "![[a.jpg|200]]", "![](https://e.org/x.png)", "<!-- photos -->",
    "\n<!-- photos -->\n", "\n\n<!-- photos -->\n\n![](../photos/2026-11-19%20a.jpg)\n", "null",
    "~",
    "true", "no", "1.0", "0x1", "&a *a", "*a", "<<: *a", "!!str", "%YAML", "@", ": ", " #x", "#tag",
    "key: value", "\u{202E}", "\u{3000}", "%20", "a|200", "![w|30](", "x",
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
        : EntryDate(instant: instant, offset: pick(zones)),
      title: text(4), content: content(shown), photos: shown,
      tags: (0..<generator.next() % 4).map { _ in text(3) }, journal: text(2),
      details: EntryDetails(
        isStarred: chance(2), mood: chance(2) ? text(2) : nil, place: chance(2) ? text(2) : nil,
        weather: chance(2) ? text(2) : nil, isPinned: chance(3))
    ).tidied
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

extension Diary {
  func attachment(_ text: String, name: String) async throws -> Attachment {
    let path = try folder.write(text.utf8, to: "in/\(name)")
    return try await service.addAttachment(at: path, type: MediaType(ofFileNamed: name)).attachment
  }
}
