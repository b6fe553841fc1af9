import DiaryCore
import Localization
import System

/// A diary in a folder: logs that are the truth, an index made from them, and assets.
///
/// Nothing is written before the first save, so that looking at a diary never makes one.
package actor DiskRepository: DiaryRepository {
  package nonisolated let layout: StoreLayout
  let deviceFile: DeviceFile
  /// What other machines call this one, unless somebody renames it.
  let deviceName: String
  private let draftsFolder: String?
  nonisolated let previewPath: (@Sendable (AssetFile) -> String)?
  nonisolated let previewsFolder: @Sendable () -> String?
  private let defaultAuthorName: @Sendable () throws(DiaryError) -> String
  let now: @Sendable () -> Timestamp
  var follower: LogTailer
  /// Whether entries of locked journals are left out of what is listed, found and counted.
  var hidesLockedJournals: Bool
  /// What is said under entries, once something was looked for.
  var commentTexts = CommentTexts()
  private(set) var cachedOwner: Author?
  /// Whether the settings have given the author another name since it was written.
  private var isOwnerRenamed = false
  /// A new index that is being written behind the saves.
  var rewriting: Task<Void, Never>?
  /// Pieces of an encrypted log that are put together behind the saves.
  var packing: Task<Void, Never>?
  /// A file for the next save that is made behind this one.
  var sparing: Task<Void, Never>?

  /// - Parameters:
  ///   - root: the store's folder, which may not exist yet.
  ///   - cipher: opens its files, if they are encrypted.
  ///   - devicePath: the file that holds this device's id, outside the store.
  ///   - deviceName: what other machines call this one; `nil` for the host's name.
  ///   - draftsFolder: holds the folders of drafts, if any are kept, whose photos are still wanted.
  ///   - previewsFolder: where all previews stand; asked when that is needed.
  ///   - previewPath: where the preview of a photo that is elsewhere stands, if there is one.
  ///   - hidesLockedJournals: whether entries of locked journals are left out at first.
  ///   - notesChanges: whether `refresh` is to tell of changes that others made.
  ///   - defaultAuthorName: asked once, when the diary is made.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String,
    deviceName: String? = nil, draftsFolder: String? = nil,
    previewsFolder: @escaping @autoclosure @Sendable () -> String? = nil,
    previewPath: (@Sendable (AssetFile) -> String)? = nil,
    hidesLockedJournals: Bool = false, notesChanges: Bool = true,
    defaultAuthorName: @escaping @Sendable () throws(DiaryError) -> String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    layout = StoreLayout(root: root, cipher: cipher)
    let deviceFile = DeviceFile(path: devicePath, layout: layout)
    self.deviceFile = deviceFile
    follower = LogTailer(
      layout: layout, own: { deviceFile.judgingMachine }, notesChanges: notesChanges, now: now)
    self.deviceName = deviceName ?? HostName.current ?? ""
    self.draftsFolder = draftsFolder
    (self.previewsFolder, self.previewPath) = (previewsFolder, previewPath)
    self.hidesLockedJournals = hidesLockedJournals
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
      let hidden = query.includesHidden ? .none : try hiddenJournals()
      let entries = try entries(ids: Array(ids)).filter {
        !$0.isTrashed && !hidden.contains($0.journal)
      }
      return Batches(whole: { query.applied(to: entries).map(part) })
    }
    let table = try query.includesHidden ? currentTable() : shownTable()
    return Self.batches(query, of: table, part)
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

  package func timeline() throws(DiaryError) -> any EntryTimeline {
    TableTimeline(table: try shownTable())
  }

  package func count(_ predicate: EntryPredicate) async throws(DiaryError) -> Int {
    if predicate == .all { return try shownTable().count }
    var count = 0
    for await batch in try batches(EntryQuery(predicate), { _ in () }) {
      count += batch.count
    }
    return count
  }

  package func rank(of order: EntrySortKey) throws(DiaryError) -> Int {
    let table = try shownTable()
    let older = table.rank(of: order)
    let isThere = table.state(rank: older)?.entry.order == order
    return table.count - older - (isThere ? 1 : 0)
  }

  package func tallies(of days: ClosedRange<CalendarDay>) throws(DiaryError) -> [DayTally] {
    try shownTable().tallies(of: days)
  }

  package func ids(returningOn day: CalendarDay) throws(DiaryError) -> [ID<Entry>] {
    try shownTable().ids(returningOn: day)
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
    return try LogReader(layout: layout).revisions(of: id, follower.records)
  }

  package func refresh() throws(DiaryError) -> [DiaryChange] {
    try catchUp()
    // Of what is removed for good later, nothing can be told then but what is known now.
    _ = try follower.trash()
    return follower.takeForeignChanges()
  }

  // MARK: Writing

  package func existingOwner() throws(DiaryError) -> Author? {
    if let cachedOwner { return cachedOwner }
    try catchUp()
    if let author = try ownPerson() { return author }
    if follower.records.people != nil { return nil }
    if let owner = follower.records.owner {
      cachedOwner = owner.author
    } else {
      let file = OwnerFile(layout: layout)
      if let owner = try file.read() { cachedOwner = try following(owner, file) }
    }
    return cachedOwner
  }

  /// The name is taken from the settings when the first entry is saved. A save that was cut short
  /// may have left an author and no entry.
  private func following(_ owner: Author, _ file: OwnerFile) throws(DiaryError) -> Author {
    guard !file.isNameChosen,
      try LogReader(layout: layout).logs().allSatisfy({ $0.end.size == 0 }),
      let name = try? defaultAuthorName(), name != owner.name
    else { return owner }
    isOwnerRenamed = true
    return Author(id: owner.id, name: name)
  }

  package func owner() async throws(DiaryError) -> Author {
    if cachedOwner == nil { try requirePlace() }
    if let author = try existingOwner() {
      guard isOwnerRenamed else { return author }
      let lock = try await storeLock()
      try OwnerFile(layout: layout).write(author)
      _ = consume lock
      isOwnerRenamed = false
      return author
    }
    // Before anything is made or locked: it may take a while, or fail.
    let name = try defaultAuthorName()
    try makeStore()
    let lock = try await storeLock()
    // Another program may have been first.
    if let author = try existingOwner() { return author }
    try requireNoEntries()
    let author = Author(id: .random(), name: name)
    try OwnerFile(layout: layout).write(author)
    _ = consume lock
    cachedOwner = author
    return author
  }

  package func rename(author name: String) async throws(DiaryError) -> Author {
    if let author = try await renameOwnPerson(to: name) {
      cachedOwner = nil
      return author
    }
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    let file = OwnerFile(layout: layout)
    let known: Author?
    if let owner = follower.records.owner { known = owner.author } else { known = try file.read() }
    if known == nil { try requireNoEntries() }
    let author = Author(id: known?.id ?? .random(), name: name)
    if follower.records.owner != nil {
      try append([.owner(OwnerRecord(author, isNameChosen: true))])
    }
    try file.write(author, isNameChosen: true)
    _ = consume lock
    cachedOwner = author
    isOwnerRenamed = false
    return author
  }

  /// Who has written what is there can't become someone else: that is for a repair to find out. Nor is an
  /// author made for a diary whose beginning has yet to come from a remote.
  private func requireNoEntries() throws(DiaryError) {
    if deviceFile.isCloning { throw .store(path: layout.root, .notArrived) }
    try catchUp()
    let trashed = try follower.trash()
    guard follower.table.count > 0 || !trashed.isEmpty else { return }
    try StoreCondition(layout: layout).requireOwner()
  }

  package func save(
    _ entries: [Entry], journals: [JournalRecord]
  ) async throws(DiaryError) -> [Entry] {
    guard !entries.isEmpty || !journals.isEmpty else { return [] }
    _ = try await owner()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let entries = try owned(entries)
    for entry in entries { try requireAssets(of: entry) }
    let log = deviceLog
    let known = follower.known
    let signer = try log.signer(known)
    var batch = log.batch(signer, after: follower.clock)
    batch.add(try log.openingRecords(signer, known.records))
    let isOfJournals = !journals.isEmpty || signer.diary == nil
    if isOfJournals { try add(journals, to: &batch) }
    batch.add(entries)
    let part = try log.append(batch, signer, known)
    if isOfJournals { JournalFolder(layout: layout).remove() }
    _ = consume lock
    beginPacking(layout.log(part.log))
    beginSparing(layout.log(part.log))

    do throws(DiaryError) {
      let saved = try follower.append(part)
      let isBulk = entries.count > 1
      if follower.isRewriteDue(isBulk: isBulk) {
        // The first index is small, and many entries at once must not pile up.
        if isBulk || !follower.hasIndex { await writeIndex() } else { beginRewriting() }
      }
      return saved
    } catch {
      // It is saved all the same; what the table lacks is read again.
      follower.forget()
      return part.revisions.map(\.revision.entry)
    }
  }

  var deviceLog: DeviceLog {
    DeviceLog(layout: layout, deviceFile: deviceFile, deviceName: deviceName, now: now)
  }

  /// Adds records. The caller holds the lock, and has caught up.
  func append(_ records: [DiaryRecord]) throws(DiaryError) {
    take(try deviceLog.append(records, follower.known, after: follower.clock))
  }

  /// Takes in what was saved. It is, whatever comes of that; what is lacking here is read again.
  func take(_ part: LogPart) {
    if (try? follower.append(part)) == nil { follower.forget() }
  }

  package func sync(_ id: ID<Entry>) throws(DiaryError) {
    guard let state = try follower.state(of: id) else { return }
    try layout.log(state.place.log).sync()
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
    await packing?.value
    sparing?.cancel()
    await sparing?.value
    layout.cipher.keep(nil)
    guard follower.isDamaged else { return }
    // Whoever opens the diary next finds an index that can be read.
    do throws(DiaryError) { try follower.catchUp() } catch { try? FileSystem.remove(layout.index) }
  }

  package func wasIndexRemade() throws(DiaryError) -> Bool {
    let (isRemade, isLacking) = follower.takeRemade()
    guard isLacking else { return isRemade }
    throw .store(
      path: layout.index,
      .damaged(localized("it was damaged, and not everything could be read; try again")))
  }

  /// Nothing of what was read is true any more.
  func forgetOwner() { (cachedOwner, isOwnerRenamed) = (nil, false) }

  package func emptyTrash() async throws(DiaryError) -> [Entry] {
    try checkFormat()
    guard FileSystem.isFolder(layout.root) else { return [] }
    let lock = try await storeLock()
    try catchUp()
    let trashed = try ownEntries(of: follower.trash().map(\.entry))
    var removals = try StoreRemovals(LogReader(layout: layout), follower.records)
    let seen = try logsByDevice().keys.map { ($0, follower.runs.tips[$0] ?? []) }
    let removal = RemovalRecord(
      entries: trashed.map(\.id).sorted(), seen: Dictionary(uniqueKeysWithValues: seen))
    removals.add(removal)
    let purge = try TrashPurge(removals, wanted: draftedAssets(), in: layout)
    if !purge.isEmpty {
      try makeStore()
      if !removal.entries.isEmpty {
        try append([.removal(removal.with(files: purge.files))])
      }
      try purge.run()
    }
    try follower.rebuild()
    _ = consume lock
    return trashed
  }

  /// The photos and attachments of drafts.
  func draftedAssets() throws(DiaryError) -> Set<AssetID> {
    guard let draftsFolder else { return [] }
    return try DraftFolder.assets(ofDraftsIn: draftsFolder, for: layout)
  }
}

extension DiskRepository {
  func currentTable() throws(DiaryError) -> EntryTable {
    try catchUp()
    return follower.table
  }

  func catchUp() throws(DiaryError) {
    // Whoever reads what is open needn't ask again; a save does.
    if !follower.isOpen {
      try checkFormat()
      try deviceFile.requireNotGone()
    }
    try requireSameForm()
    try follower.catchUp()
  }

  private func requireSameForm() throws(DiaryError) {
    if layout.cipher.isStale(layout) { throw .store(path: layout.root, .converted) }
  }

  /// Waits for the store's lock. The folder that it is in may have been exchanged for another meanwhile,
  /// by a program that encrypts the store.
  func storeLock() async throws(DiaryError) -> FileLock {
    while true {
      try layout.takeBackReplaced()
      let lock = try await FileLock.waiting(for: layout.lock)
      guard lock.isInPlace else { continue }
      try requireSameForm()
      try SparePieces(in: layout).adopt()
      return lock
    }
  }

  func checkFormat() throws(DiaryError) {
    try layout.takeBackReplaced()
    guard FileSystem.status(of: layout.root) != nil else { return }
    guard FileSystem.isFolder(layout.root) else { throw .store(path: layout.root, .notAFolder) }
    try StoreFormat.check(layout)
  }

  /// Makes the folder and what explains it, unless they are there.
  func makeStore() throws(DiaryError) {
    try checkFormat()
    try deviceFile.requireNotGone()
    for folder in [layout.root, layout.assets, layout.logs] {
      try FileSystem.makeFolders(folder)
    }
    // It says what the logs do.
    if let owner = follower.records.owner, FileSystem.status(of: layout.owner) == nil {
      try OwnerFile(layout: layout).write(owner.author, isNameChosen: owner.isNameChosen)
    }
    // Before the first line of this format: from now on version 0.1.0 leaves the diary alone.
    switch StoreFormat.state(of: layout) {
    case .missing: try StoreFormat.write(to: layout)
    case .said(let format) where format < StoreFormat.version: try StoreFormat.write(to: layout)
    case .said, .damaged: break
    }
  }

  /// - Throws: `StoreError.gone` when this machine saved something in the diary, and it isn't there.
  package nonisolated func requireNotGone() throws(DiaryError) { try deviceFile.requireNotGone() }

  /// Forgets that a diary was there, so that another one can begin in its place.
  package nonisolated func forgetGone() {
    deviceFile.removeMark()
    deviceFile.isCloning = false
  }

  /// Notes that the diary comes from a remote: nothing is written before its beginning is here. A mark stays:
  /// where nothing comes, the diary is as gone as before.
  package nonisolated func beginCloning() { deviceFile.isCloning = true }

  package nonisolated func endCloning() { deviceFile.isCloning = false }
}

/// What saves leave to be done behind them.
extension DiskRepository {
  /// Has a new index written while the diary goes on. Until it has its name, the old one counts.
  func beginRewriting() {
    guard rewriting == nil else { return }
    rewriting = Task {
      await writeIndex()
      rewriting = nil
    }
  }

  /// Has the pieces of an encrypted log put together while the diary goes on. That they can't be is no
  /// fault of the save that led here.
  func beginPacking(_ log: LogFile) {
    guard packing == nil, layout.isEncrypted, LogPacking(log).isDue else { return }
    packing = Task {
      if let lock = try? await storeLock() {
        try? LogPacking(log).run()
        _ = consume lock
      }
      packing = nil
    }
  }

  /// Makes ready for the next save while nobody waits, unless that comes at once. That it can't be done is
  /// no fault of the save that led here.
  func beginSparing(_ log: LogFile) {
    guard layout.isEncrypted else { return }
    sparing?.cancel()
    sparing = Task {
      try? await Task.sleep(for: Self.timeBeforeSparing)
      if !Task.isCancelled { await Self.spare(log) }
    }
  }

  /// What is saved one after the other, as by a script, isn't held up by files that it wouldn't wait for.
  private static let timeBeforeSparing = Duration.milliseconds(20)

  /// Beside the actor, for it waits for the disk.
  @concurrent private nonisolated static func spare(_ log: LogFile) async {
    if let spare = try? SparePiece(for: log) { log.layout.cipher.keep(spare) }
  }

  /// An index that can't be written is no fault of the save that led here: the logs have
  /// everything.
  func writeIndex() async {
    do throws(DiaryError) {
      let rewrite = follower.rewrite
      try follower.adopt(try await rewrite.write(), of: rewrite)
    } catch {
      follower.rewriteFailed()
    }
  }
}

/// The journals of a diary on disk: their records, and how many entries are in each.
extension DiskRepository {
  package func journals() throws(DiaryError) -> [JournalRecord] {
    try catchUp()
    return try journalLines().map(\.decision.record)
  }

  /// The newest decision about each journal, the oldest first, with those of files that version 0.1.0
  /// has written.
  private func journalLines() throws(DiaryError) -> [JournalLine] {
    var records = follower.records
    let horizon = ClockHorizon(at: now())
    for line in try JournalFolder(layout: layout).lines() {
      records.apply(RecordLine(line), horizon)
    }
    return records.journalLines
  }

  /// Adds decisions about journals to what is going to be saved, and before them those that stand in
  /// files alone.
  func add(_ decided: [JournalRecord], to batch: inout LineBatch) throws(DiaryError) {
    let known = try journalLines()
    let saved = Set(follower.records.journalLines)
    for line in known where !saved.contains(line) {
      batch.add([.journal(line.decision)], decidedAt: line.clock)
    }
    batch.add(
      decided.map { record in
        let same = known.first { $0.decision.record.name.isSameName(as: record.name) }
        return .journal(
          JournalDecision(record, unknownMembers: same?.decision.unknownMembers ?? []))
      })
  }

  package func journalCounts() async throws(DiaryError) -> [String: Int] {
    await Self.journalCounts(of: try currentTable())
  }

  /// Beside the actor: in a large diary it takes longer than a key may wait.
  @concurrent private nonisolated static func journalCounts(
    of table: EntryTable
  ) async -> [String: Int] {
    table.journalCounts()
  }

  // MARK: Locked ones

  package func hideLockedJournals(_ isHiding: Bool) { hidesLockedJournals = isHiding }

  package func hiddenJournals() throws(DiaryError) -> HiddenJournals {
    guard hidesLockedJournals else { return .none }
    try catchUp()
    return follower.records.lockedJournals
  }

  /// What is listed, found and counted.
  func shownTable() throws(DiaryError) -> EntryTable {
    guard hidesLockedJournals else { return try currentTable() }
    try catchUp()
    // Whoever opens the diary next finds them listed.
    if follower.isListingDue { beginRewriting() }
    return follower.tableWithoutLocked()
  }
}
