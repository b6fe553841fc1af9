import DiaryCore
import Dispatch
import Synchronization
import System

/// Imports many files and entries, with memory for only a few of them at a time.
extension DiskRepository {
  /// Creates a batch for adding photos and attachments.
  ///
  /// - Throws: an error if the person may not write, or the store can't be created.
  package func assetBatch() async throws -> any AssetBatch {
    _ = try await author()
    _ = try owned([])
    try makeStore()
    return AssetStaging(layout: layout)
  }

  /// Saves entries as they arrive. Their lines are written to the log and synced once, and the new
  /// index is merged from the old one and their lines.
  ///
  /// If this throws, or returns `nil` because the task was cancelled, the log is unchanged.
  ///
  /// - Throws: an error if the store can't be locked, read or written, or an entry can't be
  ///   accepted.
  package func save(all source: EntrySource) async throws -> [SavedRevision]? {
    _ = try await author()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    let deviceLog = deviceLog
    var opening = try deviceLog.batch()
    let signer = opening.signer
    if signer.diary == nil { try add([], to: &opening) }
    let device = signer.device
    var clock = opening.clock
    var log = try deviceLog.appending(signer)
    let begun = opening.part(try log.add(opening.lines, isLast: false))
    var spool = IndexSpool(of: layout)
    var saved: [SavedRevision] = []
    var fresh: Set<ID<Entry>> = []
    // The last entry is held back, because it has to be written as the end of the batch.
    var accepted: [(entry: Entry, clock: HybridClock)] = []
    var isAtEnd = false
    while !isAtEnd {
      let entries = try source()
      isAtEnd = entries == nil
      if Task.isCancelled { return nil }
      for entry in try owned(entries ?? []) {
        // Another program may have imported it in the meantime.
        if entry.heads.isEmpty {
          guard fresh.insert(entry.id).inserted, try tailer.state(of: entry.id) == nil else {
            continue
          }
        }
        try requireAssets(of: entry)
        clock = clock.next(at: now())
        accepted.append((entry, clock))
      }
      let part = Array(isAtEnd ? accepted[...] : accepted.dropLast())
      guard !part.isEmpty else { continue }
      accepted.removeFirst(part.count)
      let lines = parallelMap(part) { entry, clock in
        RevisionLine.encode(entry, parents: entry.heads, clock: clock, device: device)
      }
      var states: [IndexedEntry] = []
      for ((entry, clock), line) in zip(part, try log.add(lines, isLast: isAtEnd)) {
        var state = IndexedEntry(entry: entry, clock: clock, place: line.place)
        state.entry.heads = [line.step.sum]
        states.append(state)
        saved.append(SavedRevision(entry: entry.id, revision: line.step.sum))
      }
      try spool.add(states)
    }
    if saved.isEmpty { return [] }
    let (name, start, end, tip) = (log.name, log.start, log.end, log.tip)
    try deviceLog.commit(&log, added: fresh.count)
    if signer.diary == nil { JournalFolder(layout: layout).remove() }
    _ = consume lock
    do {
      try tailer.append(
        spool, from: start, to: end, of: name, clock: clock, begun.records, upTo: tip)
    } catch {
      // The entries are saved anyway; the table is read again.
      tailer.forget()
    }
    return saved
  }
}

/// Photos and attachments that are added to the store together. They have temporary names next to
/// the store's assets and are synced together.
final class AssetStaging: AssetBatch {
  /// The number of files below which each is synced separately: syncing the whole file system also
  /// waits for other programs' writes.
  private static let separateSyncLimit = 24

  private struct State {
    /// The temporary paths of new files.
    var staged: [AssetFile: String] = [:]
    /// Files of the store that were added again.
    var known: Set<AssetFile> = []
    /// The files that this batch has named, with their modification times.
    var kept: [String: FileTime] = [:]
  }

  private let layout: StoreLayout
  private let state = Mutex(State())

  init(layout: StoreLayout) { self.layout = layout }

  deinit {
    for path in state.withLock({ $0.staged.values }) { FileSystem.unlink(path) }
  }

  // MARK: Adding

  /// Adds a file on a separate thread, because disk access would block Swift's few concurrency
  /// threads.
  func add(
    from path: String, type: MediaType, isExclusive: Bool
  ) async throws -> (asset: AssetID, size: Int, existed: Bool) {
    let result = await withCheckedContinuation { continuation in
      Self.queue.async(
        execute: Invocation.inheriting {
          continuation.resume(
            returning: Result {
              try self.stage(path, type: type, isExclusive: isExclusive)
            })
        })
    }
    return try result.get()
  }

  private static let queue = DispatchQueue(
    label: "photodiary.staging", attributes: .concurrent)

  private func stage(
    _ path: String, type: MediaType, isExclusive: Bool
  ) throws -> (asset: AssetID, size: Int, existed: Bool) {
    try layout.requireSameForm()
    let temporary = Path.join(layout.assets, DurableFile.temporaryName)
    let (asset, size) = try isExclusive ? link(path, to: temporary) : copy(path, to: temporary)
    let file = AssetFile(asset: asset, type: type)
    // The same photo was added before. A file of another size is damaged and will be replaced.
    if let known = FileSystem.status(of: layout.path(of: file)),
      known.size == layout.storedSize(of: size)
    {
      FileSystem.unlink(temporary)
      state.withLock { state in _ = state.known.insert(file) }
      return (asset, size, true)
    }
    let isNew = state.withLock { state in
      guard state.staged[file] == nil else { return false }
      state.staged[file] = temporary
      return true
    }
    if !isNew { FileSystem.unlink(temporary) }
    return (asset, size, !isNew)
  }

  private func copy(_ source: String, to path: String) throws -> (AssetID, size: Int) {
    let input = try AssetFolder.open(source)
    let output = try OpenFile(path, .new)
    var size = 0
    do {
      var seal = try StoreSeal(of: layout)
      let asset = try AssetFolder.asset(of: input) { piece in
        try seal.write(piece) { bytes in try output.write(bytes) }
        size += piece.count
      }
      try seal.finish { bytes in try output.write(bytes) }
      return (asset, size)
    } catch {
      FileSystem.unlink(path)
      throw error
    }
  }

  /// Links the file, or copies it if linking fails or the store is encrypted.
  private func link(_ source: String, to path: String) throws -> (AssetID, size: Int) {
    guard !layout.isEncrypted, (try? FileSystem.link(source, as: path)) != nil else {
      return try copy(source, to: path)
    }
    var size = 0
    do {
      let asset = try AssetFolder.asset(of: try AssetFolder.open(path)) { size += $0.count }
      return (asset, size)
    } catch {
      FileSystem.unlink(path)
      throw error
    }
  }

  // MARK: Keeping

  func commit(_ wanted: Set<AssetID>) async throws {
    let (staged, known) = state.withLock { state in
      let unwanted = state.staged.filter { !wanted.contains($0.key.asset) }
      for (file, path) in unwanted {
        FileSystem.unlink(path)
        state.staged[file] = nil
      }
      return (state.staged, state.known.filter { wanted.contains($0.asset) })
    }
    guard !staged.isEmpty || !known.isEmpty else { return }
    do {
      if staged.count < Self.separateSyncLimit {
        for path in staged.values { try OpenFile(path, .readOnly).sync() }
      } else {
        try FileSystem.syncAll(in: layout.assets)
      }
      try layout.requireSameForm()
      for (file, path) in staged { try name(file, path) }
      try layout.requireSameForm()
      // Renew the grace period during which unreferenced files are kept.
      for file in known { FileSystem.touch(layout.path(of: file)) }
      try syncNames(of: Set(staged.keys).union(known))
    } catch {
      await discard()
      throw error
    }
  }

  private func name(_ file: AssetFile, _ temporary: String) throws {
    let path = layout.path(of: file)
    try FileSystem.makeFolder(Path.parent(path))
    let time = FileSystem.status(of: temporary)?.modified
    try FileSystem.rename(temporary, to: path)
    state.withLock { state in
      state.staged[file] = nil
      state.kept[path] = time
    }
  }

  /// Syncs the names of known files too, since the program that named them may have been killed
  /// before syncing.
  private func syncNames(of files: Set<AssetFile>) throws {
    guard files.count < Self.separateSyncLimit else {
      return try FileSystem.syncAll(in: layout.assets)
    }
    for folder in Set(files.map { Path.parent(layout.path(of: $0)) }) {
      try FileSystem.sync(folder: folder)
    }
    try FileSystem.sync(folder: layout.assets)
  }

  func discard() async {
    let (staged, kept) = state.withLock { state in
      defer { state = State() }
      return (state.staged, state.kept)
    }
    for path in staged.values { FileSystem.unlink(path) }
    for (path, time) in kept {
      // Another program that has added the file since has changed its time.
      if FileSystem.status(of: path)?.modified == time { FileSystem.unlink(path) }
    }
  }
}

/// Lines waiting to be merged into an index: in memory for a common diary, and in an unnamed file
/// for a hundred thousand entries. Lines of an encrypted diary stay in memory.
struct IndexSpool: ~Copyable {
  struct Line {
    let order: EntrySortKey
    let traits: IndexTraits
    fileprivate let range: Range<Int>
  }

  /// The number of bytes kept in memory.
  private static let memorySize = 16 << 20

  private let layout: StoreLayout
  private var memory: [UInt8] = []
  private var file: DurableFile?
  private var lines: [Line] = []
  private var size = 0

  /// Creates an empty spool. Its file, if needed, is in the store's folder.
  init(of layout: StoreLayout) { self.layout = layout }

  mutating func add(_ states: [IndexedEntry]) throws {
    let added = parallelMap(states) { ($0.indexLine, $0.entry.indexTraits) }
    for (state, (line, traits)) in zip(states, added) {
      memory += line
      lines.append(
        Line(order: state.entry.sortKey, traits: traits, range: size..<size + line.count))
      size += line.count
    }
    if size > Self.memorySize, !layout.isEncrypted { try flush() }
  }

  private mutating func flush() throws {
    if file == nil { file = try DurableFile(in: layout.root) }
    try file?.write(memory)
    memory.removeAll(keepingCapacity: false)
  }

  /// Returns the lines, the oldest entry first.
  consuming func sorted() throws -> SpooledLines {
    lines.sort { $0.order < $1.order }
    return SpooledLines(lines: lines, memory: memory, file: try file?.map())
  }
}

/// Sorted lines to merge into an index.
struct SpooledLines {
  let lines: [IndexSpool.Line]
  fileprivate let memory: [UInt8]
  fileprivate let file: MappedFile?

  static var none: SpooledLines { SpooledLines(lines: [], memory: [], file: nil) }

  /// Returns the bytes of a line.
  func bytes(of line: IndexSpool.Line) -> ArraySlice<UInt8> {
    file.map { ArraySlice($0.bytes[line.range]) } ?? memory[line.range]
  }
}
