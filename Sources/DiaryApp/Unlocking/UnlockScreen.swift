import DiaryCore
import Localization
import TerminalUI

/// Asks for what opens a locked diary: its passphrase or, in the same place, its recovery words. Until
/// it is open, nothing of the diary is read.
struct UnlockScreen: LineDialog {
  var field = TextField(keepsHistory: false)
  /// Whether it is being opened, which takes half a second.
  var isOpening = false
  /// Why it wasn't opened, the last time.
  var failure: String?

  let isHidden = true

  var coversScreen: Bool { true }
  var holdsBack: Bool { true }
  var title: String { localized("This diary is locked") }
  var label: String { localized("Passphrase") }

  func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.unlock]] }

  func lines(_ keys: KeyTable) -> [String] {
    let state =
      isOpening
      ? localized("Opening…")
      : failure ?? localized("Type the passphrase, or the six recovery words.")
    return [state.printable, localized("Your drafts are safe.")]
  }

  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard isOpening else { return type(key, in: &app) }
    switch app.keys[.everywhere].withoutLetters.command(for: key) {
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    default: return []
    }
  }

  mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    // What is copied from elsewhere often ends with a line end, which is no part of it.
    var line = text[...]
    while line.last?.isNewline == true { line.removeLast() }
    if !isOpening { field.insert(String(line)) }
    return []
  }

  /// The field is emptied at once: what opens the diary stands nowhere longer than it is needed.
  mutating func accept(in app: inout ScreenContext) -> [Effect] {
    let typed = Passphrase(field.text.utf8)
    self = UnlockScreen()
    guard let typed else { return [] }
    isOpening = true
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
    let caret = box(app).draw(field, isHidden: isHidden, app.theme, in: &grid)
    return isOpening ? nil : caret
  }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      title, lines(app.keys[.unlock]),
      field: isOpening ? nil : .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}
