import DiaryCore
import TerminalUI
import TextEditing
import ViEditing
import Words

// vi keys in the editor, for those who have set them.
extension AppState {
  /// What vi makes of a key; `nil` when the key is the editor's.
  mutating func updateVi(_ event: KeyEvent, _ editor: inout EditorState) -> [Effect]? {
    guard takesViKeys(in: editor) else { return nil }
    var vi = editor.viKeys
    let outcome =
      editor.focus == .title
      ? vi.take(
        event, in: editor.page.title.content, killRing, rows: LineGeometry(), isOneLine: true)
      : vi.take(
        event, in: editor.page.content.content, killRing, rows: editor.page.content.geometry)
    editor.vi = vi
    switch outcome {
    case .notTaken: return nil
    case .commands(let commands):
      for command in commands { _ = editor.edit(command, &killRing) }
      if vi.mode != .insert { editor.completion = nil }
      return put(editor) + (vi.mode == .insert ? complete(after: event) : [])
    case .request(let request): return carryOut(request, editor)
    }
  }

  /// Whether vi keys are set, and the field in front is one that they work in.
  func takesViKeys(in editor: EditorState) -> Bool {
    preferences.editingKeys == .vi && (editor.focus == .content || editor.focus == .title)
  }

  private mutating func carryOut(_ request: ViKeys.Request, _ editor: EditorState) -> [Effect] {
    var editor = editor
    editor.staysOpen = request == .save
    put(editor)
    switch request {
    case .save, .saveAndLeave: return saveFromDialog()
    case .leave: return leave(editor)
    case .leaveUnsaved: return discard(editor.draft)
    case .find: return openFind(editor, replacing: false, endsWithEnter: true)
    case .findNext: return findAgain(editor, isBack: false)
    case .findPrevious: return findAgain(editor, isBack: true)
    case .unknownCommand(let line):
      toast = localized("Unknown command :\(line.printable). Try :w, :q, :wq or :x.")
      return []
    }
  }
}

extension EditorState {
  /// A new page is there to be written on; what there is already is looked at first.
  var viKeys: ViKeys { vi ?? ViKeys(isInserting: original == nil) }
}

extension ViKeys {
  /// The mode's name, and what was pressed of a command.
  var words: String {
    pending.isEmpty ? modeWords : modeWords + " " + String(pending).printable
  }

  var modeWords: String {
    switch mode {
    case .normal, .commandLine: localized("NORMAL")
    case .insert: localized("INSERT")
    case .visual: localized("VISUAL")
    case .visualLine: localized("VISUAL LINE")
    }
  }

  /// The command line, as it is being typed.
  var line: String? { if case .commandLine(let line) = mode { ":" + line } else { nil } }
}
