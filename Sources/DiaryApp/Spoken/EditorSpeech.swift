import DiaryCore
import TerminalUI
import Words

extension AppState {
  func speech(of editor: EditorState) -> Speech {
    let title = editor.original == nil ? localized("New entry") : localized("Edit entry")
    let page = editor.page
    switch editor.focus {
    case .title: return Self.speech(title, localized("Title"), page.title)
    case .tags: return Self.speech(title, localized("Tags"), page.tags)
    case .date: return Self.speech(title, localized("Date"), page.date)
    case .content:
      let line = page.content.caretLine
      let label = localized("Text, line \(line.number) of \(line.count)")
      return Speech(title, field: .init(label, line.text, caret: line.caret))
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
