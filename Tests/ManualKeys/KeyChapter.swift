import DiaryApp

/// The keys of one screen.
struct KeyChapter {
  /// Those that are for the same, as help arranges them.
  struct Part {
    let title: String
    let bindings: [Binding]
  }

  /// What the screen is called in a person's settings.
  let name: String
  let title: String
  /// All of them, the most important first.
  let bindings: [Binding]

  /// As many keys are looked through without titles among them.
  private static let few = 12

  /// Those of all screens, in the language that is spoken now.
  static var all: [KeyChapter] { KeyScreen.allCases.map(KeyChapter.init) }

  private init(_ screen: KeyScreen) {
    let table = screen.defaults
    name = screen.rawValue
    title = table.title
    bindings = table.bindings
  }

  /// What they are arranged in; empty where they are few, or all for the same.
  var parts: [Part] {
    guard bindings.count > Self.few else { return [] }
    let parts = KeyGroup.allCases.compactMap { group in
      let bindings = bindings.filter { $0.command.group == group }
      return bindings.isEmpty ? nil : Part(title: group.title, bindings: bindings)
    }
    return parts.count > 1 ? parts : []
  }
}
