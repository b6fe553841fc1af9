import DiaryCore
import TerminalUI
import Words

/// A dialog in which one line is typed, as a name.
package protocol LineDialog: Screen {
  var field: TextField { get set }
  var title: String { get }
  /// What the line is, where it is told in words.
  var label: String { get }
  /// What stands below the line, what the keys do there at the end.
  func lines(_ keys: KeyTable) -> [String]
  /// Whether dots stand for what is typed.
  var isHidden: Bool { get }
  /// Takes what is typed, and closes the dialog unless that has to be waited for. Throws what is
  /// wrong with it: then it stays here to be mended.
  func accept(in state: inout AppState) throws(DiaryError) -> [Effect]
}

extension LineDialog {
  package var isHidden: Bool { false }

  /// What is shown of what is typed.
  var shownText: String {
    isHidden ? String(repeating: "•", count: field.text.count) : field.text
  }
}

extension LineDialog {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.line]] }

  package func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    app.updateLine(key, self)
  }

  package func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var dialog = self
    dialog.field.insert(text)
    app.screens.replaceFront(with: dialog)
    return []
  }

  package func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    app.clickLine(mouse, self)
    return []
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    LineDialogView.draw(self, app, in: &grid)
  }

  package func speech(in app: AppState) -> Speech {
    Speech(title, field: .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}

extension AppState {
  mutating func updateLine(_ event: KeyEvent, _ dialog: any LineDialog) -> [Effect] {
    let command = keys[.line].command(for: event)
    switch command ?? keys[.everywhere].command(for: event) {
    case .cancel: screens.pop()
    case .accept:
      do throws(DiaryError) {
        return try dialog.accept(in: &self)
      } catch {
        toast = error.line
      }
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    case .help where command == .help: return updateEverywhere(.help)
    default:
      var dialog = dialog
      let ring = killRing
      if type(event, into: &dialog.field) { screens.replaceFront(with: dialog) }
      // What is hidden isn't to come up where something is inserted again.
      if dialog.isHidden { killRing = ring }
    }
    return []
  }
}

extension AppState {
  mutating func clickLine(_ mouse: MouseEvent, _ dialog: any LineDialog) {
    var dialog = dialog
    let box = LineBox(title: dialog.title, lines: dialog.lines(keys[.line]))
    guard dialog.field.handle(mouse, in: box.field(in: Rect(size))) else { return }
    screens.replaceFront(with: dialog)
  }
}

/// A line in a box, with words below it, and maybe a picture above it.
struct LineBox {
  private let box: DialogBox
  private let pictureRows: Int

  init(title: String, lines: [String], pictureRows: Int = 0) {
    self.pictureRows = pictureRows
    // A blank row is between the picture and the line.
    let above = pictureRows > 0 ? pictureRows + 1 : 0
    box = DialogBox(
      title: title, body: Array(repeating: "", count: above) + ["", ""] + lines)
  }

  /// How many rows it takes on a screen that wide.
  func height(on columns: Int) -> Int { box.height(on: columns) }

  /// Where the line stands, when the box is drawn in a rectangle.
  func field(in rect: Rect) -> Rect {
    box.inner(in: rect).line(2 + (pictureRows > 0 ? pictureRows + 1 : 0))
  }

  /// The same of the picture.
  func picture(in rect: Rect) -> Rect {
    box.inner(in: rect).inset(top: 2).split(top: pictureRows).top
  }

  /// Returns the caret's place.
  func draw(
    _ field: TextField, isHidden: Bool = false, _ theme: Theme, in grid: inout Grid
  ) -> Point {
    box.draw(in: &grid, grid.bounds, theme.dialog)
    if isHidden {
      let rect = self.field(in: grid.bounds)
      let before = min(field.charactersBeforeCaret, rect.columns - 1)
      let dots = String(repeating: "•", count: min(field.text.count, rect.columns))
      grid.draw(dots, in: rect, theme.accent)
      return Point(column: rect.column + before, row: rect.row)
    }
    return field.draw(in: &grid, self.field(in: grid.bounds), theme.accent)
  }
}

enum LineDialogView {
  static func draw(_ dialog: any LineDialog, _ state: AppState, in grid: inout Grid) -> Point? {
    LineBox(title: dialog.title, lines: dialog.lines(state.keys[.line]))
      .draw(dialog.field, isHidden: dialog.isHidden, state.theme, in: &grid)
  }
}
