import DiaryCore
import DiaryKeys

/// Decides which lines that came from elsewhere count: those that join what is here, are signed by a
/// device that may write to the diary, and are of this diary.
struct LineReception {
  /// What counts of the lines of a device.
  struct Accepted {
    let arrived: ArrivedLines
    /// Of `arrived.lines`.
    let indices: Range<Int>
    /// How much of the device's log is known with them.
    let head: ChainHead
    /// Whether all that came is here with them.
    let isWhole: Bool
  }

  private let trust: LineTrust
  private(set) var records: DiaryRecords
  private let horizon: ClockHorizon
  private(set) var removals: StoreRemovals
  private let followers: FollowingLines
  private(set) var issues: [LineIssue] = []

  /// More wrong signatures of one device than anybody looks at.
  private static let mostWrong = 3

  /// The lines of a device that stand here behind one; `nil` when that one isn't here.
  typealias FollowingLines = (ID<Device>, ID<Revision>) -> [FollowingLine]?
  typealias FollowingLine = (number: Int, entry: ID<Entry>?, sum: ID<Revision>?)

  init(
    _ trust: LineTrust, _ records: DiaryRecords, _ removals: StoreRemovals,
    _ horizon: ClockHorizon, followers: @escaping FollowingLines
  ) {
    (self.trust, self.records, self.removals, self.horizon) = (trust, records, removals, horizon)
    self.followers = followers
  }

  /// Takes the lines of several devices, as many as follow what is known of each. What one device says
  /// may be what makes another's lines count.
  mutating func take(
    _ all: [ArrivedLines], after heads: [ID<Device>: ChainHead]
  ) throws(DiaryError) -> [Accepted] {
    let diaries =
      trust.diary.map { [$0] } ?? records.diaries
      + all.flatMap { arrived in
        arrived.lines.compactMap { line in
          if case .founding = line.record?.record { ID(line.sum.description) } else { nil }
        }
      }
    var waiting = all
    var accepted: [Accepted] = []
    var isMoving = true
    while isMoving {
      isMoving = false
      issues = []
      var rest: [ArrivedLines] = []
      for arrived in waiting {
        if let found = try take(arrived, after: heads[arrived.device], diaries) {
          accepted.append(found)
          isMoving = true
        } else {
          rest.append(arrived)
        }
      }
      waiting = rest
    }
    return accepted
  }

  /// `nil` when none of them counts by now.
  private mutating func take(
    _ arrived: ArrivedLines, after head: ChainHead?, _ diaries: [ID<FoundedDiary>]
  ) throws(DiaryError) -> Accepted? {
    let device = arrived.device
    if arrived.strangers > 0 { issues.append(LineIssue(device, .damaged)) }
    guard let key = trust.key(of: arrived, records) else {
      issues.append(LineIssue(device, .unknownDevice))
      return nil
    }
    let lines = arrived.lines
    let start = lines.firstIndex { $0.link.number > head?.number ?? 0 } ?? lines.count
    let run = run(of: arrived, from: start, head)
    if let fault = run.fault { issues.append(LineIssue(device, fault)) }
    var end = run.end
    var wrong = 0
    while end > start {
      let isSigned =
        try arrived.isSigned(lines[end - 1], diaries, by: key)
        ?? (removals.vouched.contains(lines[end - 1].sum) ? true : nil)
      // What explains a gap has to be proved with what comes after it.
      if isSigned == true, let use = run.uses.first(where: { $0.at < end && $0.toldAt >= end }) {
        end = use.at
        continue
      }
      if isSigned == true { break }
      if isSigned == false {
        wrong += 1
        issues.append(LineIssue(device, .badSignature))
        if wrong == Self.mostWrong { end = start + 1 }
      }
      end -= 1
    }
    guard end > start else { return nil }
    for line in lines[start..<end] {
      guard let record = line.record else { continue }
      records.apply(record, horizon)
      if let removal = line.removal(records) { removals.add(removal) }
    }
    return Accepted(
      arrived: arrived, indices: start..<end,
      head: ChainHead(number: lines[end - 1].link.number, sum: lines[end - 1].sum),
      isWhole: end == lines.count && Self.areKnown(lines[..<start], by: head))
  }

  /// Whether lines that came again are those that lead to the last one that is here.
  private static func areKnown(_ lines: ArraySlice<ArrivedLine>, by head: ChainHead?) -> Bool {
    var next = head?.sum
    for line in lines.reversed() {
      guard line.sum == next else { return false }
      next = line.link.previous
    }
    return true
  }

  private struct Run {
    var end: Int
    /// Why it goes no further.
    var fault: LineIssue.Fault?
    /// Where a gap was passed over, and which of the lines explains it.
    var uses: [(at: Int, toldAt: Int)] = []
  }

  /// The lines that follow one another from one on.
  private func run(
    of arrived: ArrivedLines, from start: Int, _ head: ChainHead?
  ) -> Run {
    let lines = arrived.lines
    var told: [ID<Revision>: Int] = [:]
    var removals = removals
    for (index, line) in lines.enumerated() {
      guard let removal = line.removal(records) else { continue }
      for step in removal.gaps.flatMap(\.steps) where removals.gaps[step.line] == nil {
        told[step.line] = index
      }
      removals.add(removal)
    }
    var run = Run(end: start)
    var (number, sum) = (head?.number ?? 0, head?.sum)
    for index in start..<lines.count {
      let link = lines[index].link
      // Another beginning would make another diary of it.
      if let diary = trust.diary, case .founding = lines[index].record?.record,
        lines[index].sum.description != diary.description
      {
        run.fault = .badSignature
        break
      }
      if number > 0 || link.number != 1, link.number != number + 1 || link.previous != sum {
        let areGone = { [followers] (last: ID<Revision>) in
          let following =
            lines[start..<index].firstIndex { $0.sum == last }.map { known in
              lines[known + 1..<index].map { ($0.link.number, $0.entry, $0.sum) }
            } ?? followers(arrived.device, last)
          return following?.allSatisfy { number, entry, sum in
            removals.isGone(entry, arrived.device, number: number, sum: sum)
          } == true
        }
        guard let toldAt = Self.bridge(link.previous, to: sum, removals.gaps, told, areGone) else {
          run.fault = .notFollowing(number + 1)
          break
        }
        run.uses.append((index, toldAt))
      }
      (number, sum) = (link.number, lines[index].sum)
      run.end = index + 1
    }
    return run
  }

  /// Whether lines that are gone lead from one to another; the index of the line that tells of them, -1
  /// for what is known already.
  ///
  /// - Parameter areGone: whether all lines behind one are among those that are gone, and still here.
  private static func bridge(
    _ previous: ID<Revision>?, to sum: ID<Revision>?, _ gaps: [ID<Revision>: ID<Revision>?],
    _ told: [ID<Revision>: Int], _ areGone: (ID<Revision>) -> Bool
  ) -> Int? {
    var (place, toldAt) = (previous, -1)
    var steps = 0
    while let last = place, last != sum {
      guard let before = gaps[last], steps <= gaps.count else {
        return steps > 0 && areGone(last) ? toldAt : nil
      }
      toldAt = max(toldAt, told[last] ?? -1)
      place = before
      steps += 1
    }
    return place == sum ? toldAt : nil
  }
}

/// What is wrong with lines that came from elsewhere. They don't count, and stay where they were.
package struct LineIssue: Hashable, Sendable {
  package enum Fault: Hashable, Sendable {
    /// They aren't what was saved, or are another device's.
    case damaged
    /// Nothing proves that the device may write to the diary.
    case unknownDevice
    case badSignature
    /// The line of that number, and what comes after it, doesn't join what is here.
    case notFollowing(Int)
    /// What version 0.1.0 has written isn't there yet.
    case waiting
    /// They begin another diary, of that author.
    case otherDiary(String)
  }

  package let device: ID<Device>
  package let fault: Fault

  init(_ device: ID<Device>, _ fault: Fault) {
    (self.device, self.fault) = (device, fault)
  }
}
