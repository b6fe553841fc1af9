import DiaryCore
import DiaryKeys

/// Decides which lines that came from elsewhere count: those that an unbroken run of lines, all the way
/// from the first line of their device, joins to a line signed by a device that may write to the diary.
/// What comes later can only add to them.
struct LineReception {
  /// The lines of a device that count.
  struct Accepted {
    let arrived: ArrivedLines
    /// Those that aren't here yet, each after the one that it follows.
    let lines: [ArrivedLine]
    /// The segments of which every line is here then.
    let whole: Set<Int>
  }

  private let trust: LineTrust
  private(set) var records: DiaryRecords
  private let horizon: ClockHorizon
  private let local: (ID<Device>) -> LocalLines
  private(set) var issues: [LineIssue] = []

  /// Whether it is known which diary the lines are of.
  var isOfOneDiary: Bool { trust.diary != nil }

  /// More wrong signatures of one device than are looked at.
  private static let mostWrong = 64

  init(
    _ trust: LineTrust, _ records: DiaryRecords, _ horizon: ClockHorizon,
    local: @escaping (ID<Device>) -> LocalLines
  ) {
    (self.trust, self.records, self.horizon, self.local) = (trust, records, horizon, local)
  }

  /// Accepts the lines of several devices. What one device says may be what makes another's lines count.
  mutating func accept(_ all: [ArrivedLines]) throws(DiaryError) -> [Accepted] {
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
        if let found = try accept(arrived, diaries) {
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

  /// `nil` when the device may not write, by what is known by now.
  private mutating func accept(
    _ arrived: ArrivedLines, _ diaries: [ID<FoundedDiary>]
  ) throws(DiaryError) -> Accepted? {
    let device = arrived.device
    if !arrived.damaged.isEmpty { issues.append(LineIssue(device, .damaged)) }
    guard let key = trust.key(of: arrived, records) else {
      issues.append(LineIssue(device, .unknownDevice))
      return nil
    }
    let lines = arrived.lines
    var local = local(device)
    local.find(arrived)
    let joining = joining(lines, &local, in: device)
    var isAccepted = [Bool](repeating: false, count: lines.count)
    var ordered: [ArrivedLine] = []
    var wrong = 0
    // From the last line of each run back to the last signed one: that proves all before it.
    for index in lines.indices.reversed()
    where joining.isJoined[index] && !isAccepted[index] && wrong < Self.mostWrong {
      switch try arrived.isSigned(lines[index], diaries, by: key) {
      case nil: continue
      case false?:
        wrong += 1
        issues.append(LineIssue(device, .badSignature))
        continue
      case true?: break
      }
      var run: [ArrivedLine] = []
      var place: Int? = index
      while let at = place, joining.isJoined[at], !isAccepted[at] {
        isAccepted[at] = true
        if !local.isBroken || !local.has(lines[at].tip) { run.append(lines[at]) }
        place = joining.previous[at]
      }
      ordered += run.reversed()
    }
    for line in ordered {
      if let record = line.record { records.apply(record, horizon) }
    }
    var here = Set(ordered.map(\.sum))
    for line in lines where local.has(line.tip) { here.insert(line.sum) }
    let whole = arrived.sums.indices.filter { segment in
      !arrived.damaged.contains(segment) && arrived.sums[segment].allSatisfy(here.contains)
    }
    return Accepted(arrived: arrived, lines: ordered, whole: Set(whole))
  }

  private struct Joining {
    /// Whether a line isn't here, and an unbroken run leads to it. Of a device with a line missing in the
    /// middle, lines that are here count as well: they prove the missing one.
    var isJoined: [Bool]
    /// The line that it follows, among those that came.
    var previous: [Int?]
  }

  private mutating func joining(
    _ lines: [ArrivedLine], _ local: inout LocalLines, in device: ID<Device>
  ) -> Joining {
    var places: [ID<Revision>: Int] = [:]
    var joining = Joining(
      isJoined: [Bool](repeating: false, count: lines.count),
      previous: [Int?](repeating: nil, count: lines.count))
    var missing: Int?
    for (index, line) in lines.enumerated() {
      places[line.sum] = index
      guard local.isBroken || !local.has(line.tip) else { continue }
      // Another beginning would make another diary of it.
      if let diary = trust.diary, case .founding = line.record?.record,
        line.sum.description != diary.description
      {
        issues.append(LineIssue(device, .badSignature))
        continue
      }
      guard let sum = line.link.previous else {
        joining.isJoined[index] = line.link.number == 1
        continue
      }
      let before = places[sum].flatMap { place in
        joining.isJoined[place] && lines[place].link.number == line.link.number - 1 ? place : nil
      }
      joining.previous[index] = before
      if before != nil || local.has(RunTip(line.link.number - 1, sum)) {
        joining.isJoined[index] = true
      } else {
        missing = min(missing ?? .max, line.link.number - 1)
      }
    }
    if let missing { issues.append(LineIssue(device, .notFollowing(missing))) }
    return joining
  }
}

/// The lines of a device that are here. Its logs are read only if what came may be among them, and isn't
/// simply what leads to the last line.
struct LocalLines {
  let tips: [RunTip]
  /// Whether a line is missing that another one follows: then the last line has not all lines before it.
  let isBroken: Bool
  private let read: () -> [ID<Revision>: Int]
  private var found: Set<ID<Revision>> = []
  private var all: [ID<Revision>: Int]?

  /// - Parameter read: the numbers of all lines by their sums.
  init(_ tips: [RunTip], isBroken: Bool, read: @escaping () -> [ID<Revision>: Int]) {
    (self.tips, self.isBroken, self.read) = (tips, isBroken, read)
  }

  /// Finds those of the lines that came which lead to the last ones that are here.
  mutating func find(_ arrived: ArrivedLines) {
    guard !isBroken else { return }
    var places: [ID<Revision>: Int] = [:]
    for (place, line) in arrived.lines.enumerated() { places[line.sum] = place }
    for tip in tips {
      var sum: ID<Revision>? = tip.sum
      while let line = sum, found.insert(line).inserted {
        sum = places[line].flatMap { arrived.lines[$0].link.previous }
      }
    }
  }

  mutating func has(_ line: RunTip) -> Bool {
    if found.contains(line.sum) { return true }
    guard line.number <= tips.last?.number ?? 0 else { return false }
    if all == nil { all = read() }
    return all?[line.sum] == line.number
  }
}

/// A fault of lines that came from elsewhere. They don't count, and stay where they were.
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
