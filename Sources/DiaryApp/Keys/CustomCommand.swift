import DiaryCore
import TerminalUI
import Text

/// A custom command of the user with its key.
struct CustomCommand: Hashable, Sendable {
  let key: KeyEvent
  /// The shell command.
  let text: String
}

extension Keymap {
  /// The screens on which custom commands work: those with an entry and without text input.
  private static let screens: [KeyScreen] = [.list, .reader, .everywhere]

  /// Sets the user's custom commands, omitting those whose keys are in use on `screens`. Returns
  /// the errors with their lines.
  mutating func receive(
    _ keys: [CommandKey]
  ) -> [(line: Int, failure: SettingsIssueReason)] {
    var issues: [(line: Int, failure: SettingsIssueReason)] = []
    custom = []
    for item in keys {
      guard let key = KeyEvent(name: item.key) else {
        issues.append((item.line, .unknownKey(item.key)))
        continue
      }
      let owner =
        Self.screens.compactMap { self[$0].command(for: key)?.rawValue }.first
        ?? custom.first { $0.key == key }?.text
      guard let owner else {
        custom.append(CustomCommand(key: key, text: item.command))
        continue
      }
      issues.append((item.line, .keyInUse(item.key, by: owner)))
    }
    return issues
  }

  /// The table for help and the palette.
  var customTable: KeyTable {
    KeyTable(
      title: "Custom commands",
      bindings: custom.map { Binding(.custom, $0.key, help: "\($0.text.printable)") })
  }
}

// MARK: - Effects

extension AppState {
  /// Runs a key's custom command on the selected or open entry; `nil` if the key has none.
  mutating func runCustomCommand(_ key: KeyEvent) -> [Effect]? {
    guard allowsCustomCommands,
      let command = keys.custom.first(where: { $0.key == key })
    else { return nil }
    guard let entry = commandEntry else {
      toast = localized("There's no entry to run the command on.")
      return []
    }
    toast = localized("Running \(command.text.printable)…")
    return [.run(command.text, on: entry)]
  }
}

extension AppState {
  /// Indicates that the front screen has an entry for custom commands.
  var allowsCustomCommands: Bool {
    screens.isEmpty ? search == nil : front is ReaderState
  }

  /// Indicates that a key runs a custom command in front.
  func isCustomCommand(_ key: KeyEvent) -> Bool {
    allowsCustomCommands && keys.custom.contains { $0.key == key }
  }

  fileprivate var commandEntry: Entry? {
    screens.front(as: ReaderState.self)?.entry ?? entries.selectedEntry
  }
}

extension Effect {
  /// Runs a custom command on an entry and shows its output. The program's end stops it.
  static func run(_ command: String, on entry: Entry) -> Effect {
    .run(command, entry, in: .stoppable("own-command")) { context in
      await Result.of { () async throws(MessageError) in
        try await context.environment.runCommand(command, entry)
      }
    } then: { state, result in
      switch result {
      case .success(let text): state.show(text, of: command)
      case .failure(let problem): state.showError(problem.line)
      }
    }
  }
}

extension AppState {
  /// The most lines that are shown.
  private static let maxLines = 500

  /// Shows one line as a toast, and several in a notice.
  fileprivate mutating func show(_ output: String, of command: String) {
    let lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .prefix(Self.maxLines).map { $0.trimmedEnd.printable }
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
  /// Shows a line that no key has requested, such as an error of the command run after a save.
  static func notice(_ line: String) -> Message {
    Message(line) { $0.toast = line }
  }
}
