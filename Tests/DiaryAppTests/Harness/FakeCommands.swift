import DiaryCore
import Synchronization

/// Commands of the shell that only note what they are given.
final class FakeCommands: CommandRunning {
  private let state = Mutex<(answer: Result<String, CommandProblem>, runs: [String])>(
    (.success(""), []))

  func answer(_ answer: Result<String, CommandProblem>) { state.withLock { $0.answer = answer } }

  /// What was run, and on which entry.
  var runs: [String] { state.withLock(\.runs) }

  func run(_ command: String, on entry: Entry) async throws(CommandProblem) -> String {
    let answer = state.withLock { state in
      state.runs.append("\(command): \(entry.title)")
      return state.answer
    }
    return try answer.get()
  }
}
