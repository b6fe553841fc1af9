import ArgumentParser
import DiaryCore
import TerminalUI
import Text

struct JournalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journals",
    abstract: localized("List, create, rename, color, merge, delete or lock journals."),
    discussion: localized(
      id: "discussion.journals",
      """
      Without a sub-command, lists the journals in order, with the number of entries in each. \
      Other people's entries always stay in their journal.

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
      let names = journals.map { JournalName.displayName($0.name).printable }
      let width = names.reduce(0) { max($0, TextWidth.columns($1)) }
      for (journal, name) in zip(journals, names) {
        let facts = [
          journal.count.map(CountText.grouped), journal.color?.rawValue,
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

  @Argument(help: .localized("The journal's name."))
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
    help: .localized(
      "red, green, yellow, blue, magenta, cyan or gray; leave it out to clear the color."))
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
    abstract: localized("Move a journal's entries to another journal and delete the journal.")
  )

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @Argument(
    help: .localized("The journal to move the entries to."), completion: DiaryCompletion.journals)
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
      "If the journal has entries, use --move-to or --trash to say where they go."))

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
      let entries = CountText.entries(journal.count ?? 0)
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
    abstract: localized("Hide a journal's entries until you enter the passphrase again."),
    discussion: localized(
      id: "discussion.journals-lock",
      """
      Hides the journal's entries from lists, searches, statistics, the calendar and exports, even \
      while the diary is open. To show them, press Alt-l in the list, or use --all-journals with a \
      sub-command; both need the passphrase. The entries have no separate key: anyone who can open \
      the diary's files can read them.
      """))

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    guard dependencies.layout.isEncrypted else {
      throw CommandError(
        localized(
          "Can't lock a journal: the diary isn't encrypted. To encrypt it: photodiary encrypt"))
    }
    let name = try await dependencies.diary.lock(journal: name)
    ErrorLine.report(localized("Locked “\(JournalName.displayName(name).printable)”."))
    let isPublic = Publication.all(of: dependencies).contains { publication in
      publication.journal?.isSameName(as: name) ?? true
    }
    if isPublic {
      ErrorLine.report(
        localized("It's still public. To stop publishing it: photodiary publish NAME --stop"))
    }
  }
}

struct JournalsUnlock: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: localized("Show a locked journal's entries again. Needs the passphrase."))

  @Argument(help: .localized("The journal."), completion: DiaryCompletion.journals)
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  var showsLockedJournals: Bool { true }

  func run(in dependencies: Dependencies) async throws {
    let name = try await dependencies.diary.lock(journal: name, false)
    ErrorLine.report(localized("Unlocked “\(JournalName.displayName(name).printable)”."))
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

// MARK: - SearchesCommand

struct SearchesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searches",
    abstract: localized("List, save, rename or delete saved searches."),
    discussion: localized(
      id: "discussion.searches",
      """
      Without a sub-command, lists the saved searches with the number of entries that each finds. \
      They are synced with the diary. A symbol before a name becomes its icon.

      Examples:
        photodiary searches
        photodiary searches add '🌧 Rainy days' weather:rain OR rain
        photodiary list --saved 'Rainy days'
        photodiary searches rename 'Rainy days' Rain
        photodiary searches delete Rain
      """),
    subcommands: [
      SearchesList.self, SearchesAdd.self, SearchesRename.self, SearchesDelete.self,
    ],
    defaultSubcommand: SearchesList.self)
}

struct SearchesList: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List the saved searches by name."))

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    var searches: [(search: SavedSearch, count: Int?)] = []
    for search in try await dependencies.diary.savedSearches() {
      let count = try await dependencies.diary.count(of: SearchQuery(argument: search.query))
      searches.append((search, count))
    }
    try listing.write(searches.lazy.map { $0.search.json(count: $0.count) }) { output in
      let names = searches.map {
        "\($0.search.icon ?? SavedSearch.usualIcon) \($0.search.name)".printable
      }
      let width = names.reduce(0) { max($0, min(40, TextWidth.columns($1))) }
      let counts = searches.map { $0.count.map(CountText.grouped) ?? "-" }
      let countWidth = counts.reduce(0) { max($0, $1.count) }
      for (index, search) in searches.enumerated() {
        let count = String(repeating: " ", count: countWidth - counts[index].count) + counts[index]
        try output.line(
          "\(names[index].padded(to: width))  \(count)  \(search.search.query.printable)")
      }
    }
    if searches.isEmpty { try dependencies.reportEmpty(localized("No saved searches.")) }
  }
}

struct SearchesAdd: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: localized("Save a search. Replaces one with the same name."))

  @Argument(help: .localized("The search's name, with a symbol before it if you like."))
  var name: String

  @Argument(help: .localized("Words, \"phrases\" and terms such as tag:walks."))
  var query: [String]

  @OptionGroup var storeOptions: StoreOptions

  private var text: String { query.joined(separator: " ") }

  func validate() throws { try SearchQuery(argument: text).check() }

  func run(in dependencies: Dependencies) async throws {
    let search = try SavedSearch(named: name, query: text)
    let same = try await dependencies.diary.savedSearches()
      .first { $0.name.isSameName(as: search.name) }
    try await dependencies.diary.save(search)
    let name = search.name.printable
    guard let same, same.query != search.query else {
      return ErrorLine.report(localized("Saved “\(name)”."))
    }
    ErrorLine.report(localized("Saved “\(name)”, which searched for: \(same.query.printable)"))
  }
}

struct SearchesRename: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: localized("Rename a saved search."))

  @Argument(help: .localized("The saved search."), completion: DiaryCompletion.searches)
  var name: String

  @Argument(help: .localized("The new name, with a symbol before it if you like."))
  var newName: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let old = try await dependencies.diary.savedSearch(named: name)
    let new = try SavedSearch(named: newName, query: old.query)
    let searches = try await dependencies.diary.savedSearches()
    let other = searches.first { $0.name.isSameName(as: new.name) && $0 != old }
    if let other {
      throw CommandError(
        localized("There is already a saved search “\(other.name.printable)”. Choose another name.")
      )
    }
    try await dependencies.diary.save(new, replacing: old.name)
    ErrorLine.report(
      localized("Renamed “\(old.name.printable)” to “\(new.name.printable)”."))
  }
}

struct SearchesDelete: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: localized("Delete a saved search, but no entries."))

  @Argument(help: .localized("The saved search."), completion: DiaryCompletion.searches)
  var name: String

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let search = try await dependencies.diary.savedSearch(named: name)
    try await dependencies.diary.deleteSearch(named: search.name)
    ErrorLine.report(
      localized("Deleted “\(search.name.printable)”, which searched for: \(search.query.printable)")
    )
  }
}

extension SavedSearch {
  fileprivate func json(count: Int?) -> JSONValue {
    [
      "name": .string(name), "icon": .optional(icon), "query": .string(query),
      "entries": .optional(count),
    ]
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
      Tags are the ones in an entry's tags field and those written as #walk in its title or text. \
      Without a sub-command, lists all tags with the number of entries for each, most used first.

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
          "#" + tag.name.printable.padded(to: width) + "  \(CountText.grouped(tag.count))")
      }
    }
    if tags.isEmpty { try dependencies.reportEmpty(localized("No tags.")) }
  }
}

struct TagsRename: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: localized(
      "Rename a tag in every entry. If the new name is another tag, the two are merged."))

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
