import TerminalUI
import Words

extension EditorState: Screen {
  package var isTyping: Bool { true }
  package var holdsBack: Bool { true }
  package var coversPictures: Bool { completion?.isShown == true || misspelling != nil }

  package func keyTables(_ keys: Keymap) -> [KeyTable] {
    guard let find else { return [keys[.editor], keys[.photoStrip]] }
    return [find.isAsking ? keys[.replacing] : keys[.find]]
  }


  package mutating func layOut(in app: AppState) { EditorView.layOut(&self, app) }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    EditorView.draw(self, app, in: &grid)
  }

  package func pictures(in app: AppState) -> WantedPictures { EditorView.pictures(self, app) }

  package func speech(in app: AppState) -> Speech {
    var speech = speechOfFocus(in: app)
    if app.takesViKeys(in: self) { speech.lines.append(viKeys.modeWords) }
    if let misspelling = self.misspelling {
      speech.lines.append(localized("“\(misspelling.word.text)” isn't in the dictionary."))
      let choices = misspelling.choices
      speech.selected = Speech.item(
        choices[misspelling.selected].words, misspelling.selected, of: choices.count)
    } else if let completion = self.completion, completion.isShown {
      say(completion, &speech, in: app)
    }
    if let find = self.find {
      say(find, in: page.content, &speech, in: app)
    } else if let line = vi?.line {
      speech.field = .init(localized("Command"), line, caret: line.count)
    }
    return speech
  }

  /// The proposal that was chosen, else the one that a key takes nevertheless.
  private func say(_ completion: Completion, _ speech: inout Speech, in app: AppState) {
    guard let place = completion.selected ?? completion.first else { return }
    let proposal = completion.proposals[place]
    let words = [proposal.words, proposal.detail].filter { !$0.isEmpty }.joined(separator: ", ")
    if completion.selected != nil {
      speech.selected = Speech.item(words, place, of: completion.proposals.count)
    } else {
      speech.lines.append(localized("Press \(KeyEvent(.tab).name) for “\(words)”."))
    }
  }

  /// The line in which a phrase is typed, and where it stands in the text.
  private func say(
    _ find: EditorFind, in content: TextArea, _ speech: inout Speech, in app: AppState
  ) {
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
      speech.lines.append(EditorFindView.question(app.keys))
      speech.field = nil
    } else if find.isInReplacement, let replacement = find.replacement {
      speech.field = .init(localized("With"), replacement)
    } else {
      speech.field = .init(localized("Find"), find.phrase)
    }
  }

  private func speechOfFocus(in app: AppState) -> Speech {
    let title = original == nil ? localized("New entry") : localized("Edit entry")
    let page = self.page
    switch focus {
    case .title:
      var speech = Speech(title, field: .init(localized("Title"), page.title))
      if original == nil, page.says(saved) {
        speech.lines = [Command.save, .cancel, .help].compactMap(app.keys[.editor].words(for:))
      }
      return speech
    case .tags: return Speech(title, field: .init(localized("Tags"), page.tags))
    case .date:
      var speech = Speech(title, field: .init(localized("Date"), page.date))
      speech.lines = [dateEcho].compactMap(\.self)
      return speech
    case .content:
      let line = page.content.caretLine
      let label = localized("Text, line \(line.number) of \(line.count)")
      return Speech(
        title, DailyPrompt.question(self, app).map { [$0] } ?? [],
        field: .init(label, line.text, caret: line.caret))
    case .photos:
      guard page.photos.indices.contains(page.selectedPhoto) else {
        return Speech(title, selected: localized("Photos: none"))
      }
      let photo = page.photos[page.selectedPhoto]
      return Speech(
        title,
        selected: Speech.item(Speech.words(for: photo), page.selectedPhoto, of: page.photos.count))
    }
  }
}
