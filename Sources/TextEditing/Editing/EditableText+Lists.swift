// Lists, quotations and indentation.
extension EditableText {
  /// In bytes: how much of a line is looked at for what it begins with.
  private static let longestPrefix = 200

  /// Enter. On an item without words it ends the list.
  mutating func goOn() {
    if let selection { put("", in: selection) }
    let line = rope.lineRange(at: caret)
    let head = rope.substring(
      line
        .lowerBound..<rope.clusterBoundary(
          atOrBefore: min(line.upperBound, line.lowerBound + Self.longestPrefix)))
    let prefix = ListPrefix(of: head[...])
    let end = line.lowerBound + prefix.text.utf8.count
    if caret < end || prefix.text.isEmpty {
      put("\n", in: caret..<caret)
    } else if prefix.isList, end == line.upperBound {
      put("", in: line.lowerBound..<end)
    } else if end == line.upperBound {
      // Nothing but blanks: they stay no line's end.
      put("\n" + prefix.next, in: line.lowerBound..<end)
    } else {
      put("\n" + prefix.next, in: caret..<caret)
    }
  }

  /// Moves the lines of the selection, or of the caret, by one step.
  mutating func shiftLines(isDeeper: Bool) {
    let part = selection ?? caret..<caret
    let first = rope.line(at: part.lowerBound)
    // A selection that ends where a line begins has nothing of it.
    let last = rope.line(at: part.isEmpty ? part.upperBound : part.upperBound - 1)
    let ends = (anchor, caret)
    var text = ""
    var moved = (ends.0 ?? ends.1, ends.1)
    let start = rope.start(ofLine: first)
    for line in first...last {
      let range = rope.wholeLineRange(at: rope.start(ofLine: line))
      let old = rope.substring(range)
      let shift = Self.shift(old, isDeeper: isDeeper)
      text += shift.text
      moved.0 = Self.moved(moved.0, ends.0 ?? ends.1, by: shift.bytes, at: range.lowerBound)
      moved.1 = Self.moved(moved.1, ends.1, by: shift.bytes, at: range.lowerBound)
    }
    let end = rope.wholeLineRange(at: rope.start(ofLine: last)).upperBound
    let hadSelection = selection != nil
    put(text, in: start..<end)
    if hadSelection {
      move(to: moved.0)
      move(to: moved.1, isSelecting: true)
    } else {
      move(to: moved.1)
    }
  }

  private static func shift(_ line: String, isDeeper: Bool) -> (text: String, bytes: Int) {
    if isDeeper {
      return line.first?.isLineEnd ?? true ? (line, 0) : (step + line, step.utf8.count)
    }
    if line.first == "\t" { return (String(line.dropFirst()), -1) }
    let blanks = line.prefix(step.count).prefix { $0 == " " }.count
    return (String(line.dropFirst(blanks)), -blanks)
  }

  /// Two blanks are what makes a list of another one's item in Markdown.
  private static let step = "  "

  /// A place after a line has grown or shrunk at its beginning.
  private static func moved(_ index: Int, _ old: Int, by bytes: Int, at start: Int) -> Int {
    guard old >= start else { return index }
    return bytes < 0 ? index - min(-bytes, old - start) : index + bytes
  }
}
