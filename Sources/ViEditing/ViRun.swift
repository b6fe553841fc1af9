import TextEditing

/// Records commands and carries them out on a copy of the text, to know where the next one finds it.
struct ViRun {
  private(set) var text: EditableText
  private(set) var ring: KillRing
  let rows: any RowGeometry
  let isOneLine: Bool
  private(set) var commands: [EditingCommand] = []

  var rope: TextRope { text.rope }
  var places: ViPositions { ViPositions(text: text) }

  /// How many rows a page is from the caret on.
  func page(isDown: Bool) -> Int { rows.page(from: text.caret, isDown: isDown, in: rope) }

  mutating func apply(_ command: EditingCommand) {
    commands.append(command)
    text.apply(command, &ring, rows: rows)
  }

  mutating func place(_ offset: Int) {
    if offset != text.caret || text.anchor != nil { apply(.place(offset)) }
  }

  /// Puts the caret on the character there, or on the last one of the line.
  mutating func stand(_ offset: Int) { place(places.onCharacter(offset)) }

  mutating func replace(_ range: Range<Int>, with new: String) {
    apply(.replace(range, with: isOneLine ? new.replacing("\n", with: " ") : new))
  }

  /// The line that `o` and `O` write on.
  mutating func openLine(for command: ViCommand) {
    switch command.action {
    case .insert(.newLineBelow) where !isOneLine:
      place(rope.lineEnd(at: text.caret))
      apply(.newline)
    case .insert(.newLineAbove) where !isOneLine:
      let start = rope.lineStart(at: text.caret)
      place(start)
      apply(.insert("\n"))
      place(start)
    default: break
    }
  }
}
