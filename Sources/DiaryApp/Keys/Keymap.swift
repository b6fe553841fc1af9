import TerminalUI

/// The key bindings of all screens: the defaults with the user's changes.
package struct Keymap: Hashable, Sendable {
  private var changed: [KeyScreen: KeyTable] = [:]

  /// Commands that have no meaning in the open diary: no table contains them.
  var hidden: Set<Command> = []

  /// The user's custom commands.
  var custom: [CustomCommand] = []

  package init() {}

  subscript(_ screen: KeyScreen) -> KeyTable {
    get {
      let table = changed[screen] ?? screen.defaults
      return hidden.isEmpty ? table : table.without(hidden)
    }
    set { changed[screen] = newValue }
  }
}

// MARK: - Changes from settings

extension Keymap {
  /// Returns the default keymap with the user's bindings applied, and the errors with their lines.
  package static func changed(
    by bindings: [KeyBinding]
  ) -> (keymap: Keymap, issues: [(line: Int, failure: SettingsIssueReason)]) {
    var issues: [(line: Int, failure: SettingsIssueReason)] = []
    var screens: [KeyScreen: ScreenChanges] = [:]
    for binding in bindings {
      if let failure = add(binding, to: &screens) { issues.append((binding.line, failure)) }
    }
    var keymap = Keymap()
    for screen in KeyScreen.allCases {
      guard let changes = screens[screen] else { continue }
      keymap[screen] = changes.table
      issues += changes.issues
    }
    return (keymap, issues.sorted { $0.line < $1.line })
  }

  /// Adds a binding to the changes of its screen. Returns the reason if it is invalid.
  private static func add(
    _ binding: KeyBinding, to screens: inout [KeyScreen: ScreenChanges]
  ) -> SettingsIssueReason? {
    guard let screen = KeyScreen(rawValue: binding.screen) else {
      let nearest = NearestName.closest(
        to: binding.screen, among: KeyScreen.allCases.map(\.rawValue))
      return .unknownScreen(binding.screen, nearest: nearest)
    }
    let commands = screen.defaults.bindings.map(\.command)
    guard let command = Command(rawValue: binding.command), commands.contains(command) else {
      let nearest = NearestName.closest(to: binding.command, among: commands.map(\.rawValue))
      return .unknownCommand(binding.command, screen: screen.rawValue, nearest: nearest)
    }
    var keys: [KeyEvent] = []
    for name in binding.keys {
      guard let key = KeyEvent(name: name) else { return .unknownKey(name) }
      guard !screen.isTyping(key) || screen.defaults.command(for: key) == command else {
        return .typedKey(name)
      }
      if !keys.contains(key) { keys.append(key) }
    }
    screens[screen, default: ScreenChanges(screen)].keys[command] = (keys, binding.line)
    return nil
  }
}

/// The user's bindings for one screen.
private struct ScreenChanges {
  let screen: KeyScreen
  var keys: [Command: (keys: [KeyEvent], line: Int)] = [:]

  init(_ screen: KeyScreen) { self.screen = screen }

  /// The table with the changes. A command without keys is unbound.
  var table: KeyTable {
    let table = screen.defaults
    return table.binding(
      table.bindings.compactMap { binding in
        guard let changed = keys[binding.command] else { return binding }
        return changed.keys.isEmpty ? nil : binding.bound(to: changed.keys)
      })
  }

  var issues: [(line: Int, failure: SettingsIssueReason)] {
    var issues: [(line: Int, failure: SettingsIssueReason)] = []
    var owners: [KeyEvent: Command] = [:]
    for binding in table.bindings {
      for key in binding.keys {
        guard let owner = owners.updateValue(binding.command, forKey: key) else { continue }
        // Report the line of the user's binding: at least one of the two is from the settings.
        let isFirst = keys[binding.command] == nil
        let (line, other) = (
          keys[isFirst ? owner : binding.command]?.line ?? 0, isFirst ? binding.command : owner
        )
        issues.append((line, .keyInUse(key.name, by: other.rawValue)))
      }
    }
    for (command, (keys, line)) in keys where Command.required.contains(command) {
      if !screen.isBound(command, to: keys) {
        issues.append((line, .noKey(for: command.rawValue)))
      }
    }
    return issues
  }
}

extension Command {
  /// Commands that must have a key, because they leave a screen or show its keys.
  fileprivate static let required: Set<Command> = [.back, .leave, .save, .cancel, .help]
}

extension KeyScreen {
  /// Returns `true` if a key inserts or deletes text on the screen, so that it can't be bound.
  fileprivate func isTyping(_ key: KeyEvent) -> Bool {
    guard isTyping, key.modifiers.isEmpty else { return false }
    switch key.key {
    case .character, .backspace: return true
    case .enter: return self == .editor || self == .text
    default: return false
    }
  }

  /// Returns `true` if a required command has a key, on the screen or everywhere.
  fileprivate func isBound(_ command: Command, to keys: [KeyEvent]) -> Bool {
    if self == .everywhere {
      // While letters are typed, help and quitting need a key that isn't a letter.
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
  /// The catalog of all screens, for the settings.
  package static let screens = KeyCatalog(
    names: KeyScreen.allCases.map(\.rawValue),
    issues: { changes, commands in
      var (keymap, issues) = Keymap.changed(by: changes)
      issues += keymap.receive(commands)
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
