import DiaryCore
import System

/// Which lines of devices stand before which others. Two machines may have written as one device, and then
/// a number alone doesn't tell what somebody had seen. A device's logs are read when it is asked for.
final class DeviceBranches {
  private struct Chain {
    /// Each line by its sum.
    private(set) var links: [ID<Revision>: ChainLink] = [:]
    private var following: Set<ID<Revision>?> = []
    /// Whether two lines follow the same one.
    private(set) var isForked = false
    private(set) var lastNumber = 0

    mutating func add(_ sum: ID<Revision>, _ link: ChainLink) {
      guard links[sum] == nil else { return }
      links[sum] = link
      if !following.insert(link.previous).inserted { isForked = true }
      lastNumber = max(lastNumber, link.number)
    }

    /// Whether another line than that one follows one.
    func isFollowed(_ line: ID<Revision>, besides gone: ID<Revision>) -> Bool {
      following.contains(line) && links[gone] == nil
    }

    /// The lines that no other one follows.
    var tips: [ID<Revision>] { links.keys.filter { !following.contains($0) } }
  }

  private let layout: StoreLayout
  private var chains: [ID<Device>: Chain] = [:]
  private var arrived: [ID<Device>: ArrivedLines] = [:]
  private var reaches: [Question: Reach] = [:]

  private struct Question: Hashable {
    let tips: [ID<Revision>]
    /// More may have come to be known meanwhile.
    let gapCount: Int
  }

  /// How far one gets from some lines, with what stands before them.
  private struct Reach {
    /// Whether two lines follow the same one, of which one may be gone.
    let isForked: Bool
    /// The lines that one passes; where a device's lines are one chain, those that are gone alone.
    var passed: Set<ID<Revision>> = []
    /// Where a device's lines are one chain, the number of the last of them that one comes to.
    var number = 0
    /// Whether all that stands before them is known.
    var isWhole = true
    /// Whether all of them are here, or known to be gone.
    var isKnown = true
  }

  init(_ layout: StoreLayout) { self.layout = layout }

  /// With lines that came from elsewhere.
  init(_ layout: StoreLayout, _ arrived: [ArrivedLines]) {
    self.layout = layout
    for lines in arrived { self.arrived[lines.device] = lines }
  }

  private func chain(of device: ID<Device>) -> Chain {
    if let chain = chains[device] { return chain }
    var chain = Chain()
    let reader = LogReader(layout: layout)
    for (name, _) in (try? reader.logsByDevice()[device]) ?? [] {
      _ = try? reader.forEachLine(of: name) { line in
        guard let link = ChainLink(of: line.bytes), link.number > 0,
          let sum = RevisionLine.toldID(of: line.bytes)
        else { return }
        chain.add(sum, link)
      }
    }
    for line in arrived[device]?.lines ?? [] { chain.add(line.sum, line.link) }
    chains[device] = chain
    return chain
  }

  /// The last lines of a device: several, where two machines have written as it.
  func tips(of device: ID<Device>) -> [ID<Revision>] { chain(of: device).tips.sorted() }

  /// Whether a line was among those up to some others, of which the number is known. Lines that are gone
  /// are gaps (see `RemovalRecord.Gap`).
  ///
  /// - Parameter vague: those of the gaps of which nobody knows what stood between.
  func isOne(
    _ sum: ID<Revision>, _ number: Int, upTo tips: [ID<Revision>], numbered last: Int,
    of device: ID<Device>, over gaps: [ID<Revision>: ID<Revision>?], _ vague: Set<ID<Revision>>
  ) -> Bool {
    let chain = chain(of: device)
    let question = Question(tips: tips, gapCount: gaps.count)
    let reach = reaches[question] ?? reach(of: tips, in: chain, over: gaps, vague)
    reaches[question] = reach
    if reach.passed.contains(sum) { return true }
    guard !reach.isForked else { return false }
    if reach.isWhole { return number <= reach.number }
    // Those that haven't come yet follow the ones that are here, unless others of their numbers do.
    return reach.isKnown || chain.lastNumber < last
  }

  private func reach(
    of tips: [ID<Revision>], in chain: Chain, over gaps: [ID<Revision>: ID<Revision>?],
    _ vague: Set<ID<Revision>>
  ) -> Reach {
    var reach = Reach(
      isForked: chain.isForked
        || gaps.contains { line, before in
          before.map { chain.isFollowed($0, besides: line) } == true && !vague.contains(line)
        })
    for tip in tips {
      if chain.links[tip] == nil, gaps[tip] == nil { reach.isKnown = false }
      var place: ID<Revision>? = tip
      while let line = place {
        if let link = chain.links[line] {
          reach.number = max(reach.number, link.number)
          guard reach.isForked, reach.passed.insert(line).inserted else { break }
          place = link.previous
        } else if let before = gaps[line] {
          if vague.contains(line) { reach.isWhole = false }
          guard reach.passed.insert(line).inserted else { break }
          place = before
        } else {
          reach.isWhole = false
          break
        }
      }
    }
    return reach
  }
}
