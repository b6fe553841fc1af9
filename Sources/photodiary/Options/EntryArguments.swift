import ArgumentParser
import DiaryCore
import Words

/// Several entries of the person's own, by their ids.
struct EntryArguments: ParsableArguments {
  @Argument(
    help: .localized("The entries' ids, or their first characters.", valueName: "id"),
    completion: DiaryCompletion.entries)
  var ids: [String]

  func validate() throws { try ChangedID.check(ids) }

  /// The entries, each once. Throws unless every one is found and may be changed.
  func entries(in diary: DiaryService) async throws(DiaryError) -> [Entry] {
    try await Self.entries(ids, in: diary)
  }

  static func entries(
    _ ids: [String], in diary: DiaryService
  ) async throws(DiaryError) -> [Entry] {
    let author = try await diary.identity().id
    var entries: [Entry] = []
    for id in ids {
      let entry = try await diary.entry(withPrefix: id)
      guard entry.author == author else { throw .notTheAuthor(title: entry.displayTitle) }
      if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
    }
    return entries
  }
}
