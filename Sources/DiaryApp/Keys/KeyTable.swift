import TerminalUI
import Text

/// A command with its keys and its help texts.
package struct Binding: Hashable, Sendable {
  package let command: Command
  /// The keys; the first one is shown.
  package let keys: [KeyEvent]
  private let helpText: LocalizedText
  private var hintText: LocalizedText?
  /// The text to type instead of a key, shown in the bottom line.
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
    helpText = help
    hintText = hint
  }

  /// The description for the help screen.
  package var help: String { helpText.text }
  /// The label for the bottom line; `nil` to omit it there.
  var hint: String? { hintText?.text }
  /// The key's name for the bottom line.
  var keyName: String { typed ?? keys.first?.name ?? "" }

  /// The binding without keys that type letters; `nil` if none is left.
  fileprivate var withoutLetters: Binding? {
    let keys = keys.filter { event in
      guard case .character = event.key else { return true }
      return !event.modifiers.isEmpty
    }
    return keys.isEmpty ? nil : bound(to: keys)
  }

  /// The binding without keys that text fields use; `nil` if none is left.
  fileprivate var withoutCharacters: Binding? {
    let keys = keys.filter { if case .character = $0.key { false } else { true } }
    return keys.isEmpty ? nil : bound(to: keys)
  }

  /// The binding with Esc as the key to show, if that is one of its keys.
  var withEscapeFirst: Binding {
    bound(to: keys.filter { $0 == .escape } + keys.filter { $0 != .escape })
  }

  /// Returns the binding with other keys.
  func bound(to keys: [KeyEvent]) -> Binding {
    Binding(command, keys, help: helpText, hint: hintText)
  }

  /// Creates a hint for the bottom line about a command that is called by typing a text.
  static func typing(_ text: String, _ command: Command, hint: LocalizedText) -> Binding {
    var binding = Binding(command, [], help: hint, hint: hint)
    binding.typed = text
    return binding
  }

  /// The hint without its key, which does nothing now.
  var withoutKey: Binding {
    var binding = self
    binding.typed = ""
    return binding
  }

  /// Returns the binding with another label for the bottom line.
  func hinting(_ words: LocalizedText) -> Binding {
    var binding = self
    binding.hintText = words
    return binding
  }
}

/// The key bindings of one screen.
package struct KeyTable: Hashable, Sendable {
  private let titleText: LocalizedText
  package let bindings: [Binding]

  init(title: LocalizedText, bindings: [Binding]) {
    titleText = title
    self.bindings = bindings
  }

  package var title: String { titleText.text }

  func command(for event: KeyEvent) -> Command? {
    bindings.first { $0.keys.contains(event) }?.command
  }

  /// Returns the first key of a command, to be named in a text; `nil` if it has none.
  func keyName(of command: Command) -> String? {
    bindings.first { $0.command == command }?.keys.first?.name
  }

  /// Returns a command's binding with a label for the bottom line; `nil` if it has no key.
  func hint(_ command: Command, _ words: LocalizedText) -> Binding? {
    bindings.first { $0.command == command }?.hinting(words)
  }

  /// Returns the bindings, some of which are replaced by others of the same command.
  func bindings(with others: Binding?...) -> [Binding] {
    bindings.map { binding in
      others.compactMap(\.self).first { $0.command == binding.command } ?? binding
    }
  }

  /// Returns the bindings of a dialog that saves its input and stays open until that is done.
  func savingHints(isSaving: Bool) -> [Binding] {
    isSaving ? bindings(with: self.hint(.accept, "saving…")?.withoutKey) : bindings
  }

  /// Returns the table with other bindings.
  func binding(_ bindings: [Binding]) -> KeyTable {
    KeyTable(title: titleText, bindings: bindings)
  }

  /// Returns the table without the commands of another table.
  func without(_ other: KeyTable) -> KeyTable {
    let others = Set(other.bindings.map(\.command))
    return binding(bindings.filter { !others.contains($0.command) })
  }

  /// Returns the table without some commands.
  func without(_ commands: Set<Command>) -> KeyTable {
    binding(bindings.filter { !commands.contains($0.command) })
  }

  /// The bindings that work while letters are typed.
  var withoutLetters: KeyTable { binding(bindings.compactMap(\.withoutLetters)) }
}

// Bindings of several screens.
extension Binding {
  static let help = Binding(.help, "?", help: "All keys", hint: "keys")
  static let helpWhileTyping = Binding(.help, .function(1), help: "All keys", hint: "keys")
  static let back = Binding(.back, "q", .escape, help: "Go back", hint: "back")
  static let cancel = Binding(.cancel, .escape, help: "Cancel", hint: "cancel")
  static let previousSection = Binding(
    .focusPrevious, KeyEvent(.tab, .shift), help: "Previous section")

  // Bindings with the same meaning on all screens with entries.
  static let read = Binding(.open, .enter, help: "Read the entry", hint: "read")
  static let copy = Binding(.copyText, "y", help: "Copy the entry's text")
  static let undo = Binding(.undo, "u", help: "Undo the last change", hint: "undo")
  static let redo = Binding(.redo, .control("r"), "U", help: "Redo")
  static let history = Binding(.history, "H", help: "Show the entry's history", hint: "history")
  static let changeOrder = Binding(
    .changeOrder, .control("o"), help: "Sort by date taken or by name", hint: "order")
  static let showHidden = Binding(
    .showHidden, .alt("."), help: "Show or hide hidden files", hint: "hidden files")
  static let versions = Binding(.versions, "C", help: "Compare and merge versions")

  // The fields of a form, and their choices.
  static let previousField = Binding(
    .previousField, KeyEvent(.tab, .shift), .up, "k", help: "Previous field")
  static let nextChoice = Binding(.right, " ", .right, "l", help: "Next choice", hint: "change")
  static let previousChoice = Binding(.left, .left, "h", help: "Previous choice")

  // The motions in a contact sheet.
  static let previousTile = Binding(.left, "h", .left, help: "Previous photo")
  static let nextTile = Binding(.right, "l", .right, help: "Next photo")
  static let rowDown = Binding(.down, "j", .down, help: "Down one row")
  static let rowUp = Binding(.up, "k", .up, help: "Up one row")

  static let pageDown = Binding(.pageDown, .pageDown, .control("f"), help: "Down one page")
  static let pageUp = Binding(.pageUp, .pageUp, .control("b"), help: "Up one page")
  static let halfPageDown = Binding(.halfPageDown, .control("d"), help: "Down half a page")
  static let halfPageUp = Binding(.halfPageUp, .control("u"), help: "Up half a page")
  static let pagingWhileTyping = [pageDown, pageUp].compactMap(\.withoutCharacters)
  /// The motions in lists.
  static let listMotions = [
    Binding(.down, "j", .down, help: "Down one line"),
    Binding(.up, "k", .up, help: "Up one line"),
    pageDown, pageUp, halfPageDown, halfPageUp,
    Binding(.first, "g", .home, help: "Go to the beginning"),
    Binding(.last, "G", .end, help: "Go to the end"),
  ]
  /// The motions in lists below a text field.
  static let motionsWhileTyping = listMotions.compactMap(\.withoutCharacters)
  /// The motions in long texts.
  static let scrolling = listMotions.map { motion in
    motion.command == .pageDown ? motion.bound(to: motion.keys + [" "]) : motion
  }

  /// The commands for a day's selected entry.
  static let ofEntries: [Binding] = [
    Binding(.edit, "e", help: "Edit the entry", hint: "edit"),
    Binding(.editExternally, "E", help: "Edit in $EDITOR"),
    Binding(.delete, "d", .delete, help: "Delete the entry (asks first)", hint: "delete"),
    Binding(.toggleStar, "*", help: "Star or unstar the entry"),
    .copy, .undo, .redo, .history, .versions,
  ]
}

// Literals for key tables: `"j"`, `.down`, `.control("s")`.
extension KeyEvent: ExpressibleByExtendedGraphemeClusterLiteral {
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }

  static let enter = KeyEvent(.enter)
  static let escape = KeyEvent(.escape)
  static let tab = KeyEvent(.tab)
  static let backspace = KeyEvent(.backspace)
  static let delete = KeyEvent(.delete)
  static let insert = KeyEvent(.insert)
  static let up = KeyEvent(.up)
  static let down = KeyEvent(.down)
  static let left = KeyEvent(.left)
  static let right = KeyEvent(.right)
  static let home = KeyEvent(.home)
  static let end = KeyEvent(.end)
  static let pageUp = KeyEvent(.pageUp)
  static let pageDown = KeyEvent(.pageDown)

  static func function(_ number: Int) -> KeyEvent { KeyEvent(.function(number)) }
}

// MARK: - Screens

/// A screen or dialog with its own keys: its name in the settings and its default bindings. All are
/// in `DefaultKeys.swift`.
package struct KeyScreen: RawRepresentable, Hashable, Sendable {
  /// The name in `config.toml`.
  package let rawValue: String
  /// Indicates that letters are typed on the screen.
  let isTyping: Bool
  /// The bindings without the user's changes.
  package let defaults: KeyTable

  /// Creates a screen with its own bindings, followed by those that it shares with others.
  init(
    _ rawValue: String, title: LocalizedText, isTyping: Bool = false, shared: [Binding] = [],
    _ bindings: Binding...
  ) {
    self.rawValue = rawValue
    self.isTyping = isTyping
    defaults = KeyTable(title: title, bindings: bindings + shared)
  }

  /// Returns the screen with a name in the settings; `nil` for an unknown name.
  package init?(rawValue: String) {
    guard let screen = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = screen
  }

  package static func == (one: KeyScreen, other: KeyScreen) -> Bool {
    one.rawValue == other.rawValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension KeyTable {
  /// The bindings that have an effect in a single line.
  var forOneLine: KeyTable {
    let others: Set<Command> = [
      .up, .down, .pageUp, .pageDown, .paragraphBack, .paragraphForward, .newLine, .indent,
      .outdent,
    ]
    return binding(bindings.filter { !others.contains($0.command) })
  }
}

extension Keymap {
  /// Returns the editing command of a key: letters are inserted, and Shift with a motion selects.
  func editing(for event: KeyEvent) -> EditingCommand? {
    if let command = self[.text].command(for: event) { return command.editing(isSelecting: false) }
    if case .character(let character) = event.key {
      return event.modifiers.isEmpty ? .insert(String(character)) : nil
    }
    guard event.modifiers.contains(.shift) else { return nil }
    let plain = KeyEvent(event.key, event.modifiers.subtracting(.shift))
    guard case .move(let motion, _) = self[.text].command(for: plain)?.editing(isSelecting: true)
    else {
      return nil
    }
    return .move(motion, isSelecting: true)
  }
}

extension Command {
  fileprivate func editing(isSelecting: Bool) -> EditingCommand? {
    if let motion { return .move(motion, isSelecting: isSelecting) }
    return switch self {
    case .newLine: .newline
    case .deleteBack: .delete(.characterBack)
    case .deleteForward: .delete(.characterForward)
    case .killWordBack: .kill(.wordBack)
    case .killWordForward: .kill(.wordForward)
    case .killLineEnd: .kill(.lineEnd)
    case .killLineStart: .kill(.lineStart)
    case .cutText: .cut
    case .copyText: .copy
    case .yank: .yank
    case .setMark: .setMark
    case .selectAll: .selectAll
    case .indent: .indent
    case .outdent: .outdent
    case .undo: .undo
    case .redo: .redo
    default: nil
    }
  }

  private var motion: Motion? {
    switch self {
    case .left: .characterBack
    case .right: .characterForward
    case .wordBack: .wordBack
    case .wordForward: .wordForward
    case .up: .rowUp
    case .down: .rowDown
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .rowStart: .rowStart
    case .rowEnd: .rowEnd
    case .paragraphBack: .paragraphBack
    case .paragraphForward: .paragraphForward
    case .first: .textStart
    case .last: .textEnd
    default: nil
    }
  }
}
