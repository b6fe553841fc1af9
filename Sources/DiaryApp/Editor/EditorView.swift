import DiaryCore
import TerminalUI
import Text

// The editor's view.
extension EditorState {
  /// Fits the text area to the screen so that the caret is visible.
  package mutating func layOut(in app: AppState) {
    if focus == .date { now = app.now }
    let preferences = app.preferences
    page.content.tabColumns = preferences.tabColumns
    page.content.scrollsAsTypewriter = preferences.scrollsAsTypewriter
    page.content.foldNames = Dictionary(
      page.photos.map { ("\($0.asset)", $0.name.printable) }, uniquingKeysWith: { $1 })
    let text = EditorLayout(self, app).content
    page.content.pictureRows = EditorPictures.rows(self, in: text, app)
    page.content.layOut(in: text.size)
    if app.marksMisspelt { wordsInView.follow(page.content) }
  }

  /// Returns the styles of the text: Markdown, misspellings, matches and focus mode.
  private func look(_ app: AppState) -> TextArea.Appearance {
    var look = TextArea.Appearance()
    look.symbols = app.theme.dim
    look.showsTrailingBlanks = app.preferences.showsTrailingSpaces
    if app.preferences.focusesParagraph, focus == .content {
      let content = page.content
      look.focus = content.rope.paragraphRange(at: content.caret, near: content.visibleRange)
    }
    if app.preferences.highlightsMarkdown {
      look.parts = EditorHighlighting.parts(page.content, app.theme)
    }
    look.parts += SpellingMarks.parts(self, app, over: look)
    if let find {
      look.parts += EditorFindView.marks(find, in: page.content, app.theme)
    }
    return look
  }

  /// Draws the editor. Returns the caret's cell.
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let layout = EditorLayout(self, app)
    _ = ScreenFrame(
      title: original == nil ? localized("New entry") : localized("Edit entry"),
      trailing: status(app), hints: EditorHints.bindings(self, app), in: &grid, app)
    let theme = app.theme
    var carets: [Field: Point] = [:]

    if focus == .date {
      carets[.date] = page.date.draw(in: &grid, layout.date, theme.accent)
    } else {
      grid.draw(dateText(columns: layout.date.columns, in: app), in: layout.date, theme.dim)
    }
    drawTags(in: &grid, layout.tags, theme, app.journalMark(page.journal), &carets)
    carets[.title] = page.title.draw(
      in: &grid, layout.title, theme.title, isFocused: focus == .title)
    if page.title.isEmpty { grid.draw(localized("Title"), in: layout.title, theme.dim) }
    carets[.content] = page.content.draw(in: &grid, layout.content, look(app))
    let count = pictureCount(layout, app)
    for view in EditorPictures.views(self, in: layout.content, among: count, app) {
      view.draw(in: &grid)
    }
    if page.content.isEmpty {
      let words = Prompts.question(self, app) ?? localized("Text")
      grid.draw(words, in: layout.content, theme.dim)
    }
    let bottom = grid.bounds.line(grid.size.rows - 1)
    if let find, app.toast == nil || !find.isAsking {
      carets[.content] = EditorFindView.draw(find, app, in: &grid, bottom) ?? carets[.content]
    } else if app.usesViKeys(in: self), let line = vi?.line {
      grid.fill(bottom)
      let end = grid.draw(line.printable, in: bottom.inset(left: 1, right: 2))
      carets[focus] = Point(column: end, row: bottom.row)
    }
    if app.toast == nil, let echo = dateEcho {
      grid.fill(bottom)
      grid.draw(echo, in: bottom.inset(left: 1, right: 1), theme.dim)
    }
    carets[.photos] = PhotoStripView.draw(self, layout, among: count, app, in: &grid)
    if let caret = carets[focus] {
      CompletionView.draw(self, at: caret, app, in: &grid)
    }
    return carets[focus]
  }

  /// Returns the pictures on the screen: those in the text and those in the photo strip.
  package func pictures(in app: AppState) -> WantedPictures {
    let layout = EditorLayout(self, app)
    let count = pictureCount(layout, app)
    let inText = EditorPictures.views(self, in: layout.content, among: count, app)
    return WantedPictures(
      inView: inText.flatMap(\.requests)
        + PhotoStripView.requests(self, layout, among: count, app))
  }

  /// Returns the number of pictures on the screen.
  private func pictureCount(_ layout: EditorLayout, _ app: AppState) -> Int {
    let footer =
      layout.thumbnails.rows > 0 ? PhotoStripLayout(self, layout, app).slots.count : 0
    return footer + EditorPictures.count(self, in: layout.content, app)
  }

  /// Returns the vi mode, and what happens to the text or its length.
  private func status(_ app: AppState) -> String {
    let mode = app.usesViKeys(in: self) ? viKeys.words : nil
    let parts: [String?] =
      if isSaving {
        [localized("saving…")]
      } else if savesWithPhotos {
        [localized("waiting for photos…")]
      } else {
        [
          externalText, hasChanges && isDraftKept ? localized("draft saved") : nil,
          ReadingTime(page.content.rope).words,
        ]
      }
    return ([mode] + parts).compactMap(\.self).joined(separator: " · ")
  }

  private var externalText: String? {
    switch externalChange {
    case .deleted: localized("deleted in another window")
    case .purged: localized("permanently deleted in another window")
    case nil: nil
    default: localized("changed in another window")
    }
  }

  /// Returns the date for when the field isn't focused; shorter if there is little space.
  func dateText(columns: Int, in app: AppState) -> String {
    guard let date else { return page.date.text }
    let long = "\(DateText.long(date.day))  \(DateText.clock(date))"
    let words = [long + DateText.zone(date, app.localDate), long]
    return words.first { !TextWidth.exceeds($0, columns: columns) }
      ?? "\(DateText.short(date.day))  \(DateText.clock(date))"
  }

  private func drawTags(
    in grid: inout Grid, _ rect: Rect, _ theme: Theme, _ mark: Style,
    _ carets: inout [Field: Point]
  ) {
    if focus == .tags {
      grid.draw(localized("Tags"), in: rect, theme.dim)
      carets[.tags] = page.tags.draw(in: &grid, Self.tagsField(in: rect), theme.accent)
    } else {
      let diary = page.diary.map {
        "\(EntryOrigin.mark) " + TextWidth.cut($0.title, columns: 18)
      }
      // If only one of them fits, it is the diary that the entry is saved to.
      let isAlone = diary.map { TextWidth.exceeds("\($0)  \(tagsText)", columns: rect.columns) }
      var start = rect.endColumn
      if isAlone != true { start = grid.draw(trailing: tagsText, in: rect, theme.dim) }
      if let diary {
        let space = isAlone == true ? rect : rect.inset(right: rect.endColumn - start + 2)
        start = grid.draw(trailing: diary, in: space, theme.text)
      }
      guard !page.journal.isSameName(as: EntryFields.defaultJournal) else { return }
      let name = TextWidth.cut(TitleText.journal(page.journal), columns: 20)
      let space = rect.inset(right: rect.endColumn - start + 2)
      guard space.columns >= TextWidth.columns(name) + 2 else { return }
      let index = grid.draw(trailing: name, in: space, theme.dim)
      grid.draw(
        trailing: JournalMark.text, in: space.inset(right: space.endColumn - index + 1), mark)
    }
  }

  /// Returns the part of the row for typing tags, after the label.
  static func tagsField(in rect: Rect) -> Rect {
    rect.inset(left: min(rect.columns, TextWidth.columns(localized("Tags"))) + 1)
  }

  /// The tags, also those in the title and the text, and the details as text, for when the field
  /// isn't focused.
  var tagsText: String {
    let typed = TagsText.tags(in: page.tags.text)
    let rope = page.content.rope
    let head = rope.bytes(0..<min(rope.count, EntryExcerpt.maxBytesForTags))
    var all = typed
    for text in [page.title.text, String(decoding: head, as: UTF8.self)] {
      for tag in Hashtags.all(in: text) where !all.contains(where: { $0.isSameName(as: tag.name) })
      { all.append(tag.name) }
    }
    let inText = TagsText.text(of: Array(all.dropFirst(typed.count)))
    let text = [inText, page.tags.text].filter { !$0.isBlank }.joined(separator: " ")
    let tags = text.isBlank ? localized("no tags") : text.printable
    let details = page.details.line
    return details.isEmpty ? tags : "\(details)   \(tags)"
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    var accessibleText = accessibleFocus(in: app)
    if app.usesViKeys(in: self) { accessibleText.lines.append(viKeys.modeText) }
    if let misspelling {
      accessibleText.lines.append(localized("“\(misspelling.word.text)” isn't in the dictionary."))
      let choices = misspelling.choices
      accessibleText.selected = AccessibleText.item(
        choices[misspelling.selected].words, misspelling.selected, of: choices.count)
    } else if let completion, completion.isShown {
      describe(completion, &accessibleText, in: app)
    }
    if let find {
      describe(find, in: page.content, &accessibleText, in: app)
    } else if let line = vi?.line {
      accessibleText.field = .init(localized("Command"), line, caret: line.count)
    }
    return accessibleText
  }

  /// Adds the selected suggestion, or the one that Tab would accept.
  private func describe(
    _ completion: Completion, _ accessibleText: inout AccessibleText, in app: AppState
  ) {
    guard let index = completion.selected ?? completion.first else { return }
    let proposal = completion.proposals[index]
    let words = [proposal.words, proposal.detail].filter { !$0.isEmpty }.joined(separator: ", ")
    if completion.selected != nil {
      accessibleText.selected = AccessibleText.item(words, index, of: completion.proposals.count)
    } else {
      accessibleText.lines.append(localized("Press \(KeyEvent(.tab).name) for “\(words)”."))
    }
  }

  /// Adds the field of the search and the position of the match in the text.
  private func describe(
    _ find: EditorFind, in content: TextArea, _ accessibleText: inout AccessibleText,
    in app: AppState
  ) {
    if let match = find.match {
      let line = content.rope.lineRange(at: match.lowerBound)
      let before = content.rope.substring(line.lowerBound..<match.lowerBound).count
      accessibleText.selected = localized(
        """
        Line \(content.rope.line(at: match.lowerBound) + 1) of \(content.rope.lines), character \
        \(before + 1): \(content.rope.substring(line))
        """)
    } else if !find.phrase.isEmpty {
      accessibleText.selected = localized("not found")
    }
    if find.isAsking {
      accessibleText.lines.append(EditorFindView.question(app.keys))
      accessibleText.field = nil
    } else if find.isInReplacement, let replacement = find.replacement {
      accessibleText.field = .init(localized("With"), replacement)
    } else {
      accessibleText.field = .init(localized("Find"), find.phrase)
    }
  }

  private func accessibleFocus(in app: AppState) -> AccessibleText {
    let title = original == nil ? localized("New entry") : localized("Edit entry")
    let page = self.page
    switch focus {
    case .title:
      var accessibleText = AccessibleText(title, field: .init(localized("Title"), page.title))
      if original == nil, page.hasSameContent(as: saved) {
        accessibleText.lines = [Command.save, .cancel, .help].compactMap(
          app.keys[.editor].text(for:))
        if let offer = offer(in: app) { accessibleText.lines.append(offer) }
      }
      return accessibleText
    case .tags: return AccessibleText(title, field: .init(localized("Tags"), page.tags))
    case .date:
      var accessibleText = AccessibleText(title, field: .init(localized("Date"), page.date))
      accessibleText.lines = [dateEcho].compactMap(\.self)
      return accessibleText
    case .content:
      let line = page.content.caretLine
      let label = localized("Text, line \(line.number) of \(line.count)")
      return AccessibleText(
        title, Prompts.question(self, app).map { [$0] } ?? [],
        field: .init(label, line.text, caret: line.caret))
    case .photos:
      let items = page.stripItems
      let words: String
      switch page.selectedStripItem {
      case .photo(let photo): words = AccessibleText.text(for: photo)
      case .file(let file):
        words = AttachmentText.line(file, milliseconds: app.mediaLengths[file.asset])
      case nil: return AccessibleText(title, selected: localized("Photos: none"))
      }
      return AccessibleText(
        title, selected: AccessibleText.item(words, page.selectedItem, of: items.count))
    }
  }
}

// MARK: - EditorLayout

/// The layout of the editor's fields.
struct EditorLayout {
  let date: Rect
  let tags: Rect
  let title: Rect
  /// The text, with one more column for the caret at the end of a row.
  let content: Rect
  /// The pictures of the photo strip; zero rows if there is no space for them.
  let thumbnails: Rect
  /// The names of the photo strip.
  let photos: Rect

  init(_ size: Size, showsThumbnails: Bool = false) {
    let body = TextColumn.alone(on: size)
    let (head, rest) = body.split(top: 1)
    let half = min(40, head.columns * 55 / 100)
    date = head.inset(right: head.columns - half)
    tags = head.inset(left: half + 2)
    let (titleLine, page) = rest.split(top: 1)
    title = titleLine
    let (above, names) = page.split(bottom: 1)
    let rows = showsThumbnails ? Self.thumbnailRows(on: size.rows) : 0
    let (text, strip) = above.split(bottom: rows)
    // Line length doesn't matter for photos: they use the full width.
    let more = size.columns - 2 - body.endColumn
    (photos, thumbnails) = (names.inset(right: -more), strip.inset(right: -more))
    // Blank rows separate the text from the title and the pictures.
    let space = text.inset(top: text.rows > 3 ? 1 : 0, bottom: rows > 0 ? 1 : 0)
    content = Rect(
      column: space.column, row: space.row, columns: space.columns + 1, rows: space.rows)
  }

  init(_ editor: EditorState, _ state: AppState) {
    self.init(
      state.size,
      showsThumbnails: state.showsPhotos
        && editor.page.stripItems.contains { $0.picture(in: state) != nil })
  }

  /// The photo strip: the pictures and the names below them.
  var strip: Rect {
    Rect(
      column: photos.column, row: thumbnails.row, columns: photos.columns,
      rows: thumbnails.rows + photos.rows)
  }

  private static func thumbnailRows(on rows: Int) -> Int {
    switch rows {
    case ..<30: 0
    case ..<38: 4
    case ..<48: 5
    default: 6
    }
  }
}

// MARK: - EditorHighlighting

/// Styles for the Markdown in the visible part of a text.
enum EditorHighlighting {
  static func parts(_ area: TextArea, _ theme: Theme) -> [(range: Range<Int>, style: Style)] {
    let view = area.visibleRange
    let reach = max(0, view.lowerBound - MarkdownHighlighting.context)
    let before = area.rope.bytes(reach..<view.lowerBound)
    // The first row may continue a line that begins above it.
    let begun = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let start = reach + begun
    let lines = area.rope.bytes(start..<view.upperBound)
    let spans = MarkdownHighlighting.spans(of: lines, after: Array(before[..<begun])).map { span in
      let range = start + span.range.lowerBound..<start + span.range.upperBound
      return (range, theme.style(look(span.role)))
    }
    return spans + tags(in: before + lines[(before.count - begun)...], from: reach, view, theme)
  }

  /// Returns the tags in view. The text before them is needed to know if they are in code.
  private static func tags(
    in bytes: [UInt8], from start: Int, _ view: Range<Int>, _ theme: Theme
  ) -> [(range: Range<Int>, style: Style)] {
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    // If the first character is cut, its replacement changes the length, and offsets don't match.
    guard text.utf8.count == bytes.count else { return [] }
    return Hashtags.all(in: text).compactMap { tag in
      let range = start + tag.range.lowerBound..<start + tag.range.upperBound
      return range.overlaps(view) ? (range, theme.style(.mark)) : nil
    }
  }

  private static func look(_ role: MarkdownHighlighting.Role) -> TextAppearance {
    switch role {
    case .mark, .quote: .faint
    case .heading: .heading
    case .emphasis: .emphasis
    case .strong: .strong
    case .struck: .struck
    case .code: .code
    case .link: .link
    case .bullet: .mark
    }
  }
}

// MARK: - EditorHints

/// The keys in the bottom line of the editor: those that work in the focused field.
enum EditorHints {
  static func bindings(_ editor: EditorState, _ state: AppState) -> [Binding] {
    let usesViKeys = state.usesViKeys(in: editor)
    if let completion = editor.completion, completion.isShown {
      return bindings(completion, usesViKeys: usesViKeys)
    }
    if editor.focus == .photos, let item = editor.page.selectedStripItem {
      return bindings(amongPhotos: state.keys[.photoStrip].bindings, item)
    }
    let table = state.keys[.editor]
    guard usesViKeys else {
      return editor.hasChanges
        ? table.bindings : table.bindings(with: table.hint(.cancel, "close"))
    }
    var hints = table.without([.cancel]).bindings
    hints.insert(contentsOf: bindings(editor.viKeys.mode), at: min(1, hints.count))
    return hints
  }

  /// Adapts the hint of Enter to the selected item: only photos have captions.
  private static func bindings(amongPhotos bindings: [Binding], _ item: StripItem) -> [Binding] {
    guard case .file(let file) = item else { return bindings }
    return bindings.map {
      $0.command == .editCaption ? $0.hinting(file.type.isMedia ? "play" : "open") : $0
    }
  }

  /// Returns the hints of a vi mode. Esc belongs to vi there, so a command leaves the editor.
  private static func bindings(_ mode: ViKeys.Mode) -> [Binding] {
    switch mode {
    case .insert: [.typing(escape, .cancel, hint: "normal mode")]
    case .visual, .visualLine: [.typing(escape, .cancel, hint: "deselect")]
    case .normal: [.typing("i", .edit, hint: "insert"), .typing(":q", .cancel, hint: "close")]
    case .commandLine: []
    }
  }

  private static func bindings(_ completion: Completion, usesViKeys: Bool) -> [Binding] {
    let taking: [Binding] =
      if completion.selected != nil {
        [.typing(KeyEvent(.enter).name, .accept, hint: "accept")]
      } else if completion.first != nil {
        [.typing(KeyEvent(.tab).name, .accept, hint: "accept first")]
      } else {
        []
      }
    return taking + [.typing(KeyEvent(.down).name, .down, hint: "choose")]
      + (usesViKeys ? [] : [.typing(escape, .cancel, hint: "close")])
  }

  private static let escape = KeyEvent(.escape).name
}

extension Prompts {
  /// Returns the question shown in an empty new entry; `nil` if it is disabled in the settings.
  static func question(_ editor: EditorState, _ state: AppState) -> String? {
    guard editor.original == nil, editor.page.content.isEmpty, state.preferences.asksDailyPrompt
    else { return nil }
    return state.prompts.text(on: state.now.day, in: editor.page.journal).printable
  }
}
