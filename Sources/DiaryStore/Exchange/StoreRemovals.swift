import DiaryCore
import System

/// The permanently removed entries according to the logs.
struct StoreRemovals {
  private(set) var records: [RemovalRecord] = []
  private var purges: [ID<Entry>: [RemovalRecord]] = [:]
  private let seen: SeenLines

  /// Returns `true` if an entry was removed by anyone.
  func removes(_ entry: ID<Entry>) -> Bool { purges[entry] != nil }

  init(_ records: [RemovalRecord], in layout: StoreLayout) {
    seen = SeenLines(layout)
    for record in records { add(record) }
  }

  /// Reads the removals from the logs.
  ///
  /// - Parameter records: determine who may remove which entries.
  init(_ reader: LogReader, _ records: DiaryRecords) throws {
    seen = SeenLines(reader.layout)
    for (name, _) in try reader.logs() {
      try reader.forEachLine(of: name) { line in
        guard RecordLine.matches(line.bytes), let record = RecordLine(line.bytes),
          let removal = records.removal(by: record)
        else { return }
        add(removal)
      }
    }
  }

  mutating func add(_ removal: RemovalRecord) {
    records.append(removal)
    for entry in removal.entries { purges[entry, default: []].append(removal) }
  }

  /// Returns `true` if a line belongs to a removed entry and had been seen by the device that
  /// removed it.
  ///
  /// - Throws: an error if the device's logs can't be read.
  func isGone(_ line: LogLine) throws -> Bool {
    guard !line.isTorn, let entry = LineCheck.entry(of: line.bytes), let purges = purges[entry],
      let device = StoreLayout.device(ofLog: line.place.log),
      let sum = RevisionLine.id(of: line.bytes)
    else { return false }
    let tip = ChainLink(of: line.bytes).map { RunTip($0.number, sum) }
    return try purges.contains { purge in
      guard let tips = purge.seen[device] else { return false }
      // Lines of version 0.1.0 have no number.
      guard let tip else { return true }
      return try tips.contains {
        try $0.number >= tip.number && seen.isLine(tip, upTo: $0, of: device)
      }
    }
  }
}

/// Answers which lines precede others. A device's logs are read on the first query about it.
private final class SeenLines {
  private struct Chain {
    var links: [ID<Revision>: ChainLink] = [:]
    /// `true` if two lines follow the same one.
    var isForked = false
  }

  private struct Query: Hashable {
    let device: ID<Device>
    let tip: RunTip
  }

  private let layout: StoreLayout
  private var chains: [ID<Device>: Chain] = [:]
  /// The lines up to a tip, for devices with several runs.
  private var predecessors: [Query: Set<ID<Revision>>] = [:]

  init(_ layout: StoreLayout) { self.layout = layout }

  private func chain(of device: ID<Device>) throws -> Chain {
    if let chain = chains[device] { return chain }
    var chain = Chain()
    var followed: Set<ID<Revision>?> = []
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logsByDevice()[device] ?? [] {
      try reader.forEachLine(of: name) { line in
        guard let step = ChainStep(of: line.bytes, in: device), chain.links[step.sum] == nil else {
          return
        }
        chain.links[step.sum] = step.link
        if !followed.insert(step.link.previous).inserted { chain.isForked = true }
      }
    }
    chains[device] = chain
    return chain
  }

  /// Returns `true` if a line is the tip or precedes it. Returns `false` if the tip hasn't arrived
  /// yet, so that the line is kept until it does.
  ///
  /// - Throws: an error if the device's logs can't be read.
  func isLine(_ line: RunTip, upTo tip: RunTip, of device: ID<Device>) throws -> Bool {
    let chain = try chain(of: device)
    guard chain.links[tip.sum] != nil else { return false }
    guard chain.isForked else { return true }
    let query = Query(device: device, tip: tip)
    if let known = predecessors[query] { return known.contains(line.sum) }
    var lines: Set<ID<Revision>> = []
    var place: ID<Revision>? = tip.sum
    while let sum = place, lines.insert(sum).inserted { place = chain.links[sum]?.previous }
    predecessors[query] = lines
    return lines.contains(line.sum)
  }
}

/// Restores entries removed by a device after it had been removed itself. Such removals don't
/// count, but machines that didn't know so in time have deleted the lines.
extension DiskRepository {
  /// A version of an entry that some machines have lost.
  private struct LostVersion {
    let revision: Revision
    let number: Int
  }

  /// Saves again the versions that such machines have lost and this one has, so that all have them.
  /// Repeating it changes nothing.
  ///
  /// - Throws: an error if the store can't be locked, read or written.
  package func restoreInvalidlyPurged() async throws {
    try catchUp()
    guard !tailer.records.removedDevices.isEmpty else { return }
    let lock = try await storeLock()
    try catchUp()
    let purges = try invalidPurges()
    guard !purges.isEmpty else { return }
    let entries = try lostVersions(purges).map { version in
      var entry = version.revision.entry
      entry.heads = [version.revision.id]
      return entry
    }
    guard !entries.isEmpty else { return }
    let log = deviceLog
    var batch = try log.batch()
    batch.add(entries)
    let part = try log.append(batch)
    _ = consume lock
    apply(part)
  }

  /// Returns the removals that don't count, by entry.
  private func invalidPurges() throws -> [ID<Entry>: [RemovalRecord]] {
    let records = tailer.records
    var purges: [ID<Entry>: [RemovalRecord]] = [:]
    let reader = LogReader(layout: layout)
    let logs = try reader.logsByDevice()
    let removed = logs.filter { records.isAfterRemoval($0.key, .max) }
    for (name, _) in removed.values.joined() {
      try reader.forEachLine(of: name) { line in
        guard RecordLine.matches(line.bytes), let record = RecordLine(line.bytes),
          case .removal(let removal) = record.record,
          records.isAfterRemoval(record.device, record.number)
        else { return }
        for entry in removal.entries { purges[entry, default: []].append(removal) }
      }
    }
    return purges
  }

  /// Returns the entry versions missing on machines that have applied the purges.
  private func lostVersions(_ purges: [ID<Entry>: [RemovalRecord]]) throws -> [LostVersion] {
    let records = tailer.records
    var versions: [ID<Revision>: LostVersion] = [:]
    var replaced: Set<ID<Revision>> = []
    let reader = LogReader(layout: layout)
    for (name, _) in try reader.logs() {
      let folder = StoreLayout.device(ofLog: name)
      try reader.forEachLine(of: name) { line in
        guard let entry = LineCheck.entry(of: line.bytes), purges[entry] != nil,
          let revision = RevisionLine.decode(line.bytes),
          records.refusal(of: revision, line.bytes, in: folder) == nil
        else { return }
        replaced.formUnion(revision.parents)
        versions[revision.id] = LostVersion(
          revision: revision, number: ChainLink(of: line.bytes)?.number ?? 0)
      }
    }
    return versions.values.filter { version in
      !replaced.contains(version.revision.id)
        && purges[version.revision.entry.id]?.contains { purge in
          version.number <= purge.seen[version.revision.device]?.last?.number ?? -1
        } == true
    }.sorted { ($0.revision.clock, $0.revision.id) < ($1.revision.clock, $1.revision.id) }
  }
}
