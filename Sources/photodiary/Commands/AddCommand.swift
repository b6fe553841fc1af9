import ArgumentParser
import DiaryCore

struct AddCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an entry; prints its id.",
    discussion: """
      An entry needs a title, some text or a photo. A photo is placed in the text by \
      ![caption](photo:<asset>); `photodiary show <id> --format json` tells the asset.

      Examples:
        photodiary add "첫눈" --content "It snowed until noon." --tag winter
        photodiary add --date 2026-11-19T07:30 --photo one.jpg --photo two.jpg
        fortune | photodiary add "Today's words" --content -
      """)

  @Argument(help: "The title.")
  var title: String = ""

  @OptionGroup var writing: WritingOptions

  @Option(
    name: .customLong("tag"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A tag. May be given again.", valueName: "tag"))
  var tags: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The journal that it belongs to.", valueName: "journal"))
  var journal: String = EntryFields.defaultJournal

  @OptionGroup var storeOptions: StoreOptions

  func run(in wiring: Wiring) async throws {
    var fields = EntryFields(
      date: writing.date?.date ?? LocalTime.today(), title: title,
      content: try writing.content.map(TextArgument.text) ?? "", tags: tags, journal: journal)
    if writing.photos.isEmpty, fields.isEmpty { throw DiaryError.emptyEntry }
    fields.photos = try await wiring.addPhotos(writing.photos)
    let entry = try await wiring.diary.add(fields)
    try Output.write { output in try output.line(entry.id.description) }
  }
}
