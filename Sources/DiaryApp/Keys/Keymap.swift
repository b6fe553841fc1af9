import DiarySettings
import TerminalUI

/// What keys do, on each screen: the contract's, but for what a person has changed.
package struct Keymap: Hashable, Sendable {
  private var changed: [KeyScreen: KeyTable] = [:]

  /// The commands of a person's own.
  var own: [OwnCommand] = []

  package init() {}

  subscript(_ screen: KeyScreen) -> KeyTable {
    get { changed[screen] ?? screen.defaults }
    set { changed[screen] = newValue }
  }
}

// MARK: - Changes from settings

extension Keymap {
  /// The contract's keys with those of a person in their place. Each mistake comes with its line.
  package static func changed(
    by bindings: [KeyBinding]
  ) -> (keymap: Keymap, issues: [(line: Int, failure: SettingsIssueReason)]) {
    var issues: [(line: Int, failure: SettingsIssueReason)] = []
    var screens: [KeyScreen: ScreenChanges] = [:]
    for binding in bindings {
      do throws(SettingsIssueReason.Thrown) {
        let (screen, command) = try names(of: binding)
        var keys: [KeyEvent] = []
        for name in binding.keys {
          guard let key = KeyEvent(name: name) else { throw .init(.unknownKey(name)) }
          guard !screen.takes(key) || screen.defaults.command(for: key) == command else {
            throw .init(.typedKey(name))
          }
          if !keys.contains(key) { keys.append(key) }
        }
        screens[screen, default: ScreenChanges(screen)].keys[command] = (keys, binding.line)
      } catch {
        issues.append((binding.line, error.failure))
      }
    }
    var keymap = Keymap()
    for screen in KeyScreen.allCases {
      guard let changes = screens[screen] else { continue }
      keymap[screen] = changes.table
      issues += changes.issues
    }
    return (keymap, issues.sorted { $0.line < $1.line })
  }

  private static func names(
    of binding: KeyBinding
  ) throws(SettingsIssueReason.Thrown) -> (KeyScreen, Command) {
    guard let screen = KeyScreen(rawValue: binding.screen) else {
      let nearest = NearestName.of(binding.screen, among: KeyScreen.allCases.map(\.rawValue))
      throw .init(.unknownScreen(binding.screen, nearest: nearest ?? ""))
    }
    let commands = screen.defaults.bindings.map(\.command)
    guard let command = Command(rawValue: binding.command), commands.contains(command) else {
      let nearest = NearestName.of(binding.command, among: commands.map(\.rawValue))
      throw .init(
        .unknownCommand(binding.command, screen: screen.rawValue, nearest: nearest ?? ""))
    }
    return (screen, command)
  }
}

extension SettingsIssueReason {
  fileprivate struct Thrown: Error {
    let failure: SettingsIssueReason
    init(_ failure: SettingsIssueReason) { self.failure = failure }
  }
}

/// The keys of one screen as a person wants them.
private struct ScreenChanges {
  let screen: KeyScreen
  var keys: [Command: (keys: [KeyEvent], line: Int)] = [:]

  init(_ screen: KeyScreen) { self.screen = screen }

  /// A command without keys isn't bound.
  var table: KeyTable {
    let table = screen.defaults
    return table.binding(
      table.bindings.compactMap { binding in
        guard let changed = keys[binding.command] else { return binding }
        return changed.keys.isEmpty ? nil : binding.calling(with: changed.keys)
      })
  }

  var issues: [(line: Int, failure: SettingsIssueReason)] {
    var issues: [(line: Int, failure: SettingsIssueReason)] = []
    var owners: [KeyEvent: Command] = [:]
    for binding in table.bindings {
      for key in binding.keys {
        guard let owner = owners.updateValue(binding.command, forKey: key) else { continue }
        // Told where a person wrote it: one of the two is from the settings.
        let isFirst = keys[binding.command] == nil
        let (line, other) = (
          keys[isFirst ? owner : binding.command]?.line ?? 0, isFirst ? binding.command : owner
        )
        issues.append((line, .takenKey(key.name, by: other.rawValue)))
      }
    }
    for (command, (keys, line)) in keys where Command.ways.contains(command) {
      if !screen.isCalled(command, by: keys) {
        issues.append((line, .noKey(for: command.rawValue)))
      }
    }
    return issues
  }
}

extension Command {
  /// Without these nobody would find out of a screen, or learn how.
  fileprivate static let ways: Set<Command> = [.back, .leave, .save, .cancel, .help]
}

extension KeyScreen {
  /// Whether letters are typed there.
  private var isTyping: Bool {
    switch self {
    case .search, .editor, .text, .find, .picker, .folderPicker, .copyOut, .export, .details,
      .templates, .line, .palette, .help, .newRemote:
      true
    default: false
    }
  }

  /// Whether a key writes something there, so that it can't call a command.
  fileprivate func takes(_ key: KeyEvent) -> Bool {
    guard isTyping, key.modifiers.isEmpty else { return false }
    switch key.key {
    case .character, .backspace: return true
    case .enter: return self == .editor || self == .text
    default: return false
    }
  }

  /// Whether a command of a way out can still be called, here or by the keys of everywhere.
  fileprivate func isCalled(_ command: Command, by keys: [KeyEvent]) -> Bool {
    if self == .everywhere {
      // Where letters are typed, help and leaving need another key.
      guard command != .back else { return !keys.isEmpty }
      return keys.contains { key in
        guard case .character = key.key else { return true }
        return !key.modifiers.isEmpty
      }
    }
    guard keys.isEmpty else { return true }
    let table = KeyScreen.everywhere.defaults
    let everywhere = isTyping ? table.withoutLetters : table
    return everywhere.bindings.contains { $0.command == command }
  }
}

extension KeyCatalog {
  /// The keys of all screens.
  package static let screens = KeyCatalog(
    names: KeyScreen.allCases.map(\.rawValue),
    issues: { changes, commands in
      var (keymap, issues) = Keymap.changed(by: changes)
      issues += keymap.take(commands)
      return issues
    },
    tables: { changes in
      let keymap = Keymap.changed(by: changes).keymap
      return KeyScreen.allCases.map { screen in
        let bindings = keymap[screen].bindings
        return Table(
          screen: screen.rawValue,
          commands: screen.defaults.bindings.map { standard in
            let keys = bindings.first { $0.command == standard.command }?.keys ?? []
            return (standard.command.rawValue, standard.help, keys.map(\.name))
          })
      }
    })
}
