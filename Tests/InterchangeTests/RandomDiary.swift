import DiaryCore
import TestSupport

@testable import Interchange

/// Diaries for round trips: whatever an entry may hold.
struct RandomDiary {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let pieces = [
    "walked", "강가를 걸었다", "\n", "\n\n", " ", "*", "_", "\\", "\\.", "# ", "## h", "`code`",
    "```\nx\n```",
    "[2024-05-03 09:00] ", "[x](y)", "![w](photo:zz)", "- [ ] do", "\u{200B}", "\r\n", "\t", "é",
    "e\u{301}",
    "👩‍👧", "3.5", "1. one", "<b>", "&amp;", "#산책", "@home", "\u{2028}", "\"", "{", "---", "!",
    "![](dayone-moment://AB)", "\u{1B}[31m", "\u{FEFF}", "끝.",
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

  /// Adds entries with some of the photos.
  mutating func fill(_ diary: Diary, _ count: Int, photos: [Photo]) async throws {
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
      if fields.tidied.isEmpty { fields.title = "\(number)" }
      let created = Timestamp(milliseconds: seconds * 1000 + one([0, 0, 250], or: 0))
      let unknown =
        Bool.random(using: &generator)
        ? [JSONMember("future", .object([JSONMember("a", .array([.number("1.50"), .null]))]))] : []
      entries.append(
        Entry(
          id: ID(high: generator.next(), low: generator.next()), fields: fields.tidied,
          author: diary.author.id, created: created,
          modified: Timestamp(milliseconds: created.milliseconds + one([0, 61_001], or: 0)),
          unknownMembers: unknown))
    }
    _ = try await diary.service.addImported(entries)
  }
}

extension Diary {
  /// Photos of all kinds that a round trip may meet.
  func somePhotos() async throws -> [Photo] {
    [
      try await photo("photo a", name: "a.jpg"), try await photo("photo b", name: "b 사진.jpg"),
      try await photo("photo undated", name: "c[1].jpg"),
    ]
  }

  /// What stands in the diary, without what an import notes of itself.
  func entriesAsWritten() async throws -> [Entry] {
    try await service.entries(EntryQuery(.all, sort: .date, isAscending: true)).map { entry in
      var entry = entry
      entry.heads = []
      entry.unknownMembers.removeAll { $0.name == ImportMark.name }
      return entry
    }
  }
}

/// The first entry of two lists that isn't the same, byte for byte; `nil` when all are.
func difference(_ left: [Entry], _ right: [Entry]) -> String? {
  guard left.count == right.count else { return "\(left.count) and \(right.count) entries" }
  for (left, right) in zip(left, right) {
    let (one, other) = (
      JSONWriter.bytes(left.json { _ in nil }), JSONWriter.bytes(right.json { _ in nil })
    )
    if one != other {
      return String(decoding: one, as: UTF8.self) + "\n" + String(decoding: other, as: UTF8.self)
    }
  }
  return nil
}
