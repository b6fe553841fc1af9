import DiaryCore
import DiarySettings
import Localization
import TerminalUI

/// A command of a person's own, and its key.
struct OwnCommand: Hashable, Sendable {
  let key: KeyEvent
  /// For the shell.
  let text: String
}

extension Keymap {
  /// Where own commands may be called: where there is an entry, and no letters are typed.
  private static let screens: [KeyScreen] = [.list, .reader, .everywhere]

  /// Puts a person's own commands on keys that nothing else is called by there. Each mistake comes with
  /// its line.
  mutating func take(
    _ keys: [CommandKey]
  ) -> [(line: Int, failure: SettingsIssueReason)] {
    var issues: [(line: Int, failure: SettingsIssueReason)] = []
    own = []
    for item in keys {
      guard let key = KeyEvent(name: item.key) else {
        issues.append((item.line, .unknownKey(item.key)))
        continue
      }
      let owner =
        Self.screens.compactMap { self[$0].command(for: key)?.rawValue }.first
        ?? own.first { $0.key == key }?.text
      guard let owner else {
        own.append(OwnCommand(key: key, text: item.command))
        continue
      }
      issues.append((item.line, .takenKey(item.key, by: owner)))
    }
    return issues
  }

  /// For help and the palette.
  var ownTable: KeyTable {
    KeyTable(
      title: "Own commands",
      bindings: own.map { Binding(.own, $0.key, help: "\($0.text.printable)") })
  }
}

// MARK: - Effects

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
