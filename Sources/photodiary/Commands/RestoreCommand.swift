import ArgumentParser
import DiaryCore
import Words

struct RestoreCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: localized("Bring entries back from the trash."),
    discussion: localized(
      """
      When one of them can't be restored, none is.

      Example:
        photodiary restore 3f2a91c0
      """))

  @OptionGroup var arguments: EntryArguments

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    let diary = wiring.diary
    let entries = try await arguments.entries(in: diary)
    for entry in entries where !entry.isTrashed {
      throw DiaryError.notInTrash(title: entry.displayTitle)
    }
    for entry in entries {
      _ = try await diary.restore(entry.id)
      ErrorLine.note(localized("Restored: “\(entry.displayTitle)”"))
    }
  }
}
