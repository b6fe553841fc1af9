import DiaryCore
import Localization
import TerminalUI

extension DiaryImportState: ScrolledScreen {
  var pageOverlap: Int { 0 }
  package var holdsBack: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.diaryImport]] }

  /// Opens the screen that says what would come of a file or folder.
  static func open(of path: String, in app: inout ScreenContext) -> [Effect] {
    app.push(DiaryImportState(path))
    return [.readImport(path, updates: false)]
  }

  mutating func perform(_ command: Command, in app: inout ScreenContext) -> [Effect]? {
    switch command {
    case .back: return leave(in: &app)
    case .accept:
      guard let preview else { return [] }
      guard preview.entries + preview.updates > 0 else {
        app.toast = localized("Nothing new to import.")
        return []
      }
      phase = .writing(nil)
      return [.writeImport]
    case .bringUpdates:
      guard preview != nil else { return [] }
      bringsUpdates.toggle()
      phase = .reading(nil)
      return [.readImport(path, updates: bringsUpdates)]
    case .leave: return [.cancelImport] + app.updateEverywhere(command)
    default: return nil
    }
  }

  /// What is being written is taken back first; everything else ends at once.
  private mutating func leave(in app: inout ScreenContext) -> [Effect] {
    switch phase {
    case .reading, .asking: app.pop()
    case .writing: phase = .stopping
    case .stopping: return []
    }
    return [.cancelImport]
  }

  func extent(in app: ScreenContext) -> (rows: Int, height: Int)? {
    (rows(app.size.columns, app).count, Self.body(app.size).rows)
  }
}
