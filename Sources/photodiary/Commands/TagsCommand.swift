import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

struct TagsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: localized("List the tags, or rename one in all entries."),
    discussion: localized(
      id: "discussion.tags",
      """
      A tag is one of an entry's tags, or stands in its text as #walk. Without a sub-command all tags \
      are listed with the numbers of their entries, the most used first.

      Examples:
        photodiary tags
        photodiary tags --sort name --format json
        photodiary tags rename walk 산책
      """),
    subcommands: [TagsList.self, TagsRename.self],
    defaultSubcommand: TagsList.self)
}

struct TagsList: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the tags, most used first."))

  @Option(localized("Sort by count or name."))
  var sort = TagTally.Order.count

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let tags = TagTally.sorted(try await dependencies.diary.tags(), by: sort)
    try listing.write(tags.lazy.map(\.json)) { output in
      let width = tags.reduce(0) { max($0, min(40, TextWidth.columns($1.name.printable))) }
      for tag in tags {
        try output.line(
          "#" + tag.name.printable.padded(to: width) + "  \(CountWords.grouped(tag.count))")
      }
    }
    if tags.isEmpty { try dependencies.reportNone(localized("No tags.")) }
  }
}

struct TagsRename: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: localized("Rename a tag in every entry; an existing name merges the two."))

  @Argument(help: .localized("The tag."), completion: DiaryCompletion.tags)
  var name: String

  @Argument(help: .localized("The new name."))
  var newName: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let old = String(name.drop { $0 == "#" })
    let made = try await dependencies.diary.rename(tag: old, to: newName)
    let new = try DiaryService.tagName(newName)
    ErrorLine.report(.edit(.renameTag(old, to: new)), made)
  }
}

extension TagTally.Order: ExpressibleByArgument {}

extension TagTally {
  fileprivate var json: JSONValue {
    ["name": .string(name), "entries": .integer(count)]
  }
}
