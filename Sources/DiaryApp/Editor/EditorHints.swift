import DiaryCore
import TerminalUI
import ViEditing

/// The keys that the bottom line names while an entry is written: those that work where the keys go.
enum EditorHints {
  static func bindings(_ editor: EditorState, _ state: ScreenContext) -> [Binding] {
    let takesViKeys = state.takesViKeys(in: editor)
    if let completion = editor.completion, completion.isShown {
      return bindings(completion, takesViKeys: takesViKeys)
    }
    if editor.focus == .photos {
      return bindings(amongPhotos: state.keys[.photoStrip].bindings, editor.page.selectedStripItem)
    }
    let table = state.keys[.editor]
    guard takesViKeys else { return table.bindings }
    var hints = table.without([.cancel]).bindings
    hints.insert(contentsOf: bindings(editor.viKeys.mode), at: min(1, hints.count))
    return hints
  }

  /// Of what Enter does, that for what is selected: only photos have captions.
  private static func bindings(amongPhotos bindings: [Binding], _ item: StripItem?) -> [Binding] {
    guard case .file(let file)? = item else { return bindings }
    return bindings.map {
      $0.command == .editCaption ? $0.hinting(file.type.isMedia ? "play" : "open") : $0
    }
  }

  /// There Esc is vi's, and the editor is left by a command.
  private static func bindings(_ mode: ViKeys.Mode) -> [Binding] {
    switch mode {
    case .insert: [.typing(escape, .cancel, hint: "normal mode")]
    case .visual, .visualLine: [.typing(escape, .cancel, hint: "deselect")]
    case .normal: [.typing("i", .edit, hint: "insert"), .typing(":q", .cancel, hint: "leave")]
    case .commandLine: []
    }
  }

  private static func bindings(_ completion: Completion, takesViKeys: Bool) -> [Binding] {
    let taking: [Binding] =
      if completion.selected != nil {
        [.typing(KeyEvent(.enter).name, .accept, hint: "take it")]
      } else if completion.first != nil {
        [.typing(KeyEvent(.tab).name, .accept, hint: "take the first")]
      } else {
        []
      }
    return taking + [.typing(KeyEvent(.down).name, .down, hint: "choose")]
      + (takesViKeys ? [] : [.typing(escape, .cancel, hint: "close")])
  }

  private static let escape = KeyEvent(.escape).name
}

extension Prompts {
  /// What an empty text is asked; `nil` where the settings say no, and where an entry was written
  /// before.
  static func question(_ editor: EditorState, _ state: ScreenContext) -> String? {
    guard editor.original == nil, editor.page.content.isEmpty, state.preferences.asksDailyPrompt
    else { return nil }
    return state.prompts.text(on: state.now.day, in: editor.page.journal).printable
  }
}
