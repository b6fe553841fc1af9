import ArgumentParser
import DiaryCore
import Localization

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: localized("Open a sample diary in a temporary folder."),
    discussion: localized(
      id: "discussion.demo",
      """
      Try every key: nothing of your own diary is touched, and nothing stays behind.

      --two makes two copies of it that sync through a folder, as on two machines. The first one \
      opens here; a line says how to open the other in a second terminal. Both stay until you \
      remove them, and how to do that is told at the end.

      Examples:
        photodiary demo
        photodiary demo --two
      """))

  @Flag(help: .localized("Open one of two sample diaries that sync with each other."))
  var two = false

  @OptionGroup var screenOptions: ScreenOptions

  func run() async throws {
    guard Output.isTerminal else { throw CommandError.notATerminal }
    let folder = try TemporaryFolder.make()
    if two { return try await openTwo(below: folder) }
    defer { TemporaryFolder.remove(folder) }
    let dependencies = Dependencies(Folders(within: folder))
    try await DemoDiary(dependencies: dependencies, photos: InstalledFiles.photos).fill()
    let status = try await openDiary(dependencies, screenOptions.choice)
    guard status == 0 else { throw ExitCode(status) }
  }

  /// Both stay, unless the person stops before the first one is open.
  private func openTwo(below folder: String) async throws {
    let diaries = TwoDiaries(below: folder)
    do {
      try await diaries.make()
    } catch {
      TemporaryFolder.remove(folder)
      throw error
    }
    diaries.explain()
    guard let prompt = TerminalPrompt(),
      prompt.ask(localized("Press Enter to open the first one here: "), isShown: true) != nil
    else { return TemporaryFolder.remove(folder) }
    let status = try await openDiary(diaries.first, screenOptions.choice)
    diaries.explainEnd()
    guard status == 0 else { throw ExitCode(status) }
  }
}
