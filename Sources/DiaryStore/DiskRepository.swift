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
  private var follower: LogFollower
  private var cachedOwner: Author?

  /// - Parameters:
  ///   - root: the store's folder, which may not exist yet.
  ///   - devicePath: the file that holds this device's id, outside the store.
  ///   - defaultAuthorName: asked once, when the diary is made.
  package init(
    root: String, devicePath: String, defaultAuthorName: @escaping @Sendable () -> String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    layout = StoreLayout(root: root)
    follower = LogFollower(layout: layout)
    deviceFile = DeviceFile(path: devicePath)
    self.defaultAuthorName = defaultAuthorName
    self.now = now
  }

  // MARK: Reading

  package func batches(_ query: EntryQuery) throws(DiaryError) -> EntryBatches {
    let table = try currentTable()
    guard query.sort != .date else {
      return EntryBatches {
        var scan = EntryScan(table, query)
        return { scan.next() }
      }
    }
    return EntryBatches(whole: {
      var scan = EntryScan(table, EntryQuery(query.predicate))
      var entries: [Entry] = []
      while let batch = scan.next() { entries += batch }
      return query.window(of: entries.sorted(by: query.precedes))
    })
  }

  package func count(_ predicate: EntryPredicate) async throws(DiaryError) -> Int {
    let table = try currentTable()
    if predicate == .all { return table.count }
    var count = 0
    for await batch in try batches(EntryQuery(predicate)) { count += batch.count }
    return count
  }

  package func rank(of order: EntryOrder) throws(DiaryError) -> Int {
    let table = try currentTable()
    let older = table.rank(of: order)
    let isThere = table.state(rank: older)?.entry.order == order
    return table.count - older - (isThere ? 1 : 0)
  }

  package func entries(ids: [ID<Entry>]) throws(DiaryError) -> [Entry] {
    try catchUp()
    var entries: [Entry] = []
    for id in ids {
      if let state = try follower.state(of: id) { entries.append(state.entry) }
    }
    return entries
  }

  package func ids(withPrefix prefix: String, limit: Int) throws(DiaryError) -> [ID<Entry>] {
    try catchUp()
    return try follower.ids(withPrefix: prefix, limit: limit)
  }

  package func trash() throws(DiaryError) -> [Entry] {
    try catchUp()
    return EntryQuery(sort: .modified).applied(to: try follower.trash().map(\.entry))
  }

  package func revisions(of id: ID<Entry>) throws(DiaryError) -> [Revision] {
    try catchUp()
    return try LogReader(layout: layout).revisions(of: id)
  }

  package nonisolated func file(of photo: Photo) -> String {
    layout.asset(photo.asset, type: photo.type)
  }

  package func refresh() throws(DiaryError) -> [DiaryChange] {
    try catchUp()
    return follower.takeForeignChanges()
  }

  package func status() throws(DiaryError) -> DiaryStatus {
    try catchUp()
    let author = try existingOwner()
    let assets = try AssetFolder(layout: layout).files().count { $0.asset != nil }
    return DiaryStatus(
      path: layout.root, format: StoreFormat.version,
      author: author ?? Author(id: AuthorID(""), name: defaultAuthorName()),
      device: try deviceFile.id(), entries: follower.table.count,
      trashed: try follower.trash().count, assets: assets)
  }

  // MARK: Writing

  package func existingOwner() throws(DiaryError) -> Author? {
    if let cachedOwner { return cachedOwner }
    try checkFormat()
    cachedOwner = try OwnerFile(path: layout.owner).read()
    return cachedOwner
  }

  package func owner() throws(DiaryError) -> Author {
    if let author = try existingOwner() { return author }
    try makeStore()
    let lock = try FileLock(layout.lock)
    // Another program may have been first.
    if let author = try existingOwner() { return author }
    let author = Author(id: .random(), name: defaultAuthorName())
    try OwnerFile(path: layout.owner).write(author)
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
    for entry in entries { try requireAssets(of: entry) }
    var clock = follower.clock
    var revisions: [(revision: Revision, offset: Int)] = []
    var lines: [UInt8] = []
    for entry in entries {
      clock = clock.next(at: now())
      let (line, id) = RevisionLine.encode(
        entry, parents: entry.heads, clock: clock, device: device)
      var saved = entry
      saved.heads = [id]
      let revision = Revision(
        id: id, parents: entry.heads, clock: clock, device: device, entry: saved)
      revisions.append((revision, lines.count))
      lines += line
    }
    let name = StoreLayout.logName(of: device, at: clock.time)
    let start = try LogFile(layout: layout, name: name).append(lines)
    _ = consume lock

    let placed = revisions.map { ($0.revision, LogPlace(log: name, offset: start + $0.offset)) }
    let end = LogPosition(offset: start + lines.count, mark: LogMark.of(lines))
    do throws(DiaryError) {
      let saved = try follower.append(placed, to: name, end: end)
      follower.rewriteIndexIfDue(isBulk: entries.count > 1)
      return saved
    } catch {
      // It is saved all the same; what the table lacks is read again.
      follower.forget()
      return revisions.map(\.revision.entry)
    }
  }

  /// A photo that an entry names for the first time may have gone with the trash since it was
  /// added.
  private func requireAssets(of entry: Entry) throws(DiaryError) {
    guard !entry.photos.isEmpty else { return }
    let known = Set(try follower.state(of: entry.id)?.entry.photos.map(\.asset) ?? [])
    for photo in entry.photos where !known.contains(photo.asset) {
      guard SystemCalls.information(file(of: photo)) != nil else {
        throw .photo(path: photo.name, .gone)
      }
    }
  }

  package func settle() throws(DiaryError) {
    try catchUp()
    follower.rewriteIndex()
  }

  package func storeAsset(
    from path: String, type: MediaType
  ) throws(DiaryError) -> AssetID {
    try makeStore()
    return try AssetFolder(layout: layout).add(path, type: type)
  }

  package func emptyTrash() throws(DiaryError) -> [Entry] {
    try checkFormat()
    guard SystemCalls.isFolder(layout.root) else { return [] }
    let lock = try FileLock(layout.lock)
    try catchUp()
    let purge = TrashPurge(layout: layout, device: try deviceFile.id())
    let trashed = try follower.trash().map(\.entry)
    let purged = try purge.run(Set(trashed.map(\.id)))
    try follower.rebuild()
    _ = consume lock
    return trashed.filter { purged.contains($0.id) }
  }

  // MARK: The folder

  private func currentTable() throws(DiaryError) -> EntryTable {
    try catchUp()
    return follower.table
  }

  private func catchUp() throws(DiaryError) {
    // Whoever reads what is open needn't ask again; a save does.
    if !follower.isOpen { try checkFormat() }
    try follower.catchUp()
  }

  private func checkFormat() throws(DiaryError) {
    guard SystemCalls.information(layout.root) != nil else { return }
    guard SystemCalls.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)
  }

  /// Makes the folder and what explains it, unless they are there.
  private func makeStore() throws(DiaryError) {
    try checkFormat()
    for folder in [layout.root, layout.assets, layout.logs] { try SystemCalls.makeFolders(folder) }
    if SystemCalls.information(layout.format) == nil {
      try DurableFile.write(Array(StoreFormat.text.utf8), to: layout.format)
    }
  }
}
