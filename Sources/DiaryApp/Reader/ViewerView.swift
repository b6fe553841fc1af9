import DiaryCore
import TerminalUI

/// One photo, as large as the screen allows.
enum ViewerView {
  static func draw(_ viewer: ViewerState, _ state: AppState, in grid: inout Grid) {
    let photo = viewer.photo
    let count = viewer.entry.photos.count
    let frame = ScreenFrame(
      title: photo.caption.isBlank ? photo.name : photo.caption,
      trailing: details(photo) + (count > 1 ? "  \(viewer.index + 1) of \(count)" : ""),
      hints: KeyTable.viewer.bindings, in: &grid, state)
    photoView(photo, in: frame.body, state).draw(in: &grid)
  }

  /// The photo, and those that are next to it.
  static func pictures(_ viewer: ViewerState, _ state: AppState) -> WantedPictures {
    let body = ScreenFrame.body(state.size)
    let photos = viewer.entry.photos
    let neighbours = [viewer.index + 1, viewer.index - 1].filter(photos.indices.contains)
    return WantedPictures(
      inView: photoView(viewer.photo, in: body, state).requests,
      ahead: neighbours.flatMap { photoView(photos[$0], in: body, state).requests })
  }

  private static func photoView(
    _ photo: Photo, in body: Rect, _ state: AppState
  ) -> PhotoView {
    PhotoView(photo, in: body.centred(PhotoView.room(for: photo, within: body.size, state)), state)
  }

  private static func details(_ photo: Photo) -> String {
    guard let width = photo.width, let height = photo.height else { return "" }
    return "\(width) × \(height)"
  }
}
