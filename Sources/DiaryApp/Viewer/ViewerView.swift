import DiaryCore
import TerminalUI
import Words

/// One photo, as large as the screen allows, or larger.
enum ViewerView {
  static func draw(_ viewer: ViewerState, _ state: AppState, in grid: inout Grid) {
    guard let photo = viewer.photo else { return }
    let caption = viewer.entry.fields.caption(of: photo)
    _ = ScreenFrame(
      title: caption.isBlank ? photo.name : caption,
      trailing: details(viewer, photo), hints: state.keys[.viewer].bindings, in: &grid, state)
    let layout = ViewerLayout(viewer, grid.size)
    if !layout.photo.isEmpty {
      let whole = layout.room(for: photo, state)
      if viewer.zoom.isWhole {
        photoView(photo, layout, state).draw(in: &grid)
      } else {
        enlarged(viewer, photo, layout, whole, state).draw(in: &grid)
      }
    }
    if let rect = layout.details { drawDetails(photo, viewer, in: &grid, rect, state) }
  }

  /// The photo, and those that are next to it.
  static func pictures(_ viewer: ViewerState, _ state: AppState) -> WantedPictures {
    let layout = ViewerLayout(viewer, state.size)
    guard let photo = viewer.photo, !layout.photo.isEmpty else { return WantedPictures() }
    guard viewer.zoom.isWhole else {
      let whole = layout.room(for: photo, state)
      return WantedPictures(
        inView: enlarged(viewer, photo, layout, whole, state).requests,
        // What one comes back to.
        ahead: photoView(photo, layout, state).requests)
    }
    return WantedPictures(
      inView: photoView(photo, layout, state).requests,
      ahead: neighbors(viewer).flatMap { photoView($0, layout, state).requests })
  }

  /// The photos after and before, also those of other entries.
  private static func neighbors(_ viewer: ViewerState) -> [Photo] {
    let photos = viewer.entry.photos
    var next: Photo?
    var previous: Photo?
    if viewer.index + 1 < photos.count {
      next = photos[viewer.index + 1]
    } else if case .known(let entry) = viewer.newer {
      next = entry.photos.first
    }
    if viewer.index > 0 {
      previous = photos[viewer.index - 1]
    } else if case .known(let entry) = viewer.older {
      previous = entry.photos.last
    }
    return [next, previous].compactMap(\.self)
  }

  private static func photoView(
    _ photo: Photo, _ layout: ViewerLayout, _ state: AppState
  ) -> PhotoView {
    PhotoView(
      photo, in: layout.photo.centered(layout.room(for: photo, state)), clip: layout.photo, state)
  }

  private static func enlarged(
    _ viewer: ViewerState, _ photo: Photo, _ layout: ViewerLayout, _ whole: Size,
    _ state: AppState
  ) -> EnlargedPhoto {
    EnlargedPhoto(
      photo, viewer.zoom.view(of: whole, in: layout.photo), whole: whole, state)
  }

  /// `4032 × 3024  150%  2 of 3`
  private static func details(_ viewer: ViewerState, _ photo: Photo) -> String {
    var parts: [String] = []
    if let width = photo.width, let height = photo.height { parts.append("\(width) × \(height)") }
    if !viewer.zoom.isWhole { parts.append("\(viewer.zoom.percent)%") }
    let count = viewer.entry.photos.count
    if count > 1 { parts.append(localized("\(viewer.index + 1) of \(count)")) }
    return parts.joined(separator: "  ")
  }

  private static func drawDetails(
    _ photo: Photo, _ viewer: ViewerState, in grid: inout Grid, _ rect: Rect, _ state: AppState
  ) {
    let column = rect.inset(left: 2, right: 1)
    var row = 0
    for (name, value) in PhotoFileDetails.lines(of: photo, viewer.details) {
      grid.draw(name, in: column.line(row), state.theme.dim)
      let room = column.inset(left: 10)
      // A long value goes on below while there is room for what follows.
      let rows = LineWrapping.rows(ofText: value.printable, columns: max(1, room.columns))
      for text in rows.prefix(rect.rows >= 14 ? 3 : 1) {
        grid.draw(text.trimmedEnd, in: room.line(row), state.theme.text)
        row += 1
      }
    }
  }
}
