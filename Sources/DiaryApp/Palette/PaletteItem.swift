import DiaryCore
import TerminalUI

/// A command that may be called by its words.
struct PaletteItem: Sendable {
  /// How it is called.
  enum Call: Hashable, Sendable {
    /// As by this key on the screen below.
    case key(KeyEvent)
    /// It leads to another screen, whichever is below.
    case elsewhere(Command)
  }

  let call: Call
  /// Its name in a person's settings, as words.
  let name: String
  let words: String
  let keys: String
  /// The title of the screen that has its keys, unless that is the one below.
  let screen: String?

  init(_ binding: Binding, _ call: Call, screen: String? = nil) {
    self.call = call
    name = String(binding.command.rawValue.map { $0 == "-" ? " " : $0 })
    words = binding.help
    keys = binding.keys.map(\.name).joined(separator: " ")
    self.screen = screen
  }

  /// Where its words or its name have some letters; the words go first.
  func match(_ pattern: FuzzyPattern) -> Match? {
    let words = pattern.match(in: words)
    if let name = pattern.match(in: name), words.map({ $0 < name }) ?? true {
      return Match(found: name, name: name.ranges)
    }
    return words.map { Match(found: $0, words: $0.ranges) }
  }

  struct Match: Hashable, Sendable {
    let found: FuzzyMatch
    var words: [Range<Int>] = []
    /// `nil` where the name needn't be told.
    var name: [Range<Int>]?
  }
}

extension AppState {
  /// All commands of the front screen, those of everywhere, and those that lead elsewhere.
  var paletteItems: [PaletteItem] {
    let tables = helpTables
    var items: [PaletteItem] = []
    for (index, table) in tables.enumerated() {
      for binding in table.bindings where binding.command != .palette && canCall(binding.command) {
        // What a screen has for itself goes before what everywhere has.
        let before = tables[..<index]
        guard !before.contains(where: { $0.keyName(of: binding.command) != nil }),
          let key = binding.keys.first(where: { key in
            !before.contains { $0.command(for: key) != nil }
          })
        else { continue }
        items.append(PaletteItem(binding, .key(key)))
      }
    }
    guard canGoElsewhere else { return items }
    let known = Set(items.map(\.words))
    guard let front = screens.front else { return items }
    for command in Command.elsewhere where front.opener != command {
      // A person may have taken its keys away.
      let standard = KeyScreen.list.defaults.bindings.first { $0.command == command }?.calling(
        with: [])
      let own = keys[.list].bindings.first { $0.command == command }
      guard let binding = own ?? standard, !known.contains(binding.help) else { continue }
      items.append(PaletteItem(binding, .elsewhere(command), screen: keys[.list].title))
    }
    return items
  }

  /// Nothing stands beside an entry in a list of lines, and only what is in the trash is restored.
  private func canCall(_ command: Command) -> Bool {
    if let reader = screens.front(as: ReaderState.self), command == .restore {
      return reader.entry.isTrashed
    }
    return ![.left, .right].contains(command) || !screens.isEmpty || listForm == .sheet
  }
}
