import ArgumentParser
import DiaryCore
import Localization

struct RevertCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: localized("Revert an entry to an earlier revision."),
    discussion: localized(
      id: "discussion.revert",
      """
      That is saved as a new state; nothing goes from the history. An entry with several versions \
      has one afterwards. Prints the entry's id.

      Example:
        photodiary revert 3f2a91c0 77b0
      """))

  @OptionGroup var argument: EntryArgument

  @Argument(
    help: .localized("The revision's id from `photodiary history`, or its first characters."))
  var revision: String

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws { try ChangedID.check([argument.id]) }

  func run(in dependencies: Dependencies) async throws {
    let entry = try await dependencies.diary.entry(withPrefix: argument.id)
    try await dependencies.requireEditable(entry)
    let state = try await dependencies.diary.revision(withPrefix: revision, of: entry.id)
    let reverted = try await dependencies.diary.revert(entry.id, to: state.id)
    try Output.write { output in try output.line(entry.id.description) }
    let date = LocalTime.date(of: state.clock.time)
    ErrorLine.report(
      reverted.heads == entry.heads
        ? localized("Nothing to revert: “\(entry.displayTitle)” already says this.")
        : localized(
          "Reverted: “\(reverted.displayTitle)” to \(date.day) at \(date.clock)"))
    KeptVersions.report(of: reverted, beside: entry.heads)
  }
}
