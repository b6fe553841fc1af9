import DiaryCore
import Dispatch
import Localization
import System

/// Runs the commands that a person has put on keys.
struct OwnCommands: CommandRunning {
  let settings: SettingsFile
  let path: @Sendable (AssetFile) -> String?

  private static let queue = DispatchQueue(
    label: "photodiary.own-commands", attributes: .concurrent)

  func run(_ command: String, on entry: Entry) async throws(CommandProblem) -> String {
    let input = JSONWriter.bytes(entry.json(file: path)) + [UInt8(ascii: "\n")]
    let result = await ProcessHandle.running(on: Self.queue) { stop in
      ShellCommand(command: command, seconds: settings.known().commandSeconds)
        .run(input, adding: [:], stop: stop)
    }
    switch result {
    case .success(let text): return text
    case .failure(let problem):
      throw CommandProblem(line: localized("\(command) had a problem: \(problem.words)").printable)
    }
  }
}
