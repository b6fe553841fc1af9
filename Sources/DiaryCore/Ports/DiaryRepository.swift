import Localization

/// Where a diary's entries and assets live. The screens and sub-commands never see it: they talk
/// to `DiaryService`, and any repository that passes the contract test suite can stand under it.
///
/// All methods throw `DiaryError.store` when the place itself fails; then nothing has changed.
package protocol DiaryRepository: Sendable {
  /// The author whose diary this is, made on first use.
  func owner() async throws(DiaryError) -> Author

  /// The author whose diary this is; `nil` while there is none.
  func existingOwner() async throws(DiaryError) -> Author?

  /// The author in whose name entries are written: of several diaries, in the one of that name.
  func owner(in diary: DiaryName?) async throws(DiaryError) -> Author

  /// The author in whose name entries are written there, without making one.
  func existingOwner(in diary: DiaryName?) async throws(DiaryError) -> Author?

  /// Why nothing can be written here by whoever uses this machine; `nil` where it can.
  func writingObstacle() async throws(DiaryError) -> AccountError?

  /// All whose entries and comments may stand in the diary, by their names.
  func authors() async throws(DiaryError) -> [Author]

  /// Current entries (those in the trash aside), as the query says, in batches as they are found.
  func batches(_ query: EntryQuery) async throws(DiaryError) -> EntryBatches

  /// The sort keys of the entries that a query asks for: for whoever holds many and reads some of
  /// them by their ids.
  func orders(_ query: EntryQuery) async throws(DiaryError) -> OrderBatches

  /// The current entries as they stand now, to be asked for by their ranks.
  func timeline() async throws(DiaryError) -> any EntryTimeline

  /// How many current entries match; for a task that is cancelled, of those looked at by then.
  func count(_ predicate: EntryPredicate) async throws(DiaryError) -> Int

  /// How many current entries stand before the one of this order, newest first.
  func rank(of order: EntrySortKey) async throws(DiaryError) -> Int

  /// What the days that have current entries have, in their order, in the writers' own time.
  func tallies(of days: ClosedRange<CalendarDay>) async throws(DiaryError) -> [DayTally]

  /// The current entries of earlier years that return on a day, newest first: see
  /// `CalendarDay.returns(on:)`.
  func ids(returningOn day: CalendarDay) async throws(DiaryError) -> [ID<Entry>]

  /// Those of the entries that exist, in the trash too, in the order asked for.
  func entries(ids: [ID<Entry>]) async throws(DiaryError) -> [Entry]

  /// The ids, in the trash too, that begin with these hexadecimal digits; at most `limit`.
  func ids(withPrefix prefix: String, limit: Int) async throws(DiaryError) -> [ID<Entry>]

  /// The entries in the trash, the last modified first.
  func trash() async throws(DiaryError) -> [Entry]

  /// Every saved state of an entry, in the order of their clocks; none of an unknown entry.
  func revisions(of id: ID<Entry>) async throws(DiaryError) -> [Revision]

  /// Saves a new state of each entry, whose `heads` are the revisions that it was made from.
  /// Returns them as saved: the new revision is the head, beside any head that was not named.
  /// With them is saved what is decided about journals. When this returns, all of it survives a
  /// power cut; when it throws, or the machine dies before it returns, nothing was saved or all.
  func save(
    _ entries: [Entry], journals: [JournalRecord]
  ) async throws(DiaryError) -> [Entry]

  /// What is said under an entry, in the order in which it was said; none of an unknown entry.
  func comments(on entry: ID<Entry>) async throws(DiaryError) -> [EntryComment]

  /// The entries that anybody has said something under, those in the trash among them.
  func commentedEntries() async throws(DiaryError) -> Set<ID<Entry>>

  /// The entries under which each of some phrases is said; those of which none is may be left out.
  func commentedEntries(
    saying phrases: Set<SearchPhrase>
  ) async throws(DiaryError) -> [SearchPhrase: Set<ID<Entry>>]

  /// Saves a comment, in the place of its earlier state, and returns it as saved. It promises what saving
  /// entries does.
  func save(_ comment: EntryComment) async throws(DiaryError) -> EntryComment

  /// Those of comments from elsewhere that aren't known here, one that was taken back being so, and that may
  /// stand here in the names of their authors. Their entries may come later.
  func lacking(_ comments: [EntryComment]) async throws(DiaryError) -> [EntryComment]

  /// Saves those that are lacking and whose entries are here, together: all of them or none. What is of
  /// `AuthorID.nobody` is that author's. Returns how many they were.
  func bring(_ comments: [EntryComment], by author: AuthorID) async throws(DiaryError) -> Int

  /// Saves what a source gives, all of it or nothing, as `save` does: what `heads` name becomes the
  /// parents. A known entry that comes without any is passed over. `nil`, with nothing saved, when
  /// the task was cancelled.
  func save(all source: any EntrySource) async throws(DiaryError) -> [SavedState]?

  /// Files that are to be kept together.
  func assetBatch() async throws(DiaryError) -> any AssetBatch

  /// Makes the entry as it was read survive a power cut, too: another program may have saved it
  /// and died before that was sure.
  func sync(_ id: ID<Entry>) async throws(DiaryError)

  /// The revision that is shown of an entry, in the trash or not.
  func shownRevision(of id: ID<Entry>) async throws(DiaryError) -> Revision?

  /// Called after many saves in a row: brings what is derived from them up to date.
  func settle() async throws(DiaryError)

  /// Waits for what goes on behind the saves, as every program does before it ends.
  func finish() async

  /// Removes every entry in the trash for good, with the comments on it, and the assets that only they
  /// referred to.
  /// Returns the entries that went.
  func emptyTrash() async throws(DiaryError) -> [Entry]

  /// Keeps the bytes of the file at a path, and tells how many they are and whether they were kept
  /// already: the same bytes are kept once. Several may be stored at the same time.
  func storeAsset(
    from path: String, type: MediaType
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool)

  /// Removes files that were added and that nothing names: no state of an entry and no draft.
  func removeUnused(_ files: Set<AssetFile>) async throws(DiaryError)

  /// The asset that a file's bytes are, or would be if they were stored. Throws `photo` when they
  /// can't be read, and when the task is cancelled meanwhile.
  func asset(ofFileAt path: String) async throws(DiaryError) -> AssetID

  /// The path of an asset's file.
  func path(of file: AssetFile) -> String

  /// The path of what is shown of an asset: its file or, where that is on other machines, a preview.
  func shownPath(of file: AssetFile) -> String

  /// Opens what stands at those paths.
  var assetOpener: any AssetOpener { get }

  /// Changes the display name of the author, made on first use; the id stays.
  func rename(author name: String) async throws(DiaryError) -> Author

  /// What was last decided about each journal, deleted ones too.
  func journals() async throws(DiaryError) -> [JournalRecord]

  /// Locks a journal, or unlocks it, which is refused where it is hidden; of several diaries, in those that
  /// have it.
  func lock(journal name: String, _ isLocked: Bool) async throws(DiaryError)

  /// How many current entries name each journal, by the names as they are written.
  func journalCounts() async throws(DiaryError) -> [String: Int]

  /// Whether entries of locked journals are left out of what `batches`, `orders`, `timeline`, `count`, `rank`,
  /// `tallies` and `ids(returningOn:)` tell, from now on. They are told of at first, unless it was made
  /// otherwise.
  func hideLockedJournals(_ isHiding: Bool) async

  /// The journals whose entries are left out; none while locked ones are shown.
  func hiddenJournals() async throws(DiaryError) -> HiddenJournals

  /// Whether what is derived from the saves was damaged and has been made again since this was last
  /// asked. Throws when something that was asked for meanwhile couldn't be told.
  func wasIndexRemade() async throws(DiaryError) -> Bool

  /// How it stands with the diary, in whatever state it is.
  func status() async -> DiaryStatus

  /// Changes that others made since the last look, in order.
  func refresh() async throws(DiaryError) -> [DiaryChange]
}

extension DiaryRepository {
  package func save(_ entries: [Entry]) async throws(DiaryError) -> [Entry] {
    try await save(entries, journals: [])
  }

  package func save(journals: [JournalRecord]) async throws(DiaryError) {
    _ = try await save([], journals: journals)
  }

  package func lock(journal name: String, _ isLocked: Bool) async throws(DiaryError) {
    if !isLocked, try await hiddenJournals().contains(name) { throw .hiddenJournal(name) }
    var record =
      try await journals().first { $0.name.isSameName(as: name) && !$0.isDeleted }
      ?? JournalRecord(name: name)
    guard record.isLocked != isLocked else { return }
    record.isLocked = isLocked
    try await save(journals: [record])
  }

  /// Files that nothing names stay, where nobody minds.
  package func removeUnused(_ files: Set<AssetFile>) async throws(DiaryError) {}

  /// Where there is one diary, there is one owner.
  package func owner(in diary: DiaryName?) async throws(DiaryError) -> Author { try await owner() }

  /// The same where nobody is to become its owner.
  package func existingOwner(in diary: DiaryName?) async throws(DiaryError) -> Author? {
    try await existingOwner()
  }

  /// Where nobody shares the diary, whoever has it writes.
  package func writingObstacle() async throws(DiaryError) -> AccountError? { nil }

  /// Where nobody shares the diary, all is its author's.
  package func authors() async throws(DiaryError) -> [Author] {
    [try await existingOwner()].compactMap(\.self)
  }

  /// Where every file is at hand, each is shown itself.
  package func shownPath(of file: AssetFile) -> String { path(of: file) }

  /// Where nothing is encrypted, files are read as they lie there.
  package var assetOpener: any AssetOpener { PlainAssetOpener() }

  /// Where nothing is derived, nothing can be damaged.
  package func wasIndexRemade() async throws(DiaryError) -> Bool { false }
}

/// The current entries of a diary in their order, the oldest first, as they stood at one moment. What is
/// asked of it takes the logarithm of their number.
package protocol EntryTimeline: Sendable {
  var count: Int { get }

  /// The order of the entry at a rank; `nil` where it can't be read.
  func order(at rank: Int) -> EntrySortKey?

  /// How many entries are older than one of this order. A good guess finds that faster.
  func rank(of order: EntrySortKey, near guess: Int?) -> Int

  /// The entries at some ranks, but for what can't be read.
  func entries(in ranks: Range<Int>) -> [Entry]
}

// MARK: - Asset batches and imports

/// Files on their way into a diary together: read and checked one by one, and among its assets all at
/// once, or not at all.
package protocol AssetBatch: Sendable {
  /// Takes a file's bytes in, and tells whether the diary has them already. Several may be added at
  /// the same time. `isOwn`: nobody else has a hand on the file, and it needn't be copied. Throws
  /// `photo` when it can't be read.
  func add(
    from path: String, type: MediaType, isOwn: Bool
  ) async throws(DiaryError) -> (asset: AssetID, size: Int, wasThere: Bool)

  /// Keeps those of the files that are wanted. When this returns, they survive a power cut; when it
  /// throws, none is kept.
  func keep(_ wanted: Set<AssetID>) async throws(DiaryError)

  /// Takes everything back that this batch brought, unless somebody else wants it by now.
  func discard() async
}

/// Entries on their way into a diary, given in parts, so that memory needn't hold all of them.
package protocol EntrySource: Sendable {
  /// The next ones, `nil` at the end.
  func next() throws(DiaryError) -> [Entry]?
}

/// A state of an entry that was saved.
package struct SavedState: Hashable, Sendable {
  package let entry: ID<Entry>
  package let revision: ID<Revision>

  package init(entry: ID<Entry>, revision: ID<Revision>) {
    self.entry = entry
    self.revision = revision
  }

  /// The one that is shown of an entry that was saved just now.
  package init?(_ entry: Entry) {
    guard let revision = entry.heads.first else { return nil }
    self.init(entry: entry.id, revision: revision)
  }
}

extension DiaryRepository {
  /// Saves them as if they had come together.
  package func save(all source: any EntrySource) async throws(DiaryError) -> [SavedState]? {
    var entries: [Entry] = []
    var fresh: Set<ID<Entry>> = []
    while let part = try source.next() {
      if Task.isCancelled { return nil }
      let known = Set(try await self.entries(ids: part.map(\.id)).map(\.id))
      entries += part.filter { entry in
        !entry.heads.isEmpty || !known.contains(entry.id) && fresh.insert(entry.id).inserted
      }
    }
    return try await save(entries).compactMap(SavedState.init)
  }
}

// MARK: - Changes and status

/// A change that subscribers of a diary are told of.
package struct DiaryChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case updated
    case deleted
    case restored
    case purged
    /// Somebody has said something under it.
    case commented
    /// Somebody has said something else, or has taken that back.
    case commentChanged = "comment-changed"
    /// Whatever was done to it, it is in a locked journal that is hidden now.
    case hidden
  }

  package let kind: Kind
  /// The entry after the change; of a purged one, as it was.
  package let entry: Entry
  /// What was said under the entry, if that is what has changed.
  package let comment: EntryComment?

  package init(_ kind: Kind, _ entry: Entry, _ comment: EntryComment? = nil) {
    (self.kind, self.entry, self.comment) = (kind, entry, comment)
  }

  /// The change as whoever sees nothing of some journals is told of it.
  package func hiding(_ journals: HiddenJournals) -> DiaryChange {
    journals.contains(entry) ? DiaryChange(.hidden, entry) : self
  }
}

/// In what state a diary is, as scripts and people are told it.
package enum DiaryState: String, CaseIterable, Hashable, Sendable {
  case available
  case empty
  /// It can be read, but nothing can be saved.
  case readOnly = "read-only"
  case encrypted
  case locked
  case damaged
  case newerFormat = "newer-format"
  case missing
  case noPermission = "no-permission"
  case unavailable = "temporarily-unavailable"

  /// For a person, in a few words.
  package var words: String {
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
  /// The state that a diary with this fault is in.
  package var state: DiaryState {
    switch self {
    case .missing, .gone, .notArrived, .notAFolder: .missing
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

/// How it stands with a diary: its state, and all that can be known in it.
package struct DiaryStatus: Hashable, Sendable {
  /// The store's folder; `nil` for one in memory.
  package var path: String?
  package var format: Int?
  /// Whose diary it is; `nil` while it is nobody's.
  package var author: Author?
  /// `nil` while this device hasn't written anything.
  package var device: ID<Device>?
  package var entries: Int?
  package var trashed: Int?
  /// Files of photos and attachments, and those of them that are no photos.
  package var assets: Int?
  package var attachments: Int?
  /// In bytes, of all files in the folder.
  package var size: Int?
  /// When something was saved last.
  package var saved: Timestamp?
  /// Whether it is a public diary of somebody else.
  package var isFollowed = false
  /// How many entries were added while the diary was locked, and are taken in once it is open.
  package var waiting = 0
  /// What is kept of a shared diary and not shown.
  package var refused: [RefusedLines] = []
  /// The limits of the store's file system.
  package var limits: [FileSystemLimit] = []
  /// What keeps the diary from being read or written.
  package var problem: DiaryError?

  package var photos: Int? { assets.map { $0 - (attachments ?? 0) } }

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
  /// What is known of the diary, as a person reads it: names and values. Times are those of the
  /// clocks here, as `local` tells them.
  package func facts(_ local: (Timestamp) -> EntryDate) -> [(name: String, value: String)] {
    var facts = [(localized("state"), state.words)]
    let place = path ?? localized("in memory")
    facts.append(
      (localized("store"), format.map { localized("\(place) (format \($0))") } ?? place))
    if let author {
      facts.append((localized("author"), "\(author.name) (\(author.id))"))
    } else if problem == nil, !isFollowed {
      facts.append((localized("author"), localized("none yet; created with the first entry")))
    }
    if let device { facts.append((localized("device"), device.description)) }
    if let entries { facts.append((localized("entries"), CountWords.grouped(entries))) }
    if waiting > 0 {
      facts.append(
        (localized("waiting"), localized("\(CountWords.entries(waiting)), until you open it")))
    }
    if let trashed { facts.append((localized("trash"), CountWords.grouped(trashed))) }
    if let photos { facts.append((localized("photos"), CountWords.grouped(photos))) }
    if let attachments, attachments > 0 {
      facts.append((localized("attached"), CountWords.grouped(attachments)))
    }
    if let size { facts.append((localized("size"), CountWords.bytes(size))) }
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
    case .locks: localized("has no locks: don't save from two machines at the same time")
    case .syncingFolders: localized("can't sync folders: a power cut may undo the last save")
    }
  }
}
