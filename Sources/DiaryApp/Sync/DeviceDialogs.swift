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

extension ConfirmState {
  static func remove(_ device: DeviceState) -> Self {
    let name = device.name.printable
    return ConfirmState(title: localized("Remove “\(name)”?"), isFinal: true) { app in
      guard app.sync.usesKey else {
        return [
          localized("Nothing more is taken from it. Plain files on a remote it can still read.")
        ]
      }
      return [
        localized(
          """
          It can't read what you write from now on, and nothing more is taken from it. What it has, \
          it keeps.
          """), "",
        localized("A new key is made. You'll get six new recovery words."),
      ]
    } act: { app in
      app.push(DeviceRemovalState(name: name))
      return app.startSync(.removeDevice(device), isByHand: true)
    }
  }

  static func remove(_ remote: RemoteState) -> Self {
    ConfirmState(title: localized("Stop using “\(remote.name.printable)”?")) { app in
      app.headline(remote.address.printable)
        + [localized("What lies there stays. You can add it again at any time.")]
    } act: { app in
      app.startSync(.removeRemote(remote.name), isByHand: true)
    }
  }
}
