import DiaryCore
import TerminalUI

// What screens ask of other screens, and of what only the loop has.
extension Effect {
  /// Gives a key to the screen in front.
  static func press(_ key: KeyEvent) -> Effect { .update(key) { $0.giveFront(key) } }

  /// Goes to another screen from any one.
  static func goElsewhere(_ command: Command) -> Effect {
    .update(command) { $0.goElsewhere(command) }
  }

  /// Opens the palette with the commands of the screen in front; help is of the one below it.
  static var openPalette: Effect {
    .update { state in
      if state.screens.front is HelpState { state.screens.pop() }
      let (items, recent) = (state.context.paletteItems, state.recentCommands)
      state.screens.push(PaletteState(items, recent: recent))
      return []
    }
  }

  /// Goes back to where one was, or forward again.
  static func jump(_ direction: JumpList.Direction) -> Effect {
    .update(direction) { $0.jump(direction) }
  }

  /// Shows a part of the diary in the list.
  static func show(_ scope: ListScope) -> Effect { .update { $0.show(scope) } }

  /// Shows the whole diary in the list; Ctrl-O leads back here.
  static var showAll: Effect {
    .update { state in
      state.recordJump()
      return state.showAll()
    }
  }

  /// Goes back to what the list showed before the scope.
  static func leaveScope(toList: Bool = false) -> Effect {
    .update(toList) { $0.leaveScope(toList: toList) }
  }

  static var rememberLeftView: Effect { .update { [.rememberView($0.leftView)] } }

  /// Takes the last change back, or makes it again, once nothing is being saved.
  static func ask(_ direction: UndoStack.Direction) -> Effect {
    .update(direction) { state in
      state.undo.ask(direction)
      return []
    }
  }

  /// Undo doesn't offer a text that was thrown away any more.
  static func stopOffering(_ draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.undo.discarded.removeAll { $0 == draft }
      return []
    }
  }

  /// Rewrites an entry that is shown, unless a change is being saved: then what is shown is about to be
  /// replaced.
  static func rewriteShown(_ rewrite: Rewrite) -> Effect {
    .update(rewrite) { $0.undo.isSaving ? [] : [.rewrite(rewrite, draft: nil)] }
  }

  // MARK: What is being written

  /// Changes the editor that is open, and sees to it that a draft is going to be kept.
  static func changeEditor(_ body: @escaping @Sendable (inout EditorState) -> Void) -> Effect {
    .update { $0.changeEditor(body) }
  }

  /// Saves what the editor that is open holds.
  static func saveEditor(_ rescue: EditorState.Rescue? = nil) -> Effect {
    .update { $0.saveFromDialog(rescue) }
  }

  /// Sees to it that a draft of what the editor holds is going to be kept.
  static var scheduleEditorDraft: Effect { .update { $0.scheduleDraft() } }

  /// Throws away what is written in an editor.
  static func discard(_ draft: ID<Draft>) -> Effect { .update(draft) { $0.discard(draft) } }

  /// Closes an editor, and the dialogs that belong to it.
  static func closeEditor(of draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.closeEditor(of: draft)
      return []
    }
  }
}
