import ArgumentParser
import DiaryCore
import Localization

struct NewCommand: DiaryCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: localized("Write a new entry in the diary's editor; prints its id."),
    discussion: localized(
      id: "discussion.new",
      """
      The editor opens at once. Ctrl-S saves and leads back to the shell; so does Esc, which asks \
      first if something would be lost. `photodiary add` without a title does the same.
      """))

  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var storeOptions: StoreOptions

  func run(in dependencies: Dependencies) async throws {
    guard StandardInput.isTerminal, Output.isTerminal else { throw CommandError.notATerminal }
    try await dependencies.write(
      EntryFields(date: LocalTime.today(), title: "", content: ""), screenOptions.choice)
  }
}

extension Dependencies {
  /// Has a new entry written in the diary's editor, which begins with these fields.
  func write(_ fields: EntryFields, _ choice: ScreenChoice = ScreenChoice()) async throws {
    let status = try await openDiary(self, choice, at: .new(fields))
    guard status == 0 else { throw ExitCode(status) }
  }
}
