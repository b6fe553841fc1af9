import DiaryCore
import System

/// Cuts off the bodies of lines about permanently removed entries. Besides this, only a repair and
/// `BodyRestoration` rewrite logs.
///
/// The caller holds the store's lock, and appends the record of its own removal between `init` and
/// `run`.
struct TrashPurge {
  private let layout: StoreLayout
  private let removals: StoreRemovals
  /// The logs that have such lines, sorted by name.
  private var logs: [String] = []
  /// The files that only these lines refer to, or that a removal names and no line refers to.
  private(set) var files: Set<AssetFile> = []
  /// `true` if a line that isn't cut is damaged. `run` removes the index, which may be the only
  /// place with its text.
  private(set) var hasDamagedLines = false
  /// `false` if a log has such lines and isn't rewritten, because a part of it can't be read.
  private(set) var isComplete = true

  /// Searches the logs for lines to cut.
  ///
  /// - Parameter wanted: assets to keep although no revision refers to them, such as those of
  ///   drafts.
  init(_ removals: StoreRemovals, wanted: Set<AssetID>, in layout: StoreLayout) throws {
    (self.layout, self.removals) = (layout, removals)
    let reader = LogReader(layout: layout)
    guard !removals.records.isEmpty else { return }
    for log in try reader.logs().map(\.name) {
      let file = try reader.forEachLine(of: log) { line in
        guard try losesBody(line) else { return }
        if logs.last != log { logs.append(log) }
        files.formUnion(RevisionLine.decode(line.bytes)?.entry.files ?? [])
      }
      if file.hasUnfilledBytes, logs.last == log {
        logs.removeLast()
        isComplete = false
      }
    }
    // A log that was restored, and received again without these bodies, no longer refers to the
    // files.
    files.formUnion(
      removals.records.flatMap(\.files).filter { FileSystem.exists(layout.path(of: $0)) })
    if !isEmpty { try checkOtherLines(keeping: wanted, reader) }
  }

  /// Searches the other lines for damage, and keeps the files that they refer to. Damaged lines may
  /// be repaired later, and need their photos then.
  private mutating func checkOtherLines(keeping wanted: Set<AssetID>, _ reader: LogReader) throws {
    let assets = Set(files.map(\.asset))
    var kept = wanted
    for log in try reader.logs().map(\.name) {
      let file = try reader.forEachLine(of: log) { line in
        guard try !losesBody(line) else { return }
        if line.isDamaged {
          hasDamagedLines = true
          kept.formUnion(AssetNames.found(in: line.bytes, of: assets))
        } else if let revision = RevisionLine.decode(line.bytes) {
          kept.formUnion(revision.entry.files.map(\.asset))
        }
      }
      // A part of an encrypted log that can't be read may refer to any file.
      if file.hasUnfilledBytes { kept.formUnion(assets) }
    }
    files = files.filter { !kept.contains($0.asset) }
  }

  /// `true` if there is nothing to remove.
  var isEmpty: Bool { logs.isEmpty && files.isEmpty }

  /// Cuts the lines, and removes the files afterwards.
  mutating func run() throws {
    // The index is removed first, so that an interruption leaves no index of lines that moved.
    if !logs.isEmpty {
      try FileSystem.remove(layout.index)
      try FileSystem.sync(folder: layout.root)
    }
    // The oldest month is cut first: an interruption then leaves the later revisions, and an
    // entry's last one marks it as trashed.
    for log in logs where try !rewrite(log) { isComplete = false }
    var folders: Set<String> = []
    for file in files {
      let path = layout.path(of: file)
      try FileSystem.remove(path)
      folders.insert(Path.parent(path))
    }
    // Makes the removal survive a power cut.
    for folder in folders where FileSystem.isFolder(folder) {
      try FileSystem.sync(folder: folder)
    }
  }

  /// Returns `true` if a line has a body, or is one of version 0.1.0, and must lose it.
  private func losesBody(_ line: LogLine) throws -> Bool {
    try removals.isGone(line)
      && (ChainLink(of: line.bytes) == nil || RevisionLine.cut(line.bytes) != nil)
  }

  /// Returns `false` if the log was kept.
  private func rewrite(_ log: String) throws -> Bool {
    var file = try LogReplacement(of: layout.log(log))
    let old = try LogReader(layout: layout).forEachLine(of: log) { line in
      guard try losesBody(line) else { return try file.add(line) }
      let rest =
        RevisionLine.cut(line.bytes) ?? RemovedLine.text(of: VouchedLog.sum(of: line.bytes))
      try file.write(rest + [0x0A])
    }
    // An encrypted log isn't replaced while a part of it can't be read. The next purge cuts it.
    guard !old.hasUnfilledBytes else { return false }
    try file.commit()
    return true
  }
}

extension DiskRepository {
  /// Permanently removes the entries in the trash that this author may remove, and returns them.
  ///
  /// - Throws: an error if the store can't be read or written, a draft can't be read, or the
  ///   person may not write.
  package func emptyTrash() async throws -> [Entry] {
    try checkFormat()
    guard FileSystem.isFolder(layout.root) else { return [] }
    let lock = try await storeLock()
    try catchUp()
    let trashed = try ownEntries(of: tailer.trash().map(\.entry))
    // A removed person's purge counts for no one else, and would still destroy what others may yet
    // have to receive.
    if !trashed.isEmpty { try requireMayWrite() }
    var removals = try StoreRemovals(LogReader(layout: layout), tailer.records)
    let seen = try logsByDevice().keys.map { ($0, tailer.runs.tips[$0] ?? []) }
    let removal = RemovalRecord(
      entries: trashed.map(\.id).sorted(), seen: Dictionary(uniqueKeysWithValues: seen))
    removals.add(removal)
    var purge = try TrashPurge(removals, wanted: draftedAssets(), in: layout)
    guard !purge.isEmpty || !purge.isComplete else { return [] }
    try makeStore()
    if purge.hasDamagedLines { try tailer.rebuild(isRequired: true) }
    if !removal.entries.isEmpty { try append([.removal(removal.with(files: purge.files))]) }
    try purge.run()
    try tailer.rebuild()
    _ = consume lock
    // Entries that another device has changed, too, are still there.
    return try trashed.filter { try tailer.state(of: $0.id) == nil }
  }
}

/// The folder `set-aside`, for damaged data and data that the logs no longer contain, kept as
/// found.
struct Quarantine {
  let layout: StoreLayout

  /// Moves a file there without replacing another one. `file` is its path within the store.
  ///
  /// Returns its new path within the store, or `nil` if there was no such file.
  @discardableResult
  func move(_ file: String) throws -> String? {
    let source = Path.join(layout.root, file)
    guard try FileSystem.isPresent(source) else { return nil }
    // Hidden files become visible.
    let name = Path.name(file)
    let visible = file.dropLast(name.count) + name.drop { $0 == "." }
    let target = try Self.free(Path.join(layout.quarantine, String(visible)))
    try FileSystem.makeFolders(Path.parent(target))
    try FileSystem.rename(source, to: target)
    try FileSystem.sync(folder: Path.parent(target))
    try FileSystem.sync(folder: Path.parent(source))
    return String(target.dropFirst(layout.root.count + 1))
  }

  /// Returns the path, or a similar one that is unused. The ending `.age` is kept.
  static func free(_ path: String) throws -> String {
    let ending = path.hasSuffix(".age") ? ".age" : ""
    var free = path
    var number = 1
    while try FileSystem.isPresent(free) {
      number += 1
      free = "\(path.dropLast(ending.count)).\(number)\(ending)"
    }
    return free
  }
}
