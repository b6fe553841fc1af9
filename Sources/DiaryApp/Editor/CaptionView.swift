import DiaryCore
import Localization
import TerminalUI

/// The caption of a photo, and the photo above it: one describes what one sees.
extension CaptionState {
  /// With fewer rows one sees nothing.
  private static let fewestRows = 3
  private static let mostRows = 20

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let caret = box(app).draw(field, app.theme, in: &grid)
    photoView(app)?.draw(in: &grid)
    return caret
  }

  package func pictures(in app: ScreenContext) -> WantedPictures {
    WantedPictures(inView: photoView(app)?.requests ?? [])
  }

  func box(_ app: ScreenContext) -> LineBox {
    LineBox(
      title: localized("Caption of \(photo.name.printable)"), lines: lines(app),
      pictureRows: room(app)?.rows ?? 0)
  }

  private func lines(_ app: ScreenContext) -> [String] {
    [isSaving ? localized("saving…") : app.keys[.line].keepingWords]
  }

  private func photoView(_ app: ScreenContext) -> PhotoView? {
    guard let room = room(app) else { return nil }
    let rect = box(app).picture(in: Rect(app.size)).centered(room)
    return PhotoView(photo, in: rect, app)
  }

  /// The cells of the picture; `nil` where there is no room for one, or none to show.
  private func room(_ app: ScreenContext) -> Size? {
    guard app.showsPhotos, photo.knownProblem == nil else { return nil }
    let around = LineBox(title: " ", lines: lines(app), pictureRows: 1)
    let margin = app.size.rows > 16 ? 2 : 0
    let rows = app.size.rows - around.height(on: app.size.columns) + 1 - margin
    guard rows >= Self.fewestRows else { return nil }
    let size = Size(
      columns: DialogBox.textColumns(on: app.size.columns), rows: min(rows, Self.mostRows))
    return PhotoView.room(for: photo, within: size, app)
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(localized("Caption of \(photo.name)"), field: .init(localized("Caption"), field))
  }
}
