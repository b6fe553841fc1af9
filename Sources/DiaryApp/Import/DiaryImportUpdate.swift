import DiaryCore
import Localization
import TerminalUI

extension DiaryImportState: ScrolledScreen, TaskScreen {
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
    case .back: return stop(.cancelImport, in: &app)
    case .accept:
      guard let preview else { return [] }
      guard preview.entries + preview.updates > 0 else {
        app.toast = localized("Nothing new to import.")
        return []
      }
      phase = .running(nil)
      return [.writeImport]
    case .bringUpdates:
      guard preview != nil else { return [] }
      bringsUpdates.toggle()
      phase = .preparing(nil)
      return [.readImport(path, updates: bringsUpdates)]
    case .leave: return [.cancelImport] + app.updateEverywhere(command)
    default: return nil
    }
  }

  func extent(in app: ScreenContext) -> (rows: Int, height: Int)? {
    (rows(app.size.columns, app).count, Self.body(app.size).rows)
  }
}
