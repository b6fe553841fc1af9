import DiaryCore
import Dispatch
import Glibc

/// A diary in a folder: logs that are the truth, an index made from them, and assets.
///
/// Nothing is written before the first save, so that looking at a diary never makes one.
package actor DiskRepository: DiaryRepository {
  nonisolated let layout: StoreLayout
  let deviceFile: DeviceFile
  private let draftsFolder: String?
  private let defaultAuthorName: @Sendable () throws(DiaryError) -> String
  let now: @Sendable () -> Timestamp
  var follower: LogFollower
  private var cachedOwner: Author?
  /// A new index that is being written behind the saves.
  private var rewriting: Task<Void, Never>?

  /// - Parameters:
  ///   - root: the store's folder, which may not exist yet.
  ///   - devicePath: the file that holds this device's id, outside the store.
  ///   - draftsFolder: holds the folders of drafts, if any are kept, whose photos are still wanted.
  ///   - defaultAuthorName: asked once, when the diary is made.
  package init(
    root: String, devicePath: String, draftsFolder: String? = nil,
    defaultAuthorName: @escaping @Sendable () throws(DiaryError) -> String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    layout = StoreLayout(root: root)
    follower = LogFollower(layout: layout)
    deviceFile = DeviceFile(path: devicePath, layout: layout)
    self.draftsFolder = draftsFolder
    self.defaultAuthorName = defaultAuthorName
    self.now = now
  }

  // MARK: Reading

  package func batches(_ query: EntryQuery) throws(DiaryError) -> EntryBatches {
    try batches(query) { $0 }
  }

  package func orders(_ query: EntryQuery) throws(DiaryError) -> OrderBatches {
    try batches(query, \.order)
  }

  /// `part` is what is wanted of each entry; the rest isn't kept.
  private func batches<Part: Sendable>(
    _ query: EntryQuery, _ part: @escaping @Sendable (Entry) -> Part
  ) throws(DiaryError) -> Batches<Part> {
    // Those are found one by one, without looking at all others.
    if case .ids(let ids) = query.predicate {
      let entries = try entries(ids: Array(ids)).filter { !$0.isTrashed }
      return Batches(whole: { query.applied(to: entries).map(part) })
    }
    return Self.batches(query, of: try currentTable(), part)
  }

  private static func batches<Part>(
    _ query: EntryQuery, of table: EntryTable, _ part: @escaping @Sendable (Entry) -> Part
  ) -> Batches<Part> {
    guard query.sort != .date else {
      return Batches {
        var scan = EntryScan(table, query)
        return { scan.next(part) }
      }
    }
    return Batches(whole: {
      var scan = EntryScan(table, EntryQuery(query.predicate))
      var entries: [Entry] = []
      while let batch = scan.next({ $0 }) { entries += batch }
      return query.window(of: query.sorted(entries)).map(part)
    })
  }

  package func count(_ predicate: EntryPredicate) async throws(DiaryError) -> Int {
    if predicate == .all { return try currentTable().count }
    var count = 0
    for await batch in try batches(EntryQuery(predicate), { _ in () }) {
      count += batch.count
    }
    return count
  }

  package func rank(of order: EntryOrder) throws(DiaryError) -> Int {
    let table = try currentTable()
    let older = table.rank(of: order)
    let isThere = table.state(rank: older)?.entry.order == order
    return table.count - older - (isThere ? 1 : 0)
  }

  package func tallies(of days: ClosedRange<CalendarDay>) throws(DiaryError) -> [DayTally] {
    try currentTable().tallies(of: days)
  }

  package func ids(returningOn day: CalendarDay) throws(DiaryError) -> [ID<Entry>] {
    try currentTable().ids(returningOn: day)
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
    return follower.table.ids(withPrefix: prefix, limit: limit)
  }

  package func trash() throws(DiaryError) -> [Entry] {
    try catchUp()
    return EntryQuery(sort: .modified).applied(to: try follower.trash().map(\.entry))
  }

  package func shownRevision(of id: ID<Entry>) throws(DiaryError) -> Revision? {
    try catchUp()
    guard let place = try follower.state(of: id)?.place else { return nil }
    var lines = LineSource(layout: layout)
    return try lines.revision(at: place)
  }

  package func revisions(of id: ID<Entry>) throws(DiaryError) -> [Revision] {
    try catchUp()
    return try LogReader(layout: layout).revisions(of: id)
  }

  package nonisolated func path(of file: AssetFile) -> String { layout.path(of: file) }

  package func refresh() throws(DiaryError) -> [DiaryChange] {
    try catchUp()
    // Of what is removed for good later, nothing can be told then but what is known now.
    _ = try follower.trash()
    return follower.takeForeignChanges()
  }

  /// The files are counted first, off the actor: many take a while, and reads go on.
  @concurrent package nonisolated func status() async -> DiaryStatus {
    await status(of: StoreSize(of: layout))
  }

  private func status(of size: StoreSize) -> DiaryStatus {
    var status = DiaryStatus(path: layout.root, device: deviceFile.existingID)
    let condition = StoreCondition(layout: layout)
    do throws(DiaryError) {
      try condition.requireReadable()
      status.format = StoreFormat.version
      (status.size, status.assets, status.attachments) = (
        size.bytes, size.assets, size.attachments
      )
      try catchUp()
      status.entries = follower.table.count
      status.trashed = try follower.trash().count
      let hasEntries = status.entries != 0 || status.trashed != 0
      status.saved = hasEntries ? follower.clock.time : nil
      if hasEntries { try condition.requireOwner() } else { try condition.requireReadableLines() }
      status.author = try OwnerFile(path: layout.owner).read()
      try condition.requireWritable()
      try condition.requireUnlocked()
    } catch {
      status.problem = error
      if case .store(_, .newerFormat(let format)) = error { status.format = format }
    }
    return status
  }

  // MARK: Writing

  package func existingOwner() throws(DiaryError) -> Author? {
    if let cachedOwner { return cachedOwner }
    if !follower.isOpen { try checkFormat() }
    cachedOwner = try OwnerFile(path: layout.owner).read()
    return cachedOwner
  }

  package func owner() async throws(DiaryError) -> Author {
    if let author = try existingOwner() { return author }
    // Before anything is made or locked: it may take a while, or fail.
    let name = try defaultAuthorName()
    try makeStore()
    let lock = try await FileLock.waiting(for: layout.lock)
    // Another program may have been first.
    if let author = try existingOwner() { return author }
    try requireNoEntries()
    let author = Author(id: .random(), name: name)
    try OwnerFile(path: layout.owner).write(author)
    _ = consume lock
    cachedOwner = author
    return author
  }

  package func rename(author name: String) async throws(DiaryError) -> Author {
    try makeStore()
    let lock = try await FileLock.waiting(for: layout.lock)
    let file = OwnerFile(path: layout.owner)
    let known = try file.read()
    if known == nil { try requireNoEntries() }
    let author = Author(id: known?.id ?? .random(), name: name)
    try file.write(author)
    _ = consume lock
    cachedOwner = author
    return author
  }

  /// Who has written what is there can't become someone else: that is for a repair to find out.
  private func requireNoEntries() throws(DiaryError) {
    try catchUp()
    let trashed = try follower.trash()
    guard follower.table.count > 0 || !trashed.isEmpty else { return }
    try StoreCondition(layout: layout).requireOwner()
  }

  package func save(_ entries: [Entry]) async throws(DiaryError) -> [Entry] {
    let device = try await prepareLogs()
    let lock = try await FileLock.waiting(for: layout.lock)
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
      let isBulk = entries.count > 1
      if follower.isRewriteDue(isBulk: isBulk) {
        // The first index is small, and many entries at once must not pile up.
        if isBulk || !follower.hasIndex { await writeIndex() } else { beginRewriting() }
      }
      return saved
    } catch {
      // It is saved all the same; what the table lacks is read again.
      follower.forget()
      return revisions.map(\.revision.entry)
    }
  }

  /// Makes what a save writes to, and returns whose logs those are.
  func prepareLogs() async throws(DiaryError) -> ID<Device> {
    _ = try await owner()
    try makeStore()
    let device = try deviceFile.id()
    try SystemCalls.makeFolders(layout.logFolder(of: device))
    return device
  }

  /// What an entry names for the first time may have gone with the trash since it was added.
  func requireAssets(of entry: Entry) throws(DiaryError) {
    guard !entry.photos.isEmpty || !entry.attachments.isEmpty else { return }
    let known = Set(try follower.state(of: entry.id)?.entry.files.map(\.asset) ?? [])
    func isGone(_ file: AssetFile) -> Bool {
      !known.contains(file.asset) && SystemCalls.information(path(of: file)) == nil
    }
    if let photo = entry.photos.first(where: { isGone($0.file) }) {
      throw .photo(path: photo.name, .gone)
    }
    if let attachment = entry.attachments.first(where: { isGone($0.file) }) {
      throw .attachment(path: attachment.name, .gone)
    }
  }

  package func sync(_ id: ID<Entry>) throws(DiaryError) {
    guard let state = try follower.state(of: id) else { return }
    try OpenFile(layout.log(state.place.log), O_RDONLY).sync()
  }

  package func settle() async throws(DiaryError) {
    try catchUp()
    // Entries that were found to be there already count as saved, too.
    try LogReader(layout: layout).sync()
    await finish()
    if follower.hasTail { await writeIndex() }
  }

  package func finish() async {
    await rewriting?.value
    // Whoever opens the diary next makes an index that can be read.
    if follower.table.isDamaged { try? SystemCalls.remove(layout.index) }
  }

  // MARK: The index

  /// Has a new index written while the diary goes on. Until it has its name, the old one counts.
  private func beginRewriting() {
    guard rewriting == nil else { return }
    rewriting = Task {
      await writeIndex()
      rewriting = nil
    }
  }

  /// An index that can't be written is no fault of the save that led here: the logs have
  /// everything.
  private func writeIndex() async {
    do throws(DiaryError) {
      let rewrite = follower.rewrite
      try follower.adopt(try await rewrite.write(), of: rewrite)
    } catch {
      follower.rewriteFailed()
    }
  }

  package func storeAsset(
    from path: String, type: MediaType
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    _ = try await owner()
    try makeStore()
    return try await Self.add(path, type, to: AssetFolder(layout: layout))
  }

  package nonisolated func asset(ofFileAt path: String) throws(DiaryError) -> AssetID {
    try AssetFolder.asset(ofPhotoAt: path)
  }

  /// Beside the actor, for copying and hashing would keep everything else waiting, and on threads
  /// of their own, for so would the disk: Swift's pool has as many threads as there are processors.
  private nonisolated static func add(
    _ path: String, _ type: MediaType, to folder: AssetFolder
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool) {
    let result = await withCheckedContinuation { continuation in
      assetQueue.async {
        continuation.resume(
          returning: Result { () throws(DiaryError) in try folder.add(path, type: type) })
      }
    }
    return try result.get()
  }

  private static let assetQueue = DispatchQueue(
    label: "photodiary.assets", attributes: .concurrent)

  package func emptyTrash() async throws(DiaryError) -> [Entry] {
    try checkFormat()
    guard SystemCalls.isFolder(layout.root) else { return [] }
    let lock = try await FileLock.waiting(for: layout.lock)
    try catchUp()
    let drafted = try draftsFolder.map(DraftFolder.assets) ?? []
    let purge = TrashPurge(layout: layout, device: try deviceFile.id(), wanted: drafted)
    let trashed = try follower.trash().map(\.entry)
    let purged = try purge.run(Set(trashed.map(\.id)))
    try follower.rebuild()
    _ = consume lock
    return trashed.filter { purged.contains($0.id) }
  }

  // MARK: The folder

  func currentTable() throws(DiaryError) -> EntryTable {
    try catchUp()
    return follower.table
  }

  func catchUp() throws(DiaryError) {
    // Whoever reads what is open needn't ask again; a save does.
    if !follower.isOpen { try checkFormat() }
    try follower.catchUp()
  }

  func checkFormat() throws(DiaryError) {
    guard SystemCalls.information(layout.root) != nil else { return }
    guard SystemCalls.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)
  }

  /// Makes the folder and what explains it, unless they are there.
  func makeStore() throws(DiaryError) {
    try checkFormat()
    // A diary that was there and is gone, as with its disk, isn't begun anew in its place.
    if cachedOwner != nil, SystemCalls.information(layout.owner) == nil {
      throw .store(path: layout.root, .missing)
    }
    for folder in [layout.root, layout.assets, layout.logs] { try SystemCalls.makeFolders(folder) }
    if SystemCalls.information(layout.format) == nil {
      try StoreFormat.write(to: layout)
    }
  }
}
