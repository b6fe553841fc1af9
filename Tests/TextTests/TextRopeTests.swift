import Foundation
import TestSupport
import Testing
import Text

@Suite struct TextRopeTests {
  @Test(arguments: 0..<60) func `random changes equal those of an array of bytes`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    var rope = TextRope()
    for _ in 0..<40 {
      let longest = seed.isMultiple(of: 4) ? 200 : 12
      let text = RandomText.text(&random, pieces: .random(in: 0...longest, using: &random))
      let ends = (0..<2).map { _ in place(in: bytes, &random) }.sorted()
      let range = ends[0]..<(Int.random(in: 0..<3, using: &random) == 0 ? ends[1] : ends[0])
      let before = rope
      let old = bytes
      bytes.replaceSubrange(range, with: text.utf8)
      rope.replace(range, with: text)
      expectEqual(Array(before.string.utf8), old)
      expect((before == rope) == (old == bytes))
      expectSame(rope, bytes, at: place(in: bytes, &random))
    }
  }

  private func expectSame(_ rope: TextRope, _ bytes: [UInt8], at offset: Int) {
    let text = String(decoding: bytes, as: UTF8.self)
    expectEqual(Array(rope.string.utf8), bytes)
    expectEqual(rope, TextRope(text))
    expect(rope.isExactly(text))
    expectEqual(rope.count, bytes.count)
    expectEqual(rope.lines, bytes.count { $0 == 0x0A } + 1)
    let naive = NaiveText(text)
    expectEqual(rope.line(at: offset), bytes[..<offset].count { $0 == 0x0A })
    expectEqual(rope.lineStart(at: offset), naive.lineStart(at: offset))
    expectEqual(rope.start(ofLine: rope.line(at: offset)), naive.lineStart(at: offset))
    expectEqual(rope.bytes(offset..<bytes.count), Array(bytes[offset...]))
    let words = text.unicodeScalars.split { $0.properties.isWhitespace }
      .filter { charactersShown(in: $0) > 0 }
    expectEqual(
      rope.length,
      TextLength(words: words.count, characters: words.reduce(0) { $0 + charactersShown(in: $1) }))
    expectEqual(TextLength(of: text), rope.length)
    expectEqual(rope.eastAsianWords, words.count { $0.contains(where: isEastAsian) })
    expectEqual(starts(rope), naive.boundaries)
    expectEqual(ends(rope), naive.boundaries)
  }

  @Test(arguments: [
    ("![안개 속의 강](photo:0123abcd) 끝", 4, 6), ("[a](b)(c)[d] (e)", 2, 8), ("![](photo:ab)x y", 1, 1),
    ("a](b", 1, 1), ("(a)", 1, 3), ("한글", 1, 2), ("한글".decomposedStringWithCanonicalMapping, 1, 2),
    ("👨‍👩‍👧‍👦", 1, 1), ("🇰🇷🇫🇷! 👍🏽", 2, 4), ("1️⃣ e\u{301}", 2, 2), ("- [x] **굵게** [[링크]]", 2, 4),
    ("- [ ] **굵게** [[링크]]", 2, 4), ("## 제목\n\n---\n> 한 줄", 3, 4),
  ])
  func `markup and targets of links have no length`(_ text: String, _ words: Int, _ characters: Int)
  {
    let length = TextLength(words: words, characters: characters)
    expectEqual(TextLength(of: text), length)
    for offset in 0...text.utf8.count {
      // Whatever the leaves, the sum is the same.
      let bytes = Array(text.utf8)
      guard let start = String(validating: bytes[..<offset], as: UTF8.self) else { continue }
      var rope = TextRope(start)
      rope.replace(offset..<offset, with: String(decoding: bytes[offset...], as: UTF8.self))
      expectEqual(rope.length, length)
    }
  }

  private func charactersShown(in word: Substring.UnicodeScalarView) -> Int {
    if word.starts(with: "![](".unicodeScalars) { return 0 }
    if ["-", "+", "---", "[x]", "[X]"].contains(where: { word.elementsEqual($0.unicodeScalars) }) {
      return 0
    }
    var (count, isInTarget, last): (Double, Bool, Unicode.Scalar?) = (0, false, nil)
    if word.starts(with: "![".unicodeScalars) { count = -1 }
    for scalar in word {
      if isInTarget {
        isInTarget = scalar != ")"
      } else if scalar == "(", last == "]" {
        isInTarget = true
      } else {
        count += part(scalar)
      }
      last = scalar
    }
    return max(0, Int(count.rounded(.up)))
  }

  /// The part of a character that a scalar adds to the count.
  private func part(_ scalar: Unicode.Scalar) -> Double {
    if scalar == "\u{200D}" { return -1 }
    if ("🇦"..."🇿").contains(scalar) { return 0.5 }
    let continues =
      "*_~`#>|[]".unicodeScalars.contains(scalar) || ("🏻"..."🏿").contains(scalar)
      || ("\u{1160}"..."\u{11FF}").contains(scalar) || ("\u{D7B0}"..."\u{D7FB}").contains(scalar)
      || scalar.properties.isGraphemeExtend || scalar.properties.generalCategory == .spacingMark
    return continues ? 0 : 1
  }

  private func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040..<0xE000).contains(scalar.value)
  }

  /// The beginnings of characters, found forwards.
  private func starts(_ rope: TextRope) -> [Int] {
    var places = [0]
    while let last = places.last, last < rope.count { places.append(rope.clusterEnd(after: last)) }
    return places
  }

  /// The ends of characters, found backwards.
  private func ends(_ rope: TextRope) -> [Int] {
    var places = [rope.count]
    while let last = places.last, last > 0 { places.append(rope.clusterStart(before: last)) }
    return places.reversed()
  }

  /// A random position between scalars.
  private func place(in bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
    var index = Int.random(in: 0...bytes.count, using: &random)
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }

  @Test func `endless joining characters neither hang nor stop the caret`() {
    for run in ["\u{301}", "\u{200D}", "🇰", "\u{600}", "\u{1100}", "\u{94D}", "👩\u{200D}"] {
      let rope = TextRope("e" + String(repeating: run, count: 200_000) + "x")
      var index = rope.count / 2
      for _ in 0..<20 {
        let next = rope.clusterEnd(after: index)
        expectGreater(next, index)
        expectLess(rope.clusterStart(before: index), index)
        index = next
      }
    }
  }

  @Test func `lines end with a line feed and a carriage return before it`() {
    let rope = TextRope("one\r\ntwo\n\nfour")
    expectEqual(rope.lines, 4)
    expectEqual(
      (0..<4).map { rope.substring(rope.lineRange(at: rope.start(ofLine: $0))) },
      ["one", "two", "", "four"])
    expectEqual(rope.substring(rope.wholeLineRange(at: 1)), "one\r\n")
    expectEqual(rope.start(ofLine: 9), rope.count)
    expectEqual(TextRope("\r\n").lineRange(at: 0), 0..<0)
  }

  @Test func `finds the nearest of several matches`() {
    let rope = TextRope("ab" + String(repeating: " ", count: 5000) + "ab  ab")
    expectEqual(rope.range(of: "ab", nearest: 5000), 5002..<5004)
    expectEqual(rope.range(of: "ab", nearest: 5004), 5002..<5004)
    expectEqual(rope.range(of: "ab", nearest: 2000), 0..<2)
    expectNil(rope.range(of: "ba", nearest: 2000))
    expectNil(rope.range(of: "", nearest: 0))
  }
}

@Suite struct GraphemeBreakTests {
  /// Scissors, which the later Unicode of Swift no longer joins.
  private static let outdated = "2701 200D 2701"

  @Test func `clusters end as in the tests of the Unicode Character Database`() throws {
    let fixture = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/GraphemeBreakTest.txt")
    let lines = try String(contentsOf: fixture, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    expectGreater(lines.count, 600)
    for line in lines where line != Self.outdated {
      let clusters = line.split(separator: "|").map { cluster in
        String(
          String.UnicodeScalarView(
            cluster.split(separator: " ")
              .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }))
      }
      expectEqual(Self.clusters(clusters.joined()), clusters.map { Array($0.utf8) }, "\(line)")
      let inside = Self.clusters("\n" + clusters.joined() + "\n").dropFirst().dropLast()
      // A final carriage return joins the appended line feed.
      guard clusters.last?.unicodeScalars.last != "\r" else { continue }
      expectEqual(Array(inside), clusters.map { Array($0.utf8) }, "\(line)")
    }
  }

  private static func clusters(_ text: String) -> [[UInt8]] {
    let rope = TextRope(text)
    var clusters: [[UInt8]] = []
    var index = 0
    while index < rope.count {
      let end = rope.clusterEnd(after: index)
      clusters.append(rope.bytes(index..<end))
      index = end
    }
    return clusters
  }
}
