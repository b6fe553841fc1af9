import DiaryCore
import Localization
import TerminalUI

/// A dialog whose passphrase is tried before it goes, which takes half a second. Nothing can be typed
/// meanwhile.
protocol PassphraseTrial: LineDialog {
  /// Whether what was typed is being tried.
  var isTrying: Bool { get }
  /// What the key for cancelling does meanwhile.
  mutating func cancelTrial(in app: inout ScreenContext) -> [Effect]
}

extension PassphraseTrial {
  var isHidden: Bool { true }
  var label: String { localized("Passphrase") }

  mutating func cancelTrial(in app: inout ScreenContext) -> [Effect] { [] }

  mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    guard isTrying else { return type(key, in: &app) }
    switch command(for: key, in: app) {
    case .cancel: return cancelTrial(in: &app)
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
    if !isTrying { field.insert(String(line)) }
    return []
  }

  /// The box; a caret stands in it while something can be typed.
  func drawBox(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let caret = box(app).draw(field, isHidden: isHidden, app.theme, in: &grid)
    return isTrying ? nil : caret
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? { drawBox(in: &grid, app) }

  func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      title, warnings(app) + lines(keyTables(app.keys)[0]),
      field: isTrying ? nil : .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}
