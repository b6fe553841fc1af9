import DiaryCore
import Localization
import TerminalUI

/// A device's name being edited.
struct DeviceNameState: LineDialog {
  private let device: ID<Device>
  private let oldName: String
  var field: TextField

  init(_ device: DeviceState) {
    self.device = device.id
    oldName = device.name.printable
    field = TextField(oldName)
  }

  var title: String { localized("New name for “\(oldName)”") }
  var label: String { localized("Name") }

  func lines(_ keys: KeyTable) -> [String] { [keys.keepingWords] }

  /// It closes when the name has been taken.
  func accept(in app: inout ScreenContext) -> [Effect] {
    let name = String(field.text.trimmed)
    guard !name.isEmpty else {
      app.toast = localized("Type a name.")
      return []
    }
    return [.renameDevice(device, to: name)]
  }
}

/// A device being removed, for which a new key is made. It stays in front, for the words of that key
/// are shown as soon as they are known.
struct DeviceRemovalState: TaskScreen {
  let name: String
  var phase = TaskPhase.running(nil)

  var taskWords: String { localized("Removing “\(name)”") }

  var coversScreen: Bool { false }
  var holdsBack: Bool { true }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.newRemote]] }

  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    switch command(for: key, in: app) {
    case .cancel where phase != .stopping:
      phase = .stopping
      return app.stopSync()
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    default: return []
    }
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    drawProgress(in: &grid, app, stop: .cancel)
    return nil
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(taskWords, phase == .stopping ? [localized("Stopping…")] : [])
  }
}
