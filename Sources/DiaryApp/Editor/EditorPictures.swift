import DiaryCore
import TerminalUI

/// The photos that a text names, shown where they stand in it while it is written: below their lines,
/// so that the caret goes through the text as if they weren't there.
enum EditorPictures {
  /// Fewer rows of text can't spare any.
  private static let fewestRows = 12
  private static let (lowest, highest) = (4, 14)

  /// The rows to keep free for each photo, by the digits that name it in the text. They are kept
  /// whether its picture is there or not yet.
  static func rows(_ editor: EditorState, in text: Rect, _ state: ScreenContext) -> [String: Int] {
    guard state.showsPhotos, text.rows >= fewestRows else { return [:] }
    let most = min(highest, max(lowest, text.rows * 2 / 5))
    let shown = editor.page.photos.filter { $0.knownProblem == nil }
    return Dictionary(
      shown.map { ("\($0.asset)", room(of: $0, rows: most, in: text, state).rows) },
      uniquingKeysWith: { $1 })
  }

  private static func room(
    of photo: Photo, rows: Int, in text: Rect, _ state: ScreenContext
  ) -> Size {
    PhotoView.room(for: photo, within: Size(columns: text.columns - 1, rows: rows), state)
  }

  /// The pictures of the photos that are in view, `count` being how many are on the whole screen.
  static func views(
    _ editor: EditorState, in text: Rect, among count: Int, _ state: ScreenContext
  ) -> [PhotoView] {
    places(editor, in: text, state).map { photo, rect in
      PhotoView(photo, in: rect, clip: text, among: count, state)
    }
  }

  static func count(_ editor: EditorState, in text: Rect, _ state: ScreenContext) -> Int {
    places(editor, in: text, state).count
  }

  /// Side by side, as many as there is room for.
  private static func places(
    _ editor: EditorState, in text: Rect, _ state: ScreenContext
  ) -> [(photo: Photo, rect: Rect)] {
    var places: [(photo: Photo, rect: Rect)] = []
    for (row, top) in editor.page.content.placedRows where row.pictureRows > 0 {
      var column = text.column
      for digits in row.pictures {
        guard let photo = editor.page.photos.first(where: { "\($0.asset)" == digits }) else {
          continue
        }
        let room = room(of: photo, rows: row.pictureRows, in: text, state)
        guard column + room.columns < text.endColumn else { break }
        let rect = Rect(
          column: column, row: text.row + top + 1, columns: room.columns, rows: room.rows)
        if !rect.intersection(text).isEmpty { places.append((photo, rect)) }
        column += room.columns + 2
      }
    }
    return places
  }
}
