import DiaryCore
import System
import Text

/// A diary in a folder on disk: the logs of its devices, an index built from them, and the files of
/// photos and attachments.
///
/// The logs are the only source of truth. Reading methods call `catchUp()`, which reads the lines
/// that were added to the logs since the last call, and answer from the `EntryTable`. Writing
/// methods hold the store's lock, catch up, append lines to this device's log and sync them to the
/// disk before they return.
///
/// Nothing is written before the first save, so opening a diary never creates one.
package actor DiskRepository: DiaryRepository {
  package nonisolated let layout: StoreLayout
  let deviceFile: DeviceFile
  /// The name that other machines show for this one until it is renamed.
  let deviceName: String
  /// Forgets a missing diary. Set if the next save may create another one in its place.
  private var forgetMissing: (@Sendable () -> Void)?
  /// `true` if a save has created another diary in place of a missing one.
  package private(set) var hasReplacedMissing = false
  private let draftsFolder: String?
  nonisolated let previewPath: (@Sendable (AssetFile) -> String)?
  nonisolated let previewsFolder: @Sendable () -> String?
  private let defaultAuthorName: @Sendable () throws -> String
  let now: @Sendable () -> Timestamp
  var tailer: LogTailer
  /// Hides entries of locked journals from lists, searches and counts.
  var hidesLockedJournals: Bool
  /// The texts of comments, loaded by the first search.
  var commentTexts = CommentTexts()
  private(set) var cachedOwner: Author?
  /// Set if the author's name in the settings has changed since `owner.json` was written.
  private var isOwnerRenamed = false
  /// Writes a new index in the background.
  var rewriting: Task<Void, Never>?
  /// Merges the files of an encrypted log in the background.
  var packing: Task<Void, Never>?
  /// Prepares a file for the next save in the background.
  var preparing: Task<Void, Never>?

  /// Creates a repository without touching the disk.
  ///
  /// - Parameters:
  ///   - root: the store's folder, which may not exist yet.
  ///   - cipher: decrypts and encrypts the store's files if the store is encrypted.
  ///   - devicePath: the file that contains this device's ID, outside the store.
  ///   - deviceName: the name that other machines show for this one; `nil` for the host name.
  ///   - draftsFolder: the folder that contains the folders of drafts. Their photos are never
  ///     removed.
  ///   - previewsFolder: the folder of all previews, evaluated when it is needed.
  ///   - previewPath: returns the path of a preview of a photo whose file isn't here, if there is
  ///     one.
  ///   - hidesLockedJournals: hides entries of locked journals from the start.
  ///   - notesChanges: makes `refresh` report changes made by other programs.
  ///   - defaultAuthorName: called once, when the diary is created.
  package init(
    root: String, cipher: StoreCipher = StoreCipher(), devicePath: String,
    deviceName: String? = nil, draftsFolder: String? = nil,
    previewsFolder: @escaping @autoclosure @Sendable () -> String? = nil,
    previewPath: (@Sendable (AssetFile) -> String)? = nil,
    hidesLockedJournals: Bool = false, notesChanges: Bool = true,
    defaultAuthorName: @escaping @Sendable () throws -> String,
    now: @escaping @Sendable () -> Timestamp
  ) {
    layout = StoreLayout(root: root, cipher: cipher)
    let deviceFile = DeviceFile(path: devicePath, layout: layout)
    self.deviceFile = deviceFile
    tailer = LogTailer(
      layout: layout, own: { deviceFile.verifyingKey }, notesChanges: notesChanges, now: now)
    self.deviceName = deviceName ?? HostName.current ?? ""
    self.draftsFolder = draftsFolder
    (self.previewsFolder, self.previewPath) = (previewsFolder, previewPath)
    self.hidesLockedJournals = hidesLockedJournals
    self.defaultAuthorName = defaultAuthorName
    self.now = now
  }

  // MARK: Reading

  /// Returns the entries that match a query, read lazily in batches.
  ///
  /// - Throws: an error if the store can't be read.
  package func batches(_ query: EntryQuery) throws -> EntryBatches {
    try batches(query) { $0 }
  }

  /// Returns the sort keys of the entries that match a query, read lazily in batches.
  ///
  /// - Throws: an error if the store can't be read.
  package func sortKeys(_ query: EntryQuery) throws -> SortKeyBatches {
    try batches(query, \.sortKey)
  }

  /// Returns `part` of each entry that matches a query, so that whole entries needn't stay in
  /// memory.
  private func batches<Part: Sendable>(
    _ query: EntryQuery, _ part: @escaping @Sendable (Entry) -> Part
  ) throws -> Batches<Part> {
    // IDs are looked up directly, without scanning the table.
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

  /// Returns the entries by date, without those in the trash or hidden.
  ///
  /// - Throws: an error if the store can't be read.
  package func timeline() throws -> any EntryTimeline {
    TableTimeline(table: try shownTable())
  }

  /// Returns a summary of each day in a range that has entries.
  ///
  /// - Throws: an error if the store can't be read.
  package func tallies(of days: ClosedRange<CalendarDay>) throws -> [DayTally] {
    try shownTable().tallies(of: days)
  }

  /// Returns the IDs of the entries written on the same day in earlier years, of which only the
  /// latest `years` count.
  ///
  /// - Throws: an error if the store can't be read.
  package func ids(onThisDay day: CalendarDay, years: Int) throws -> [ID<Entry>] {
    try shownTable().ids(onThisDay: day, years: years)
  }

  /// Returns the entries with these IDs, in that order and including those in the trash. Unknown
  /// IDs are skipped.
  ///
  /// - Throws: an error if the store can't be read.
  package func entries(ids: [ID<Entry>]) throws -> [Entry] {
    try catchUp()
    var entries: [Entry] = []
    for id in ids {
      if let state = try tailer.state(of: id) { entries.append(state.entry) }
    }
    return entries
  }

  /// Returns at most `limit` IDs of entries that begin with `prefix`.
  ///
  /// - Throws: an error if the store can't be read.
  package func ids(withPrefix prefix: String, limit: Int) throws -> [ID<Entry>] {
    try catchUp()
    return tailer.table.ids(withPrefix: prefix, limit: limit)
  }

  /// Returns the entries in the trash, by their last change.
  ///
  /// - Throws: an error if the store can't be read.
  package func trash() throws -> [Entry] {
    try catchUp()
    return EntryQuery(sort: .modified).applied(to: try tailer.trash().map(\.entry))
  }

  /// Returns the revision that is the current state of an entry, or `nil` if there is no such
  /// entry.
  ///
  /// - Throws: an error if the store can't be read.
  package func shownRevision(of id: ID<Entry>) throws -> Revision? {
    try catchUp()
    guard let place = try tailer.state(of: id)?.place else { return nil }
    var lines = LineSource(layout: layout)
    return try lines.revision(at: place)
  }

  /// Returns all revisions of an entry, parents before their children.
  ///
  /// - Throws: an error if the store can't be read.
  package func revisions(of id: ID<Entry>) throws -> [Revision] {
    try catchUp()
    return try LogReader(layout: layout).revisions(of: id, tailer.records)
  }

  /// Reads new log lines and returns the changes that other programs have made since the last call.
  ///
  /// - Throws: an error if the store can't be read.
  package func refresh() throws -> [DiaryChange] {
    try catchUp()
    // Remembers the trash now: entries that are permanently removed later can't be looked up then.
    _ = try tailer.trash()
    return tailer.takeForeignChanges()
  }

  // MARK: Writing

  /// Returns the author who writes here, or `nil` if the diary has none yet. Never creates one.
  ///
  /// - Throws: an error if the store or `owner.json` can't be read.
  package func existingAuthor(in diary: DiaryName? = nil) throws -> Author? {
    if let cachedOwner { return cachedOwner }
    try catchUp()
    if let author = try ownPerson() { return author }
    if tailer.records.people != nil { return nil }
    if let owner = tailer.records.owner {
      cachedOwner = owner.author
    } else {
      let file = OwnerFile(layout: layout)
      if let owner = try file.read() { cachedOwner = try following(owner, file) }
    }
    return cachedOwner
  }

  /// Replaces the author's name with the one in the settings as long as there are no entries. An
  /// interrupted first save may have left an author without entries.
  private func following(_ owner: Author, _ file: OwnerFile) throws -> Author {
    guard !file.isNameChosen,
      try LogReader(layout: layout).logs().allSatisfy({ $0.end.size == 0 }),
      let name = try? defaultAuthorName(), name != owner.name
    else { return owner }
    isOwnerRenamed = true
    return Author(id: owner.id, name: name)
  }

  /// Returns the author who writes here, and creates the diary and its author if necessary.
  ///
  /// - Throws: an error if the store can't be read or written, its place can't be used, the
  ///   diary has entries but no author, it is still to arrive from a remote, or the settings have
  ///   no valid author's name.
  package func author(in diary: DiaryName? = nil) async throws -> Author {
    if cachedOwner == nil { try requirePlace() }
    if let author = try existingAuthor() {
      guard isOwnerRenamed else { return author }
      let lock = try await storeLock()
      try OwnerFile(layout: layout).write(author)
      _ = consume lock
      isOwnerRenamed = false
      return author
    }
    // Asked before anything is created or locked, because it may be slow or fail.
    let name = try defaultAuthorName()
    try makeStore()
    let lock = try await storeLock()
    // Another program may have created the author in the meantime.
    if let author = try existingAuthor() { return author }
    try requireNoEntries()
    let author = Author(id: .random(), name: name)
    try OwnerFile(layout: layout).write(author)
    _ = consume lock
    cachedOwner = author
    return author
  }

  /// Renames the author who writes here, and creates one if the diary has none.
  ///
  /// - Throws: an error if the store can't be read or written, or has entries but no
  ///   author.
  package func rename(author name: String) async throws -> Author {
    if let author = try await renameOwnPerson(to: name) {
      cachedOwner = nil
      return author
    }
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    let file = OwnerFile(layout: layout)
    let known: Author?
    if let owner = tailer.records.owner { known = owner.author } else { known = try file.read() }
    if known == nil { try requireNoEntries() }
    let author = Author(id: known?.id ?? .random(), name: name)
    if tailer.records.owner != nil {
      try append([.owner(OwnerRecord(author, isNameChosen: true))])
    }
    try file.write(author, isNameChosen: true)
    _ = consume lock
    cachedOwner = author
    isOwnerRenamed = false
    return author
  }

  /// Requires that a new author may be created.
  ///
  /// - Throws: `DiaryError.store` if the store has entries, whose author only a repair can find, or
  ///   if the diary's beginning is still to arrive from a remote.
  private func requireNoEntries() throws {
    if deviceFile.isCloning, !mayReplaceMissing {
      throw DiaryError.store(path: layout.root, .cloneIncomplete)
    }
    try catchUp()
    let trashed = try tailer.trash()
    guard tailer.table.count > 0 || !trashed.isEmpty else { return }
    try StoreCondition(layout: layout).requireOwner()
  }

  /// Saves entries and decisions about journals together, and returns the entries as saved. When
  /// this returns, they survive a power cut; if it throws, none of them has been saved.
  ///
  /// - Throws: an error if the store can't be written, photos or attachments of the entries are
  ///   missing, or the author may not change one of the entries.
  package func save(_ entries: [Entry], journals: [JournalRecord]) async throws -> [Entry] {
    guard !entries.isEmpty || !journals.isEmpty else { return [] }
    _ = try await author()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let entries = try owned(entries)
    for entry in entries { try requireAssets(of: entry) }
    let log = deviceLog
    var batch = try log.batch()
    let isOfJournals = !journals.isEmpty || batch.signer.diary == nil
    if isOfJournals { try add(journals, to: &batch) }
    batch.add(entries)
    let part = try log.append(batch)
    if isOfJournals { JournalFolder(layout: layout).remove() }
    _ = consume lock
    beginPacking(layout.log(part.log))
    beginPreparing(layout.log(part.log))

    do {
      let saved = try tailer.append(part)
      let isBulk = entries.count > 1
      if tailer.isRewriteDue(isBulk: isBulk) {
        // The first index is small, and the unindexed lines of bulk changes must not pile up.
        if isBulk || !tailer.hasIndex { await writeIndex() } else { beginRewriting() }
      }
      return saved
    } catch {
      // The lines are saved all the same. The table reads them again from the log.
      tailer.forget()
      return part.revisions.map(\.revision.entry)
    }
  }

  var deviceLog: DeviceLog {
    DeviceLog(
      layout: layout, deviceFile: deviceFile, deviceName: deviceName, known: tailer.known, now: now)
  }

  /// Runs `body`, which appends records, with the store locked and caught up.
  ///
  /// - Throws: an error if the store can't be locked, read or written; the error of `body`.
  func writing<Result>(_ body: () throws -> Result) async throws -> Result {
    _ = try await author()
    try makeStore()
    let lock = try await storeLock()
    try catchUp()
    try leaveRemovedDevice()
    let result = try body()
    _ = consume lock
    if tailer.isRewriteDue(isBulk: false) { beginRewriting() }
    return result
  }

  /// Appends records to this device's log. The caller holds the store's lock and has caught up.
  func append(_ records: [DiaryRecord]) throws {
    let log = deviceLog
    var batch = try log.batch()
    batch.add(records)
    apply(try log.append(batch))
  }

  /// Updates the table with lines that were just saved. If that fails, they are read again later.
  func apply(_ part: LogPart) {
    if (try? tailer.append(part)) == nil { tailer.forget() }
  }

  /// Syncs the log with an entry's current revision to the disk.
  ///
  /// - Throws: an error if the index or the log can't be read or synced.
  package func sync(_ id: ID<Entry>) throws {
    guard let state = try tailer.state(of: id) else { return }
    try layout.log(state.place.log).sync()
  }

  /// Syncs all logs, waits for background work and indexes all lines, as after an import.
  ///
  /// - Throws: an error if the store can't be read or synced.
  package func flush() async throws {
    try catchUp()
    // An import also counts entries as saved that were already there.
    try LogReader(layout: layout).sync()
    await finish()
    if tailer.hasTail { await writeIndex() }
  }

  /// Waits for background work, as every program does before it ends.
  package func finish() async {
    await rewriting?.value
    await packing?.value
    preparing?.cancel()
    await preparing?.value
    layout.cipher.keep(nil)
    guard tailer.isDamaged else { return }
    // Leaves an index that the next program can read, or none.
    do { try tailer.catchUp() } catch {
      _ = try? Quarantine(layout: layout).move(layout.relative(layout.index))
    }
  }

  /// Returns `true` if the index was damaged and has been rebuilt since the last call.
  ///
  /// - Throws: `StoreError.damaged` if answers in between may have been incomplete.
  package func wasIndexRebuilt() throws -> Bool {
    let (isRebuilt, isIncomplete) = tailer.takeRebuildFlags()
    guard isIncomplete else { return isRebuilt }
    throw DiaryError.store(
      path: layout.index,
      .damaged(localized("it was damaged, and some of it couldn't be read; try again")))
  }

  /// Forgets the author, after a change that may concern them.
  func forgetOwner() { (cachedOwner, isOwnerRenamed) = (nil, false) }

  /// Returns the photos and attachments of drafts.
  ///
  /// - Throws: `DiaryError.draft` if a draft can't be read, or an error if the folder
  ///   can't.
  func draftedAssets() throws -> Set<AssetID> {
    guard let draftsFolder else { return [] }
    return try DraftFolder.assets(ofDraftsIn: draftsFolder, for: layout)
  }
}

extension DiskRepository {
  /// Returns the table of all current entries, including those of hidden journals.
  func currentTable() throws -> EntryTable {
    try catchUp()
    return tailer.table
  }

  /// Reads the lines that were added to the logs since the last call.
  func catchUp() throws {
    // Reads of an open store skip these checks. Saves repeat them in `makeStore()`.
    if tailer.isOpening {
      try checkFormat()
      if !mayReplaceMissing { try requireStillThere() }
    }
    try requireSameForm()
    try tailer.catchUp()
  }

  /// Requires that no program has encrypted or decrypted the store since it was opened, or begun a
  /// key that this one can't open.
  private func requireSameForm() throws {
    if try layout.cipher.isStale(layout) { throw DiaryError.store(path: layout.root, .converted) }
  }

  /// `true` if another program has encrypted or decrypted the store since it was opened, or begun a
  /// key that this one can't open.
  package nonisolated var isReplaced: Bool { (try? layout.cipher.isStale(layout)) ?? false }

  /// Waits for the store's lock.
  ///
  /// Another program that encrypts or decrypts the store may have replaced its folder in the
  /// meantime; then the lock of the new folder is taken.
  func storeLock() async throws -> FileLock {
    while true {
      try layout.restoreReplacedStore()
      let lock = try await FileLock.waiting(for: layout.lock)
      guard lock.isInPlace else { continue }
      try requireSameForm()
      try SparePieces(in: layout).adopt()
      return lock
    }
  }

  /// Requires a store that this program can read, or none.
  func checkFormat() throws {
    try layout.restoreReplacedStore()
    guard FileSystem.status(of: layout.root) != nil else { return }
    guard FileSystem.isFolder(layout.root) else {
      throw DiaryError.store(path: layout.root, .notAFolder)
    }
    try StoreFormat.check(layout)
  }

  /// Creates the store's folders, `FORMAT.txt` and `owner.json` if they are missing.
  func makeStore() throws {
    try checkFormat()
    try requireSameForm()
    replaceMissing()
    try requireStillThere()
    for folder in [layout.root, layout.assets, layout.logs] {
      try FileSystem.makeFolders(folder)
    }
    // Restores `owner.json` from the logs.
    if let owner = tailer.records.owner, FileSystem.status(of: layout.owner) == nil {
      try OwnerFile(layout: layout).write(owner.author, isNameChosen: owner.isNameChosen)
    }
    // Written before the first line of this format, so that version 0.1.0 refuses to open the diary
    // from now on.
    switch StoreFormat.state(of: layout) {
    case .missing: try StoreFormat.write(to: layout)
    case .version(let format) where format < StoreFormat.version: try StoreFormat.write(to: layout)
    case .version, .damaged: break
    }
  }

  /// Requires that the diary hasn't disappeared.
  ///
  /// - Throws: `StoreError.disappeared` if this machine saved something in the diary, and its
  ///   folder has no logs.
  package nonisolated func requireNotMissing() throws {
    try deviceFile.requireNotMissing()
  }

  /// Requires that the diary hasn't disappeared, even if only this program has read it.
  ///
  /// - Throws: `StoreError.disappeared` if it has.
  package func requireStillThere() throws {
    try deviceFile.requireNotMissing(read: tailer.readEntries)
  }

  /// Allows the next save to create another diary in place of a missing one. Nothing changes before
  /// that save.
  ///
  /// - Parameter forget: removes data about the missing diary outside of its folder.
  package func allowReplacing(_ forget: @escaping @Sendable () -> Void) { forgetMissing = forget }

  private var mayReplaceMissing: Bool {
    forgetMissing != nil && !hasReplacedMissing && !FileSystem.isFolder(layout.logs)
      && !deviceFile.isFolderLeft
  }

  private func replaceMissing() {
    guard mayReplaceMissing, let forgetMissing else { return }
    forgetMissing()
    deviceFile.removeMark()
    deviceFile.isCloning = false
    hasReplacedMissing = true
  }

  /// Records that the diary is being cloned from a remote: nothing is written before its beginning
  /// has arrived. The mark of an earlier diary stays, so that a failed clone still counts as gone.
  package nonisolated func beginCloning() { deviceFile.isCloning = true }

  /// Records that the diary's beginning has arrived from the remote.
  package nonisolated func endCloning() { deviceFile.isCloning = false }
}

/// Work in the background after a save. Its failures never make the save fail.
extension DiskRepository {
  /// Writes a new index in the background. The old one is used until it is replaced.
  func beginRewriting() {
    guard rewriting == nil else { return }
    rewriting = Task {
      await writeIndex()
      rewriting = nil
    }
  }

  /// Merges the files of an encrypted log in the background if there are enough of them.
  func beginPacking(_ log: LogFile) {
    guard packing == nil, layout.isEncrypted, (try? LogPacking(log).isDue) == true else { return }
    packing = Task {
      if let lock = try? await storeLock() {
        try? LogPacking(log).run()
        _ = consume lock
      }
      packing = nil
    }
  }

  /// Prepares a file for the next save, unless that follows immediately.
  func beginPreparing(_ log: LogFile) {
    guard layout.isEncrypted else { return }
    preparing?.cancel()
    preparing = Task {
      try? await Task.sleep(for: Self.preparationDelay)
      if !Task.isCancelled { await Self.prepareFile(for: log) }
    }
  }

  /// The pause before a file is prepared, so that a script's series of saves isn't slowed down.
  private static let preparationDelay = Duration.milliseconds(20)

  /// Runs off the actor, because it waits for the disk.
  @concurrent private nonisolated static func prepareFile(for log: LogFile) async {
    if let spare = try? SparePiece(for: log) { log.layout.cipher.keep(spare) }
  }

  /// Writes a new index. Failures are ignored, because the logs contain everything.
  func writeIndex() async {
    do {
      let rewrite = tailer.rewrite
      try tailer.adopt(try await rewrite.write(), of: rewrite)
    } catch {
      tailer.rewriteFailed()
    }
  }
}

/// Journals: their records, and the number of entries in each.
extension DiskRepository {
  /// Returns the diary's journals.
  ///
  /// - Throws: an error if the store can't be read.
  package func journals() throws -> [JournalRecord] {
    try catchUp()
    return try journalLines().map(\.decision.record)
  }

  /// Returns the newest decision about each journal, the oldest first, including those in files
  /// that version 0.1.0 wrote.
  private func journalLines() throws -> [JournalLine] {
    var records = tailer.records
    let horizon = ClockHorizon(at: now())
    for line in try JournalFolder(layout: layout).lines() {
      records.apply(RecordLine(line), horizon)
    }
    return records.journalLines
  }

  /// Adds decisions about journals to a batch, after those that are only in version 0.1.0's files.
  func add(_ decided: [JournalRecord], to batch: inout LineBatch) throws {
    let known = try journalLines()
    let saved = Set(tailer.records.journalLines)
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

  /// Returns the number of entries in each journal, by its name.
  ///
  /// - Throws: an error if the store can't be read.
  package func journalCounts() async throws -> [String: Int] {
    await Self.journalCounts(of: try currentTable())
  }

  /// Runs off the actor, because it takes longer in a large diary than a key press may wait.
  @concurrent private nonisolated static func journalCounts(
    of table: EntryTable
  ) async -> [String: Int] {
    table.journalCounts()
  }

  // MARK: Saved searches

  /// Returns the saved searches, including deleted ones.
  ///
  /// - Throws: an error if the store can't be read.
  package func savedSearches() throws -> [SavedSearch] {
    try catchUp()
    return tailer.records.savedSearches
  }

  /// Saves searches, replacing those with the same names.
  ///
  /// - Throws: an error if the person may not write, or the store can't be locked, read or
  ///   written.
  package func save(searches: [SavedSearch]) async throws {
    try await writing {
      try requireMayWrite()
      try append(searches.map { .search(SearchRecord($0)) })
    }
  }

  // MARK: Locked journals

  /// Hides or shows the entries of locked journals from now on.
  package func hideLockedJournals(_ isHiding: Bool) { hidesLockedJournals = isHiding }

  /// Returns the locked journals whose entries are hidden now.
  ///
  /// - Throws: an error if the store can't be read.
  package func hiddenJournals() throws -> HiddenJournals {
    guard hidesLockedJournals else { return .none }
    try catchUp()
    return tailer.records.lockedJournals
  }

  /// Returns the table without the entries of hidden journals.
  func shownTable() throws -> EntryTable {
    guard hidesLockedJournals else { return try currentTable() }
    try catchUp()
    // Stores the list of hidden entries in the index for the next program.
    if tailer.isListingDue { beginRewriting() }
    return tailer.tableWithoutLocked()
  }
}
