import DiaryCore
import System

/// What an import would bring: read, compared with the diary, and nothing written yet. It is what a
/// person is shown first.
@dynamicMemberLookup
package struct ImportPlan: Sendable {
  package let format: ImportFormat
  /// What of it a person is shown. Photos and attachments count as often as they are named.
  private(set) var counts: ImportPreview
  /// Those that are there already and in the trash.
  var inTrash = 0
  /// New ones that say to be someone else's.
  var byOthers = 0
  package internal(set) var notes: [ImportNote] = []
  /// What the entries say now that would be updated.
  private(set) var earlier: [ID<Entry>: EntryFields] = [:]
  /// The files of the photos, and those of the attachments with their types.
  private(set) var photoFiles: Set<String> = []
  private(set) var attachmentFiles: [String: MediaType] = [:]
  /// What is said under its entries and isn't in the diary yet.
  private(set) var comments: [EntryComment] = []
  let spool: DraftSpool
  /// Whether nobody else has a hand on the files.
  let hasOwnFiles: Bool

  init(_ input: ImportInput) {
    format = input.format
    counts = ImportPreview(format: input.format.title)
    notes = input.notes
    spool = DraftSpool(below: input.workingFolder)
    hasOwnFiles = input.isUnpacked
  }

  /// With what can't come, a line each.
  package var preview: ImportPreview {
    var preview = counts
    preview.problems = notes.map(\.line)
    return preview
  }

  package subscript<Value>(dynamicMember member: KeyPath<ImportPreview, Value>) -> Value {
    counts[keyPath: member]
  }

  package var isEmpty: Bool { !bringsEntries && comments.isEmpty }

  var bringsEntries: Bool { counts.entries + counts.updates > 0 }

  mutating func add(_ comments: [EntryComment]) {
    self.comments += comments
    counts.comments = self.comments.count
  }

  /// Counts one that is in the diary as it would come.
  mutating func addKnown() { counts.alreadyThere += 1 }

  /// Notes what there is nothing to be said of one by one.
  mutating func recordCounts(of input: ImportInput, unresolvedLinks: Int) {
    let place = ImportPosition.file(Path.split(input.name).name)
    if inTrash > 0 { notes.append(ImportNote(place, .inTrash(inTrash))) }
    if byOthers > 0 { notes.append(ImportNote(place, .byOthers(byOthers))) }
    if unresolvedLinks > 0 { notes.append(ImportNote(place, .unresolvedLinks(unresolvedLinks))) }
  }

  /// One that is in the trash comes out of it.
  mutating func bring(_ read: ReadEntry, inPlaceOf current: Entry? = nil) throws(DiaryError) {
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

/// What an import of another program's diary did: all of it, or nothing.
package struct ImportOutcome: Hashable, Sendable {
  /// All states that it saved, of new entries and of others.
  package internal(set) var saved: [SavedState] = []
  /// What the entries said before that it updated.
  package internal(set) var earlier: [ID<Entry>: EntryFields] = [:]
  package internal(set) var photos = 0
  package internal(set) var attachments = 0
  package internal(set) var comments = 0
  /// What of the photos and attachments could not be brought; the plan has the other notes.
  package internal(set) var notes: [ImportNote] = []
  /// Whether it was stopped; then nothing was added.
  package internal(set) var wasCancelled = false

  package init() {}

  package var updated: Int { earlier.count }
  package var added: Int { saved.count - earlier.count }
}
