import DiaryCore
import DiaryKeys

/// What another machine has written as a device that has other lines of the same numbers here. All that
/// is signed counts: nobody can say which machine is the right one.
struct BranchReception {
  /// The lines that count, in the order in which they can stand in a log.
  private(set) var lines: [ArrivedLine] = []
  /// The lines after which it goes on in two ways, of which some are gone; `nil` for the beginning.
  private(set) var forks: Set<ID<Revision>?> = []

  private struct Branch {
    let fork: ID<Revision>?
    var lines: [ArrivedLine] = []
  }

  /// - Parameters:
  ///   - known: the sums of the device's lines that are here.
  ///   - followed: those of them that another line here follows.
  ///   - vouched: sums of lines that need no signature (see `StoreRemovals.vouched`).
  ///   - lastGone: the highest number of those that may be gone for good.
  init(
    _ arrived: ArrivedLines, known: Set<ID<Revision>>, followed: Set<ID<Revision>>,
    vouched: Set<ID<Revision>>, lastGone: Int, _ diaries: [ID<FoundedDiary>], by key: VerifyingKey
  ) throws(DiaryError) {
    var branches: [Branch] = []
    var branchOf: [ID<Revision>: Int] = [:]
    for line in arrived.lines where !known.contains(line.sum) {
      let before = line.link.previous
      if let number = before.flatMap({ branchOf[$0] }), branches[number].lines.last?.sum == before {
        branches[number].lines.append(line)
        branchOf[line.sum] = number
      } else if before.map(known.contains) ?? true || line.link.number - 1 <= lastGone {
        branchOf[line.sum] = branches.count
        branches.append(Branch(fork: before, lines: [line]))
      }
    }
    for branch in branches {
      var end = branch.lines.count - 1
      while end >= 0 {
        let line = branch.lines[end]
        if try arrived.isSigned(line, diaries, by: key) ?? vouched.contains(line.sum) { break }
        end -= 1
      }
      guard end >= 0 else { continue }
      lines += branch.lines[...end]
      let isOnly = branch.fork.map { known.contains($0) && !followed.contains($0) } ?? false
      if !isOnly { forks.insert(branch.fork) }
    }
  }
}
