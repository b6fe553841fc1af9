import DiaryCore
import Localization
import TerminalUI

/// How far it is with encrypting the diary. Until the end, all files stay as they are.
struct EncryptionScreen: TaskScreen {
  var phase = TaskPhase.running(nil)

  var coversScreen: Bool { false }
  var holdsBack: Bool { true }

  var taskWords: String {
    phase == .stopping ? localized("Nothing will have changed.") : localized("Encrypting the diary")
  }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.encryption]] }

  func dialogHints(in app: ScreenContext) -> [Binding] { app.keys[.encryption].bindings }

  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    switch command(for: key, in: app) {
    case .cancel, .back: return stop(.stopEncryption, in: &app)
    case .leave: return [.stopEncryption, .leave]
    case .help: return app.updateEverywhere(.help)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: return []
    }
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    drawProgress(in: &grid, app, stop: .cancel)
    return nil
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    switch phase {
    case .preparing, .asking: AccessibleText(taskWords)
    case .running(let progress): AccessibleText(taskWords, selected: progress?.words())
    case .stopping: AccessibleText(localized("Stopping"), [taskWords])
    }
  }
}
