import DiaryCore
import Localization
import TerminalUI

// One photo, as large as the screen allows, or larger.
extension ViewerState {
  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    guard let photo else { return nil }
    guard slides == nil else {
      Self.photoView(photo, ViewerLayout(self, grid.size), app).draw(in: &grid)
      drawSlide(photo, in: &grid, app)
      return nil
    }
    let caption = entry.fields.caption(of: photo)
    _ = ScreenFrame(
      title: caption.isBlank ? photo.name : caption,
      trailing: details(photo, app), hints: app.keys[.viewer].bindings, in: &grid, app)
    let layout = ViewerLayout(self, grid.size)
    if !layout.photo.isEmpty {
      let whole = layout.room(for: photo, app)
      if zoom.isWhole {
        Self.photoView(photo, layout, app).draw(in: &grid)
      } else {
        enlarged(photo, layout, whole, app).draw(in: &grid)
      }
    }
    if let rect = layout.details { drawDetails(photo, in: &grid, rect, app) }
    return nil
  }

  /// The photo, and those that are next to it.
  package func pictures(in app: ScreenContext) -> WantedPictures {
    let layout = ViewerLayout(self, app.size)
    guard let photo, !layout.photo.isEmpty else { return WantedPictures() }
    guard zoom.isWhole else {
      let whole = layout.room(for: photo, app)
      return WantedPictures(
        inView: enlarged(photo, layout, whole, app).requests,
        // What one comes back to.
        ahead: Self.photoView(photo, layout, app).requests)
    }
    return WantedPictures(
      inView: Self.photoView(photo, layout, app).requests,
      ahead: neighbors.flatMap { Self.photoView($0, layout, app).requests })
  }

  /// The photos after and before, also those of other entries.
  private var neighbors: [Photo] {
    let photos = self.entry.pictures
    var next: Photo?
    var previous: Photo?
    if index + 1 < photos.count {
      next = photos[index + 1]
    } else if case .known(let entry) = newer {
      next = entry.pictures.first
    }
    if index > 0 {
      previous = photos[index - 1]
    } else if case .known(let entry) = older {
      previous = entry.pictures.last
    }
    return [next, previous].compactMap(\.self)
  }

  private static func photoView(
    _ photo: Photo, _ layout: ViewerLayout, _ app: ScreenContext
  ) -> PhotoView {
    PhotoView(
      photo, in: layout.photo.centered(layout.room(for: photo, app)), clip: layout.photo, app)
  }

  private func enlarged(
    _ photo: Photo, _ layout: ViewerLayout, _ whole: Size, _ app: ScreenContext
  ) -> EnlargedPhoto {
    EnlargedPhoto(
      photo: photo, view: zoom.view(of: whole, in: layout.photo), whole: whole, state: app)
  }

  /// `4032 × 3024  150%  2 of 3`
  private func details(_ photo: Photo, _ app: ScreenContext) -> String {
    var parts = [Self.whereabouts(of: photo, app)].compactMap(\.self)
    if !photo.type.isFilm, app.film(shownBy: photo, of: entry) != nil {
      parts.append(PhotoView.liveSign)
    }
    if photo.type.isFilm {
      if let length = app.mediaLengths[photo.asset] {
        parts.append("▶ " + LengthWords.clock(milliseconds: length))
      }
    } else if let width = photo.width, let height = photo.height {
      parts.append("\(width) × \(height)")
    }
    if Self.photoView(photo, ViewerLayout(self, app.size), app).isIncomplete {
      parts.append(localized("file damaged"))
    }
    if !zoom.isWhole { parts.append("\(zoom.percent)%") }
    let count = entry.pictures.count
    if count > 1 { parts.append(localized("\(index + 1) of \(count)")) }
    return parts.joined(separator: "  ")
  }

  /// What is said of a photo that is on another machine.
  private static func whereabouts(of photo: Photo, _ app: ScreenContext) -> String? {
    guard app.sync.isElsewhere(photo.asset) else { return nil }
    return app.sync.fetching == photo.asset
      ? localized("preview, fetching…") : localized("preview only")
  }

  /// What is told of a photo's file, or of a film's.
  private func fileLines(of photo: Photo, _ app: ScreenContext) -> [(name: String, value: String)] {
    guard photo.type.isFilm else { return PhotoFileDetails.lines(of: photo, details) }
    let length = app.mediaLengths[photo.asset].map(LengthWords.clock(milliseconds:))
    let size = entry.film(shownBy: photo)?.size.map(CountWords.bytes)
    return [
      (localized("Name"), photo.name), (localized("Length"), length ?? ""),
      (localized("Size"), size ?? ""), (localized("Type"), photo.type.description),
    ].filter { !$0.1.isEmpty }
  }

  private func drawDetails(_ photo: Photo, in grid: inout Grid, _ rect: Rect, _ app: ScreenContext)
  {
    let column = rect.inset(left: 2, right: 1)
    var row = 0
    for (name, value) in fileLines(of: photo, app) {
      grid.draw(name, in: column.line(row), app.theme.dim)
      let room = column.inset(left: 10)
      // A long value goes on below while there is room for what follows.
      let rows = LineWrapping.rows(ofText: value.printable, columns: max(1, room.columns))
      for text in rows.prefix(rect.rows >= 14 ? 3 : 1) {
        grid.draw(text.trimmedEnd, in: room.line(row), app.theme.text)
        row += 1
      }
    }
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    guard var photo else { return AccessibleText(localized("Photo")) }
    photo.caption = entry.fields.caption(of: photo)
    let details =
      showsDetails
      ? fileLines(of: photo, app).map { "\($0.0): \($0.1)" } : []
    return AccessibleText(
      localized("Photo of “\(entry.displayTitle)”"),
      [Self.whereabouts(of: photo, app)].compactMap(\.self) + details,
      selected: AccessibleText.item(
        AccessibleText.words(for: photo), index, of: entry.pictures.count)
    )
  }
}

extension Location.Kind {
  static let viewer = Self(name: "viewer", needsEntry: true, needsPhoto: true) {
    position, visit, _, app in
    guard let entry = position.entry.flatMap({ visit.entries[$0] }),
      let index = entry.pictures.firstIndex(where: { $0.asset == position.photo })
    else { return nil }
    return (
      ViewerState(entry: entry, index: index, scope: ViewerState.scope(of: entry, in: app)), []
    )
  }
}
