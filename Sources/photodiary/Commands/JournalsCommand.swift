import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

struct JournalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journals",
    abstract: localized("List, create, rename, color, merge and delete journals."),
    discussion: localized(
      id: "discussion.journals",
      """
      Without a sub-command it lists them in their order, with the numbers of their entries. Entries \
      that someone else wrote stay in their journal, whatever is done to it.

      Examples:
        photodiary journals
        photodiary journals add Travel --color blue
        photodiary journals rename Travel Journeys
        photodiary journals merge Journeys Diary
        photodiary journals delete Work --trash
      """),
    subcommands: [
      JournalsList.self, JournalsAdd.self, JournalsRename.self, JournalsColor.self,
      JournalsMerge.self, JournalsDelete.self,
    ],
    defaultSubcommand: JournalsList.self)
}

struct JournalsList: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the journals in order."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let journals = try await dependencies.diary.journals()
    try listing.write(journals.lazy.map(\.json)) { output in
      let names = journals.map { JournalName.shown($0.name).printable }
      let width = names.reduce(0) { max($0, TextWidth.columns($1)) }
      for (journal, name) in zip(journals, names) {
        let count = CountWords.grouped(journal.count ?? 0)
        let color = journal.color.map { "  \($0.rawValue)" } ?? ""
        try output.line(name.padded(to: width) + "  \(count)" + color)
      }
    }
  }
}

struct JournalsAdd: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: localized("Create a journal."))

  @Argument(help: .localized("Its name."))
  var name: String

  @Option(localized("Color: red, green, yellow, blue, magenta, cyan or gray."), valueName: "color")
  var color: JournalColor?

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await dependencies.change(.add(name, color))
  }
}

struct JournalsRename: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: localized("Rename a journal with its entries."))

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @Argument(help: .localized("The new name."))
  var newName: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await dependencies.change(
      .rename(try await dependencies.diary.journal(named: name).name, to: newName))
  }
}

struct JournalsColor: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "color", abstract: localized("Set or clear a journal's color."))

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @Argument(
    help: .localized("red, green, yellow, blue, magenta, cyan or gray; leave it out for none."))
  var color: JournalColor?

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    try await dependencies.change(
      .recolor(try await dependencies.diary.journal(named: name).name, color))
  }
}

struct JournalsMerge: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: localized("Move a journal's entries to another journal and delete it.")
  )

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @Argument(
    help: .localized("The journal that its entries go to."), completion: DiaryCompletion.journals)
  var target: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let from = try await dependencies.diary.journal(named: name)
    let into = try await dependencies.diary.journal(named: target)
    try await dependencies.change(.merge(from.name, into: into.name))
  }
}

struct JournalsDelete: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: localized("Delete a journal."),
    discussion: localized(
      id: "discussion.journals-delete",
      """
      If it has entries, an option says where they go.
      """))

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @Option(
    localized("Move its entries to this journal."),
    valueName: "journal", completion: DiaryCompletion.journals)
  var moveTo: String?

  @Flag(help: .localized("Move its entries to the trash."))
  var trash = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if moveTo != nil, trash {
      throw ValidationError(localized("--move-to and --trash can't be used together."))
    }
  }

  func run(in dependencies: Dependencies) async throws {
    let journal = try await dependencies.diary.journal(named: name)
    let remainder: JournalEdit.Remainder
    if let moveTo {
      remainder = .move(to: try await dependencies.diary.journal(named: moveTo).name)
    } else if trash {
      remainder = .trash
    } else if journal.count == 0 || journal.isDefault {
      remainder = .move(to: EntryFields.defaultJournal)
    } else {
      let entries = CountWords.entries(journal.count ?? 0)
      throw CommandError(
        localized(
          "“\(journal.name)” has \(entries). Use --move-to or --trash to say where they go."))
    }
    try await dependencies.change(.delete(journal.name, remainder))
  }
}

extension JournalColor: ExpressibleByArgument {}

extension Journal {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "color": .optional(color?.rawValue), "entries": .integer(count ?? 0),
      "default": .bool(isDefault),
    ]
  }
}

extension Dependencies {
  /// Changes the journals and tells what was done.
  fileprivate func change(_ edit: JournalEdit) async throws {
    ErrorLine.report(.journal(edit), try await diary.change(edit).entries)
  }
}
