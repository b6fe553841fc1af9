import DiaryCore
import System

/// Empties the trash: the one time that logs are rewritten. The caller holds the store's lock, and
/// between looking and doing adds `record` to the log, for what stops in between must not look like a
/// loss.
struct TrashPurge {
  private let layout: StoreLayout
  /// Those of which every revision is going to be removed. Entries of which another device has
  /// written one stay, for its logs are not ours to rewrite.
  private(set) var entries: Set<ID<Entry>>
  /// The logs that have revisions of them, in the order of names.
  private var logs: [String] = []
  /// The files that only they refer to.
  private var files: Set<AssetFile> = []
  private var gaps: [RemovalRecord.Gap] = []
  private var vouched: [VouchedLog] = []

  /// - Parameters:
  ///   - trashed: the entries in the trash.
  ///   - wanted: assets that are wanted, as by a draft, though no revision names them.
  init(
    of trashed: Set<ID<Entry>>, by device: ID<Device>, wanted: Set<AssetID>,
    in layout: StoreLayout
  ) throws(DiaryError) {
    self.layout = layout
    entries = trashed
    let reader = LogReader(layout: layout)
    let own = "\(device)/"
    let all = try reader.logs().map(\.name)
    for log in all where !log.hasPrefix(own) {
      try reader.forEachLine(of: log) { line in
        if let revision = RevisionLine.decode(line.bytes) { entries.remove(revision.entry.id) }
      }
    }
    guard !entries.isEmpty else { return }

    var kept = wanted
    var unreadable: [[UInt8]] = []
    var links = RemovedLinks()
    if let last = LastLine(of: device.description, in: layout) {
      links.keep(last.sum, last.previous)
    }
    /// The next line names it.
    var last: ID<Revision>?
    for log in all {
      try reader.forEachLine(of: log) { line in
        if log.hasPrefix(own), let sum = RevisionLine.id(of: line.bytes) { last = sum }
        if RecordLine(line.bytes) != nil {
          links.keep(ChainLink(of: line.bytes)?.previous)
          return
        }
        guard let revision = RevisionLine.decode(line.bytes) else {
          unreadable.append(Array(line.bytes))
          return
        }
        let link = ChainLink(of: line.bytes)
        if entries.contains(revision.entry.id) {
          if logs.last != log { logs.append(log) }
          files.formUnion(revision.entry.files)
          links.remove(revision.id, link?.previous)
        } else {
          links.keep(link?.previous)
          kept.formUnion(revision.entry.files.map(\.asset))
        }
      }
    }
    links.keep(last)
    // What can't be read now may be mended, and then its photos are wanted.
    let assets = Set(files.map(\.asset))
    for line in unreadable {
      kept.formUnion(line.withUnsafeBytes { AssetNames.found(in: $0, of: assets) })
    }
    files = files.filter { !kept.contains($0.asset) }
    gaps = links.gaps
    vouched = try SignatureCheck(reader).vouched(for: logs, without: isGoing)
  }

  /// What is told of it.
  var record: RemovalRecord {
    RemovalRecord(reason: .trash, entries: entries.sorted(), gaps: gaps, logs: vouched)
  }

  /// Removes the revisions, and then the files.
  func run() throws(DiaryError) {
    // Without the index first, so that a stop in between leaves no index of lines that moved.
    try FileSystem.remove(layout.index)
    try FileSystem.sync(folder: layout.root)
    // The oldest month first: what a stop in between leaves are the later revisions, and an
    // entry's last one says that it is in the trash.
    for log in logs { try rewrite(log) }
    var folders: Set<String> = []
    for file in files {
      try FileSystem.remove(layout.path(of: file))
      folders.insert(layout.assetFolder(of: file.asset))
    }
    // Gone for good, after a power cut too.
    for folder in folders where FileSystem.isFolder(folder) {
      try FileSystem.sync(folder: folder)
    }
  }

  /// Whether a line is going to be removed.
  func isGoing(_ line: LogLine) -> Bool {
    RevisionLine.decode(line.bytes).map { entries.contains($0.entry.id) } ?? false
  }

  /// Lines that can't be read stay, byte for byte.
  private func rewrite(_ log: String) throws(DiaryError) {
    try AppendIntent.rollBack(beside: log, in: layout)
    let path = layout.log(log)
    var file = try DurableFile(in: Path.parent(path))
    try LogReader(layout: layout).forEachLine(of: log) { line throws(DiaryError) in
      guard !isGoing(line) else { return }
      try file.write(line.bytes)
      if !line.isTorn { try file.write([0x0A]) }
    }
    try file.commit(as: path)
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
      while let sum = before, let further = removed[sum] { before = further }
      return RemovalRecord.Gap(last: last, before: before)
    }
  }
}
