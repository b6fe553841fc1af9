/// One line of text that can be edited.
package struct TextField: Hashable, Sendable {
  private(set) var characters: [Character]
  /// How many characters stand before the caret.
  package private(set) var caret: Int

  /// Begins with the caret at the end.
  package init(_ text: String = "") {
    characters = Array(text)
    caret = characters.count
  }

  package var text: String { String(characters) }

  /// Inserts text at the caret. Line ends become blanks.
  package mutating func insert(_ text: String) {
    let before = String(characters[..<caret])
    let line = String(text.map { $0.isNewline ? " " : $0 })
    let after = String(characters[caret...])
    // A mark joins the character before it, so the clusters are found anew.
    characters = Array(before + line + after)
    caret = min(characters.count, Array(before + line).count)
  }

  /// Takes the occurrence of a text out that is nearest to a place, as `insert` would have put it
  /// in.
  package mutating func remove(_ text: String, near start: Int) {
    let line = text.map { $0.isNewline ? " " : $0 }
    guard let range = characters.range(of: line, nearest: start) else { return }
    let place = caret
    remove(range)
    caret = min(
      characters.count,
      place <= range.lowerBound ? place : max(range.lowerBound, place - range.count))
  }

  /// Whether the key was an editing key and has been carried out.
  package mutating func handle(_ event: KeyEvent) -> Bool {
    switch (event.key, event.modifiers) {
    case (.character(let character), []): insert(String(character))
    case (.left, []), (.character("b"), .control): caret = max(0, caret - 1)
    case (.right, []), (.character("f"), .control): caret = min(characters.count, caret + 1)
    case (.left, .control), (.character("b"), .alt): caret = WordMotion.previous(characters, caret)
    case (.right, .control), (.character("f"), .alt): caret = WordMotion.next(characters, caret)
    case (.home, _), (.character("a"), .control): caret = 0
    case (.end, _), (.character("e"), .control): caret = characters.count
    case (.backspace, []): remove(caret - 1..<caret)
    case (.backspace, .alt), (.character("w"), .control):
      remove(WordMotion.previous(characters, caret)..<caret)
    case (.delete, []), (.character("d"), .control): remove(caret..<caret + 1)
    case (.character("k"), .control): remove(caret..<characters.count)
    case (.character("u"), .control): remove(0..<caret)
    default: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    guard !range.isEmpty else { return }
    // What comes together may join, so the clusters are found anew.
    characters = Array(
      String(characters[..<range.lowerBound]) + String(characters[range.upperBound...]))
    caret = min(range.lowerBound, characters.count)
  }

  /// Draws the part of the text around the caret. Returns the caret's place.
  @discardableResult
  package func draw(in grid: inout Grid, _ rect: Rect, _ style: Style = .plain) -> Point {
    // Scrolled so that the caret, which needs a column behind the last character, is in view.
    var start = caret
    var used = 1
    while start > 0 {
      let width = TextWidth.columns(of: characters[start - 1])
      guard used + width <= rect.columns else { break }
      used += width
      start -= 1
    }
    var column = rect.column
    var caretColumn = rect.column
    for index in start..<characters.count {
      if index == caret { caretColumn = column }
      let form = DisplayForm(characters[index])
      guard column + form.width <= rect.endColumn else { break }
      grid.put(form, column: column, row: rect.row, style)
      column += form.width
    }
    if caret == characters.count { caretColumn = column }
    return Point(column: min(caretColumn, max(rect.column, rect.endColumn - 1)), row: rect.row)
  }
}
