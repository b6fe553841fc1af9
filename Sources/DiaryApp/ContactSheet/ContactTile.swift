import DiaryCore
import TerminalUI

/// One tile of a contact sheet: a photo or a few words, and a line below.
struct ContactTile {
  enum Subject {
    case photo(Photo)
    /// A photo that isn't in the diary yet. Its picture is shown where all of the tile is in view.
    case file(FoundPhoto)
    case words(title: String, text: String)
  }

  let subject: Subject
  let caption: String
  var isSelected = false

  var hasPicture: Bool { if case .words = subject { false } else { true } }

  /// The pictures that it needs to be drawn in a rectangle. `clip` is the part of the screen that
  /// it may be seen in, `count` how many photos are on the screen.
  func pictures(
    in tile: Rect, clip: Rect, among count: Int, _ state: ScreenContext
  ) -> [PictureRequest] {
    photoView(in: tile, clip: clip, among: count, state)?.requests
      ?? filePicture(in: tile, clip: clip, among: count, state)?.requests ?? []
  }

  func draw(in grid: inout Grid, _ tile: Rect, clip: Rect, among count: Int, _ state: ScreenContext)
  {
    let theme = state.theme
    let picture = TileLayout.picture(in: tile)
    let view = photoView(in: tile, clip: clip, among: count, state)
    switch subject {
    case .file: filePicture(in: tile, clip: clip, among: count, state)?.draw(in: &grid)
    case .words(let title, let text):
      drawWords(title, text, in: &grid, picture, clip: clip, theme)
    case .photo(let photo):
      if let problem = problem(photo, view, state) {
        // A line has no room for the reason.
        let reason = PhotoView.reason(problem, photo)
        drawWords(PhotoView.title(photo), reason, in: &grid, picture, clip: clip, theme)
      } else {
        view?.draw(in: &grid)
      }
    }
    let line = TileLayout.caption(in: tile)
    if clip.contains(Point(column: line.column, row: line.row)) {
      grid.draw(caption.printable, in: line, isSelected ? theme.title : theme.dim)
    }
    guard isSelected else { return }
    for row in 0..<tile.rows - 1 {
      let place = Rect(column: tile.column, row: tile.row + row, columns: 1, rows: 1)
      if !place.intersection(clip).isEmpty { grid.draw("▌", in: place, theme.accent) }
    }
  }

  private func photoView(
    in tile: Rect, clip: Rect, among count: Int, _ state: ScreenContext
  ) -> PhotoView? {
    let room = TileLayout.picture(in: tile)
    let clip = clip.intersection(room)
    guard case .photo(let photo) = subject else { return nil }
    let rect = room.centered(PhotoView.room(for: photo, within: room.size, state))
    return PhotoView(photo, in: rect, clip: clip, among: count, state)
  }

  /// Why the photo isn't shown.
  private func problem(
    _ photo: Photo, _ view: PhotoView?, _ state: ScreenContext
  ) -> PictureProblem? {
    if let problem = photo.knownProblem { return problem }
    guard let request = view?.requests.first, case .failed(let problem) = state.pictures[request]
    else { return nil }
    return problem
  }

  private func filePicture(
    in tile: Rect, clip: Rect, among count: Int, _ state: ScreenContext
  ) -> FilePicture? {
    let room = TileLayout.picture(in: tile)
    guard case .file(let photo) = subject, room.intersection(clip) == room else { return nil }
    return FilePicture(photo.path, in: room, among: count, state)
  }

  private func drawWords(
    _ title: String, _ text: String, in grid: inout Grid, _ rect: Rect, clip: Rect, _ theme: Theme
  ) {
    var row = 0
    for (words, style) in [(title, isSelected ? theme.title : theme.text), (text, theme.dim)] {
      // Far more than a tile has room for.
      let words = String(words.prefix(rect.columns * rect.rows + 1)).printable
      for line in LineWrapping.rows(ofText: words, columns: rect.columns) where row < rect.rows {
        let place = rect.line(row).intersection(clip)
        if !place.isEmpty { grid.draw(line.trimmedEnd, in: place, style) }
        row += 1
      }
    }
  }
}

extension ContactSheet {
  /// Draws the headings in view, and a tile for each item in view.
  func draw(
    in grid: inout Grid, _ body: Rect, _ position: SheetPosition, _ state: ScreenContext,
    tile: (Int) -> ContactTile?
  ) {
    for heading in headings(in: position.top..<position.top + body.rows) {
      let line = body.line(heading.line - position.top)
      grid.draw(heading.words.printable, in: line.inset(left: 1), state.theme.dim)
    }
    let shown = contents(in: body, position, tile)
    let count = shown.count(where: \.tile.hasPicture)
    for var content in shown {
      content.tile.isSelected = content.item == position.selected
      content.tile.draw(in: &grid, content.rect, clip: body, among: count, state)
    }
  }

  /// The pictures of the tiles in view, and those of the screens around.
  func pictures(
    in body: Rect, _ position: SheetPosition, _ state: ScreenContext, tile: (Int) -> ContactTile?
  ) -> WantedPictures {
    let shown = contents(in: body, position, tile)
    let count = shown.count(where: \.tile.hasPicture)
    // Where they will be isn't known, but that they will be seen whole.
    let next = Rect(column: 0, row: 0, columns: tiles.width, rows: tiles.rows)
    return WantedPictures(
      inView: shown.flatMap { content in
        content.tile.pictures(in: content.rect, clip: body, among: count, state)
      },
      ahead: around(body, position).flatMap { item in
        tile(item)?.pictures(in: next, clip: next, among: count, state) ?? []
      })
  }

  private func contents(
    in body: Rect, _ position: SheetPosition, _ tile: (Int) -> ContactTile?
  ) -> [(item: Int, rect: Rect, tile: ContactTile)] {
    shown(in: body, position).compactMap { item, rect in
      tile(item).map { (item, rect, $0) }
    }
  }
}
