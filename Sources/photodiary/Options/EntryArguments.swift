import ArgumentParser
import DiaryCore
import Localization

/// An entry, by its id.
struct EntryArgument: ParsableArguments {
  @Argument(
    help: .localized("The entry's id, or its first characters."),
    completion: DiaryCompletion.entries)
  var id: String
}

/// Several entries of the person's own, by their ids.
struct EntryArguments: ParsableArguments {
  @Argument(
    help: .localized("The entries' ids, or their first characters.", valueName: "id"),
    completion: DiaryCompletion.entries)
  var ids: [String]

  func validate() throws { try ChangedID.check(ids) }

  /// The entries, each once. Throws unless every one is found and may be changed.
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

/// The id of what is to be changed. To read something, any unique beginning is enough; what is
/// changed must not be found by a slip of the hand.
enum ChangedID {
  private static let shortest = 4

  /// Throws unless every id, or the beginning of one, is long enough.
  static func check(_ ids: [String]) throws {
    for id in ids where id.count(where: { $0 != "-" }) < shortest {
      throw ValidationError(
        localized("“\(id.printable)” is too short. Give at least \(shortest) characters of the id.")
      )
    }
  }
}
