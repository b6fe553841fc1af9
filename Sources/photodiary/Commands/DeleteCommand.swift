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
      guard !entry.isTrashed else {
        ErrorLine.note("Already in the trash: “\(entry.displayTitle)”")
        continue
      }
      _ = try await diary.delete(entry.id)
      ErrorLine.note("Moved to the trash: “\(entry.displayTitle)”")
    }
  }
}
