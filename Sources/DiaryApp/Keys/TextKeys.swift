import TerminalUI
import TextEditing

extension KeyScreen {
  /// The keys of every field that text is typed into, and of the page of the editor.
  static let text = KeyScreen(
    "text",
    title: "Where text is typed",
    bindings: [
      Binding(.left, .left, .control("b"), help: "Back one character; with Shift, select"),
      Binding(.right, .right, .control("f"), help: "Forward one character"),
      Binding(.wordBack, KeyEvent(.left, .control), .alt("b"), help: "Back one word"),
      Binding(.wordForward, KeyEvent(.right, .control), .alt("f"), help: "Forward one word"),
      Binding(.up, .up, help: "Up one row"),
      Binding(.down, .down, .control("n"), help: "Down one row"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
      Binding(.pageDown, .pageDown, help: "Down one page"),
      Binding(.rowStart, .home, .control("a"), help: "Beginning of the row"),
      Binding(.rowEnd, .end, .control("e"), help: "End of the row"),
      Binding(.paragraphBack, KeyEvent(.up, .control), .alt("{"), help: "Previous blank line"),
      Binding(.paragraphForward, KeyEvent(.down, .control), .alt("}"), help: "Next blank line"),
      Binding(.first, KeyEvent(.home, .control), .alt("<"), help: "Beginning of the text"),
      Binding(.last, KeyEvent(.end, .control), .alt(">"), help: "End of the text"),
      Binding(.newLine, .enter, help: "New line; continues or ends a list"),
      Binding(.deleteBack, .backspace, help: "Delete the previous character"),
      Binding(.deleteForward, .delete, .control("d"), help: "Delete the next character"),
      Binding(.killWordBack, KeyEvent(.backspace, .alt), help: "Cut the previous word"),
      Binding(.killWordForward, .alt("d"), KeyEvent(.delete, .control), help: "Cut the next word"),
      Binding(.killLineEnd, .control("k"), help: "Cut to the end of the line"),
      Binding(.killLineStart, .control("u"), help: "Cut to the beginning of the line"),
      Binding(.cutText, .control("w"), help: "Cut the selection, or the previous word"),
      Binding(.copyText, .alt("w"), help: "Copy the selection"),
      Binding(.yank, .alt("y"), help: "Paste; again for the cut before"),
      Binding(.setMark, .control(" "), help: "Start or end selecting"),
      Binding(.selectAll, .alt("a"), help: "Select all"),
      Binding(.indent, .alt("]"), KeyEvent(.right, .alt), help: "Indent the lines or list item"),
      Binding(.outdent, .alt("["), KeyEvent(.left, .alt), help: "Outdent the lines or list item"),
      Binding(.undo, .control("z"), help: "Undo"),
      Binding(.redo, .control("y"), help: "Redo"),
    ])
}

extension KeyTable {
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
