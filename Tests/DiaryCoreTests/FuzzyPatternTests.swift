import TestSupport
import Testing

@testable import DiaryCore

@Suite struct FuzzyPatternTests {
  private func marked(_ pattern: String, in text: String) -> String? {
    guard let match = FuzzyPattern(pattern).match(in: text) else { return nil }
    let places = Set(match.positions)
    return text.enumerated().map {
      places.contains($0.offset) ? "[\($0.element)]" : "\($0.element)"
    }.joined().split(separator: "][").joined()
  }

  @Test(arguments: [
    ("cal", "Calendar", "[Cal]endar"), ("otd", "On this day", "[O]n [t]his [d]ay"),
    ("day", "On this day", "On this [day]"), ("new e", "New entry", "[New] [e]ntry"),
    ("te", "Tags of the entry", "[T]ags of the [e]ntry"), ("TAG", "All tags", "All [tag]s"),
    ("ㅇㄱ", "일기 쓰기", "[일기] 쓰기"), ("달ㄹ", "달력", "[달력]"), ("달려", "달력", "[달력]"),
    ("ㄷㄹ", "모든 달력", "모든 [달력]"), ("e\u{301}", "Cafe\u{301}", "Caf[e\u{301}]"),
  ])
  func `prefers prefixes and runs`(_ pattern: String, _ text: String, _ expected: String) {
    expectEqual(marked(pattern, in: text), expected)
  }

  @Test func `requires all letters in order; an empty pattern matches everything`() {
    for (pattern, text) in [("lac", "Cal"), ("calendars", "Calendar"), ("ㅋ", "달력"), ("a", "")] {
      expectNil(FuzzyPattern(pattern).match(in: text))
    }
    for pattern in ["", "  ", "\t"] {
      expectEqual(FuzzyPattern(pattern).match(in: "Calendar")?.positions, [])
      expect(FuzzyPattern(pattern).match(in: "") != nil)
    }
  }

  @Test(arguments: [
    ("cal", "Calendar", "Medical"), ("trash", "The trash", "To restore a sheet"),
    ("ex", "Export the diary", "Next entry"), ("star", "Star it", "Start again"),
    ("jo", "Journals", "Join others"),
  ])
  func `ranks the better text first`(_ pattern: String, _ better: String, _ worse: String) throws {
    let pattern = FuzzyPattern(pattern)
    let good = try require(pattern.match(in: better))
    expect(pattern.match(in: worse).map { $0 <= good } ?? true)
  }

  @Test(arguments: [
    ("tr", "The trash", FuzzyMatch.Kind.wordPrefix), ("tr", "To restore", .wordStarts),
    ("tr", "Entry", .contiguous), ("tr", "Export the diary", .scattered),
    ("otd", "On this day", .wordStarts), ("newen", "New entry", .wordStarts),
    ("ㄹ", "달력", .contiguous), ("ㄷㄹ", "달력", .words), ("ㅎㄴ", "한 나", .wordStarts),
    ("the", "The trash", .words), ("trash", "The trash", .words), ("the", "Then", .wordPrefix),
  ])
  func `classifies matches`(_ pattern: String, _ text: String, _ kind: FuzzyMatch.Kind) {
    expectEqual(FuzzyPattern(pattern).match(in: text)?.kind, kind)
  }

  @Test(arguments: 0..<200)
  func `finds a text by any of its letters, at the right places`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("ab cA-dé한글ㄱ가각 🇰🇷👨‍👩‍👧\u{0}")
    let text = String(
      (0..<Int.random(in: 1...60, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      })
    let letters = Array(text)
    let places = letters.indices.filter { _ in Bool.random(using: &random) }
    let typed = String(places.map { letters[$0] })
    let match = try require(FuzzyPattern(typed).match(in: text))
    expectEqual(match.positions, match.positions.sorted())
    expectEqual(Set(match.positions).count, match.positions.count)
    expect(match.positions.allSatisfy { letters.indices.contains($0) })
    expectEqual(match.ranges.flatMap { Array($0) }, match.positions)
    let plain = typed.filter { !$0.isWhitespace && $0.isASCII }
    if plain == typed.filter({ !$0.isWhitespace }) {
      expectEqual(String(match.positions.map { letters[$0] }).lowercased(), plain.lowercased())
    }
  }
}
