import ArgumentParser

struct DeleteCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Move entries to the trash.",
    discussion: """
      `photodiary restore` brings them back. When one of them can't be deleted, none is.

      Example:
        photodiary delete 3f2a91c0
      """)

  @OptionGroup var arguments: EntryArguments

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    let diary = wiring.diary
    for entry in try await arguments.entries(in: diary) {
      _ = try await diary.delete(entry.id)
      let words = entry.isTrashed ? "Already in the trash" : "Moved to the trash"
      ErrorLine.note("\(words): “\(entry.displayTitle)”")
    }
  }
}
