import DiaryCore
import TerminalUI
import Text

// Requests by screens to other screens and to the loop.
extension Effect {
  /// Passes a key to the front screen.
  static func press(_ key: KeyEvent) -> Effect { .update(key) { $0.sendToFront(key) } }

  /// Switches to another screen from anywhere.
  static func switchScreen(_ command: Command) -> Effect {
    .update(command) { $0.switchScreen(command) }
  }

  /// Opens the palette with the front screen's commands. From help, uses the screen below it.
  static var openPalette: Effect {
    .update { state in
      if state.screens.front is HelpState { state.screens.pop() }
      let (items, recent) = (state.paletteItems, state.recentCommands)
      state.screens.push(PaletteState(items, recent: recent))
      return []
    }
  }

  /// Returns to a visited location, or forward again.
  static func jump(_ direction: JumpList.Direction) -> Effect {
    .update(direction) { $0.jump(direction) }
  }

  /// Filters the list.
  static func show(_ scope: ListScope) -> Effect { .update { $0.show(scope) } }

  /// Shows the complete diary in the list. Ctrl-O returns here.
  static var showAll: Effect {
    .update { state in
      state.recordJump()
      return state.showAll()
    }
  }

  /// Removes the list's last filter.
  static func leaveScope(toList: Bool = false) -> Effect {
    .update(toList) { $0.leaveScope(toList: toList) }
  }

  static var rememberLeftView: Effect { .update { [.rememberView($0.leftView)] } }

  /// Undoes or redoes the last change, as soon as no save is running.
  static func ask(_ direction: UndoStack.Direction) -> Effect {
    .update(direction) { state in
      state.undo.ask(direction)
      return []
    }
  }

  /// Stops offering a discarded text for undo.
  static func stopOffering(_ draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.undo.discarded.removeAll { $0 == draft }
      return []
    }
  }

  /// Rewrites a shown entry, unless a save is running: the shown version is then about to be
  /// replaced.
  static func rewriteShown(_ rewrite: Rewrite) -> Effect {
    .update(rewrite) { $0.undo.isSaving ? [] : [.rewrite(rewrite, draft: nil)] }
  }

  // MARK: The editor

  /// Changes the open editor and schedules a draft.
  static func changeEditor(_ body: @escaping @Sendable (inout EditorState) -> Void) -> Effect {
    .update { $0.changeEditor(body) }
  }

  /// Saves the open editor's text.
  static func saveEditor(_ rescue: EditorState.Rescue? = nil) -> Effect {
    .update { $0.saveEditor(rescue) }
  }

  /// Schedules a draft of the open editor's text.
  static var scheduleEditorDraft: Effect { .update { $0.scheduleDraft() } }

  /// Discards an editor's text.
  static func discard(_ draft: ID<Draft>) -> Effect { .update(draft) { $0.discard(draft) } }

  /// Closes an editor and its dialogs.
  static func closeEditor(of draft: ID<Draft>) -> Effect {
    .update(draft) { state in
      state.closeEditor(of: draft)
      return []
    }
  }
}
