import TerminalUI
import TextEditing

extension KeyTable {
  /// The keys of every field that text is typed into, and of the page of the editor.
  static let text = KeyTable(
    title: "Where text is typed",
    bindings: [
      Binding(
        .left, KeyEvent(.left), .control("b"), help: "A character back; with Shift, selects"),
      Binding(.right, KeyEvent(.right), .control("f"), help: "A character on"),
      Binding(.wordBack, KeyEvent(.left, .control), .alt("b"), help: "A word back"),
      Binding(.wordForward, KeyEvent(.right, .control), .alt("f"), help: "A word on"),
      Binding(.up, KeyEvent(.up), help: "A row up"),
      Binding(.down, KeyEvent(.down), .control("n"), help: "A row down"),
      Binding(.pageUp, KeyEvent(.pageUp), help: "A page up"),
      Binding(.pageDown, KeyEvent(.pageDown), help: "A page down"),
      Binding(.rowStart, KeyEvent(.home), .control("a"), help: "The beginning of the row"),
      Binding(.rowEnd, KeyEvent(.end), .control("e"), help: "The end of the row"),
      Binding(
        .paragraphBack, KeyEvent(.up, .control), .alt("{"), help: "To the blank line before"),
      Binding(
        .paragraphForward, KeyEvent(.down, .control), .alt("}"), help: "To the blank line after"),
      Binding(.first, KeyEvent(.home, .control), .alt("<"), help: "The beginning of the text"),
      Binding(.last, KeyEvent(.end, .control), .alt(">"), help: "The end of the text"),
      Binding(.newLine, KeyEvent(.enter), help: "A new line; goes on with a list, or ends it"),
      Binding(.deleteBack, KeyEvent(.backspace), help: "Delete the character before"),
      Binding(.deleteForward, KeyEvent(.delete), .control("d"), help: "Delete the character here"),
      Binding(.killWordBack, KeyEvent(.backspace, .alt), help: "Cut the word before"),
      Binding(
        .killWordForward, .alt("d"), KeyEvent(.delete, .control), help: "Cut the word behind"),
      Binding(.killLineEnd, .control("k"), help: "Cut to the end of the line"),
      Binding(.killLineStart, .control("u"), help: "Cut to the beginning of the line"),
      Binding(.cutText, .control("w"), help: "Cut what is selected, or the word before"),
      Binding(.copyText, .alt("w"), help: "Copy what is selected"),
      Binding(.yank, .alt("y"), help: "Put in what was cut; again, the cut before it"),
      Binding(.setMark, .control(" "), help: "Select from here on; again, no longer"),
      Binding(.selectAll, .alt("a"), help: "Select all"),
      Binding(
        .indent, .alt("]"), KeyEvent(.right, .alt), help: "Move the lines, or the item, in"),
      Binding(
        .outdent, .alt("["), KeyEvent(.left, .alt), help: "Move the lines, or the item, out"),
      Binding(.undo, .control("z"), help: "Undo"),
      Binding(.redo, .control("y"), help: "Redo"),
    ])

  /// Those that do something in a single line.
  var forOneLine: KeyTable {
    let others: Set<Command> = [
      .up, .down, .pageUp, .pageDown, .paragraphBack, .paragraphForward, .newLine, .indent,
      .outdent,
    ]
    return binding(bindings.filter { !others.contains($0.command) })
  }
}

extension Keymap {
  /// What a key does to a text; a letter is typed, and Shift makes a motion select.
  func editing(for event: KeyEvent) -> EditingCommand? {
    if let command = text.command(for: event) { return command.editing(isSelecting: false) }
    if case .character(let character) = event.key {
      return event.modifiers.isEmpty ? .insert(String(character)) : nil
    }
    guard event.modifiers.contains(.shift) else { return nil }
    let plain = KeyEvent(event.key, event.modifiers.subtracting(.shift))
    guard case .move(let motion, _) = text.command(for: plain)?.editing(isSelecting: true) else {
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

extension AppState {
  /// Whether the key was one for a field, and has been carried out.
  mutating func type(_ event: KeyEvent, into field: inout TextField) -> Bool {
    guard let command = keys.editing(for: event) else { return false }
    return field.apply(command, &killRing).isTaken
  }
}
