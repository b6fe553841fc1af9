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
