import DiaryCore
import Localization
import TerminalUI

/// Asks for what opens a locked diary: its passphrase or, in the same place, its recovery words. Until
/// it is open, nothing of the diary is read.
struct UnlockScreen: PassphraseTrial {
  var field = TextField(keepsHistory: false)
  private(set) var isTrying = false
  /// Why it wasn't opened, the last time.
  var failure: String?

  var coversScreen: Bool { true }
  var holdsBack: Bool { true }
  var title: String { localized("This diary is locked") }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.unlock]] }

  func lines(_ keys: KeyTable) -> [String] {
    let state =
      isTrying
      ? localized("Opening…")
      : failure ?? localized("Type the passphrase, or the six recovery words.")
    return [state.printable, localized("Your drafts are safe.")]
  }

  /// The field is emptied at once: what opens the diary stands nowhere longer than it is needed.
  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = UnlockScreen()
    guard let typed else { return [] }
    isTrying = true
    return [.unlock(with: typed)]
  }

  mutating func cancel(in app: inout ScreenContext) -> [Effect] {
    guard field.text.isEmpty else {
      field = TextField(keepsHistory: false)
      return []
    }
    return [.leave]
  }
}

// MARK: View

extension UnlockScreen {
  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    _ = ScreenFrame(title: localized("Diary"), hints: app.keys[.unlock].bindings, in: &grid, app)
    return drawBox(in: &grid, app)
  }
}
