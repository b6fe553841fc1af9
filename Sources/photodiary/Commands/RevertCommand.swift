import ArgumentParser
import DiaryCore
import Words

struct RevertCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: localized("Give an entry back what it said in an earlier state."),
    discussion: localized(
      """
      That is saved as a new state; nothing goes from the history. An entry with several versions \
      has one afterwards. Prints the entry's id.

      Example:
        photodiary revert 3f2a91c0 77b0
      """))

  @Argument(help: .localized("The entry's id, or how it begins."))
  var id: String

  @Argument(help: .localized("The state's id from `photodiary history`, or how it begins."))
  var revision: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    let entry = try await wiring.diary.entry(withPrefix: id)
    try await wiring.requireEditable(entry)
    let state = try await wiring.diary.revision(withPrefix: revision, of: entry.id)
    let reverted = try await wiring.diary.revert(entry.id, to: state.id)
    try Output.write { output in try output.line(entry.id.description) }
    let date = LocalTime.date(of: state.clock.time)
    ErrorLine.note(
      reverted.heads == entry.heads
        ? localized("Nothing to revert: “\(entry.displayTitle)” says this already.")
        : localized(
          "Reverted: “\(reverted.displayTitle)”, as it was on \(date.day) at \(date.clock)"))
    KeptVersions.tell(of: reverted, beside: entry.heads)
  }
}
