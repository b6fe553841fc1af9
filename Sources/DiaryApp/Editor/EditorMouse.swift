import TerminalUI

extension AppState {
  /// Puts the caret where a click landed.
  mutating func clickEditor(_ mouse: MouseEvent, _ editor: EditorState) -> [Effect] {
    var editor = editor
    let content = EditorLayout(size).content
    guard mouse.action == .press, content.contains(mouse.point) else { return [] }
    editor.focus = .content
    editor.page.content.click(
      column: mouse.point.column - content.column, row: mouse.point.row - content.row)
    return put(editor)
  }
}
