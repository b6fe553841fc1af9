import DiaryCore
import System

/// An import that was read and compared with the diary but not written yet. Shown to the user
/// first.
@dynamicMemberLookup
package struct ImportPlan: Sendable {
  package let format: ImportFormat
  /// The counts for the preview. Photos and attachments are counted each time they are shown.
  private(set) var counts: ImportPreview
  /// The number of entries that are in the trash here.
  var inTrash = 0
  /// The authors of the new entries that someone else wrote.
  private var otherAuthors: Set<AuthorID> = []
  package internal(set) var notes: [ImportNote] = []
  /// The current contents of the entries that would be updated.
  private(set) var earlier: [ID<Entry>: EntryFields] = [:]
  /// The photo files. `attachmentFiles` has the attachments' files with their types.
  private(set) var photoFiles: Set<String> = []
  private(set) var attachmentFiles: [String: MediaType] = [:]
  /// The comments that aren't in the diary yet.
  private(set) var comments: [EntryComment] = []
  let spool: DraftSpool
  /// `true` if no one else uses the files, because they were unpacked for this import.
  let ownsFiles: Bool

  init(_ input: ImportInput, asMine: Bool) {
    format = input.format
    counts = ImportPreview(format: input.format.title)
    counts.isMine = asMine
    notes = input.notes
    spool = DraftSpool(below: input.workingFolder)
    ownsFiles = input.isUnpacked
  }

  /// The preview, with a line on each problem.
  package var preview: ImportPreview {
    var preview = counts
    preview.problems = problems
    return preview
  }

  /// A line on each problem, without the authors, which the preview counts.
  package var problems: [String] {
    notes.filter { $0.problem != .writtenByOthers(counts.writtenByOthers) }.map(\.line)
  }

  /// `true` if the same other author wrote all new entries.
  var isByOneOther: Bool {
    otherAuthors.count == 1 && counts.writtenByOthers == counts.entries
  }

  package subscript<Value>(dynamicMember member: KeyPath<ImportPreview, Value>) -> Value {
    counts[keyPath: member]
  }

  package var isEmpty: Bool { !hasEntries && comments.isEmpty }

  var hasEntries: Bool { counts.entries + counts.updates > 0 }

  mutating func add(_ comments: [EntryComment]) {
    self.comments += comments
    counts.comments = self.comments.count
  }

  /// Counts an entry that is in the diary already.
  mutating func addKnown() { counts.existing += 1 }

  /// Counts a new entry of another PhotoDiary diary.
  mutating func addOther(by author: AuthorID) {
    counts.writtenByOthers += 1
    otherAuthors.insert(author)
  }

  /// Adds notes on counted problems that aren't reported for each entry.
  mutating func recordCounts(of input: ImportInput, unresolvedLinks: Int) {
    let place = ImportPosition.file(Path.split(input.name).name)
    if inTrash > 0 { notes.append(ImportNote(place, .inTrash(inTrash))) }
    if counts.writtenByOthers > 0 {
      notes.append(ImportNote(place, .writtenByOthers(counts.writtenByOthers)))
    }
    if unresolvedLinks > 0 { notes.append(ImportNote(place, .unresolvedLinks(unresolvedLinks))) }
  }

  /// Adds an entry to be written. If `current` is in the trash, it's restored and counts as new.
  /// - Throws: `DiaryError.input` if the spool's file can't be written.
  mutating func add(_ read: ReadEntry, replacing current: Entry? = nil) throws {
    let day = read.entry.date.day
    counts.days =
      counts.days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    counts.journals[read.entry.journal, default: 0] += 1
    counts.photos += read.photos.count
    counts.attachments += read.attachments.count
    photoFiles.formUnion(read.photos.map(\.path))
    for attachment in read.attachments { attachmentFiles[attachment.path] = attachment.storedType }
    if let current, !current.isTrashed {
      earlier[current.id] = current.fields
      counts.updates = earlier.count
    } else {
      counts.entries += 1
    }
    try spool.add(read, replacing: current?.heads ?? [])
  }
}

/// The result of an import, which was written completely or not at all.
package struct ImportOutcome: Hashable, Sendable {
  /// The saved states of new and updated entries.
  package internal(set) var saved: [SavedRevision] = []
  /// The previous contents of updated entries.
  package internal(set) var earlier: [ID<Entry>: EntryFields] = [:]
  package internal(set) var photos = 0
  package internal(set) var attachments = 0
  package internal(set) var comments = 0
  /// Notes on photos and attachments that couldn't be added. The plan has the others.
  package internal(set) var notes: [ImportNote] = []
  /// `true` if the import was cancelled. Nothing was added then.
  package internal(set) var wasCancelled = false

  package init() {}

  package var updated: Int { earlier.count }
  package var added: Int { saved.count - earlier.count }
}
