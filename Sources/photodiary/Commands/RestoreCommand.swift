import ArgumentParser
import DiaryCore
import Localization

struct RestoreCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: localized("Restore entries from the trash."),
    discussion: localized(
      id: "discussion.restore",
      """
      When one of them can't be restored, none is.

      Examples:
        photodiary restore 3f2a91c0
        photodiary restore --all
      """))

  @Argument(
    help: .localized("The entries' ids, or their first characters.", valueName: "id"),
    completion: DiaryCompletion.trashedEntries)
  var ids: [String] = []

  @Flag(help: .localized("Everything in the trash except what others wrote."))
  var all = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if ids.isEmpty != all {
      throw ValidationError(localized("Give entry ids, or --all."))
    }
    try ChangedID.check(ids)
  }

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    if all {
      let ids = try await diary.trash().map(\.id)
      guard !ids.isEmpty else {
        return try dependencies.reportNone(localized("The trash is empty."))
      }
      return ErrorLine.report(.restore, try await diary.restore(many: ids))
    }
    let entries = try await EntryArguments.entries(ids, in: diary)
    for entry in entries where !entry.isTrashed {
      throw DiaryError.notInTrash(title: entry.displayTitle)
    }
    _ = try await diary.restore(many: entries.map(\.id))
    for entry in entries {
      ErrorLine.report(localized("Restored: “\(entry.displayTitle)”"))
    }
  }
}
