import DiaryCore
import Glibc

/// A diary in a folder: logs that are the truth, an index made from them, and assets.
///
/// Nothing is written before the first save, so that looking at a diary never makes one.
package actor DiskRepository: DiaryRepository {
  nonisolated let layout: StoreLayout
  private let deviceFile: DeviceFile
  private let defaultAuthorName: @Sendable () -> String
  private let now: @Sendable () -> Timestamp

  private var table = EntryTable(base: nil)
  /// Up to where each log is in the table.
  private var logs: [String: LogPosition] = [:]
  private var clock = HybridClock(time: Timestamp(milliseconds: 0))
  private var isOpen = false
  private var hasIndex = false
  /// How many bytes of the logs the index doesn't have yet.
  private var tail = 0
  private var foreignChanges: [DiaryChange] = []
  private var cachedOwner: Author?

  /// Rewriting the index costs a copy of it, replaying this tail on opening a millisecond or two.
  private static let longestTail = 256 << 10

  /// - Parameters:
  ///   - root: the store's folder, which may not exist yet.
  ///   - devicePath: the file that holds this device's id, outside the store.
  ///   - defaultAuthorName: asked once, when the diary is made.
  package init(
    root: String, devicePath: String, defaultAuthorName: @escaping @Sendable () -> String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    layout = StoreLayout(root: root)
    deviceFile = DeviceFile(path: devicePath)
    self.defaultAuthorName = defaultAuthorName
    self.now = now
  }

  // MARK: Reading

  package func entries(_ query: EntryQuery) throws(DiaryError) -> [Entry] {
    try catchUp()
    guard query.sort == .date else { return query.applied(to: allEntries()) }
    var entries: [Entry] = []
    let count = table.count
    if query.predicate == .all {
      // By rank: what isn't asked for isn't read.
      let end = min(count, query.limit.map { query.offset + $0 } ?? count)
      for place in min(query.offset, end)..<end {
        if let entry = table.state(rank: query.isAscending ? place : count - 1 - place)?.entry {
          entries.append(entry)
        }
      }
      return entries
    }
    var skipped = 0
    for place in 0..<count {
      if let limit = query.limit, entries.count >= limit { break }
      guard let entry = table.state(rank: query.isAscending ? place : count - 1 - place)?.entry,
        query.predicate.matches(entry)
      else { continue }
      if skipped < query.offset { skipped += 1 } else { entries.append(entry) }
    }
    return entries
  }

  package func count(_ predicate: EntryPredicate) throws(DiaryError) -> Int {
    try catchUp()
    if predicate == .all { return table.count }
    return allEntries().reduce(0) { $0 + (predicate.matches($1) ? 1 : 0) }
  }

  package func rank(of order: EntryOrder) throws(DiaryError) -> Int {
    try catchUp()
    let older = table.rank(of: order)
    let isThere = table.state(rank: older)?.entry.order == order
    return table.count - older - (isThere ? 1 : 0)
  }

  package func entries(ids: [ID<Entry>]) throws(DiaryError) -> [Entry] {
    try catchUp()
    var entries: [Entry] = []
    for id in ids {
      if let state = try state(of: id) { entries.append(state.entry) }
    }
    return entries
  }

  package func ids(withPrefix prefix: String, limit: Int) throws(DiaryError) -> [ID<Entry>] {
    try catchUp()
    let ids = table.ids(withPrefix: prefix, limit: limit)
    if !ids.isEmpty || !table.needsBaseTrash { return ids }
    try loadTrash()
    return table.ids(withPrefix: prefix, limit: limit)
  }

  package func trash() throws(DiaryError) -> [Entry] {
    try catchUp()
    try loadTrash()
    return EntryQuery(sort: .modified).applied(to: table.trash.map(\.entry))
  }

  package nonisolated func file(of photo: Photo) -> String {
    layout.asset(photo.asset, type: photo.type)
  }

  package func refresh() throws(DiaryError) -> [DiaryChange] {
    try catchUp()
    defer { foreignChanges = [] }
    return foreignChanges
  }

  package func status() throws(DiaryError) -> DiaryStatus {
    try catchUp()
    try loadTrash()
    let author = try OwnerFile(path: layout.owner).read()
    let assets = try AssetFolder(layout: layout).files().count { $0.asset != nil }
    return DiaryStatus(
      path: layout.root, format: StoreFormat.version,
      author: author ?? Author(id: AuthorID(""), name: defaultAuthorName()),
      device: try deviceFile.id(), entries: table.count, trashed: table.trash.count,
      assets: assets)
  }

  // MARK: Writing

  package func owner() throws(DiaryError) -> Author {
    if let cachedOwner { return cachedOwner }
    try checkFormat()
    let file = OwnerFile(path: layout.owner)
    if let author = try file.read() {
      cachedOwner = author
      return author
    }
    try makeStore()
    let lock = try FileLock(layout.lock)
    // Another program may have been first.
    if let author = try file.read() {
      cachedOwner = author
      return author
    }
    let author = Author(id: .random(), name: defaultAuthorName())
    try file.write(author)
    _ = consume lock
    cachedOwner = author
    return author
  }

  package func save(_ entries: [Entry]) throws(DiaryError) -> [Entry] {
    try makeStore()
    _ = try owner()
    let device = try deviceFile.id()
    try SystemCalls.makeFolders(layout.logFolder(of: device))

    let lock = try FileLock(layout.lock)
    try catchUp()
    var revisions: [(revision: Revision, offset: Int)] = []
    var lines: [UInt8] = []
    for entry in entries {
      clock = clock.next(at: now())
      let (line, id) = RevisionLine.encode(
        entry, parents: entry.heads, clock: clock, device: device)
      var saved = entry
      saved.heads = [id]
      revisions.append(
        (
          Revision(id: id, parents: entry.heads, clock: clock, device: device, entry: saved),
          lines.count
        ))
      lines += line
    }
    let name = StoreLayout.logName(of: device, at: clock.time)
    let start = try LogFile(layout: layout, name: name).append(lines)
    _ = consume lock

    var result: [Entry] = []
    var states: [ID<Entry>: EntryState] = [:]
    for (revision, offset) in revisions {
      let state = try applied(
        revision, at: LogPlace(log: name, offset: start + offset),
        to: states[revision.entry.id])
      states[revision.entry.id] = state
      result.append(state.entry)
    }
    table.apply(Array(states.values))
    noteAppended(lines.count, to: name, at: start)
    rewriteIndexIfDue()
    return result
  }

  package func storeAsset(
    from path: String, type: MediaType
  ) throws(DiaryError) -> AssetID {
    try makeStore()
    try SystemCalls.makeFolders(layout.assets)
    return try AssetFolder(layout: layout).add(path, type: type)
  }

  package func emptyTrash() throws(DiaryError) -> Int {
    try checkFormat()
    guard SystemCalls.isFolder(layout.root) else { return 0 }
    let lock = try FileLock(layout.lock)
    try catchUp()
    try loadTrash()
    let purge = TrashPurge(layout: layout, device: try deviceFile.id())
    let count = try purge.run(Set(table.trash.map(\.entry.id)))
    try rebuild()
    _ = consume lock
    return count
  }

  // MARK: The table and the logs

  /// Brings the table up to the logs' ends, opening the store first if need be.
  private func catchUp() throws(DiaryError) {
    if !isOpen {
      try open()
      return
    }
    guard SystemCalls.isFolder(layout.root) else { return }
    let found = try LogReader(layout: layout).logs()
    // A log that was rewritten or is gone: someone emptied the trash.
    let names = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.end) })
    let isRewritten = logs.contains { name, position in
      names[name].map { $0.inode != position.inode || $0.offset < position.offset } ?? true
    }
    if isRewritten {
      try open()
      return
    }
    foreignChanges += try replay(found)
  }

  private func open() throws(DiaryError) {
    try checkFormat()
    table = EntryTable(base: nil)
    logs = [:]
    tail = 0
    hasIndex = false
    let found = try LogReader(layout: layout).logs()
    if let file = try? MappedFile(layout.index), let index = IndexFile(file),
      isCurrent(index, found)
    {
      adopt(index)
      hasIndex = true
      _ = try replay(found)
    } else if !found.isEmpty {
      try rebuild()
    }
    isOpen = true
  }

  /// Whether the logs have only grown since the index was written.
  private func isCurrent(_ index: IndexFile, _ found: [(name: String, end: LogPosition)]) -> Bool {
    let ends = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.end) })
    return index.logs.allSatisfy { name, position in
      ends[name].map { $0.offset >= position.offset } ?? false
    }
  }

  private func adopt(_ index: IndexFile) {
    table = EntryTable(base: index)
    logs = index.logs
    clock = max(clock, index.clock)
    tail = 0
  }

  /// Reads what the logs have beyond the table, in the order of the clocks, so that a parent
  /// comes before its children whatever log it is in.
  private func replay(
    _ found: [(name: String, end: LogPosition)]
  ) throws(DiaryError) -> [DiaryChange] {
    let reader = LogReader(layout: layout)
    var revisions: [(Revision, LogPlace)] = []
    for (name, end) in found {
      let start = logs[name]?.offset ?? 0
      guard end.offset > start else {
        logs[name]?.inode = end.inode
        continue
      }
      let (more, read) = try reader.revisions(of: name, from: start)
      revisions += more
      logs[name] = LogPosition(offset: read, inode: end.inode)
      tail += read - start
    }
    revisions.sort { ($0.0.clock, $0.0.id) < ($1.0.clock, $1.0.id) }
    var changes: [DiaryChange] = []
    var states: [ID<Entry>: EntryState] = [:]
    for (revision, place) in revisions {
      let id = revision.entry.id
      let known: EntryState?
      if let earlier = states[id] { known = earlier } else { known = try state(of: id) }
      let state = known?.applying(revision, at: place) ?? EntryState(revision, at: place)
      clock = max(clock, revision.clock)
      states[id] = state
      if let kind = Self.kind(from: known?.entry, to: state.entry) {
        changes.append(DiaryChange(kind, state.entry))
      }
    }
    table.apply(Array(states.values))
    return changes
  }

  private static func kind(from old: Entry?, to new: Entry) -> DiaryChange.Kind? {
    switch (old, new.isTrashed) {
    case (nil, false): .added
    case (nil, true): nil
    case (let old?, true): old.isTrashed ? nil : .deleted
    case (let old?, false): old.isTrashed ? .restored : old == new ? nil : .updated
    }
  }

  private func applied(
    _ revision: Revision, at place: LogPlace, to earlier: EntryState?
  ) throws(DiaryError) -> EntryState {
    let known: EntryState?
    if let earlier { known = earlier } else { known = try state(of: revision.entry.id) }
    return known?.applying(revision, at: place) ?? EntryState(revision, at: place)
  }

  private func state(of id: ID<Entry>) throws(DiaryError) -> EntryState? {
    if let state = try table.state(of: id) { return state }
    guard table.needsBaseTrash else { return nil }
    try loadTrash()
    return try table.state(of: id)
  }

  private func loadTrash() throws(DiaryError) {
    guard table.needsBaseTrash else { return }
    let reader = LogReader(layout: layout)
    var states: [EntryState] = []
    for place in table.baseTrashPlaces {
      if let revision = try reader.revision(at: place) {
        states.append(EntryState(revision, at: place))
      }
    }
    table.setBaseTrash(states)
  }

  private func allEntries() -> some Sequence<Entry> {
    (0..<table.count).lazy.compactMap { [table] rank in table.state(rank: rank)?.entry }
  }

  private func noteAppended(_ count: Int, to name: String, at start: Int) {
    let inode = SystemCalls.information(layout.log(name)).map { UInt64($0.st_ino) } ?? 0
    logs[name] = LogPosition(offset: start + count, inode: inode)
    tail += count
  }

  // MARK: The index

  /// Makes the index from the logs. Where the store can't be written, it stands in a temporary
  /// folder for as long as this program runs.
  private func rebuild() throws(DiaryError) {
    let rebuild = IndexRebuild(layout: layout)
    do throws(DiaryError) {
      var finished = try rebuild.build(in: layout.root)
      if let index = try finished.map() { adopt(index) }
      try finished.commit(as: layout.index)
      hasIndex = true
    } catch {
      let finished = try rebuild.build(in: "/tmp")
      if let index = try finished.map() { adopt(index) }
    }
  }

  /// Folds the tail into a new index: the old one's lines are copied, not read. An index that
  /// can't be written is no fault of the save that led here; the logs have everything.
  private func rewriteIndexIfDue() {
    guard !hasIndex || tail > Self.longestTail else { return }
    do throws(DiaryError) {
      try loadTrash()
      var writer = try IndexWriter(in: layout.root)
      try table.write(to: &writer)
      var finished = try writer.finish(clock: clock, logs: logs, trash: table.trash.map(\.place))
      guard let index = try finished.map() else { return }
      try finished.commit(as: layout.index)
      adopt(index)
      hasIndex = true
    } catch {
      return
    }
  }

  // MARK: The folder

  private func checkFormat() throws(DiaryError) {
    guard SystemCalls.information(layout.root) != nil else { return }
    guard SystemCalls.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)
  }

  /// Makes the folder and what explains it, unless they are there.
  private func makeStore() throws(DiaryError) {
    try checkFormat()
    try SystemCalls.makeFolders(layout.root)
    try SystemCalls.makeFolders(layout.assets)
    try SystemCalls.makeFolders(layout.logs)
    if SystemCalls.information(layout.format) == nil {
      try DurableFile.write(Array(StoreFormat.text.utf8), to: layout.format)
    }
  }
}
