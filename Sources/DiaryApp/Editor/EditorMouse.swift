import TerminalUI

extension EditorState {
  /// A press puts the caret and the keys into a field; in the text, dragging selects, a second press
  /// selects the word and a third the line. The wheel scrolls and leaves the caret where it is.
  mutating func point(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    guard !isSaving, find?.isAsking != true else { return [] }
    switch mouse.action {
    case .scrollUp: page.content.scroll(by: -3)
    case .scrollDown: page.content.scroll(by: 3)
    case .press, .doublePress, .triplePress:
      press(mouse, in: &app)
      if mouse.action == .doublePress, stripItem(at: mouse.point, in: app) != nil {
        return openStripItem(in: &app)
      }
    case .drag: drag(to: mouse.point, in: &app)
    case .release: isDragging = false
    }
    return []
  }

  private mutating func press(_ mouse: MouseEvent, in app: inout ScreenContext) {
    guard let field = EditorLayout(self, app).field(at: mouse.point) else { return }
    find = nil
    completion = nil
    misspelling = nil
    vi?.leaveText()
    // As the field was shown when it was pressed.
    let offset = place(at: mouse.point, in: field, in: app)
    if focus != field { moveFocus(to: field) }
    isDragging = field == .content
    if let item = stripItem(at: mouse.point, in: app) { page.selectedItem = item }
    guard let offset else { return }
    switch mouse.action {
    case .doublePress: _ = edit(.selectWord(at: offset), &app.killRing)
    case .triplePress: _ = edit(.selectLine(at: offset), &app.killRing)
    default:
      _ = edit(.dropSelection, &app.killRing)
      _ = edit(.place(offset), &app.killRing)
    }
  }

  /// The photo or file at the foot of the page under a cell of the screen.
  private func stripItem(at point: Point, in app: ScreenContext) -> Int? {
    PhotoStripLayout(self, EditorLayout(self, app), app).item(at: point)
  }

  /// The place in a field's text under a cell of the screen; `nil` among the photos.
  private func place(at point: Point, in field: Field, in app: ScreenContext) -> Int? {
    let layout = EditorLayout(self, app)
    let rect = layout.rect(of: field)
    let column = point.column - rect.column
    switch field {
    case .title: return page.title.place(at: column, columns: rect.columns)
    case .content: return page.content.offset(column: column, row: point.row - rect.row)
    case .tags where focus == .tags:
      let text = Self.tagsField(in: rect)
      return page.tags.place(at: point.column - text.column, columns: text.columns)
    case .date where focus == .date: return page.date.place(at: column, columns: rect.columns)
    // Elsewhere they are shown in other words, of which the end is the field's.
    case .tags:
      let words = tagsWords
      let text = min(rect.columns, TextWidth.columns(words))
      return page.tags.place(
        at: column - (rect.columns - text), ofWords: page.tags.text.isBlank ? "" : words)
    case .date:
      let words = dateWords(columns: rect.columns)
      // The end may have no room.
      let end = date.map { " \($0.zone)" } ?? ""
      return page.date.place(
        at: column, ofWords: words.hasSuffix(end) ? words : words + end)
    case .photos: return nil
    }
  }

  /// At the edges of the text it is scrolled, a row for each cell that the mouse goes.
  private mutating func drag(to point: Point, in app: inout ScreenContext) {
    guard isDragging else { return }
    let rect = EditorLayout(self, app).content
    if point.row < rect.row { page.content.scroll(by: -1) }
    if point.row >= rect.endRow { page.content.scroll(by: 1) }
    let row = max(0, min(point.row - rect.row, rect.rows - 1))
    let offset = page.content.offset(column: point.column - rect.column, row: row)
    _ = edit(.place(offset, isSelecting: true), &app.killRing)
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
    var index = text.utf8.count - shared.utf8.count
    for character in shared {
      left -= TextWidth.columns(of: character)
      if left < 0 { break }
      index += character.utf8.count
    }
    return index
  }
}
