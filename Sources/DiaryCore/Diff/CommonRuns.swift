/// What two sequences have in common, in order: the longest there is.
///
/// After Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the greedy search
/// forward, whose furthest points are kept so that the way can be walked back. Its cost grows with
/// the square of the number of changes, which therefore has a bound.
enum CommonRuns {
  /// A stretch that stands in both.
  struct Run: Hashable {
    var old: Int
    var new: Int
    var count: Int
  }

  /// The runs, first to last; `nil` when more than `limit` elements would have to be removed and
  /// added.
  static func find(_ old: [Int], _ new: [Int], limit: Int) -> [Run]? {
    let head = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - head
    var tail = 0
    while tail < most, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }

    guard
      let middle = search(
        old[head..<old.count - tail], new[head..<new.count - tail], limit: limit)
    else { return nil }
    var runs: [Run] = []
    func append(_ run: Run) {
      guard run.count > 0 else { return }
      if let last = runs.last, last.old + last.count == run.old, last.new + last.count == run.new {
        runs[runs.count - 1].count += run.count
      } else {
        runs.append(run)
      }
    }
    append(Run(old: 0, new: 0, count: head))
    for run in middle { append(run) }
    append(Run(old: old.count - tail, new: new.count - tail, count: tail))
    return runs
  }

  private static func search(
    _ old: ArraySlice<Int>, _ new: ArraySlice<Int>, limit: Int
  ) -> [Run]? {
    let most = min(limit, old.count + new.count)
    // The furthest place in `old` that was reached on each diagonal, which is the place there
    // less the one in `new`; diagonal `k` stands at `k + most + 1`.
    var furthest = [Int32](repeating: 0, count: 2 * most + 3)
    // What was reached with each number of changes, and no more of the buffer than that.
    var trace: [[Int32]] = []
    for changes in 0...most {
      // Nobody waits for it any more.
      if Task.isCancelled { return nil }
      let center = most + 1
      trace.append(Array(furthest[(center - changes - 1)...(center + changes + 1)]))
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        let index = center + diagonal
        let isDown = goesDown(diagonal, changes, in: furthest, at: index)
        var x = Int(isDown ? furthest[index + 1] : furthest[index - 1] + 1)
        var y = x - diagonal
        while x < old.count, y < new.count, old[old.startIndex + x] == new[new.startIndex + y] {
          x += 1
          y += 1
        }
        furthest[index] = Int32(x)
        if x >= old.count, y >= new.count {
          return walkBack(trace, old, new)
        }
      }
    }
    return nil
  }

  /// Whether the way comes to a diagonal by adding an element rather than by removing one.
  private static func goesDown(
    _ diagonal: Int, _ changes: Int, in furthest: [Int32], at index: Int
  ) -> Bool {
    diagonal == -changes || diagonal != changes && furthest[index - 1] < furthest[index + 1]
  }

  private static func walkBack(
    _ trace: [[Int32]], _ old: ArraySlice<Int>, _ new: ArraySlice<Int>
  ) -> [Run] {
    var runs: [Run] = []
    var (x, y) = (old.count, new.count)
    for changes in trace.indices.reversed() {
      let furthest = trace[changes]
      let diagonal = x - y
      // Diagonal `-changes - 1` stands first.
      let index = diagonal + changes + 1
      var start = 0
      var before = (x: 0, y: 0)
      if changes > 0 {
        let isDown = goesDown(diagonal, changes, in: furthest, at: index)
        before.x = Int(furthest[isDown ? index + 1 : index - 1])
        before.y = before.x - (isDown ? diagonal + 1 : diagonal - 1)
        start = isDown ? before.x : before.x + 1
      }
      if x > start {
        runs.append(
          Run(
            old: old.startIndex + start, new: new.startIndex + start - diagonal, count: x - start))
      }
      (x, y) = before
    }
    return runs.reversed()
  }
}
