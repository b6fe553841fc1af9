import DiaryCore
import TerminalUI
import Words

/// The caption of a photo, and the photo above it: one describes what one sees.
enum CaptionView {
  /// With fewer rows one sees nothing.
  private static let fewestRows = 3
  private static let mostRows = 20

  static func draw(_ caption: CaptionState, _ state: AppState, in grid: inout Grid) -> Point? {
    let caret = box(caption, state).draw(caption.field, state.theme, in: &grid)
    photoView(caption, state)?.draw(in: &grid)
    return caret
  }

  static func pictures(_ caption: CaptionState, _ state: AppState) -> WantedPictures {
    WantedPictures(inView: photoView(caption, state)?.requests ?? [])
  }

  static func box(_ caption: CaptionState, _ state: AppState) -> LineBox {
    LineBox(
      title: localized("Caption of \(caption.photo.name.printable)"), lines: lines(caption, state),
      pictureRows: room(caption, state)?.rows ?? 0)
  }

  private static func lines(_ caption: CaptionState, _ state: AppState) -> [String] {
    [caption.isSaving ? localized("saving…") : state.keys[.line].keepingWords]
  }

  private static func photoView(_ caption: CaptionState, _ state: AppState) -> PhotoView? {
    guard let room = room(caption, state) else { return nil }
    let rect = box(caption, state).picture(in: Rect(state.size)).centered(room)
    return PhotoView(caption.photo, in: rect, state)
  }

  /// The cells of the picture; `nil` where there is no room for one, or none to show.
  private static func room(_ caption: CaptionState, _ state: AppState) -> Size? {
    guard state.showsPhotos, caption.photo.knownProblem == nil else { return nil }
    let around = LineBox(title: " ", lines: lines(caption, state), pictureRows: 1)
    let margin = state.size.rows > 16 ? 2 : 0
    let rows = state.size.rows - around.height(on: state.size.columns) + 1 - margin
    guard rows >= fewestRows else { return nil }
    let size = Size(
      columns: DialogBox.textColumns(on: state.size.columns), rows: min(rows, mostRows))
    return PhotoView.room(for: caption.photo, within: size, state)
  }
}
