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
    let room = room(photo, in: frame.body)
    PhotoView.draw(photo, room: room, in: &grid, frame.body.centred(room), state)
  }

  static func picture(_ viewer: ViewerState, _ state: AppState) -> PictureRequest? {
    let body = ScreenFrame.body(state.size)
    return PhotoView.request(viewer.photo, room: room(viewer.photo, in: body), state)
  }

  private static func room(_ photo: Photo, in rect: Rect) -> Size {
    PhotoView.room(for: photo, within: rect.size)
  }

  private static func details(_ photo: Photo) -> String {
    guard let width = photo.width, let height = photo.height else { return "" }
    return "\(width) × \(height)"
  }
}
