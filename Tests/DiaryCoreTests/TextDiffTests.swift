import TestSupport
import Testing

@testable import DiaryCore

@Suite struct TextDiffTests {
  /// Formats like `git diff --word-diff`.
  private func marked(_ old: String, _ new: String) -> String {
    TextDiff(from: old, to: new).pieces.map { piece in
      switch piece.kind {
      case .same: piece.text
      case .removed: "[-\(piece.text)-]"
      case .added: "{+\(piece.text)+}"
      }
    }.joined()
  }

  @Test(arguments: [
    ("", "", ""), ("a b", "a b", "a b"), ("", "new", "{+new+}"), ("old", "", "[-old-]"),
    ("The cat sat.", "The dog sat.", "The [-cat-]{+dog+} sat."),
    ("one two three", "one three", "one [-two -]three"),
    // Spaces between two changes don't separate them.
    ("The old cat sat.", "The young dog sat.", "The [-old cat-]{+young dog+} sat."),
    ("강가를 걸었다", "바다를 걸었다", "[-강가-]{+바다+}를 걸었다"),
    // A single changed syllable is shown.
    ("아침 일찍 걸었다", "아침 일직 걸었다", "아침 일[-찍-]{+직+} 걸었다"), ("東京に行く", "京都に行く", "[-東-]京{+都+}に行く"),
    ("one\ntwo\nthree\n", "one\nthree\n", "one\n[-two\n-]three\n"),
    ("a\nb", "a b", "a[-\n-]{+ +}b"),
    // Text that looks the same may have different bytes.
    ("é", "e\u{301}", "[-é-]{+e\u{301}+}"),
  ])
  func `marks changed words and syllables`(_ old: String, _ new: String, _ all: String) {
    expectEqual(marked(old, new), all)
  }

  private static let pieces = [
    "a", "b", "c", "word", "other", " ", "  ", "\n", "\r\n", "-", "한", "글", "각", "\u{1112}\u{1161}",
    "漢", "e\u{301}", "\u{301}", "👨\u{200D}👩", "\u{7}", "\u{202E}", ".", "\u{2028}",
  ]

  private func text(_ random: inout SeededGenerator, _ count: Int) -> String {
    (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private func applied(_ diff: TextDiff, _ kind: TextDiff.Piece.Kind) -> [UInt8] {
    diff.pieces.filter { $0.kind == .same || $0.kind == kind }.flatMap { Array($0.text.utf8) }
  }

  @Test func `same and removed pieces form the old text, same and added ones the new`() {
    var random = SeededGenerator(seed: 1)
    for round in 0..<600 {
      let old = text(&random, round % 40)
      // Half of them derive from the old text.
      let new =
        round.isMultiple(of: 2)
        ? text(&random, round % 30)
        : String(old.prefix(old.count / 2)) + text(&random, 3) + String(old.suffix(old.count / 3))
      let diff = TextDiff(from: old, to: new)
      expectEqual(applied(diff, .removed), Array(old.utf8))
      expectEqual(applied(diff, .added), Array(new.utf8))
      let lines = TextDiff(linesFrom: old, to: new)
      expectEqual(applied(lines, .removed), Array((old + "\n").utf8))
      expectEqual(applied(lines, .added), Array((new + "\n").utf8))
      expect(lines.pieces.allSatisfy { $0.text.last?.isNewline == true })
      for (one, next) in zip(lines.pieces, lines.pieces.dropFirst()) {
        expectNotEqual(one.kind, next.kind)
      }
    }
  }

  /// Lines of ten words that no other text contains.
  private func lines(_ count: Int, _ word: String) -> String {
    (0..<count).map { line in
      (0..<10).map { "\(word)\(line)x\($0)" }.joined(separator: " ") + "\n"
    }.joined()
  }

  @Test func `replaces long texts without common parts quickly`() {
    let (old, new) = (lines(2500, "a"), lines(2500, "b"))
    expectGreater(old.utf8.count, 180_000)
    expectEqual(TextDiff(from: old, to: new).pieces, [.init(.removed, old), .init(.added, new)])
    let lines = (old.filter { !$0.isNewline }, new.filter { !$0.isNewline })
    expectEqual(TextDiff(from: lines.0, to: lines.1).pieces.count, 2)
  }

  @Test func `keeps the rest of a long text if one part was rewritten`() {
    let (old, new, rest) = (lines(600, "a"), lines(600, "b"), lines(600, "c"))
    let pieces = TextDiff(from: rest + old + "end.\n" + rest, to: rest + new + "end.\n" + rest)
      .pieces
    expectEqual(pieces.first, .init(.same, rest))
    expectEqual(pieces.last, .init(.same, "end.\n" + rest))
    let diff = TextDiff(
      from: rest + old + rest + "one word\n", to: rest + new + rest + "one world\n")
    expectEqual(diff.pieces.suffix(4).map(\.text), [rest + "one ", "word", "world", "\n"])
  }
}

@Suite("Common runs of two sequences") struct CommonRunsTests {
  /// The length of the longest common subsequence, by the textbook table.
  private func longest(_ old: [Int], _ new: [Int]) -> Int {
    var table = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for x in 0..<old.count {
      for y in 0..<new.count {
        table[x + 1][y + 1] =
          old[x] == new[y] ? table[x][y] + 1 : max(table[x][y + 1], table[x + 1][y])
      }
    }
    return table[old.count][new.count]
  }

  @Test func `is in both sequences, in order, and of maximal length`() throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<2000 {
      let letters = 1 + round % 5
      func sequence() -> [Int] {
        (0..<Int.random(in: 0...14, using: &random)).map { _ in
          Int.random(in: 0..<letters, using: &random)
        }
      }
      let (old, new) = (sequence(), sequence())
      let changes = old.count + new.count - 2 * longest(old, new)
      let runs = try require(CommonRuns.find(old, new, limit: changes))
      expectEqual(runs.reduce(0) { $0 + $1.count }, longest(old, new))
      for run in runs {
        expectEqual(old[run.old..<run.old + run.count], new[run.new..<run.new + run.count])
      }
      for (one, next) in zip(runs, runs.dropFirst()) {
        expectAtMost(one.old + one.count, next.old)
        expectAtMost(one.new + one.count, next.new)
      }
      if changes > 0 { expectNil(CommonRuns.find(old, new, limit: changes - 1)) }
    }
  }

  @Test func `stops when the task is cancelled`() async {
    let found = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return CommonRuns.find([1, 2], [2, 1], limit: 10)
    }.value
    expectNil(found)
  }
}
