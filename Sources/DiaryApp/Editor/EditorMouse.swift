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
    case .press, .doublePress, .triplePress: press(mouse, &editor)
    case .drag: drag(to: mouse.point, &editor)
    case .release: editor.isDragging = false
    }
    return put(editor)
  }

  private mutating func press(_ mouse: MouseEvent, _ editor: inout EditorState) {
    let layout = EditorLayout(size)
    guard let field = layout.field(at: mouse.point) else { return }
    editor.find = nil
    if editor.focus != field { editor.moveFocus(to: field) }
    editor.isDragging = field == .content
    let rect = layout.rect(of: field)
    let point = Point(column: mouse.point.column - rect.column, row: mouse.point.row - rect.row)
    guard let offset = editor.page.offset(at: point, in: field, columns: rect.columns) else {
      return
    }
    switch mouse.action {
    case .doublePress: _ = editor.edit(.selectWord(at: offset), &killRing)
    case .triplePress: _ = editor.edit(.selectLine(at: offset), &killRing)
    default:
      _ = editor.edit(.dropSelection, &killRing)
      _ = editor.edit(.place(offset), &killRing)
    }
  }

  /// At the edges of the text it is scrolled, a row for each cell that the mouse goes.
  private mutating func drag(to point: Point, _ editor: inout EditorState) {
    guard editor.isDragging else { return }
    let rect = EditorLayout(size).content
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
    case .photos: photos
    case .date: date
    }
  }
}

extension EditorState.Page {
  /// The place in a field's text under a cell of it; `nil` where the field shows something else than
  /// its text, as long as nothing is typed there.
  fileprivate func offset(
    at point: Point, in field: EditorState.Field, columns: Int
  ) -> Int? {
    switch field {
    case .title: title.place(at: point.column, columns: columns)
    case .content: content.offset(column: point.column, row: point.row)
    case .tags, .date, .photos: nil
    }
  }
}
