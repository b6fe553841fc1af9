import DiaryCore
import System

/// Removes entries for good: the one time that logs are rewritten. The caller holds the store's lock,
/// and between looking and doing adds `record` to the log, for what stops in between must not look
/// like a loss.
struct TrashPurge {
  private let layout: StoreLayout
  private let removals: StoreRemovals
  private let entries: [ID<Entry>]
  private let seen: [ID<Device>: Int]
  private let tips: [ID<Device>: [ID<Revision>]]
  /// The logs that have lines of them, in the order of names.
  private var logs: [String] = []
  /// The files that only they refer to.
  private var files: Set<AssetFile> = []
  private var gaps: [RemovalRecord.Gap] = []
  private var vouched: [VouchedLog] = []

  /// Empties the trash.
  ///
  /// - Parameters:
  ///   - trashed: the entries in the trash.
  ///   - seen: how many lines of each device are known.
  ///   - wanted: assets that are wanted, as by a draft, though no revision names them.
  init(
    of trashed: [ID<Entry>], seen: [ID<Device>: Int], wanted: Set<AssetID>, in layout: StoreLayout
  ) throws(DiaryError) {
    let branches = DeviceBranches(layout)
    var tips: [ID<Device>: [ID<Revision>]] = [:]
    for (device, number) in seen where number > 0 { tips[device] = branches.tips(of: device) }
    let removal = RemovalRecord(
      reason: .trash, entries: trashed, seen: seen, tips: tips, gaps: [], logs: [])
    try self.init(
      following: [removal], StoreRemovals([removal], branches), wanted: wanted, in: layout)
  }

  /// Removes what other devices have removed.
  ///
  /// - Parameter known: all removals that are known, those among them.
  init(
    following removals: [RemovalRecord], _ known: StoreRemovals, wanted: Set<AssetID>,
    in layout: StoreLayout
  ) throws(DiaryError) {
    self.layout = layout
    self.removals = known
    entries = removals.flatMap(\.entries).sorted()
    seen = removals.last?.seen ?? [:]
    tips = removals.last?.tips ?? [:]
    let reader = LogReader(layout: layout)
    var kept = wanted
    var unreadable: [[UInt8]] = []
    var links = RemovedLinks()
    for noted in try LastLine.all(in: layout) { links.keep(noted.sum, noted.previous) }
    for sum in tips.values.joined() { links.keep(sum) }
    /// The last line of each device, which the next one names.
    var last: [ID<Device>: ID<Revision>] = [:]
    for log in try reader.logs().map(\.name) {
      let device = StoreLayout.device(ofLog: log)
      try reader.forEachLine(of: log) { line in
        if let device, let sum = RevisionLine.id(of: line.bytes) { last[device] = sum }
        let link = ChainLink(of: line.bytes)
        let record = RecordLine(line.bytes)
        let revision = record == nil ? RevisionLine.decode(line.bytes) : nil
        guard let sum = record?.id ?? revision?.id else {
          unreadable.append(Array(line.bytes))
          return
        }
        let named = revision?.entry.files ?? []
        if isGoing(line) {
          if logs.last != log { logs.append(log) }
          files.formUnion(named)
          links.remove(sum, link?.previous)
        } else {
          links.keep(link?.previous)
          kept.formUnion(named.map(\.asset))
        }
      }
    }
    for sum in last.values { links.keep(sum) }
    // What can't be read now may be mended, and then its photos are wanted.
    let assets = Set(files.map(\.asset))
    for line in unreadable {
      kept.formUnion(line.withUnsafeBytes { AssetNames.found(in: $0, of: assets) })
    }
    files = files.filter { !kept.contains($0.asset) }
    gaps = links.gaps
    vouched = try SignatureCheck(reader).vouched(for: logs, without: isGoing)
  }

  /// Whether there is nothing to remove.
  var isEmpty: Bool { logs.isEmpty }

  /// What is told of it.
  var record: RemovalRecord {
    RemovalRecord(
      reason: .trash, entries: entries, seen: seen, tips: tips, gaps: gaps,
      files: files.sorted { $0.asset < $1.asset }, logs: vouched)
  }

  /// Removes the lines, and then the files.
  func run() throws(DiaryError) {
    // Without the index first, so that a stop in between leaves no index of lines that moved.
    try FileSystem.remove(layout.index)
    try FileSystem.sync(folder: layout.root)
    // The oldest month first: what a stop in between leaves are the later revisions, and an
    // entry's last one says that it is in the trash.
    for log in logs { try rewrite(log) }
    var folders: Set<String> = []
    for file in files {
      let path = layout.path(of: file)
      try FileSystem.remove(path)
      folders.insert(Path.parent(path))
    }
    // Gone for good, after a power cut too.
    for folder in folders where FileSystem.isFolder(folder) {
      try FileSystem.sync(folder: folder)
    }
  }

  /// Whether a line is going to be removed.
  func isGoing(_ line: LogLine) -> Bool {
    guard let device = StoreLayout.device(ofLog: line.place.log),
      removals.isGone(
        LineCheck.entry(of: line.bytes), device, number: ChainLink(of: line.bytes)?.number ?? 0,
        sum: RevisionLine.toldID(of: line.bytes))
    else { return false }
    return RecordLine(line.bytes) != nil || RevisionLine.decode(line.bytes) != nil
  }

  /// Lines that can't be read stay, byte for byte.
  private func rewrite(_ log: String) throws(DiaryError) {
    var file = try LogReplacement(of: layout.log(log))
    let old = try LogReader(layout: layout).forEachLine(of: log) { line throws(DiaryError) in
      if !isGoing(line) { try file.add(line) }
    }
    let noted = LastLine(of: Path.parent(log), in: layout)
    try file.commit()
    // The device goes on from its last line, even if that has gone.
    if let noted, noted.log == log, noted.end == old.count {
      try LastLine(log: log, end: file.size, sum: noted.sum, number: noted.number, previous: nil)
        .writeDurably(to: layout)
    }
  }
}

/// Which lines go that others name as the ones before them.
private struct RemovedLinks {
  /// The sums of lines that go, each with that of the line before.
  private var removed: [ID<Revision>: ID<Revision>?] = [:]
  private var named: Set<ID<Revision>> = []

  mutating func keep(_ sums: ID<Revision>?...) { named.formUnion(sums.compactMap(\.self)) }

  mutating func remove(_ sum: ID<Revision>, _ before: ID<Revision>?) {
    removed[sum] = .some(before)
  }

  var gaps: [RemovalRecord.Gap] {
    named.sorted().compactMap { last in
      guard var before = removed[last] else { return nil }
      var between: [ID<Revision>] = []
      while let sum = before, let further = removed[sum] {
        between.append(sum)
        before = further
      }
      return RemovalRecord.Gap(last: last, before: before, between: between)
    }
  }
}
