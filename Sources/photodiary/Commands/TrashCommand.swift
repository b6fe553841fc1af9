import ArgumentParser
import DiaryCore
import Localization

struct TrashCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: localized("List or empty the trash."),
    discussion: localized(
      id: "discussion.trash",
      """
      Examples:
        photodiary trash
        photodiary trash --empty
      """))

  @Flag(help: .localized("Permanently delete everything in the trash."))
  var empty = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    if empty {
      let before = try await dependencies.diary.trash()
      let count = try await dependencies.diary.emptyTrash()
      dependencies.folders.openedCopies.remove(of: Set(before.flatMap(\.photos).map(\.asset)))
      let kept = try await dependencies.diary.trash().count
      ErrorLine.report(
        localized(
          counting: count, one: "Permanently deleted \(count) entry.",
          other: "Permanently deleted \(count) entries."))
      if kept > 0 {
        ErrorLine.report(
          localized("\(kept) stay in the trash because another device has written about them."))
      }
      return
    }
    let entries = try await dependencies.diary.trash()
    try listing.write(entries, of: dependencies.diary)
    if entries.isEmpty { try dependencies.reportNone(localized("The trash is empty.")) }
  }
}
