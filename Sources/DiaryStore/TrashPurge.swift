import DiaryCore
import System

/// Empties the trash: the one time that logs are rewritten. The caller holds the store's lock.
struct TrashPurge {
  let layout: StoreLayout
  let device: ID<Device>
  /// Assets that are wanted, as by a draft, though no revision names them.
  let wanted: Set<AssetID>

  /// Removes every revision of these entries, and the assets that only they refer to. Entries of
  /// which another device has written a revision stay, for its logs are not ours to rewrite.
  /// Returns the ids of those that went.
  func run(_ trashed: Set<ID<Entry>>) throws(DiaryError) -> Set<ID<Entry>> {
    let reader = LogReader(layout: layout)
    let own = "\(device)/"
    let logs = try reader.logs().map(\.name)
    var purged = trashed
    for log in logs where !log.hasPrefix(own) {
      try reader.forEachLine(of: log) { line in
        if let revision = RevisionLine.decode(line.bytes) { purged.remove(revision.entry.id) }
      }
    }
    guard !purged.isEmpty else { return [] }

    var candidates: Set<AssetFile> = []
    var kept = wanted
    var affected: Set<String> = []
    var unreadable: [[UInt8]] = []
    /// The lines that go, and those that others name as the ones before them.
    var removed: Set<ID<Revision>> = []
    var named = Set(
      LastLine(of: device.description, in: layout).map { [$0.sum, $0.previous] } ?? [])
    for log in logs {
      try reader.forEachLine(of: log) { line in
        guard let revision = RevisionLine.decode(line.bytes) else {
          unreadable.append(Array(line.bytes))
          return
        }
        if purged.contains(revision.entry.id) {
          affected.insert(log)
          candidates.formUnion(revision.entry.files)
          removed.insert(revision.id)
        } else {
          named.insert(ChainLink(of: line.bytes)?.previous)
          kept.formUnion(revision.entry.files.map(\.asset))
        }
      }
    }
    // What can't be read now may be mended, and then its photos are wanted.
    let assets = Set(candidates.map(\.asset))
    for line in unreadable {
      kept.formUnion(
        line.withUnsafeBytes { AssetNames.found(in: $0, of: assets) })
    }
    try record(removed.filter(named.contains))
    // Without the index first, so that a stop in between leaves no index of lines that moved.
    try FileSystem.remove(layout.index)
    try FileSystem.sync(folder: layout.root)
    // The oldest month first: what a stop in between leaves are the later revisions, and an
    // entry's last one says that it is in the trash.
    for log in logs where affected.contains(log) { try rewrite(log, without: purged) }
    var folders: Set<String> = []
    for file in candidates where !kept.contains(file.asset) {
      try FileSystem.remove(layout.path(of: file))
      folders.insert(layout.assetFolder(of: file.asset))
    }
    // Gone for good, after a power cut too.
    for folder in folders where FileSystem.isFolder(folder) {
      try FileSystem.sync(folder: folder)
    }
    return purged
  }

  /// Before they go, for what stops in between must not look like a loss.
  private func record(_ sums: Set<ID<Revision>>) throws(DiaryError) {
    guard !sums.isEmpty else { return }
    var removed = RemovedLines(of: device.description, in: layout)
    removed.add(sums, by: .trash)
    try removed.write(of: device.description, to: layout)
  }

  /// Lines that can't be read stay, byte for byte.
  private func rewrite(_ log: String, without purged: Set<ID<Entry>>) throws(DiaryError) {
    try AppendIntent.rollBack(beside: log, in: layout)
    let path = layout.log(log)
    var file = try DurableFile(in: Path.parent(path))
    try LogReader(layout: layout).forEachLine(of: log) { line throws(DiaryError) in
      if let revision = RevisionLine.decode(line.bytes), purged.contains(revision.entry.id) {
        return
      }
      try file.write(line.bytes)
      if !line.isTorn { try file.write([0x0A]) }
    }
    try file.commit(as: path)
  }
}
