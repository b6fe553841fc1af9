import DiaryCore
import Localization
import TerminalUI
import TextEditing

extension EditorState {
  /// What a key copies or cuts goes to the clipboard; what is killed without being selected stays in
  /// the diary.
  func textToCopy(_ event: KeyEvent, in app: ScreenContext) -> [Effect] {
    guard let command = app.keys.editing(for: event), command == .copy || command == .cut else {
      return []
    }
    return page.selectedText(in: focus).map { [.copy($0)] } ?? []
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

extension Effect {
  /// Puts a text into the desktop's clipboard, which the terminal may have been given it for as well:
  /// one of them is enough.
  static func place(_ text: String, isAtTerminal: Bool) -> Effect {
    .run(text, isAtTerminal, in: .queue("clipboard")) { context in
      let failure = await context.environment.clipboard.put(text)
      return isAtTerminal ? nil : failure
    } then: { state, failure in
      state.toast =
        switch failure {
        case nil: localized("Copied.")
        case .noProgram:
          localized(
            "Copied inside the diary only: install wl-copy, xclip or xsel for the desktop's clipboard."
          )
        case .noDesktop:
          localized(
            "Copied inside the diary only: there's no desktop, and it's too much for the terminal.")
        case .failed:
          localized("Copied inside the diary only: the desktop's clipboard didn't accept it.")
        }
    }
  }
}
