import DiaryCore
import DiaryStore
import Localization
import System

/// Carries a shared diary on in a new one: all that is shown there, in the names of those who wrote it. Who
/// shared the old one shares nothing of the new one until they are let in.
struct CarriedDiary {
  let source: Dependencies
  let target: Dependencies

  /// In entries, of those that are saved at once.
  private static let portion = 200

  func carryOn(_ progress: @escaping @Sendable (Progress) -> Void) async throws {
    let repository = target.unlocking.repository
    let diary = source.diary
    try await repository.beginSharing()
    let missing = try await diary.fetchFiles(of: EntryQuery(), progress: progress).missing
    let own = (old: try await diary.knownIdentity()?.id, new: try await repository.owner().id)
    func here(_ author: AuthorID) -> AuthorID { author == own.old ? own.new : author }
    let total = try await diary.count()
    let commented = try await diary.commentedEntries()
    var count = 0
    for await batch in try await diary.batches(EntryQuery(isAscending: true)) {
      for start in stride(from: 0, to: batch.count, by: Self.portion) {
        if Task.isCancelled { throw Interruption.ending }
        let part = batch[start..<min(start + Self.portion, batch.count)]
        var comments: [EntryComment] = []
        for entry in part {
          if let file = entry.namedFile(among: missing) {
            throw DiaryError.photo(path: file.name, .gone)
          }
          for file in entry.files where !FileSystem.exists(repository.path(of: file)) {
            try await repository.take(file, from: source.unlocking.repository)
          }
          guard commented.contains(entry.id) else { continue }
          for var comment in try await diary.comments(on: entry.id) {
            comment.author = here(comment.author)
            comments.append(comment)
          }
        }
        let entries = part.map { entry in
          var entry = entry
          entry.author = here(entry.author)
          return entry
        }
        try await repository.carryOn(entries, comments)
        count += part.count
        progress(Progress(.copying, count, of: total))
      }
    }
    try await repository.endCarryingOn(
      try await diary.authors().filter { $0.id != own.old })
    try await repository.save(journals: try await diary.journalRecords())
  }
}

extension Entry {
  /// A photo or an attachment whose bytes are missing.
  fileprivate func namedFile(among missing: Set<AssetFile>) -> NamedFile? {
    (photos.map(\.named) + attachments.map(\.named)).first { missing.contains($0.file) }
  }
}
