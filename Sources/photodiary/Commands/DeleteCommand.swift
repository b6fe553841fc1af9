import ArgumentParser
import DiaryCore
import Localization

struct DeleteCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: localized("Move entries to the trash."),
    discussion: localized(
      id: "discussion.delete",
      """
      `photodiary restore` brings them back. When one of them can't be deleted, none is.

      Example:
        photodiary delete 3f2a91c0
      """))

  @OptionGroup var arguments: EntryArguments

  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    var moved: [Entry] = []
    let entries = try await EntryArguments.entries(arguments.ids, in: diary)
    // Of those that are there already, it is made sure that they survive a power cut.
    for entry in entries where entry.isTrashed { _ = try await diary.delete(entry.id) }
    _ = try await diary.delete(many: entries.map(\.id))
    for entry in entries {
      let title = entry.displayTitle
      ErrorLine.report(
        entry.isTrashed
          ? localized("Already in the trash: “\(title)”")
          : localized("Moved to the trash: “\(title)”"))
      if !entry.isTrashed { moved.append(entry) }
    }
    guard !moved.isEmpty else { return }
    let store =
      storeOptions.store.map { "--store \(ShellWord.quoted($0)) " }
      ?? storeOptions.diary.map { "--diary \(ShellWord.quoted($0)) " } ?? ""
    let ids = moved.map { String($0.id.description.prefix(8)) }.joined(separator: " ")
    ErrorLine.report(localized("To bring back: photodiary restore \(store)\(ids)"))
  }
}

/// A text as a word of a POSIX shell.
enum ShellWord {
  private static let plain = Set("+,-./:=@_%")

  /// In quotes where it needs them.
  static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { character in
      character.isLetter || character.isWholeNumber || plain.contains(character)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
