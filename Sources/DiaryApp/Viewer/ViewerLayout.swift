import DiaryCore
import TerminalUI

/// Where the viewer's photo is, and the panel that tells of it.
struct ViewerLayout {
  let photo: Rect
  /// `nil` while it isn't shown.
  let details: Rect?

  /// The columns that a photo and the panel need beside each other.
  private static let narrowestForPanel = 80
  private static let panel = 42

  init(_ viewer: ViewerState, _ size: Size) {
    let body = viewer.slides == nil ? ScreenFrame.body(size) : Rect(size).inset(bottom: 1)
    guard viewer.showsDetails else {
      (photo, details) = (body, nil)
      return
    }
    guard body.columns >= Self.narrowestForPanel else {
      // The panel is in the photo's place.
      (photo, details) = (body.inset(top: body.rows), body)
      return
    }
    photo = body.inset(right: Self.panel)
    details = body.inset(left: body.columns - Self.panel)
  }

  /// The cells that the whole photo takes.
  func room(for photo: Photo, _ state: ScreenContext) -> Size {
    PhotoView.room(for: photo, within: self.photo.size, state)
  }
}
