import ArgumentParser
import DiaryCore

struct TrashCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "List what is in the trash, or empty it.",
    discussion: """
      Examples:
        photodiary trash
        photodiary trash --empty
      """)

  @Flag(help: "Remove everything in the trash for good.")
  var empty = false

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    if empty {
      let before = try await wiring.diary.trash()
      let count = try await wiring.diary.emptyTrash()
      wiring.folders.openedCopies.remove(of: Set(before.flatMap(\.photos).map(\.asset)))
      let kept = try await wiring.diary.trash().count
      ErrorLine.note(
        count == 1 ? "1 entry was removed for good." : "\(count) entries were removed for good.")
      if kept > 0 {
        ErrorLine.note("\(kept) stay in the trash, for another device has written of them.")
      }
      return
    }
    let entries = try await wiring.diary.trash()
    try listing.write(entries, of: wiring.diary)
    if entries.isEmpty { wiring.tellOfNone("The trash is empty.") }
  }
}
