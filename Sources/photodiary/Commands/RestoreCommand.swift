import ArgumentParser
import DiaryCore

struct RestoreCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring entries back from the trash.",
    discussion: """
      When one of them can't be restored, none is.

      Example:
        photodiary restore 3f2a91c0
      """)

  @Argument(help: ArgumentHelp("The entries' ids, or how they begin.", valueName: "id"))
  var ids: [String]

  @OptionGroup var storeOptions: StoreOptions

  func run() async throws {
    let diary = try wiring().diary
    let entries = try await diary.entries(withPrefixes: ids)
    let author = try await diary.identity().id
    for entry in entries {
      guard entry.author == author else {
        throw DiaryError.notTheAuthor(title: entry.displayTitle)
      }
      guard entry.isTrashed else { throw DiaryError.notInTrash(title: entry.displayTitle) }
    }
    for entry in entries {
      _ = try await diary.restore(entry.id)
      ErrorLine.note("Restored: “\(entry.displayTitle)”")
    }
  }
}
