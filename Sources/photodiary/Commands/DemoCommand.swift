import ArgumentParser
import DiaryCore
import Localization

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: localized("Open a sample diary in a temporary folder."),
    discussion: localized(
      id: "discussion.demo",
      "Try every key: nothing of your own diary is touched, and nothing stays behind."))

  @OptionGroup var screenOptions: ScreenOptions

  func run() async throws {
    guard Output.isTerminal else { throw CommandError.notATerminal }
    let folder = try TemporaryFolder.make()
    defer { TemporaryFolder.remove(folder) }
    let dependencies = Dependencies(Folders(within: folder))
    try await DemoDiary(dependencies: dependencies, photos: SamplePhotos.folder).fill()
    let status = try await openDiary(dependencies, screenOptions.choice)
    guard status == 0 else { throw ExitCode(status) }
  }
}
