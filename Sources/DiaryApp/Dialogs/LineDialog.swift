import DiaryCore
import TerminalUI
import Words

/// A dialog in which one line is typed, as a name.
package protocol LineDialog: Sendable {
  var field: TextField { get set }
  var title: String { get }
  /// What the line is, where it is told in words.
  var label: String { get }
  /// What stands below the line, what the keys do there at the end.
  func lines(_ keys: KeyTable) -> [String]
  /// Takes what is typed, and closes the dialog unless that has to be waited for. Throws what is
  /// wrong with it: then it stays here to be mended.
  func accept(in state: inout AppState) throws(DiaryError) -> [Effect]
}

extension AppState {
  mutating func updateLine(_ event: KeyEvent, _ dialog: any LineDialog) -> [Effect] {
    let command = keys.line.command(for: event)
    switch command ?? keys.everywhere.command(for: event) {
    case .cancel: layers.removeLast()
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
      if type(event, into: &dialog.field) { layers[layers.count - 1] = .line(dialog) }
    }
    return []
  }
}

extension AppState {
  mutating func clickLine(_ mouse: MouseEvent, _ dialog: any LineDialog) {
    var dialog = dialog
    let box = LineBox(title: dialog.title, lines: dialog.lines(keys.line))
    guard dialog.field.handle(mouse, in: box.field(in: Rect(size))) else { return }
    layers[layers.count - 1] = .line(dialog)
  }
}

/// A line in a box, with words below it.
struct LineBox {
  private let box: DialogBox

  init(title: String, lines: [String]) { box = DialogBox(title: title, body: ["", ""] + lines) }

  /// Where the line stands, when the box is drawn in a rectangle.
  func field(in rect: Rect) -> Rect { box.inner(in: rect).line(2) }

  /// Returns the caret's place.
  func draw(_ field: TextField, _ theme: Theme, in grid: inout Grid) -> Point {
    box.draw(in: &grid, grid.bounds, theme.dialog)
    return field.draw(in: &grid, self.field(in: grid.bounds), theme.accent)
  }
}

enum LineDialogView {
  static func draw(_ dialog: any LineDialog, _ state: AppState, in grid: inout Grid) -> Point? {
    LineBox(title: dialog.title, lines: dialog.lines(state.keys.line))
      .draw(dialog.field, state.theme, in: &grid)
  }
}
