/// Moves what was only removed, or only added, to where a person would have cut it: `b\n` of
/// `a\nb\n` rather than `\nb`, where both are right.
enum GapSliding {
  static func slide(
    _ runs: inout [CommonRuns.Run], _ old: [Int], _ new: [Int], _ oldTokens: [Substring],
    _ newTokens: [Substring]
  ) {
    for index in runs.indices.dropLast() {
      let (run, next) = (runs[index], runs[index + 1])
      let oldGap = run.old + run.count..<next.old
      let newGap = run.new + run.count..<next.new
      guard oldGap.isEmpty || newGap.isEmpty else { continue }
      let isAdded = oldGap.isEmpty
      let gap = isAdded ? newGap : oldGap
      let tokens = isAdded ? newTokens : oldTokens
      let shift = bestShift(
        of: gap, in: isAdded ? new : old, tokens, back: run.count, forward: next.count)
      runs[index].count += shift
      runs[index + 1].old += shift
      runs[index + 1].new += shift
      runs[index + 1].count -= shift
    }
    runs.removeAll { $0.count == 0 }
  }

  private static func bestShift(
    of gap: Range<Int>, in numbers: [Int], _ tokens: [Substring], back: Int, forward: Int
  ) -> Int {
    var first = 0
    while -first < back,
      numbers[gap.lowerBound + first - 1] == numbers[gap.upperBound + first - 1]
    {
      first -= 1
    }
    var last = 0
    while last < forward, numbers[gap.lowerBound + last] == numbers[gap.upperBound + last] {
      last += 1
    }
    var best = 0
    var bestWorth = -1
    for shift in first...last {
      let worth = worth(of: gap.lowerBound + shift, tokens)
      if worth >= bestWorth { (best, bestWorth) = (shift, worth) }
    }
    return best
  }

  /// How good a place is to begin at.
  private static func worth(of index: Int, _ tokens: [Substring]) -> Int {
    guard index > 0, tokens[index - 1].last?.isNewline != true else { return 3 }
    if tokens[index].first?.isNewline == true { return 2 }
    return tokens[index].isBlank || tokens[index - 1].isBlank ? 1 : 0
  }
}
