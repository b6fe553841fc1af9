import TerminalUI
import TextEditing
import Words

extension AppState {
  /// What a key copies or cuts goes to the clipboard; what is killed without being selected stays in
  /// the diary.
  func textToCopy(_ event: KeyEvent, _ editor: EditorState) -> [Effect] {
    guard let command = keys.editing(for: event), command == .copy || command == .cut else {
      return []
    }
    return editor.page.selectedText(in: editor.focus).map { [.copy($0)] } ?? []
  }

  /// A text has gone to the clipboard, or not.
  mutating func copied(_ fault: CopyFault?) {
    toast =
      switch fault {
      case nil: localized("Copied.")
      case .noProgram:
        localized("Copied in the diary only: wl-copy, xclip and xsel are not installed.")
      case .noDesktop:
        localized("Copied in the diary only: there is no desktop, and the terminal takes no more.")
      case .failed: localized("Copied in the diary only: the desktop's clipboard took nothing.")
      }
  }
}

extension EditorState.Page {
  fileprivate func selectedText(in field: EditorState.Field) -> String? {
    switch field {
    case .title: title.content.selectedText
    case .content: content.content.selectedText
    case .tags: tags.content.selectedText
    case .date: date.content.selectedText
    case .photos: nil
    }
  }
}
