import DiaryApp

struct KeyChapter {
  /// Keys for the same task, as grouped in help.
  struct Part {
    let title: String
    let bindings: [Binding]
  }

  /// The screen's name in the settings.
  let name: String
  let title: String
  /// All keys, the most important first.
  let bindings: [Binding]

  /// The number of keys up to which a list needs no titles.
  private static let few = 12

  /// The chapters of all screens, in the current language.
  static var all: [KeyChapter] { KeyScreen.allCases.map(KeyChapter.init) }

  private init(_ screen: KeyScreen) {
    let table = screen.defaults
    name = screen.rawValue
    title = table.title
    bindings = table.bindings
  }

  /// The groups of keys; empty for a short list or a single group.
  var parts: [Part] {
    guard bindings.count > Self.few else { return [] }
    let parts = KeyGroup.allCases.compactMap { group in
      let bindings = bindings.filter { $0.command.group == group }
      return bindings.isEmpty ? nil : Part(title: group.title, bindings: bindings)
    }
    return parts.count > 1 ? parts : []
  }
}
