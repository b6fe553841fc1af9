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

enum LineDialogView {
  static func draw(_ dialog: any LineDialog, _ state: AppState, in grid: inout Grid) -> Point? {
    draw(
      dialog.field, title: dialog.title, lines: dialog.lines(state.keys.line), state, in: &grid)
  }

  /// Draws a line in a box, with words below it. Returns the caret's place.
  static func draw(
    _ field: TextField, title: String, lines: [String], _ state: AppState, in grid: inout Grid
  ) -> Point? {
    let box = DialogBox(title: title, body: ["", ""] + lines)
    let inner = box.draw(in: &grid, grid.bounds, state.theme.dialog)
    return field.draw(in: &grid, inner.line(2), state.theme.accent)
  }
}
