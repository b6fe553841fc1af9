import ArgumentParser
import DiaryCore
import Text

struct DeleteCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: localized("Move entries to the trash."),
    discussion: localized(
      id: "discussion.delete",
      """
      To restore them, use `photodiary restore`. If one of them can't be deleted, none is.

      Examples:
        photodiary delete 1
        photodiary delete 3f2a91c0
      """))

  @OptionGroup var arguments: EntryArguments

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    var moved: [Entry] = []
    let entries = try await arguments.entries(in: diary)
    // Deletes trashed entries again, which makes sure that they are durable.
    for entry in entries where entry.isTrashed { _ = try await diary.delete(entry.id) }
    _ = try await diary.delete(many: entries.map(\.id))
    for var entry in entries {
      let title = entry.displayTitle
      ErrorLine.report(
        entry.isTrashed
          ? localized("Already in the trash: “\(title)”")
          : localized("Moved to the trash: “\(title)”"))
      guard !entry.isTrashed else { continue }
      entry.isTrashed = true
      moved.append(entry)
    }
    guard !moved.isEmpty else { return }
    let store =
      storeOptions.store.map { "--store \(ShellWord.quoted($0)) " }
      ?? storeOptions.diary.map { "--diary \(ShellWord.quoted($0)) " } ?? ""
    let names = await diary.shortNames(of: moved).joined(separator: " ")
    ErrorLine.report(localized("To restore: photodiary restore \(store)\(names)"))
  }
}

/// Quoting for a POSIX shell.
enum ShellWord {
  private static let plain = Set("+,-./:=@_%")

  /// Returns the text as one word, in quotes if it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { character in
      character.isLetter || character.isWholeNumber || plain.contains(character)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

// MARK: - RestoreCommand

struct RestoreCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: localized("Restore entries from the trash."),
    discussion: localized(
      id: "discussion.restore",
      """
      `photodiary trash` shows the numbers. If one of them can't be restored, none is.

      Examples:
        photodiary restore 1
        photodiary restore --all
      """))

  @Argument(
    help: .localized(
      "The entries' numbers in the trash, or their ids or first characters.", valueName: "id"),
    completion: DiaryCompletion.trashedEntries)
  var ids: [String] = []

  @Flag(help: .localized("Restore everything in the trash except other people's entries."))
  var all = false

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if ids.isEmpty != all {
      throw ValidationError(localized("Give numbers or ids of entries, or --all."))
    }
    try ChangedID.check(orNumbers: ids)
  }

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    if all {
      let ids = try await diary.trash().map(\.id)
      guard !ids.isEmpty else {
        return try dependencies.reportEmpty(localized("The trash is empty."))
      }
      return ErrorLine.report(.restore, try await diary.restore(many: ids))
    }
    let entries = try await EntryArguments.entries(ids, of: diary) { id in
      try await diary.trashedEntry(named: id)
    }
    for entry in entries where !entry.isTrashed {
      throw DiaryError.notInTrash(title: entry.displayTitle)
    }
    _ = try await diary.restore(many: entries.map(\.id))
    for entry in entries {
      ErrorLine.report(localized("Restored: “\(entry.displayTitle)”"))
    }
  }
}

// MARK: - TrashCommand

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
          localized("\(kept) kept in the trash because another device has changed them, too."))
      }
      return
    }
    let entries = try await dependencies.diary.trash()
    try await listing.write(
      entries, of: dependencies.diary,
      numbers: try await dependencies.diary.isShared()
        ? nil : try await dependencies.diary.trashNumbers())
    if entries.isEmpty { try dependencies.reportEmpty(localized("The trash is empty.")) }
  }
}

// MARK: - HistoryCommand

struct HistoryCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: localized("List an entry's revisions, latest first."),
    discussion: localized(
      id: "discussion.history",
      """
      Prints a line for each revision: its number, when it was saved, what changed, and the title. \
      In a shared diary, the first digits of its id replace the number. If an entry was changed in \
      two places at once, “version” marks the revisions that were kept. Entries in the trash have a \
      history, too.

      Examples:
        photodiary history 1
        photodiary history 3f2a91c0 --format jsonl | jq -r '.saved + " " + .kind'
        photodiary history 3f2a91c0 --format json | jq -r '.[-1].entry.content'
      """))

  @OptionGroup var argument: EntryArgument

  @OptionGroup var listing: ListingOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    let entry = try await argument.entry(in: diary)
    let history = EntryHistory(try await diary.history(of: entry.id))
    let objects = history.revisions.lazy.map { $0.json(in: history, file: diary.path(of:)) }
    let isShared = try await diary.isShared()
    try listing.write(objects) { output in
      try HistoryTable(history, withIDs: isShared).write(to: &output)
    }
  }
}

extension Revision {
  /// The revision with its entry at that time.
  fileprivate func json(in history: EntryHistory, file: (AssetFile) -> String?) -> JSONValue {
    [
      "revision": .string(id.description),
      "parents": .array(parents.map { .string($0.description) }),
      "saved": .string(clock.time.description),
      "device": .string(device.description),
      "kind": .string(history.kind(of: self).name),
      "head": .bool(history.heads.contains(id)),
      "trashed": .bool(entry.isTrashed),
      "entry": entry.json(file: file),
    ]
  }
}

// MARK: - RevertCommand

struct RevertCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: localized("Revert an entry to an earlier revision."),
    discussion: localized(
      id: "discussion.revert",
      """
      This is saved as a new revision, so the history stays complete. If the entry has several \
      versions, it has one afterwards. Prints the entry's id, except on a terminal.

      Examples:
        photodiary revert 1 2
        photodiary revert 3f2a91c0 77b0
      """))

  @OptionGroup var argument: EntryArgument

  @Argument(
    help: .localized(
      "The revision's number in `photodiary history`, or its id or first characters."))
  var revision: String

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws { try ChangedID.check(orNumbers: [argument.id]) }

  func run(in dependencies: Dependencies) async throws {
    let entry = try await argument.entryToChange(in: dependencies.diary)
    try await dependencies.requireEditable(entry)
    let history = try await dependencies.diary.history(of: entry.id)
    let state =
      if let number = EntryNumber(revision), !number.isUnmistakable, number.rank < history.count {
        history[history.count - 1 - number.rank]
      } else {
        try await dependencies.diary.revision(withPrefix: revision, of: entry.id)
      }
    let reverted = try await dependencies.diary.revert(entry.id, to: state.id)
    if await dependencies.printsIDs {
      try Output.write { output in try output.line(entry.id.description) }
    }
    let date = LocalTime.date(of: state.clock.time)
    ErrorLine.report(
      reverted.heads == entry.heads
        ? localized("Nothing to revert: “\(entry.displayTitle)” already matches this revision.")
        : localized(
          "Reverted: “\(reverted.displayTitle)” to \(date.day) at \(date.clock)"))
    await dependencies.reportVersions(of: reverted, beside: entry.heads)
    await dependencies.renameLinks(to: reverted, from: entry.fields)
  }
}
