import ArgumentParser
import DiaryCore

struct DeleteCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Move entries to the trash.",
    discussion: """
      `photodiary restore` brings them back. When one of them can't be deleted, none is.

      Example:
        photodiary delete 3f2a91c0
      """)

  @Argument(help: ArgumentHelp("The entries' ids, or how they begin.", valueName: "id"))
  var ids: [String]

  @OptionGroup var storeOptions: StoreOptions

  func run() async throws {
    let diary = try wiring().diary
    let entries = try await diary.entries(withPrefixes: ids)
    let author = try await diary.identity().id
    for entry in entries where entry.author != author {
      throw DiaryError.notTheAuthor(title: entry.displayTitle)
    }
    for entry in entries {
      guard !entry.isTrashed else {
        ErrorLine.note("Already in the trash: “\(entry.displayTitle)”")
        continue
      }
      _ = try await diary.delete(entry.id)
      ErrorLine.note("Moved to the trash: “\(entry.displayTitle)”")
    }
  }
}

extension DiaryService {
  /// The entries whose ids begin so, each once. Throws unless every one is found.
  func entries(withPrefixes prefixes: [String]) async throws(DiaryError) -> [Entry] {
    var entries: [Entry] = []
    for prefix in prefixes {
      let entry = try await entry(withPrefix: prefix)
      if !entries.contains(where: { $0.id == entry.id }) { entries.append(entry) }
    }
    return entries
  }
}
