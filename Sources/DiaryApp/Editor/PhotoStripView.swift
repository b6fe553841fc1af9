import DiaryCore
import Localization
import TerminalUI

/// The photos and other files at the foot of the entry that is written, those around the selected one.
enum PhotoStripView {
  private static let adding = "+ Ctrl-P"

  /// Returns where the caret stands.
  static func draw(
    _ editor: EditorState, _ layout: EditorLayout, among count: Int, _ state: ScreenContext,
    in grid: inout Grid
  ) -> Point {
    let (line, theme) = (layout.photos, state.theme)
    let isFocused = editor.focus == .photos
    var caret = Point(column: line.column, row: line.row)
    let offer = editor.offer(in: state)
    guard !editor.page.stripItems.isEmpty else {
      grid.draw(
        "▣ " + (offer ?? localized("no photos")) + "   " + Self.adding, in: line,
        isFocused ? theme.accent : theme.dim)
      return caret
    }
    let more = ([offer].compactMap(\.self) + [Self.adding]).joined(separator: "   ")
    let places = PhotoStripLayout(editor, layout, state)
    if let words = places.strip.before { grid.draw(words, in: line, theme.dim) }
    for slot in places.slots {
      let isSelected = isFocused && slot.index == editor.page.selectedItem
      if isSelected { caret.column = slot.name.column }
      photoView(slot, editor, among: count, state)?.draw(in: &grid)
      grid.draw(slot.label, in: slot.name, isSelected ? theme.selected : theme.dim)
      if isSelected, slot.picture.rows > 0 { drawMark(slot.picture, theme, in: &grid) }
    }
    var end = places.endColumn ?? line.column
    if let words = places.strip.after {
      end = grid.draw(words, in: line.inset(left: end + PhotoStrip.gap - line.column), theme.dim)
    }
    let room = line.inset(left: end + PhotoStrip.gap - line.column)
    if room.columns >= TextWidth.columns(more) { grid.draw(more, in: room, theme.dim) }
    return caret
  }

  /// The selected one shows without a color, too.
  private static func drawMark(_ picture: Rect, _ theme: Theme, in grid: inout Grid) {
    for row in picture.row..<picture.endRow {
      let place = Rect(column: picture.column - 1, row: row, columns: 1, rows: 1)
      grid.draw("▌", in: place, theme.accent)
    }
  }

  static func requests(
    _ editor: EditorState, _ layout: EditorLayout, among count: Int, _ state: ScreenContext
  ) -> [PictureRequest] {
    PhotoStripLayout(editor, layout, state).slots.flatMap { slot in
      photoView(slot, editor, among: count, state)?.requests ?? []
    }
  }

  private static func photoView(
    _ slot: PhotoStripLayout.Slot, _ editor: EditorState, among count: Int, _ state: ScreenContext
  ) -> PhotoView? {
    editor.page.stripItems[slot.index].picture(in: state).map {
      PhotoView($0, in: slot.picture, among: count, state)
    }
  }
}
