import DiaryCore
import Localization
import TerminalUI
import TextEditing
import ViEditing

// vi keys in the editor, for those who have set them.
extension EditorState {
  /// What vi makes of a key; `nil` when the key is the editor's.
  mutating func updateVi(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect]? {
    guard app.takesViKeys(in: self) else { return nil }
    var vi = viKeys
    let outcome =
      focus == .title
      ? vi.take(event, in: page.title.content, app.killRing, rows: LineGeometry(), isOneLine: true)
      : vi.take(event, in: page.content.content, app.killRing, rows: page.content.geometry)
    self.vi = vi
    switch outcome {
    case .notTaken: return nil
    case .commands(let commands):
      for command in commands { _ = edit(command, &app.killRing) }
      if vi.mode != .insert { completion = nil }
      return vi.mode == .insert ? complete(after: event, in: &app) : []
    case .request(let request): return carryOut(request, in: &app)
    }
  }

  private mutating func carryOut(_ request: ViKeys.Request, in app: inout ScreenContext) -> [Effect]
  {
    staysOpen = request == .save
    switch request {
    case .save, .saveAndLeave: return save(in: &app)
    case .leave: return leave(in: &app)
    case .leaveUnsaved: return [.discard(draft)]
    case .find: return openFind(replacing: false, endsWithEnter: true, in: &app)
    case .findNext: return findAgain(isBack: false, in: &app)
    case .findPrevious: return findAgain(isBack: true, in: &app)
    case .unknownCommand(let line):
      app.toast = localized("Unknown command :\(line.printable). Try :w, :q, :wq or :x.")
      return []
    }
  }

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
