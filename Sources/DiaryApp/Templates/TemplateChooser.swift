import DiaryCore
import TerminalUI
import TextEditing

/// The list of a person's templates, of which one is chosen for the entry that is being written.
package struct TemplateChooser: Sendable {
  var filter = TextField()
  /// `nil` while they are being read.
  var files: [TemplateFile]?
  var choice = ChoiceList()
  let requestID: Int

  init(requestID: Int) { self.requestID = requestID }

  /// Those that have what is typed in their name.
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
  static func open(in app: inout ScreenContext) -> [Effect] {
    let requestID = app.nextRequestID()
    app.push(TemplateChooser(requestID: requestID))
    return [.readTemplates(requestID: requestID)]
  }

  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.templates]] }

  mutating func narrow(in app: inout ScreenContext) -> [Effect] {
    choice.select(0, count: shown.count)
    return []
  }

  mutating func open(in app: inout ScreenContext) -> [Effect] {
    switch selected?.result {
    case nil: return []
    case .failure(let failure): app.toast = failure.line(selected?.name ?? "")
    case .success(let template):
      app.pop()
      return write(template, in: &app)
    }
    return []
  }

  /// Writes a template into the entry, as one step of undo.
  private func write(_ template: Template, in app: inout ScreenContext) -> [Effect] {
    let (now, prompts) = (app.now, app.prompts)
    return [
      .changeEditor { editor in
        let isNew = editor.original == nil
        let filling = TemplateFilling(
          date: editor.fields?.date ?? now, title: editor.page.title.text,
          journal: (isNew ? template.journal : nil) ?? editor.page.journal, prompts: prompts)
        editor.change { $0.take(template, filling, isNew: isNew) }
        editor.focus = .content
      }
    ]
  }
}

extension EditorState.Page {
  /// What is there already stays; the text goes in at the caret.
  fileprivate mutating func take(_ template: Template, _ filling: TemplateFilling, isNew: Bool) {
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
      let templates = context.environment.templates
      return (files: await templates.templates(), folder: templates.folder)
    } then: { state, read in
      state.templateFolder = read.folder
      state.screens.update(TemplateChooser.self) {
        if $0.requestID == requestID { $0.files = read.files }
      }
    }
  }
}
