import DiaryCore
import Localization
import TerminalUI

extension AppState {
  /// Runs the own command of a key on the entry that is selected or read; `nil` where it has none.
  mutating func runOwnCommand(_ key: KeyEvent) -> [Effect]? {
    guard context.takesOwnCommands,
      let command = context.keys.own.first(where: { $0.key == key })
    else { return nil }
    guard let entry = context.commandedEntry else {
      context.toast = localized("There is no entry for the command.")
      return []
    }
    context.toast = localized("Running \(command.text.printable)…")
    return [.run(command.text, on: entry)]
  }
}

extension ScreenContext {
  /// Whether what is in front has an entry that own commands are given.
  var takesOwnCommands: Bool {
    screens.isEmpty ? search == nil : front is ReaderState
  }

  fileprivate var commandedEntry: Entry? {
    screens.front(as: ReaderState.self)?.entry ?? entries.selectedEntry
  }
}

extension Effect {
  /// Gives an entry to a command of the person's own, and shows what it prints. It is ended with the
  /// program.
  static func run(_ command: String, on entry: Entry) -> Effect {
    .run(command, entry, in: .stoppable("own-command")) { context in
      await Result.of { () async throws(CommandProblem) in
        guard let commands = context.environment.commands else { return "" }
        return try await commands.run(command, on: entry)
      }
    } then: { state, result in
      switch result {
      case .success(let text): state.context.show(text, of: command)
      case .failure(let problem): state.context.showError(problem.line)
      }
    }
  }
}

extension ScreenContext {
  /// More would be read elsewhere.
  private static let mostLines = 500

  /// A line is a message; several are to be read.
  fileprivate mutating func show(_ output: String, of command: String) {
    let lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .prefix(Self.mostLines).map { String($0).trimmedEnd.printable }
    let text = lines.filter { !$0.isEmpty }
    toast = text.count == 1 ? text[0] : nil
    if text.isEmpty {
      toast = localized("Ran \(command.printable).")
    } else if text.count > 1 {
      push(NoticeState(title: TextWidth.cut(command.printable, columns: 40), lines: lines))
    }
  }
}

extension Message {
  /// Something that nobody asked for by a key, as a problem of what is run after a save.
  static func told(_ line: String) -> Message {
    Message(line) { $0.context.toast = line }
  }
}
