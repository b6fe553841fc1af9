import DiaryCore
import TerminalUI
import Words

extension AppState {
  func speech(of editor: EditorState) -> Speech {
    if let find = editor.find { return speech(of: find, in: editor.page.content) }
    let title = editor.original == nil ? localized("New entry") : localized("Edit entry")
    let page = editor.page
    var speech: Speech
    switch editor.focus {
    case .title: speech = Self.speech(title, localized("Title"), page.title)
    case .tags: speech = Self.speech(title, localized("Tags"), page.tags)
    case .date: speech = Self.speech(title, localized("Date"), page.date)
    case .content: speech = Speech(title, field: Self.line(of: page.content))
    case .photos:
      guard page.photos.indices.contains(page.selectedPhoto) else {
        return Speech(title, selected: localized("Photos: none"))
      }
      let photo = page.photos[page.selectedPhoto]
      return Speech(
        title,
        selected: Self.place(Self.words(for: photo), page.selectedPhoto, of: page.photos.count))
    }
    if editor.focus == .content, let question = DailyPrompt.question(editor, self) {
      speech.lines = [question]
    }
    if editor.original == nil, editor.focus == .title, page.says(editor.saved) {
      speech.lines = [Command.save, .cancel, .help].compactMap(keys.editor.words(for:))
    }
    speech.selected = proposal(in: editor) ?? mode(of: editor)
    return speech
  }

  /// The line that the caret is in.
  private static func line(of content: TextArea) -> Speech.Field {
    let line = content.caretLine
    return .init(
      localized("Text, line \(line.number) of \(line.count)"), line.text, caret: line.caret)
  }

  /// What is selected in the list at the caret.
  private func proposal(in editor: EditorState) -> String? {
    if let misspelling = editor.misspelling {
      let choices = misspelling.choices
      let choice = choices[misspelling.selected].words
      return Self.place(
        "\(misspelling.word.text): \(choice)", misspelling.selected, of: choices.count)
    }
    guard let completion = editor.completion, completion.isShown,
      let selected = completion.selected, completion.proposals.indices.contains(selected)
    else { return nil }
    return Self.place(
      completion.proposals[selected].words, selected, of: completion.proposals.count)
  }

  /// The mode of vi keys, where they are set.
  private func mode(of editor: EditorState) -> String? {
    takesViKeys(in: editor) ? editor.viKeys.words : nil
  }

  /// What is looked for, and the line in which it was found.
  private func speech(of find: EditorFind, in content: TextArea) -> Speech {
    let title =
      find.replacement == nil ? localized("Find in the text") : localized("Replace in the text")
    let found =
      find.match != nil
      ? Self.line(of: content).words : find.phrase.isEmpty ? nil : localized("not found")
    let lines = found.map { [$0] } ?? []
    guard !find.isAsking else {
      return Speech(
        title, lines, selected: localized("Replace this? y yes, n no, a all, q stop"))
    }
    let isPhrase = !find.isInReplacement
    let field = isPhrase ? find.phrase : find.replacement ?? find.phrase
    return Speech(
      title, lines,
      field: .init(
        isPhrase ? localized("Find") : localized("With"), field.text,
        caret: field.charactersBeforeCaret))
  }

  func speech(of dialog: DetailsState) -> Speech {
    let title = localized("Details")
    guard let field = dialog.field else {
      let star = dialog.isStarred ? localized("Star: given") : localized("Star: none")
      return Speech(title, selected: star)
    }
    let label = DetailsView.labels[dialog.focus.rawValue]
    return Speech(
      title, dialog.proposals.isEmpty ? [] : [dialog.proposals.joined(separator: ", ")],
      field: .init(label, field.text, caret: field.charactersBeforeCaret))
  }

  func speech(of chooser: TemplateChooser) -> Speech {
    let shown = chooser.shown
    var selected: String?
    if let file = chooser.selected {
      selected = Self.place(file.name, chooser.choice.selected, of: shown.count)
    } else if chooser.files != nil {
      selected = localized("No templates in \(templateFolder).")
    }
    return Speech(
      localized("Templates"), selected: selected,
      field: .init(
        localized("Filter"), chooser.filter.text, caret: chooser.filter.charactersBeforeCaret))
  }

  /// A photo as one line: its name and its caption.
  static func words(for photo: Photo) -> String {
    let name = localized("Photo \(photo.name)")
    return photo.caption.isBlank ? name : "\(name), \(photo.caption)"
  }
}
