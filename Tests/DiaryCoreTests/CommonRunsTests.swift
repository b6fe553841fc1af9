import TestSupport
import Testing

@testable import DiaryCore

@Suite("What two sequences have in common")
struct CommonRunsTests {
  /// The length of the longest common subsequence, by the table that every textbook has.
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

  @Test func `is in both, in order, and as long as can be`() throws {
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

  @Test func `is looked for only while someone waits`() async {
    let found = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return CommonRuns.find([1, 2], [2, 1], limit: 10)
    }.value
    expectNil(found)
  }
}
