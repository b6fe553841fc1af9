import TerminalUI

extension AppState {
  /// A press puts the caret and the keys into a field; in the text, dragging selects, a second press
  /// selects the word and a third the line. The wheel scrolls and leaves the caret where it is.
  mutating func clickEditor(_ mouse: MouseEvent, _ editor: EditorState) -> [Effect] {
    guard !editor.isSaving, editor.find?.isAsking != true else { return [] }
    var editor = editor
    switch mouse.action {
    case .scrollUp: editor.page.content.scroll(by: -3)
    case .scrollDown: editor.page.content.scroll(by: 3)
    case .press, .doublePress, .triplePress:
      press(mouse, &editor)
      if mouse.action == .doublePress, photo(at: mouse.point, editor) != nil {
        put(editor)
        return openCaption(of: editor)
      }
    case .drag: drag(to: mouse.point, &editor)
    case .release: editor.isDragging = false
    }
    return put(editor)
  }

  private mutating func press(_ mouse: MouseEvent, _ editor: inout EditorState) {
    guard let field = EditorLayout(editor, self).field(at: mouse.point) else { return }
    editor.find = nil
    editor.completion = nil
    editor.misspelling = nil
    editor.vi?.leaveText()
    // As the field was shown when it was pressed.
    let offset = place(at: mouse.point, in: field, editor)
    if editor.focus != field { editor.moveFocus(to: field) }
    editor.isDragging = field == .content
    if let photo = photo(at: mouse.point, editor) { editor.page.selectedPhoto = photo }
    guard let offset else { return }
    switch mouse.action {
    case .doublePress: _ = editor.edit(.selectWord(at: offset), &killRing)
    case .triplePress: _ = editor.edit(.selectLine(at: offset), &killRing)
    default:
      _ = editor.edit(.dropSelection, &killRing)
      _ = editor.edit(.place(offset), &killRing)
    }
  }

  /// The photo at the foot of the page under a cell of the screen.
  private func photo(at point: Point, _ editor: EditorState) -> Int? {
    PhotoStripLayout(editor, EditorLayout(editor, self), self).photo(at: point)
  }

  /// The place in a field's text under a cell of the screen; `nil` among the photos.
  private func place(
    at point: Point, in field: EditorState.Field, _ editor: EditorState
  ) -> Int? {
    let layout = EditorLayout(editor, self)
    let rect = layout.rect(of: field)
    let column = point.column - rect.column
    switch field {
    case .title: return editor.page.title.place(at: column, columns: rect.columns)
    case .content: return editor.page.content.offset(column: column, row: point.row - rect.row)
    case .tags where editor.focus == .tags:
      let text = EditorView.tagsField(in: rect)
      return editor.page.tags.place(at: point.column - text.column, columns: text.columns)
    case .date where editor.focus == .date:
      return editor.page.date.place(at: column, columns: rect.columns)
    // Elsewhere they are shown in other words, of which the end is the field's.
    case .tags:
      let words = EditorView.tagsWords(editor)
      let text = min(rect.columns, TextWidth.columns(words))
      return editor.page.tags.place(
        at: column - (rect.columns - text), ofWords: editor.page.tags.text.isBlank ? "" : words)
    case .date:
      let words = EditorView.dateWords(editor, columns: rect.columns)
      // The end may have no room.
      let end = editor.date.map { " \($0.zone)" } ?? ""
      return editor.page.date.place(
        at: column, ofWords: words.hasSuffix(end) ? words : words + end)
    case .photos: return nil
    }
  }

  /// At the edges of the text it is scrolled, a row for each cell that the mouse goes.
  private mutating func drag(to point: Point, _ editor: inout EditorState) {
    guard editor.isDragging else { return }
    let rect = EditorLayout(editor, self).content
    if point.row < rect.row { editor.page.content.scroll(by: -1) }
    if point.row >= rect.endRow { editor.page.content.scroll(by: 1) }
    let row = max(0, min(point.row - rect.row, rect.rows - 1))
    let offset = editor.page.content.offset(column: point.column - rect.column, row: row)
    _ = editor.edit(.place(offset, isSelecting: true), &killRing)
  }
}

extension EditorLayout {
  fileprivate func field(at point: Point) -> EditorState.Field? {
    EditorState.Field.allCases.first { rect(of: $0).contains(point) }
  }

  fileprivate func rect(of field: EditorState.Field) -> Rect {
    switch field {
    case .title: title
    case .content: content
    case .tags: tags
    case .photos: strip
    case .date: date
    }
  }
}

extension TextField {
  /// The place in the text at a column of words that end as the text does; before that end, the
  /// place where it begins.
  fileprivate func place(at column: Int, ofWords words: String) -> Int {
    let common = zip(text.reversed(), words.reversed()).prefix { $0 == $1 }.map(\.0)
    let shared = String(common.reversed())
    var left = column - (TextWidth.columns(words) - TextWidth.columns(shared))
    var place = text.utf8.count - shared.utf8.count
    for character in shared {
      left -= TextWidth.columns(of: character)
      if left < 0 { break }
      place += character.utf8.count
    }
    return place
  }
}
