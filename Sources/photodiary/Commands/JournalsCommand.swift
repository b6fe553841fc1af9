import ArgumentParser
import DiaryCore
import TerminalUI
import Text

struct JournalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journals",
    abstract: localized("List, create, rename, color, merge, delete and lock journals."),
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
        photodiary journals lock Private
      """),
    subcommands: [
      JournalsList.self, JournalsAdd.self, JournalsRename.self, JournalsColor.self,
      JournalsMerge.self, JournalsDelete.self, JournalsLock.self, JournalsUnlock.self,
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
        let facts = [
          journal.count.map(CountWords.grouped), journal.color?.rawValue,
          journal.isLocked ? localized("locked") : nil,
        ].compactMap(\.self)
        try output.line(([name.padded(to: width)] + facts).joined(separator: "  "))
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
    } else if journal.count ?? 0 == 0 || journal.isDefault {
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

struct JournalsLock: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: localized("Leave a journal's entries out until the passphrase is typed again."),
    discussion: localized(
      id: "discussion.journals-lock",
      """
      Its entries are left out of lists, searches, statistics, the calendar and exports, though the \
      diary is open. Alt-l in the list shows them, or --all-journals with a sub-command; both take the \
      passphrase. This keeps them from who looks over your shoulder. It is no other key: whoever opens \
      the diary's files has them, too.
      """))

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    guard dependencies.layout.isEncrypted else {
      throw CommandError(
        localized("Only an encrypted diary has locked journals. Run: photodiary encrypt"))
    }
    let name = try await dependencies.diary.lock(journal: name)
    ErrorLine.report(localized("Locked “\(JournalName.shown(name).printable)”."))
    let isPublic = Publication.all(of: dependencies).contains { publication in
      publication.journal?.isSameName(as: name) ?? true
    }
    if isPublic {
      ErrorLine.report(
        localized("It stays public. To end that, run: photodiary publish NAME --stop"))
    }
  }
}

struct JournalsUnlock: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: localized("List a locked journal's entries again; takes the passphrase."))

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  var showsLockedJournals: Bool { true }

  func run(in dependencies: Dependencies) async throws {
    let name = try await dependencies.diary.lock(journal: name, false)
    ErrorLine.report(localized("Unlocked “\(JournalName.shown(name).printable)”."))
  }
}

extension JournalColor: ExpressibleByArgument {}

extension Journal {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "color": .optional(color?.rawValue), "entries": .optional(count),
      "default": .bool(isDefault), "locked": .bool(isLocked),
    ]
  }
}

extension Dependencies {
  /// Edits the journals, and reports the result.
  fileprivate func change(_ edit: JournalEdit) async throws {
    ErrorLine.report(.journal(edit), try await diary.change(edit).entries)
  }
}

// MARK: - TagsCommand

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
