import DiaryCore
import System

/// Which lines of devices stand before which others. Two machines may have written as one device, and then
/// a number alone doesn't tell what somebody had seen. A device's logs are read when it is asked for.
final class DeviceBranches {
  private struct Chain {
    /// The sum of each line with that of the line before it.
    var before: [ID<Revision>: ID<Revision>?] = [:]
    private var following: Set<ID<Revision>?> = []
    /// Whether two lines follow the same one.
    private(set) var isForked = false
    private(set) var lastNumber = 0

    mutating func add(_ sum: ID<Revision>, _ link: ChainLink) {
      guard before[sum] == nil else { return }
      before[sum] = .some(link.previous)
      if !following.insert(link.previous).inserted { isForked = true }
      lastNumber = max(lastNumber, link.number)
    }

    /// The lines that no other one follows.
    var tips: [ID<Revision>] { before.keys.filter { !following.contains($0) } }
  }

  private let layout: StoreLayout
  private var chains: [ID<Device>: Chain] = [:]
  private var arrived: [ID<Device>: ArrivedLines] = [:]
  /// What stands before some lines.
  private var known: [Question: Set<ID<Revision>>] = [:]

  private struct Question: Hashable {
    let tips: [ID<Revision>]
    /// More may have come to be known meanwhile.
    let gapCount: Int
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
  func isOne(
    _ sum: ID<Revision>, upTo tips: [ID<Revision>], numbered last: Int, of device: ID<Device>,
    over gaps: [ID<Revision>: ID<Revision>?]
  ) -> Bool {
    let chain = chain(of: device)
    let isKnown = tips.allSatisfy { chain.before[$0] != nil || gaps[$0] != nil }
    // Those that haven't come yet follow the ones that are here, unless others of their numbers do.
    guard chain.isForked || !isKnown && chain.lastNumber >= last else { return true }
    let question = Question(tips: tips, gapCount: gaps.count)
    if let before = known[question] { return before.contains(sum) }
    var before: Set<ID<Revision>> = []
    for tip in tips {
      var place: ID<Revision>? = tip
      while let line = place, before.insert(line).inserted {
        place = (chain.before[line] ?? gaps[line]) ?? nil
      }
    }
    known[question] = before
    return before.contains(sum)
  }
}
