import Text

/// Stores a diary's entries and assets. Only `DiaryService` uses it; screens and sub-commands use
/// that.
///
/// `DiskRepository`, `MemoryRepository` and `CombinedRepository` implement it. An implementation
/// must pass the contract test suite.
///
/// "Current entries" are those that aren't in the trash. All throwing methods throw
/// `DiaryError.store`, or a `SystemError` that `DiaryError.init` converts to it, if the store
/// fails; then nothing has changed. Other errors are listed at the methods.
package protocol DiaryRepository: Sendable {
  /// Returns the author of new entries, and creates one on first use.
  ///
  /// - Parameter diary: one of several diaries; `nil` for the first or only one.
  /// - Throws: `DiaryError.noSuchDiary` if several are shown as one, and none has that name.
  func author(in diary: DiaryName?) async throws -> Author

  /// Returns the author of new entries without creating one; `nil` if there is none yet.
  ///
  /// - Parameter diary: one of several diaries; `nil` for the first or only one.
  /// - Throws: `DiaryError.noSuchDiary` if several are shown as one, and none has that name.
  func existingAuthor(in diary: DiaryName?) async throws -> Author?

  /// Returns the reason why this user can't write in the diary; `nil` if they can.
  func writingObstacle() async throws -> AccountError?

  /// Returns all authors who may have entries and comments in the diary, by name.
  func authors() async throws -> [Author]

  /// Returns `true` if the diary isn't of one person alone: others write or are invited, or it has
  /// comments.
  func isShared() async throws -> Bool

  /// Returns the current entries that match, in the query's order, in batches as they are found.
  func batches(_ query: EntryQuery) async throws -> EntryBatches

  /// Returns the sort keys of the current entries that match, for callers that hold many entries
  /// and read only some of them by ID.
  func sortKeys(_ query: EntryQuery) async throws -> SortKeyBatches

  /// Returns a snapshot of the current entries, for access by rank.
  func timeline() async throws -> any EntryTimeline

  /// Returns the numbers of current entries and photos for each day that has entries, in order.
  /// Days are in the writers' time zones.
  func tallies(of days: ClosedRange<CalendarDay>) async throws -> [DayTally]

  /// Returns the IDs of current entries of earlier years that return on a day, newest first; see
  /// `CalendarDay.hasAnniversary(on:)`. Of the years with such entries, only the latest `years`
  /// count.
  func ids(onThisDay day: CalendarDay, years: Int) async throws -> [ID<Entry>]

  /// Returns the entries that exist, including those in the trash, in the order of `ids`.
  func entries(ids: [ID<Entry>]) async throws -> [Entry]

  /// Returns at most `limit` IDs that begin with these hexadecimal digits, including those in the
  /// trash.
  func ids(withPrefix prefix: String, limit: Int) async throws -> [ID<Entry>]

  /// Returns the entries in the trash, the last modified first.
  func trash() async throws -> [Entry]

  /// Returns all revisions of an entry, ordered by their clocks; none if there is no such entry.
  func revisions(of id: ID<Entry>) async throws -> [Revision]

  /// Saves a new revision of each entry, whose `heads` are the revisions that it was made from, and
  /// records of journals. Returns the entries as saved: the new revision is a head, together with
  /// any head that wasn't named.
  ///
  /// Everything is saved atomically: when this returns, all of it survives a power cut; if it
  /// throws, or the machine fails before it returns, everything or nothing was saved.
  ///
  /// - Throws: `DiaryError.noSuchDiary` if an entry belongs to a diary that isn't here.
  func save(_ entries: [Entry], journals: [JournalRecord]) async throws -> [Entry]

  /// Returns the comments on an entry, oldest first; none if there is no such entry.
  func comments(on entry: ID<Entry>) async throws -> [EntryComment]

  /// Returns the IDs of all entries that have comments, including those in the trash.
  func commentedEntries() async throws -> Set<ID<Entry>>

  /// Returns, for each phrase, the entries whose comments contain it. Phrases with no match may be
  /// omitted.
  func commentedEntries(
    containing phrases: Set<SearchPhrase>
  ) async throws -> [SearchPhrase: Set<ID<Entry>>]

  /// Saves a comment, replacing its earlier state, and returns it as saved. As durable as saving
  /// entries.
  func save(_ comment: EntryComment) async throws -> EntryComment

  /// Returns the imported comments that the diary doesn't have, not even as deleted ones, and whose
  /// authors may write here. Their entries may be imported later.
  func missingComments(in comments: [EntryComment]) async throws -> [EntryComment]

  /// Saves the missing comments whose entries are here, atomically. Comments by
  /// `AuthorID.unassigned` become `author`'s. Returns the number of saved comments.
  func importComments(_ comments: [EntryComment], by author: AuthorID) async throws
    -> Int

  /// Saves all entries of a source atomically; `heads` become the parents. Known entries without
  /// heads are skipped. Returns `nil`, with nothing saved, if the task was canceled.
  func save(all source: EntrySource) async throws -> [SavedRevision]?

  /// Returns a new batch of files that are stored atomically.
  func assetBatch() async throws -> any AssetBatch

  /// Makes the entry, as it was read, durable: another program may have saved it and failed before
  /// it was synced to disk.
  func sync(_ id: ID<Entry>) async throws

  /// Returns the shown revision of an entry, even if the entry is in the trash.
  func shownRevision(of id: ID<Entry>) async throws -> Revision?

  /// Updates data that is derived from saves. Called after many consecutive saves.
  func flush() async throws

  /// Waits for background work after saves. Every program calls this before it exits.
  func finish() async

  /// Permanently deletes the entries in the trash, their comments, and the assets that only they
  /// referenced. Returns the deleted entries.
  func emptyTrash() async throws -> [Entry]

  /// Stores the bytes of a file. Returns their asset ID, their number, and `true` as `existed` if
  /// they were already stored: equal bytes are stored once. May be called concurrently.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read.
  func storeAsset(
    from path: String, type: MediaType
  ) async throws -> (asset: AssetID, size: Int, existed: Bool)

  /// Removes stored files that no revision and no draft references.
  func removeUnused(_ files: Set<AssetFile>) async throws

  /// Returns the asset ID of a file's bytes, without storing them.
  ///
  /// - Throws: `DiaryError.photo` if the file can't be read or the task is canceled.
  func asset(ofFileAt path: String) async throws -> AssetID

  /// Returns the path of an asset's file.
  func path(of file: AssetFile) -> String

  /// Returns the path to show for an asset: its file or, if that is only on other devices, a
  /// preview.
  func displayPath(of file: AssetFile) -> String

  /// Opens the files at these paths.
  var assetOpener: any AssetOpener { get }

  /// Changes the display name of the author, who is created on first use. The ID stays the same.
  func rename(author name: String) async throws -> Author

  /// Returns the latest record of each journal, including deleted ones.
  func journals() async throws -> [JournalRecord]

  /// Returns the latest record of each saved search, including deleted ones.
  func savedSearches() async throws -> [SavedSearch]

  /// Saves searches, replacing those with the same names. A new one among several diaries is saved
  /// in the first.
  func save(searches: [SavedSearch]) async throws

  /// Locks or unlocks a journal; among several diaries, in each that has it.
  ///
  /// - Throws: `DiaryError.hiddenJournal` if it is to be unlocked while it is hidden.
  func lock(journal name: String, _ isLocked: Bool) async throws

  /// Returns the number of current entries in each journal, by the journal's name as written.
  func journalCounts() async throws -> [String: Int]

  /// Sets whether `batches`, `sortKeys`, `timeline`, `tallies` and `ids(onThisDay:years:)` omit
  /// entries of locked journals from now on. By default they don't.
  func hideLockedJournals(_ isHiding: Bool) async

  /// Returns the journals whose entries are currently omitted; none while locked journals are
  /// shown.
  func hiddenJournals() async throws -> HiddenJournals

  /// Returns `true` if derived data was damaged and has been rebuilt since the last call.
  ///
  /// - Throws: the error of an earlier request that the damaged data couldn't answer.
  func wasIndexRebuilt() async throws -> Bool

  /// Returns the diary's status. Never throws, even if the store is damaged.
  func status() async -> DiaryStatus

  /// Returns the changes by other programs and devices since the last call, in order.
  func refresh() async throws -> [DiaryChange]
}

extension DiaryRepository {
  /// Saves entries without records of journals.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func save(_ entries: [Entry]) async throws -> [Entry] {
    try await save(entries, journals: [])
  }

  /// Saves records of journals.
  ///
  /// - Throws: an error if the diary can't be read or written.
  package func save(journals: [JournalRecord]) async throws {
    _ = try await save([], journals: journals)
  }

  /// Changes the journal's record.
  ///
  /// - Throws: `DiaryError.hiddenJournal` if it is to be unlocked while it is hidden.
  package func lock(journal name: String, _ isLocked: Bool) async throws {
    if !isLocked, try await hiddenJournals().contains(name) { throw DiaryError.hiddenJournal(name) }
    var record =
      try await journals().first { $0.name.isSameName(as: name) && !$0.isDeleted }
      ?? JournalRecord(name: name)
    guard record.isLocked != isLocked else { return }
    record.isLocked = isLocked
    try await save(journals: [record])
  }

  /// Does nothing: unreferenced files are kept.
  package func removeUnused(_ files: Set<AssetFile>) async throws {}

  /// Returns `nil`: the user can always write in a diary that isn't shared.
  package func writingObstacle() async throws -> AccountError? { nil }

  /// Returns the only author of a diary that isn't shared.
  ///
  /// - Throws: an error if the diary can't be read.
  package func authors() async throws -> [Author] {
    [try await existingAuthor(in: nil)].compactMap(\.self)
  }

  /// Returns `true` if there are several authors, or comments.
  ///
  /// - Throws: an error if the diary can't be read.
  package func isShared() async throws -> Bool {
    if try await authors().count > 1 { return true }
    return try await !commentedEntries().isEmpty
  }

  /// Returns the path of the file itself, which is always here.
  package func displayPath(of file: AssetFile) -> String { path(of: file) }

  /// Opens files directly: nothing is encrypted.
  package var assetOpener: any AssetOpener { PlainAssetOpener() }

  /// Returns `false`: there is no derived data.
  package func wasIndexRebuilt() async throws -> Bool { false }
}

/// A snapshot of the current entries of a diary, oldest first. Each access takes logarithmic time.
package protocol EntryTimeline: Sendable {
  var count: Int { get }

  /// Returns the sort key of the entry at a rank; `nil` if it can't be read.
  func sortKey(at rank: Int) -> EntrySortKey?

  /// Returns the number of entries that are older than one with this sort key. A good `guess` of
  /// the result makes this faster.
  func rank(of order: EntrySortKey, near guess: Int?) -> Int

  /// Returns the entries at these ranks, except any that can't be read.
  func entries(in ranks: Range<Int>) -> [Entry]
}

extension EntryTimeline {
  /// Returns the number of entries that are newer than one with this sort key.
  func countNewer(than order: EntrySortKey) -> Int {
    let older = rank(of: order, near: nil)
    let isThere = older < count && sortKey(at: older) == order
    return count - older - (isThere ? 1 : 0)
  }
}

// MARK: - Asset batches and imports

/// Files that are read one by one and then stored in a diary atomically.
package protocol AssetBatch: Sendable {
  /// Reads a file into the batch. Returns its asset ID, its size in bytes, and `true` as `existed`
  /// if the diary already has it. May be called concurrently.
  ///
  /// - Parameter isExclusive: `true` if no other program uses the file, so that it needn't be
  ///   copied.
  /// - Throws: `DiaryError.photo` if the file can't be read.
  func add(
    from path: String, type: MediaType, isExclusive: Bool
  ) async throws -> (asset: AssetID, size: Int, existed: Bool)

  /// Stores the files in `wanted`. When this returns, they survive a power cut.
  ///
  /// - Throws: an error if a file can't be stored; then none is.
  func commit(_ wanted: Set<AssetID>) async throws

  /// Removes everything that this batch added, except files that are referenced by now.
  func discard() async
}

/// Returns the next part of the entries to import, so that not all of them need to be in memory;
/// `nil` at the end.
///
/// - Throws: an error if the source can't be read.
package typealias EntrySource = @Sendable () throws -> [Entry]?

/// A saved revision of an entry.
package struct SavedRevision: Hashable, Sendable {
  package let entry: ID<Entry>
  package let revision: ID<Revision>

  package init(entry: ID<Entry>, revision: ID<Revision>) {
    self.entry = entry
    self.revision = revision
  }

  /// The shown revision of an entry that was just saved; `nil` if it has none.
  package init?(_ entry: Entry) {
    guard let revision = entry.heads.first else { return nil }
    self.init(entry: entry.id, revision: revision)
  }
}

extension DiaryRepository {
  /// Reads all parts into memory and saves them together.
  ///
  /// - Throws: the source's error, or an error if the entries can't be saved.
  package func save(all source: EntrySource) async throws -> [SavedRevision]? {
    var entries: [Entry] = []
    var fresh: Set<ID<Entry>> = []
    while let part = try source() {
      if Task.isCancelled { return nil }
      let known = Set(try await self.entries(ids: part.map(\.id)).map(\.id))
      entries += part.filter { entry in
        !entry.heads.isEmpty || !known.contains(entry.id) && fresh.insert(entry.id).inserted
      }
    }
    return try await save(entries).compactMap(SavedRevision.init)
  }
}

// MARK: - Changes and status

/// A change that subscribers of a diary receive.
package struct DiaryChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case updated
    case deleted
    case restored
    case purged
    /// A comment on the entry was added.
    case commented
    /// A comment on the entry was changed or deleted.
    case commentChanged = "comment-changed"
    /// Any change to an entry in a locked journal that is now hidden.
    case hidden
  }

  package let kind: Kind
  /// The entry after the change, or before it if it was purged.
  package let entry: Entry
  /// The added or changed comment.
  package let comment: EntryComment?

  package init(_ kind: Kind, _ entry: Entry, _ comment: EntryComment? = nil) {
    (self.kind, self.entry, self.comment) = (kind, entry, comment)
  }

  /// Returns the change without its kind and comment if the entry is in one of these journals.
  package func hiding(_ journals: HiddenJournals) -> DiaryChange {
    journals.contains(entry) ? DiaryChange(.hidden, entry) : self
  }
}

/// The state of a diary. Scripts see the raw value.
package enum DiaryState: String, CaseIterable, Hashable, Sendable {
  case available
  case empty
  /// The diary can be read but not changed.
  case readOnly = "read-only"
  case encrypted
  case locked
  case damaged
  case newerFormat = "newer-format"
  case missing
  case noPermission = "no-permission"
  case unavailable = "temporarily-unavailable"

  /// A short text for the user.
  package var label: String {
    switch self {
    case .available: localized("available")
    case .empty: localized("empty")
    case .readOnly: localized("read-only")
    case .encrypted: localized("encrypted")
    case .locked: localized("locked by another program")
    case .damaged: localized("damaged")
    case .newerFormat: localized("newer format")
    case .missing: localized("missing")
    case .noPermission: localized("no permission")
    case .unavailable: localized("temporarily unavailable")
    }
  }
}

extension StoreError {
  /// The state of a diary that has this error.
  package var state: DiaryState {
    switch self {
    case .missing, .disappeared, .cloneIncomplete, .notAFolder: .missing
    case .readOnly: .readOnly
    case .noPermission: .noPermission
    case .newerFormat: .newerFormat
    case .encrypted, .foreignRecipient, .encryptedCopy, .converted, .notConverted: .encrypted
    case .locked: .locked
    case .damaged: .damaged
    case .unavailable, .diskFull, .failed: .unavailable
    }
  }
}

/// A diary's state, and everything that can be read in that state.
package struct DiaryStatus: Hashable, Sendable {
  /// The store's folder; `nil` for a store in memory.
  package var path: String?
  package var format: Int?
  /// The diary's author; `nil` if it has none yet.
  package var author: Author?
  /// `nil` until this device writes something.
  package var device: ID<Device>?
  package var entries: Int?
  package var trashed: Int?
  /// The number of files of photos and attachments.
  package var assets: Int?
  /// The number of those that aren't photos; `nil` if it is unknown, as in an encrypted diary.
  package var attachments: Int?
  /// The size of all files in the folder in bytes.
  package var size: Int?
  /// The time of the last save.
  package var saved: Timestamp?
  /// `true` unless the diary is of one person alone; see `DiaryRepository.isShared()`.
  package var isShared = false
  /// `true` if it is another author's public diary.
  package var isFollowed = false
  /// The number of entries added while the diary was locked, which it merges when it is opened.
  package var pendingEntries = 0
  /// Lines of a shared diary that are stored but not shown.
  package var refused: [RefusedLines] = []
  /// The limits of the store's file system.
  package var limits: [FileSystemLimit] = []
  /// The error that prevents reading or changing the diary.
  package var problem: DiaryError?

  /// The number of files of photos; `nil` if it is unknown.
  package var photos: Int? {
    if let assets, let attachments { assets - attachments } else { nil }
  }

  package init(path: String?, device: ID<Device>?) {
    self.path = path
    self.device = device
  }

  package var state: DiaryState {
    switch problem {
    case .store(_, let failure): failure.state
    case .some: .unavailable
    case nil where isFollowed: .readOnly
    case nil: entries == 0 && trashed == 0 ? .empty : .available
    }
  }
}

extension DiaryStatus {
  /// Returns names and values to show to the user. A diary of one person shows no ids.
  ///
  /// - Parameter local: converts a time to this device's time zone.
  package func facts(_ local: (Timestamp) -> EntryDate) -> [(name: String, value: String)] {
    var facts = [(localized("state"), state.label)]
    let place = path ?? localized("in memory")
    facts.append(
      (localized("store"), format.map { localized("\(place) (format \($0))") } ?? place))
    if let author {
      facts.append((localized("author"), isShared ? "\(author.name) (\(author.id))" : author.name))
    } else if problem == nil, !isFollowed {
      facts.append((localized("author"), localized("none yet; created with the first entry")))
    }
    if isShared, let device { facts.append((localized("device"), device.description)) }
    if let entries { facts.append((localized("entries"), CountText.grouped(entries))) }
    if pendingEntries > 0 {
      let pending = CountText.entries(pendingEntries)
      facts.append(
        (
          localized("waiting"),
          state == .encrypted ? localized("\(pending), until you open the diary") : pending
        ))
    }
    if let trashed { facts.append((localized("trash"), CountText.grouped(trashed))) }
    if let photos {
      facts.append((localized("photos"), CountText.grouped(photos)))
    } else if let assets {
      facts.append((localized("files"), CountText.grouped(assets)))
    }
    if let attachments, attachments > 0 {
      facts.append((localized("attached"), CountText.grouped(attachments)))
    }
    if let size { facts.append((localized("size"), CountText.bytes(size))) }
    if let saved {
      let date = local(saved)
      facts.append((localized("last saved"), "\(date.day) \(date.clock)"))
    }
    facts += limits.map { (localized("file system"), $0.line) }
    return facts
  }
}

/// A limit of a file system, such as a network's or a phone's.
package enum FileSystemLimit: String, Hashable, Sendable {
  case locks
  case syncingFolders

  fileprivate var line: String {
    switch self {
    case .locks: localized("has no locks: don't save from two devices at the same time")
    case .syncingFolders: localized("can't sync folders: a power failure may lose the last save")
    }
  }
}
