import DiaryCore
import Synchronization
import System

/// The entries of a plan with the photos and attachments that were brought, ready to be saved.
final class CompletedDrafts: EntrySource {
  /// Entries that are given at a time.
  private static let part = 500

  private struct State {
    var drafts: DraftSpool.Reader
    var notes: [ImportNote] = []
    var done = 0
    /// Photos and attachments of the entries that were given.
    var files = (photos: 0, attachments: 0)
  }

  private let spool: DraftSpool
  private let imported: ImportedFiles
  private let author: AuthorID
  private let total: Int
  private let progress: @Sendable (Progress) -> Void
  private let state: Mutex<State>

  init(
    of plan: ImportPlan, with files: ImportedFiles, by author: AuthorID,
    progress: @escaping @Sendable (Progress) -> Void
  ) {
    spool = plan.spool
    imported = files
    self.author = author
    self.progress = progress
    total = plan.entries + plan.updates
    state = Mutex(State(drafts: plan.spool.reader()))
  }

  /// The photos and the attachments of those that were given, each as often as it is shown.
  var files: (photos: Int, attachments: Int) { state.withLock { $0.files } }

  /// What could not be brought of those that were given.
  var notes: [ImportNote] { state.withLock { $0.notes } }

  /// The assets that they need: not those of entries that are refused for another file of theirs.
  func assets() -> Set<AssetID> {
    guard imported.hasFailures else { return imported.assets }
    var assets: Set<AssetID> = []
    var drafts = spool.reader()
    var notes: [ImportNote] = []
    while let draft = drafts.next() {
      guard let entry = complete(draft.read, &notes) else { continue }
      assets.formUnion(entry.files.map(\.asset))
    }
    return assets
  }

  func next() -> [Entry]? {
    let (entries, done) = state.withLock { state in
      var entries: [Entry] = []
      var read = 0
      while read < Self.part, let draft = state.drafts.next() {
        read += 1
        guard var entry = complete(draft.read, &state.notes) else { continue }
        // Our own say whose they are.
        if !draft.read.isOwn || entry.author == .nobody { entry.author = author }
        if draft.read.isOwn {
          entry.importTrace = ImportOrigin(.brought, modified: entry.modified)
        }
        entry.heads = draft.heads
        state.files.photos += entry.photos.count
        state.files.attachments += entry.attachments.count
        entries.append(entry)
      }
      state.done += read
      return (read > 0 ? entries : nil, state.done)
    }
    progress(Progress(.saving, done, of: total))
    return entries
  }

  /// The entry with its photos and attachments, without those that couldn't be brought; `nil` when
  /// nothing is left, or it needs them all.
  private func complete(_ read: ReadEntry, _ notes: inout [ImportNote]) -> Entry? {
    var entry = read.entry
    var assets: [AssetID: AssetID] = [:]
    /// Notes why a file couldn't be brought; whether the entry can't do without it.
    func isRefused(_ refusal: EntryFieldError, or problem: ImportIssue) -> Bool {
      notes.append(ImportNote(read.place, read.needsFiles ? .refused(refusal) : problem))
      return read.needsFiles
    }
    for draft in read.photos {
      switch imported.photos[draft.path] {
      case .success(let imported):
        entry.photos.append(draft.described(imported.photo))
        if let asset = draft.asset { assets[asset] = imported.photo.asset }
        if let problem = imported.problem {
          notes.append(ImportNote(read.place, .undrawnPhoto(draft.name, problem)))
        }
      case .failure(let failure):
        let (path, name) = (draft.path, Path.split(draft.path).name)
        if isRefused(.photo(path: path, failure), or: .photo(name, failure)) { return nil }
      case nil: break
      }
    }
    for draft in read.attachments {
      switch imported.attachments[draft.path] {
      case .success(let attachment): entry.attachments.append(draft.described(attachment))
      case .failure(let failure):
        let (path, name) = (draft.path, Path.split(draft.path).name)
        if isRefused(.attachment(path: path, failure), or: .attachment(name, failure)) {
          return nil
        }
      case nil: break
      }
    }
    let standing = Set(read.photos.compactMap(\.asset))
    if !standing.isEmpty {
      entry.content = PhotoReference.replaced(in: entry.content) { asset, caption in
        // What needn't change stays as it is written.
        guard standing.contains(asset), assets[asset] != asset else { return nil }
        return assets[asset].map { "![\(caption)](photo:\($0))" } ?? ""
      }
    }
    entry.fields = entry.fields.tidied
    guard !entry.fields.isEmpty else {
      notes.append(ImportNote(read.place, .refused(.empty)))
      return nil
    }
    return entry
  }
}
