import DiaryCore
import TerminalUI
import TextEditing

/// The list of a person's templates, of which one is chosen for the entry that is being written.
package struct TemplateChooser: Sendable {
  var filter = TextField()
  /// `nil` while they are being read.
  var files: [TemplateFile]?
  var choice = ChoiceList()
  let ticket: Int

  init(ticket: Int) { self.ticket = ticket }

  /// Those that have what is typed in their name.
  var shown: [TemplateFile] {
    let wanted = filter.text.lowercased()
    return (files ?? []).filter { wanted.isEmpty || $0.name.lowercased().contains(wanted) }
  }

  var selected: TemplateFile? {
    let shown = shown
    return shown.indices.contains(choice.selected) ? shown[choice.selected] : nil
  }
}

extension AppState {
  mutating func openTemplates() -> [Effect] {
    let ticket = nextTicket()
    screens.push(TemplateChooser(ticket: ticket))
    return [.readTemplates(ticket: ticket)]
  }

  mutating func updateTemplates(_ event: KeyEvent, _ chooser: TemplateChooser) -> [Effect] {
    var chooser = chooser
    let command = keys[.templates].command(for: event)
    switch command {
    case .cancel:
      screens.pop()
      return []
    case .open: return take(chooser.selected)
    case .help: return updateEverywhere(.help)
    default:
      let page = TemplateChooserView.list(size).rows
      if let command, chooser.choice.handle(command, count: chooser.shown.count, page: page) {
        break
      }
      if type(event, into: &chooser.filter) {
        chooser.choice.select(0, count: chooser.shown.count)
      } else if let command = keys[.everywhere].withoutLetters.command(for: event) {
        return updateEverywhere(command)
      }
    }
    screens.replaceFront(with: chooser)
    return []
  }

  private mutating func take(_ file: TemplateFile?) -> [Effect] {
    switch file?.result {
    case nil: return []
    case .failure(let fault): toast = fault.line(file?.name ?? "")
    case .success(let template):
      screens.pop()
      return write(template)
    }
    return []
  }

  mutating func clickTemplates(_ mouse: MouseEvent, _ chooser: TemplateChooser) -> [Effect] {
    var chooser = chooser
    let click = chooser.choice.handle(
      mouse, count: chooser.shown.count, in: TemplateChooserView.list(size))
    screens.replaceFront(with: chooser)
    return click == .opened ? take(chooser.selected) : []
  }

  /// Writes a template into the entry, as one step of undo.
  private mutating func write(_ template: Template) -> [Effect] {
    guard var editor = screens.topmost(EditorState.self) else { return [] }
    let filling = TemplateFilling(
      date: editor.fields?.date ?? now, title: editor.page.title.text)
    let isNew = editor.original == nil
    editor.change { $0.take(template, filling, isNew: isNew) }
    editor.focus = .content
    return put(editor)
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
  static func readTemplates(ticket: Int) -> Effect {
    .run(ticket) { context in
      let templates = context.environment.templates
      return (files: await templates.templates(), folder: templates.folder)
    } then: { state, read in
      state.templateFolder = read.folder
      state.screens.update(TemplateChooser.self) {
        if $0.ticket == ticket { $0.files = read.files }
      }
    }
  }
}
