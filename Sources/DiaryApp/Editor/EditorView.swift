import DiaryCore
import TerminalUI
import TextEditing
import Words

/// The editor: a page, not a form.
enum EditorView {
  /// Fits the text area into the screen, so that the caret is in view.
  static func layOut(_ editor: inout EditorState, _ state: AppState) {
    if editor.focus == .date { editor.today = state.now.day }
    let preferences = state.preferences
    editor.page.content.tabColumns = preferences.tabColumns
    editor.page.content.scrollsAsTypewriter = preferences.scrollsAsTypewriter
    editor.page.content.foldNames = Dictionary(
      editor.page.photos.map { ("\($0.asset)", $0.name.printable) }, uniquingKeysWith: { $1 })
    let text = EditorLayout(editor, state).content
    editor.page.content.pictureRows = EditorPictures.rows(editor, in: text, state)
    editor.page.content.layOut(in: text.size)
    if state.marksMisspelt { editor.wordsInView.follow(editor.page.content) }
  }

  /// How the text looks.
  private static func look(_ editor: EditorState, _ state: AppState) -> TextArea.Look {
    var look = TextArea.Look()
    look.sign = state.theme.dim
    look.showsTrailingBlanks = state.preferences.showsTrailingSpaces
    if state.preferences.focusesParagraph, editor.focus == .content {
      let content = editor.page.content
      look.focus = content.rope.paragraphRange(at: content.caret, near: content.visibleRange)
    }
    if state.preferences.highlightsMarkdown {
      look.parts = EditorHighlighting.parts(editor.page.content, state.theme)
    }
    look.parts += SpellingMarks.parts(editor, state, over: look)
    if let find = editor.find {
      look.parts += EditorFindView.marks(find, in: editor.page.content, state.theme)
    }
    return look
  }

  /// Draws the editor. Returns the caret's place.
  static func draw(_ editor: EditorState, _ state: AppState, in grid: inout Grid) -> Point? {
    let layout = EditorLayout(editor, state)
    _ = ScreenFrame(
      title: editor.original == nil ? localized("New entry") : localized("Edit entry"),
      trailing: viMode(editor, state) + status(editor),
      hints: EditorHints.bindings(editor, state), in: &grid, state)
    let theme = state.theme
    var carets: [EditorState.Field: Point] = [:]

    if editor.focus == .date {
      carets[.date] = editor.page.date.draw(in: &grid, layout.date, theme.accent)
    } else {
      grid.draw(dateWords(editor, columns: layout.date.columns), in: layout.date, theme.dim)
    }
    drawTags(
      editor, in: &grid, layout.tags, theme, state.journalMark(editor.page.journal), &carets)
    carets[.title] = editor.page.title.draw(in: &grid, layout.title, theme.title)
    if editor.page.title.isEmpty { grid.draw(localized("Title"), in: layout.title, theme.dim) }
    carets[.content] = editor.page.content.draw(in: &grid, layout.content, look(editor, state))
    let count = pictureCount(editor, layout, state)
    for view in EditorPictures.views(editor, in: layout.content, among: count, state) {
      view.draw(in: &grid)
    }
    if editor.page.content.isEmpty {
      let words = DailyPrompt.question(editor, state) ?? localized("Text")
      grid.draw(words, in: layout.content, theme.dim)
    }
    let bottom = grid.bounds.line(grid.size.rows - 1)
    if let find = editor.find, state.toast == nil || !find.isAsking {
      carets[.content] = EditorFindView.draw(find, state, in: &grid, bottom) ?? carets[.content]
    } else if state.takesViKeys(in: editor), let line = editor.vi?.line {
      grid.fill(bottom)
      let end = grid.draw(line.printable, in: bottom.inset(left: 1, right: 2))
      carets[editor.focus] = Point(column: end, row: bottom.row)
    }
    if state.toast == nil, let echo = editor.dateEcho {
      grid.fill(bottom)
      grid.draw(echo, in: bottom.inset(left: 1, right: 1), theme.dim)
    }
    carets[.photos] = PhotoStripView.draw(editor, layout, among: count, state, in: &grid)
    if let caret = carets[editor.focus] {
      CompletionView.draw(editor, at: caret, state, in: &grid)
    }
    return carets[editor.focus]
  }

  /// The pictures that are in view: those in the text, and those at its foot.
  static func pictures(_ editor: EditorState, _ state: AppState) -> WantedPictures {
    let layout = EditorLayout(editor, state)
    let count = pictureCount(editor, layout, state)
    let inText = EditorPictures.views(editor, in: layout.content, among: count, state)
    return WantedPictures(
      inView: inText.flatMap(\.requests)
        + PhotoStripView.requests(editor, layout, among: count, state))
  }

  /// How many are on the screen.
  private static func pictureCount(
    _ editor: EditorState, _ layout: EditorLayout, _ state: AppState
  ) -> Int {
    let atFoot =
      layout.thumbnails.rows > 0 ? PhotoStripLayout(editor, layout, state).slots.count : 0
    return atFoot + EditorPictures.count(editor, in: layout.content, state)
  }

  private static func viMode(_ editor: EditorState, _ state: AppState) -> String {
    state.takesViKeys(in: editor) ? editor.viKeys.words + " · " : ""
  }

  private static func status(_ editor: EditorState) -> String {
    if editor.isSaving { return localized("saving…") }
    var words = lengthWords(editor.page.content.rope)
    if editor.hasChanges, editor.isDraftKept { words = localized("draft kept") + " · " + words }
    switch editor.elsewhere {
    case .deleted: return localized("deleted in another window") + " · " + words
    case .purged: return localized("permanently deleted in another window") + " · " + words
    case nil: return words
    default: return localized("changed in another window") + " · " + words
    }
  }

  private static func lengthWords(_ text: TextRope) -> String {
    text.words == 0 ? CountWords.words(0) : ReadingTime(text).words
  }

  /// The date, where it isn't typed; in few words where there is little room.
  static func dateWords(_ editor: EditorState, columns: Int) -> String {
    guard let date = editor.date else { return editor.page.date.text }
    let long = "\(DateWords.long(date.day))  \(date.clock)"
    let words = ["\(long) \(date.zone)", long]
    return words.first { !TextWidth.exceeds($0, columns: columns) }
      ?? "\(DateWords.short(date.day))  \(date.clock)"
  }

  private static func drawTags(
    _ editor: EditorState, in grid: inout Grid, _ rect: Rect, _ theme: Theme,
    _ mark: Style, _ carets: inout [EditorState.Field: Point]
  ) {
    if editor.focus == .tags {
      grid.draw(localized("Tags"), in: rect, theme.dim)
      carets[.tags] = editor.page.tags.draw(in: &grid, tagsField(in: rect), theme.accent)
    } else {
      let start = grid.draw(trailing: tagsWords(editor), in: rect, theme.dim)
      guard !editor.page.journal.isSameName(as: EntryFields.defaultJournal) else { return }
      let name = TextWidth.cut(TitleWords.journal(editor.page.journal), columns: 20)
      let room = rect.inset(right: rect.endColumn - start + 2)
      guard room.columns >= TextWidth.columns(name) + 2 else { return }
      let place = grid.draw(trailing: name, in: room, theme.dim)
      grid.draw(
        trailing: JournalMark.text, in: room.inset(right: room.endColumn - place + 1), mark)
    }
  }

  /// Where the tags are typed, behind their name.
  static func tagsField(in rect: Rect) -> Rect {
    rect.inset(left: min(rect.columns, TextWidth.columns(localized("Tags"))) + 1)
  }

  /// The tags and the details, where they aren't typed.
  static func tagsWords(_ editor: EditorState) -> String {
    let text = editor.page.tags.text
    let tags = text.isBlank ? localized("no tags") : text.printable
    let details = editor.page.details.line
    return details.isEmpty ? tags : "\(details)   \(tags)"
  }
}
