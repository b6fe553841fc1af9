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
