import Text

/// A single-line text editor.
package struct TextField: Hashable, Sendable {
  package private(set) var content: EditableText

  /// Creates a field with the caret at the end. Without `keepsHistory`, undo is up to the caller.
  package init(_ text: String = "", keepsHistory: Bool = true) {
    content = EditableText(text, isOneLine: true, keepsHistory: keepsHistory)
  }

  package var text: String { content.string }
  package var isEmpty: Bool { content.rope.isEmpty }
  /// Indicates that the user has changed the text and hasn't deleted all of it.
  package var isEdited: Bool { content.isEdited && !isEmpty }
  /// The caret's offset in bytes.
  package var caret: Int { content.caret }

  /// The number of characters before the caret.
  package var charactersBeforeCaret: Int { content.rope.substring(0..<caret).count }

  /// Inserts text at the caret, or replaces the selection with it. Line ends become spaces.
  package mutating func insert(_ text: String) {
    var ring = KillRing()
    content.apply(.paste(text), &ring)
  }

  /// Removes the occurrence of a text nearest to `start`, in the form in which `insert` inserts it.
  package mutating func remove(_ text: String, near start: Int) {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    guard let range = content.rope.range(of: line, nearest: start) else { return }
    content.replaceBeside(range, with: "")
  }

  /// Selects the text, so that typing replaces it.
  package mutating func selectAll() {
    var ring = KillRing()
    _ = content.apply(.selectAll, &ring)
  }

  package mutating func dropSelection() { content.dropSelection() }

  /// Applies a command if it makes sense in a single line. `kind` is the kind of the change, or
  /// `nil` if the text is unchanged.
  package mutating func apply(
    _ command: EditingCommand, _ ring: inout KillRing
  ) -> (isHandled: Bool, kind: EditKind?) {
    switch command {
    case .newline, .indent, .outdent: return (false, nil)
    case .move(.rowUp, _), .move(.rowDown, _), .move(.pageUp, _), .move(.pageDown, _),
      .move(.paragraphBack, _), .move(.paragraphForward, _):
      return (false, nil)
    default: return (true, content.apply(command, &ring))
    }
  }

  // MARK: Drawing

  /// Draws the part of the text around the caret, or its beginning without `isFocused`, with the
  /// selection in reverse and the ranges `marks` in a separate style. Returns the caret's position.
  @discardableResult
  package func draw(
    in grid: inout Grid, _ rect: Rect, _ style: Style = .plain,
    marking marks: [Range<Int>] = [], _ marked: Style = .plain, isFocused: Bool = true
  ) -> Point {
    let rope = content.rope
    var index = isFocused ? start(columns: rect.columns) : 0
    var column = rect.column
    var caretColumn = rect.column
    while index < rope.count, let character = rope.cluster(at: index) {
      if index == content.caret { caretColumn = column }
      let form = DisplayForm(character)
      guard column + form.width <= rect.endColumn else { break }
      let isSelected = content.selection?.contains(index) ?? false
      let style = marks.contains { $0.contains(index) } ? marked : style
      grid.put(form, column: column, row: rect.row, isSelected ? style.adding(.reverse) : style)
      column += form.width
      index += character.utf8.count
    }
    if content.caret == rope.count { caretColumn = column }
    return Point(column: min(caretColumn, max(rect.column, rect.endColumn - 1)), row: rect.row)
  }

  /// Returns the offset at a column of the last drawing, from 0 at the left.
  package func place(at column: Int, columns: Int, isFocused: Bool = true) -> Int {
    let rope = content.rope
    var index = isFocused ? start(columns: columns) : 0
    var left = column
    while index < rope.count, let character = rope.cluster(at: index) {
      left -= TextWidth.columns(of: character)
      if left < 0 { break }
      index += character.utf8.count
    }
    return index
  }

  /// Returns the first visible offset, so that the caret and a free column after the text are
  /// visible.
  private func start(columns: Int) -> Int {
    let rope = content.rope
    var start = content.caret
    var used = 1
    while start > 0 {
      let before = rope.clusterStart(before: start)
      let width = rope.cluster(at: before).map { TextWidth.columns(of: $0) } ?? 0
      guard used + width <= columns else { break }
      used += width
      start = before
    }
    return start
  }
}

// MARK: - Mouse

extension TextField {
  /// Places the caret at a press inside the rectangle of the field, or selects the word at a double
  /// press. Returns whether the press was inside.
  package mutating func handle(_ event: MouseEvent, in rect: Rect) -> Bool {
    guard event.action.isPress, rect.contains(event.point) else { return false }
    let place = place(at: event.point.column - rect.column, columns: rect.columns)
    var ring = KillRing()
    if event.action == .press {
      dropSelection()
      _ = apply(.place(place), &ring)
    } else {
      _ = apply(.selectWord(at: place), &ring)
    }
    return true
  }
}
