import DiaryCore
import TerminalUI
import Text

// The reader's view.
extension ReaderState {
  static func body(_ size: Size) -> Rect { TextColumn.alone(on: size) }

  /// Lays out the visible part. If the entry was scrolled to its end, it stays there when its size
  /// or the screen's changes.
  package mutating func layOut(in app: AppState) {
    let body = Self.body(app.size)
    document.layOut(entry, in: body, &scroll, app)
    guard let wanted else { return }
    self.wanted = nil
    focus = document.focus(on: wanted)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let body = Self.body(grid.size)
    _ = ScreenFrame(
      title: prompt == nil ? Self.heading(entry) : "",
      trailing: prompt == nil ? facts(body.rows, app) : matchText, hints: hints(app), in: &grid, app
    )
    let top = scroll.top
    let count = photos(top, body).count
    for (location, section, block) in document.blocks(in: top..<top + body.rows) {
      let row = body.row + location - top
      switch block {
      case .row(let text):
        let focused = focus?.section == section ? focus?.number : nil
        let match = find?.match?.section == section ? find?.match?.number : nil
        let links = document.sections[section]?.links ?? []
        Self.draw(
          text, links: links, focused: focused, match: match, in: &grid, body.line(row - body.row),
          app.theme)
      case .photo(let index, let space):
        let photo = entry.pictures[index]
        Self.photoView(photo, space, at: row, body, among: count, app).draw(in: &grid)
        if index == focusedPhoto {
          Self.drawMark(rows: row..<row + space.rows, body, app, in: &grid)
        }
      }
    }
    return prompt.map { drawPrompt($0.field, in: &grid, app.theme) }
  }

  /// Draws the search in place of the title. Returns the caret's position.
  private func drawPrompt(_ field: TextField, in grid: inout Grid, _ theme: Theme) -> Point {
    let line = grid.bounds.line(0).inset(left: 1, right: TextWidth.columns(matchText) + 3)
    let end = grid.draw("/ ", in: line, theme.accent)
    return field.draw(in: &grid, line.inset(left: end - line.column), theme.title)
  }

  /// The number of the current match, such as `2 of 5`, during a search.
  private var matchText: String {
    guard let find else { return "" }
    guard let match = find.match else {
      return find.requestID == nil ? localized("no match") : ""
    }
    return document.count(to: match).map { number, total in
      localized("\(CountText.grouped(number)) of \(CountText.grouped(total))")
    } ?? ""
  }

  /// Returns the title: the journal, after the trash for a deleted entry.
  static func heading(_ entry: Entry) -> String {
    let journal = TitleText.journal(of: entry)
    return entry.isTrashed ? "\(localized("Trash")) · \(journal)" : journal
  }

  /// Returns the hints: for someone else's entry, commenting replaces editing, and in the trash,
  /// restoring is the first thing to do.
  private func hints(_ app: AppState) -> [Binding] {
    let keys = app.keys[.reader]
    if prompt != nil {
      let keys = app.keys[.line]
      return [keys.hint(.accept, "find"), keys.hint(.cancel, "end search")].compactMap(\.self)
    }
    guard entry.isTrashed else {
      var bindings = keys.bindings
      if !app.mayChange(entry) {
        let comment = keys.hint(.comment, "comment")
        bindings = keys.without([.comment]).bindings
          .compactMap { $0.command == .edit ? comment : $0 }
      }
      let open =
        if playsTarget { keys.hint(.open, "play") } else if case .checkBox = target {
          keys.hint(.open, "check or uncheck")
        } else { Binding?.none }
      let end =
        find?.isTyped == true
        ? Binding(.back, .escape, help: "End the search", hint: "end search") : nil
      return [matchHint(keys), end, copyHint(keys), open].compactMap(\.self) + bindings
    }
    let restore = keys.hint(.restore, "restore").map { [$0] } ?? []
    var hints = keys.without([.restore]).bindings
    hints.insert(contentsOf: restore, at: min(1, hints.count))
    return hints
  }

  /// `true` if the focused target is a video or recording.
  private var playsTarget: Bool {
    switch target {
    case .photo(let index): entry.pictures.element(at: index)?.type.isVideo == true
    case .attachment(let index): entry.attachments.element(at: index)?.type.isMedia == true
    default: false
    }
  }

  /// Draws a row of text. Highlights the focused target and the matches, most of all the current
  /// match. `links` are the addresses of the targets.
  static func draw(
    _ row: RenderedRow, links: [LinkAddress?], focused: Int? = nil, match: Int? = nil,
    in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    var column = rect.column
    for run in row.runs where column < rect.endColumn {
      var style = theme.style(run.look)
      if let number = run.match {
        style = theme.found(style)
        if number == match { style = style.adding(.reverse) }
      }
      if let target = run.target {
        if target == focused { style = style.adding([.bold, .reverse]) }
        if links.indices.contains(target), let address = links[target] {
          style.link = grid.number(ofLinkTo: address)
        }
      }
      column = grid.draw(run.text, in: rect.inset(left: column - rect.column), style)
    }
  }

  /// Returns the target at a cell.
  func focus(at point: Point, _ app: AppState) -> ReaderFocus? {
    let body = Self.body(app.size)
    guard body.contains(point) else { return nil }
    let row = scroll.top + point.row - body.row
    guard let (_, section, block) = document.blocks(in: row..<row + 1).first else {
      return nil
    }
    switch block {
    case .photo(let index, _): return document.focus(on: .photo(index))
    case .row(let text):
      var column = body.column
      for run in text.runs {
        column += TextWidth.columns(run.text)
        guard point.column < column else { continue }
        return run.target.map { ReaderFocus(section: section, number: $0) }
      }
      return nil
    }
  }

  /// Returns the pictures in view, and those of the next screen.
  package func pictures(in app: AppState) -> WantedPictures {
    let body = Self.body(app.size)
    let top = scroll.top
    let shown = photos(top, body)
    let below = photos(top + body.rows, body).filter { next in
      !shown.contains { $0.index == next.index }
    }
    func requests(
      _ photo: (index: Int, space: Size, row: Int), at row: Int, among count: Int
    ) -> [PictureRequest] {
      Self.photoView(entry.pictures[photo.index], photo.space, at: row, body, among: count, app)
        .requests
    }
    return WantedPictures(
      inView: shown.flatMap { requests($0, at: $0.row, among: shown.count) },
      ahead: below.flatMap { requests($0, at: body.row, among: below.count) })
  }

  /// Returns the photos in view at a scroll position, each with its row.
  private func photos(_ top: Int, _ body: Rect) -> [(index: Int, space: Size, row: Int)] {
    document.blocks(in: top..<top + body.rows).compactMap { location, _, block in
      guard case .photo(let index, let space) = block else { return nil }
      return (index, space, body.row + location - top)
    }
  }

  private static func photoView(
    _ photo: Photo, _ space: Size, at row: Int, _ body: Rect, among count: Int, _ app: AppState
  ) -> PhotoView {
    let rect = Rect(
      column: body.column + (body.columns - space.columns) / 2, row: row, columns: space.columns,
      rows: space.rows)
    return PhotoView(photo, in: rect, clip: body, among: count, app)
  }

  private static func drawMark(
    rows: Range<Int>, _ body: Rect, _ app: AppState, in grid: inout Grid
  ) {
    for row in rows.clamped(to: body.row..<body.endRow) {
      let mark = Rect(column: body.column - 2, row: row, columns: 1, rows: 1)
      grid.draw("▌", in: mark, app.theme.accent)
    }
  }

  /// Returns a line such as `213 words · 1 min · 71%`.
  private func facts(_ height: Int, _ app: AppState) -> String {
    let count = document.rowCount
    let percent =
      count > height ? ["\(min(100, (scroll.top + height) * 100 / count))%"] : []
    let length = app.lengths[entry]?.words
    return ([length].compactMap(\.self) + percent).joined(separator: " · ")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let top = scroll.top
    let rows = top..<top + Self.body(app.size).rows
    return AccessibleText(
      entry.isTrashed
        ? localized("Reading “\(entry.displayTitle)” in the trash")
        : localized("Reading “\(entry.displayTitle)”"),
      (prompt == nil ? [] : [matchText].filter { !$0.isEmpty })
        + document.blocks(in: rows).map { words(for: $0.block, of: entry, in: app) },
      selected: focusDescription(in: app),
      field: prompt.map { AccessibleText.Field(localized("Search"), $0.field) })
  }

  private func words(
    for block: ReaderSection.Block, of entry: Entry, in app: AppState
  ) -> String {
    switch block {
    case .row(let row): row.text
    case .photo(let index, _): AccessibleText.name(of: entry.pictures[index])
    }
  }

  /// Returns a description of the focused target.
  private func focusDescription(in app: AppState) -> String? {
    switch target {
    case nil: return nil
    case .photo(let index):
      let photos = app.shownPictures(of: entry)
      return AccessibleText.item(AccessibleText.name(of: photos[index]), index, of: photos.count)
    case .attachment(let index):
      let attachments = entry.attachments
      return AccessibleText.item(
        localized("Attachment \(attachments[index].name)"), index, of: attachments.count)
    case .comment(let index):
      let items = document.comments.items
      guard let item = items.element(at: index) else { return nil }
      return AccessibleText.item(
        localized("Comment by \(item.name): \(item.comment.text.printable)"), index,
        of: items.count)
    case .backlink(let index):
      guard let link = document.backlinks.links.element(at: index) else { return nil }
      return AccessibleText.item(
        localized("Linked from “\(link.source.title)”: \(link.sentence)"), index,
        of: document.backlinks.links.count)
    case .address(let address): return localized("Link to \(address)")
    case .entry(let name):
      return localized("Link to the entry “\(EntryLink.parts(of: name).title)”")
    case .checkBox(_, let isChecked):
      let rows = focus.flatMap { document.rows(of: $0) } ?? 0..<0
      let text = document.blocks(in: rows).map { words(for: $0.block, of: entry, in: app) }
        .joined(separator: " ").trimmed
      return isChecked ? localized("Checked: \(text)") : localized("Not checked: \(text)")
    }
  }
}

extension Location.Kind {
  static let reader = Self(name: "reader", needsEntry: true) { location, visit, _, app in
    guard let entry = location.entry.flatMap({ visit.entries[$0] }) else { return nil }
    var reader = ReaderState(entry, finding: app.phrases)
    reader.layOut(in: app)
    reader.scroll.move(
      by: location.top, content: reader.document.rowCount, height: ReaderState.body(app.size).rows)
    return (reader, [])
  }
}
