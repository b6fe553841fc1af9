import DiaryCore
import TerminalUI
import Words

extension AppState {
  func speech(of editor: EditorState) -> Speech {
    var speech = speechOfFocus(in: editor)
    if takesViKeys(in: editor) { speech.lines.append(editor.viKeys.modeWords) }
    if let misspelling = editor.misspelling {
      speech.lines.append(localized("“\(misspelling.word.text)” isn't in the dictionary."))
      let choices = misspelling.choices
      speech.selected = Self.place(
        choices[misspelling.selected].words, misspelling.selected, of: choices.count)
    } else if let completion = editor.completion, completion.isShown {
      say(completion, &speech)
    }
    if let find = editor.find {
      say(find, in: editor.page.content, &speech)
    } else if let line = editor.vi?.line {
      speech.field = .init(localized("Command"), line, caret: line.count)
    }
    return speech
  }

  /// The proposal that was chosen, else the one that a key takes nevertheless.
  private func say(_ completion: Completion, _ speech: inout Speech) {
    guard let place = completion.selected ?? completion.first else { return }
    let proposal = completion.proposals[place]
    let words = [proposal.words, proposal.detail].filter { !$0.isEmpty }.joined(separator: ", ")
    if completion.selected != nil {
      speech.selected = Self.place(words, place, of: completion.proposals.count)
    } else {
      speech.lines.append(localized("Press \(KeyEvent(.tab).name) for “\(words)”."))
    }
  }

  /// The line in which a phrase is typed, and where it stands in the text.
  private func say(_ find: EditorFind, in content: TextArea, _ speech: inout Speech) {
    if let match = find.match {
      let line = content.rope.lineRange(at: match.lowerBound)
      let before = content.rope.substring(line.lowerBound..<match.lowerBound).count
      speech.selected = localized(
        """
        Line \(content.rope.line(at: match.lowerBound) + 1) of \(content.rope.lines), letter \
        \(before + 1): \(content.rope.substring(line))
        """)
    } else if !find.phrase.isEmpty {
      speech.selected = localized("not found")
    }
    if find.isAsking {
      speech.lines.append(EditorFindView.question(keys))
      speech.field = nil
    } else if find.isInReplacement, let replacement = find.replacement {
      speech.field = .init(
        localized("With"), replacement.text, caret: replacement.charactersBeforeCaret)
    } else {
      speech.field = .init(
        localized("Find"), find.phrase.text, caret: find.phrase.charactersBeforeCaret)
    }
  }

  private func speechOfFocus(in editor: EditorState) -> Speech {
    let title = editor.original == nil ? localized("New entry") : localized("Edit entry")
    let page = editor.page
    switch editor.focus {
    case .title:
      var speech = Self.speech(title, localized("Title"), page.title)
      if editor.original == nil, page.says(editor.saved) {
        speech.lines = [Command.save, .cancel, .help].compactMap(keys[.editor].words(for:))
      }
      return speech
    case .tags: return Self.speech(title, localized("Tags"), page.tags)
    case .date:
      var speech = Self.speech(title, localized("Date"), page.date)
      speech.lines = [editor.dateEcho].compactMap(\.self)
      return speech
    case .content:
      let line = page.content.caretLine
      let label = localized("Text, line \(line.number) of \(line.count)")
      return Speech(
        title, DailyPrompt.question(editor, self).map { [$0] } ?? [],
        field: .init(label, line.text, caret: line.caret))
    case .photos:
      guard page.photos.indices.contains(page.selectedPhoto) else {
        return Speech(title, selected: localized("Photos: none"))
      }
      let photo = page.photos[page.selectedPhoto]
      return Speech(
        title,
        selected: Self.place(Self.words(for: photo), page.selectedPhoto, of: page.photos.count))
    }
  }

  func speech(of dialog: DetailsState) -> Speech {
    let title = localized("Details")
    guard let field = dialog.field else {
      let star = dialog.isStarred ? localized("Star: yes") : localized("Star: no")
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
