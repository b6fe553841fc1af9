import DiaryCore
import TerminalUI
import Text

/// The list of the user's templates, for choosing one to insert into the entry in the editor.
package struct TemplateChooser: Sendable {
  var filter = TextField()
  /// The templates; `nil` while they are being read.
  var files: [TemplateFile]?
  var choice = ChoiceList()
  let requestID: Int

  init(requestID: Int) { self.requestID = requestID }

  /// The templates whose name contains the filter's text.
  var shown: [TemplateFile] {
    let wanted = filter.text.lowercased()
    return (files ?? []).filter { wanted.isEmpty || $0.name.lowercased().contains(wanted) }
  }

  var selected: TemplateFile? {
    let shown = shown
    return shown.element(at: choice.selected)
  }
}

extension TemplateChooser: FilteredScreen {
  static func open(in app: inout AppState) -> [Effect] {
    let requestID = app.nextRequestID()
    app.push(TemplateChooser(requestID: requestID))
    return [.readTemplates(requestID: requestID)]
  }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.templates]] }

  mutating func narrow(in app: inout AppState) -> [Effect] {
    choice.select(0, count: shown.count)
    return []
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    switch selected?.result {
    case nil: return []
    case .failure(let failure): app.toast = failure.line
    case .success(let template):
      app.pop()
      return write(template, in: &app)
    }
    return []
  }

  /// Inserts a template into the entry as one step of undo.
  private func write(_ template: Template, in app: inout AppState) -> [Effect] {
    let (now, prompts) = (app.now, app.prompts)
    return [
      .changeEditor { editor in
        let isNew = editor.original == nil
        let filling = TemplateFiller(
          date: editor.fields?.date ?? now, title: editor.page.title.text,
          journal: (isNew ? template.journal : nil) ?? editor.page.journal, prompts: prompts)
        editor.change { $0.insert(template, filling, isNew: isNew) }
        editor.focus = .content
      }
    ]
  }
}

extension EditorState.Page {
  /// Applies a template. Existing content is kept; the text is inserted at the caret.
  fileprivate mutating func insert(_ template: Template, _ filling: TemplateFiller, isNew: Bool) {
    if title.text.isBlank {
      title = TextField(filling.line(template.title), keepsHistory: false)
    }
    let own = Set(TagsText.tags(in: tags.text))
    let new = template.tags.map { TagsText.name(filling.line($0)) }.filter { !own.contains($0) }
    if !new.isEmpty {
      let text = [tags.text, TagsText.text(of: new)].filter { !$0.isBlank }.joined(separator: " ")
      tags = TextField(text, keepsHistory: false)
    }
    if details.mood == nil { details.mood = template.mood }
    if isNew, let name = template.journal { journal = name }
    let (before, after) = filling.filled(template.text)
    content.insert(before)
    let caret = content.caret
    content.insert(after)
    var ring = KillRing()
    content.apply(.place(caret, isSelecting: false), &ring)
  }
}

extension Effect {
  static func readTemplates(requestID: Int) -> Effect {
    .run(requestID) { context in
      let environment = context.environment
      return (files: await environment.readTemplates(), folder: environment.templateFolder)
    } then: { state, read in
      state.templateFolder = read.folder
      state.screens.update(TemplateChooser.self) {
        if $0.requestID == requestID { $0.files = read.files }
      }
    }
  }
}

// MARK: - TemplateChooserView

extension TemplateChooser {
  func rowCount(in app: AppState) -> Int { shown.count }

  private func body(_ size: Size) -> Rect { ScreenFrame.body(size).inset(left: 1, right: 1) }

  /// The list's rectangle: on the left of a wide screen, in the upper half of a narrow one.
  func list(in app: AppState) -> Rect {
    let body = body(app.size).inset(top: 2)
    return app.size.columns >= ScreenFrame.minWidthForTwo
      ? body.inset(right: body.columns - 28) : body.inset(bottom: body.rows / 2)
  }

  private func preview(_ size: Size) -> Rect {
    let body = body(size).inset(top: 2)
    return size.columns >= ScreenFrame.minWidthForTwo
      ? body.inset(left: 31) : body.inset(top: body.rows - body.rows / 2 + 1)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    _ = ScreenFrame(
      title: localized("Templates"), hints: app.keys[.templates].bindings, in: &grid, app)
    let body = body(grid.size)
    guard files?.isEmpty != true else {
      drawInvitation(in: &grid, body, app)
      return nil
    }
    let caret = filter.draw(in: &grid, body.line(0), app.theme.accent)
    drawRows(in: &grid, app)
    if let selected {
      drawPreview(selected, in: &grid, preview(grid.size), app)
    } else {
      let words = files == nil ? localized("reading…") : localized("No templates match.")
      grid.draw(words, in: list(in: app).line(0), app.theme.dim)
    }
    return caret
  }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    if isSelected { grid.draw("▌", in: line, app.theme.accent) }
    grid.draw(
      shown[row].name.printable, in: line.inset(left: 1),
      isSelected ? app.theme.title : app.theme.text)
  }

  func text(ofRow row: Int, in app: AppState) -> String { shown[row].name }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let empty = files.map { _ in localized("No templates in \(app.templateFolder).") }
    return AccessibleText(
      localized("Templates"), selected: selectedText(in: app) ?? empty,
      field: .init(localized("Filter"), filter))
  }

  private func drawPreview(
    _ file: TemplateFile, in grid: inout Grid, _ rect: Rect, _ app: AppState
  ) {
    let texts: [String]
    switch file.result {
    case .failure(let failure): texts = [failure.line]
    case .success(let template):
      let head = [
        template.title, template.tags.map { "#\($0)" }.joined(separator: " "), template.mood ?? "",
      ].filter { !$0.isEmpty }
      texts = head + (head.isEmpty ? [] : [""]) + [template.text]
    }
    grid.draw(texts: texts.map { ($0, app.theme.dim) }, in: rect)
  }

  /// Draws an explanation of where templates are stored, with an example.
  private func drawInvitation(in grid: inout Grid, _ rect: Rect, _ app: AppState) {
    let words = [
      localized("No templates yet. Put Markdown files into"),
      "  \(app.templateFolder.printable)",
      localized("and choose one here. For example, morning.md:"),
    ]
    let example = [
      "---", localized("title: Morning, {{date}}"), localized("tags: morning"), "---", "{{prompt}}",
      "", "{{cursor}}",
    ]
    var row = 0
    for line in words.flatMap({ LineWrapping.rows(ofText: $0, columns: rect.columns) }) {
      grid.draw(line, in: rect.line(row), app.theme.text)
      row += 1
    }
    for line in example {
      grid.draw(line, in: rect.line(row).inset(left: 2), app.theme.dim)
      row += 1
    }
  }
}
