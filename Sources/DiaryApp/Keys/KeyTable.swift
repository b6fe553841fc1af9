import Localization
import TerminalUI

/// A command, the keys that call it, and its words.
package struct Binding: Hashable, Sendable {
  package let command: Command
  /// The first one is shown.
  package let keys: [KeyEvent]
  private let helpWords: LocalizedText
  private var hintWords: LocalizedText?
  /// What is typed to call it, where that isn't one key.
  private var typed: String?

  init(
    _ command: Command, _ keys: KeyEvent..., help: LocalizedText, hint: LocalizedText? = nil
  ) {
    self.init(command, keys, help: help, hint: hint)
  }

  private init(
    _ command: Command, _ keys: [KeyEvent], help: LocalizedText, hint: LocalizedText?
  ) {
    self.command = command
    self.keys = keys
    helpWords = help
    hintWords = hint
  }

  /// For the help screen.
  package var help: String { helpWords.text }
  /// For the bottom line; `nil` if it isn't shown there.
  var hint: String? { hintWords?.text }
  /// What is shown there for its key.
  var keyName: String { typed ?? keys.first?.name ?? "" }

  /// Without the keys that are letters; `nil` when none is left.
  fileprivate var withoutLetters: Binding? {
    let keys = keys.filter { event in
      guard case .character = event.key else { return true }
      return !event.modifiers.isEmpty
    }
    return keys.isEmpty ? nil : calling(with: keys)
  }

  /// The binding with other keys.
  func calling(with keys: [KeyEvent]) -> Binding {
    Binding(command, keys, help: helpWords, hint: hintWords)
  }

  /// For the bottom line alone: a command that is called by typing something.
  static func typing(_ text: String, _ command: Command, hint: LocalizedText) -> Binding {
    var binding = Binding(command, [], help: hint, hint: hint)
    binding.typed = text
    return binding
  }

  /// The binding with other words for the bottom line.
  func hinting(_ words: LocalizedText) -> Binding {
    var binding = self
    binding.hintWords = words
    return binding
  }
}

/// The keys of one screen.
package struct KeyTable: Hashable, Sendable {
  private let titleWords: LocalizedText
  package let bindings: [Binding]

  init(title: LocalizedText, bindings: [Binding]) {
    titleWords = title
    self.bindings = bindings
  }

  package var title: String { titleWords.text }

  func command(for event: KeyEvent) -> Command? {
    bindings.first { $0.keys.contains(event) }?.command
  }

  /// The key that is told of when a text says how to call a command; `nil` if none does.
  func keyName(of command: Command) -> String? {
    bindings.first { $0.command == command }?.keys.first?.name
  }

  /// What calls a command here, with words for the bottom line; `nil` if no key does.
  func hint(_ command: Command, _ words: LocalizedText) -> Binding? {
    bindings.first { $0.command == command }?.hinting(words)
  }

  /// The table with other bindings under its title.
  func binding(_ bindings: [Binding]) -> KeyTable {
    KeyTable(title: titleWords, bindings: bindings)
  }

  /// Those that another table hasn't.
  func without(_ other: KeyTable) -> KeyTable {
    let others = Set(other.bindings.map(\.command))
    return binding(bindings.filter { !others.contains($0.command) })
  }

  /// Without some commands.
  func without(_ commands: Set<Command>) -> KeyTable {
    binding(bindings.filter { !commands.contains($0.command) })
  }

  /// Those that work where letters are typed.
  var withoutLetters: KeyTable { binding(bindings.compactMap(\.withoutLetters)) }
}

extension Binding {
  // Those that mean the same wherever entries are looked at.
  static let undo = Binding(.undo, "u", help: "Undo the last change", hint: "undo")
  static let redo = Binding(.redo, .control("r"), help: "Redo")
  static let history = Binding(.history, "H", help: "Show the entry's history", hint: "history")
  static let changeOrder = Binding(
    .changeOrder, .control("o"), help: "Sort by date taken or by name", hint: "order")
  static let showHidden = Binding(
    .showHidden, .alt("."), help: "Show or hide hidden files", hint: "hidden files")
  static let versions = Binding(.versions, "m", help: "Compare and merge versions")

  static let pageDown = Binding(.pageDown, .pageDown, help: "Down one page")
  static let pageUp = Binding(.pageUp, .pageUp, help: "Up one page")
  /// Those of every list.
  static let listMotions = [
    Binding(.down, "j", .down, help: "Down one line"),
    Binding(.up, "k", .up, help: "Up one line"),
    pageDown, pageUp,
    Binding(.first, "g", .home, help: "Go to the beginning"),
    Binding(.last, "G", .end, help: "Go to the end"),
  ]
  /// Those of a list below a line of text.
  static let motionsWhileTyping = listMotions.compactMap(\.withoutLetters)
  /// Those of a long text.
  static let scrolling = listMotions.map { motion in
    motion.command == .pageDown
      ? Binding(.pageDown, .pageDown, " ", help: "Down one page") : motion
  }

  /// What can be done with the chosen entry of a day.
  static let ofEntries: [Binding] = [
    Binding(.edit, "e", help: "Edit the entry", hint: "edit"),
    Binding(.editExternally, "E", help: "Edit in $EDITOR"),
    Binding(.delete, "d", help: "Delete the entry (asks first)", hint: "delete"),
    Binding(.toggleStar, "*", help: "Star or unstar the entry"),
    .undo, .redo, .history, .versions,
  ]
}
