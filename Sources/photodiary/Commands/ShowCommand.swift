import ArgumentParser
import DiaryCore
import Localization

struct ShowCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: localized("Show an entry."),
    discussion: localized(
      id: "discussion.show",
      """
      As text, photos and frames of films are drawn 80 columns wide where there is color; \
      elsewhere a line stands for each.

      Examples:
        photodiary show 3f2a91c0
        photodiary show 3f2a91c0 --format json | jq -r '.photos[].file'
      """))

  @OptionGroup var argument: EntryArgument
  @OptionGroup var showing: ShowingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await showing.show(
      try await dependencies.diary.entry(withPrefix: argument.id), in: dependencies)
  }
}
