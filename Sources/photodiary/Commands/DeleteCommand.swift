import ArgumentParser
import Words

struct DeleteCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: localized("Move entries to the trash."),
    discussion: localized(
      """
      `photodiary restore` brings them back. When one of them can't be deleted, none is.

      Example:
        photodiary delete 3f2a91c0
      """))

  @OptionGroup var arguments: EntryArguments

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    let diary = wiring.diary
    for entry in try await arguments.entries(in: diary) {
      _ = try await diary.delete(entry.id)
      let title = entry.displayTitle
      ErrorLine.note(
        entry.isTrashed
          ? localized("Already in the trash: “\(title)”")
          : localized("Moved to the trash: “\(title)”"))
    }
  }
}
