import DiaryCore
import System

/// Cuts off the bodies of lines about entries that were removed for good: the one time that logs are
/// rewritten. The caller holds the store's lock. Of its own removal it adds `record` to the log between
/// looking and doing.
struct TrashPurge {
  private let layout: StoreLayout
  private let removals: StoreRemovals
  /// The logs that have such lines, in the order of names.
  private var logs: [String] = []
  /// The files that only these lines refer to, or that a removal names and no line refers to.
  private(set) var files: Set<AssetFile> = []

  /// - Parameter wanted: assets that are wanted, as by a draft, though no revision names them.
  init(
    _ removals: StoreRemovals, wanted: Set<AssetID>, in layout: StoreLayout
  ) throws(DiaryError) {
    (self.layout, self.removals) = (layout, removals)
    let reader = LogReader(layout: layout)
    guard !removals.records.isEmpty else { return }
    for log in try reader.logs().map(\.name) {
      try reader.forEachLine(of: log) { line in
        guard isGoing(line) else { return }
        if logs.last != log { logs.append(log) }
        files.formUnion(RevisionLine.decode(line.bytes)?.entry.files ?? [])
      }
    }
    // A log that was put back, and received again without these bodies, doesn't name them any more.
    files.formUnion(
      removals.records.flatMap(\.files).filter { FileSystem.exists(layout.path(of: $0)) })
    if !files.isEmpty { try keepFiles(ofOthersThan: wanted, reader) }
  }

  /// Leaves the files that other lines name. What can't be read now may be mended, and then its photos are
  /// wanted.
  private mutating func keepFiles(
    ofOthersThan wanted: Set<AssetID>, _ reader: LogReader
  ) throws(DiaryError) {
    let assets = Set(files.map(\.asset))
    var kept = wanted
    for log in try reader.logs().map(\.name) {
      try reader.forEachLine(of: log) { line in
        guard !isGoing(line) else { return }
        if RevisionLine.id(of: line.bytes) == nil
          || RevisionLine.bodyState(of: line.bytes) == .damaged
        {
          kept.formUnion(AssetNames.found(in: line.bytes, of: assets))
        } else if let revision = RevisionLine.decode(line.bytes) {
          kept.formUnion(revision.entry.files.map(\.asset))
        }
      }
    }
    files = files.filter { !kept.contains($0.asset) }
  }

  /// Whether there is nothing to remove.
  var isEmpty: Bool { logs.isEmpty && files.isEmpty }

  /// Cuts the lines, and then removes the files.
  func run() throws(DiaryError) {
    // Without the index first, so that a stop in between leaves no index of lines that moved.
    if !logs.isEmpty {
      try FileSystem.remove(layout.index)
      try FileSystem.sync(folder: layout.root)
    }
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

  /// Returns `true` if a line has a body, or is one of version 0.1.0, and is going to lose it.
  private func isGoing(_ line: LogLine) -> Bool {
    removals.isGone(line)
      && (ChainLink(of: line.bytes) == nil || RevisionLine.cut(line.bytes) != nil)
  }

  private func rewrite(_ log: String) throws(DiaryError) {
    var file = try LogReplacement(of: layout.log(log))
    try LogReader(layout: layout).forEachLine(of: log) { line throws(DiaryError) in
      guard isGoing(line) else { return try file.add(line) }
      let rest =
        RevisionLine.cut(line.bytes) ?? RemovedLine.text(of: VouchedLog.sum(of: line.bytes))
      try file.write(rest + [0x0A])
    }
    try file.commit()
  }
}

/// `set-aside/`: what could not be read, or what the logs no longer hold, kept as it was found.
struct Quarantine {
  let layout: StoreLayout

  /// Moves a file there, by its path within the store; nothing that is there already is replaced.
  /// Returns where it is now, within the store, or `nil` if there was no such file.
  @discardableResult
  func move(_ file: String) throws(DiaryError) -> String? {
    let source = Path.join(layout.root, file)
    guard FileSystem.status(of: source) != nil else { return nil }
    // What was hidden is to be seen there.
    let name = Path.name(file)
    let visible = file.dropLast(name.count) + name.drop { $0 == "." }
    let target = Self.free(Path.join(layout.quarantine, String(visible)))
    try FileSystem.makeFolders(Path.parent(target))
    try FileSystem.rename(source, to: target)
    try FileSystem.sync(folder: Path.parent(target))
    try FileSystem.sync(folder: Path.parent(source))
    return String(target.dropFirst(layout.root.count + 1))
  }

  /// The path, or one like it that nothing has yet. A file that age encrypted keeps its ending.
  static func free(_ path: String) -> String {
    let ending = path.hasSuffix(".age") ? ".age" : ""
    var free = path
    var number = 1
    while FileSystem.status(of: free) != nil {
      number += 1
      free = "\(path.dropLast(ending.count)).\(number)\(ending)"
    }
    return free
  }
}
