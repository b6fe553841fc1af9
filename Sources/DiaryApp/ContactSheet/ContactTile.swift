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

  /// The pictures that it needs to be drawn in a rectangle. `clip` is the part of the screen that
  /// it may be seen in, `count` how many tiles are on the screen.
  func pictures(
    in tile: Rect, clip: Rect, among count: Int, _ state: AppState
  ) -> [PictureRequest] {
    photoView(in: tile, clip: clip, among: count, state)?.requests
      ?? filePicture(in: tile, clip: clip, among: count, state)?.requests ?? []
  }

  func draw(in grid: inout Grid, _ tile: Rect, clip: Rect, among count: Int, _ state: AppState) {
    let theme = state.theme
    let picture = TileLayout.picture(in: tile)
    if let photo = photoView(in: tile, clip: clip, among: count, state) {
      photo.draw(in: &grid)
    } else if let file = filePicture(in: tile, clip: clip, among: count, state) {
      file.draw(in: &grid)
    } else if case .words(let title, let text) = subject {
      drawWords(title, text, in: &grid, picture, clip: clip, theme)
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
    in tile: Rect, clip: Rect, among count: Int, _ state: AppState
  ) -> PhotoView? {
    let room = TileLayout.picture(in: tile)
    let clip = clip.intersection(room)
    guard case .photo(let photo) = subject else { return nil }
    let rect = room.centred(PhotoView.room(for: photo, within: room.size, state))
    return PhotoView(photo, in: rect, clip: clip, among: count, state)
  }

  private func filePicture(
    in tile: Rect, clip: Rect, among count: Int, _ state: AppState
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
    in grid: inout Grid, _ body: Rect, _ position: SheetPosition, _ state: AppState,
    tile: (Int) -> ContactTile?
  ) {
    for heading in headings(in: position.top..<position.top + body.rows) {
      let line = body.line(heading.line - position.top)
      grid.draw(heading.words.printable, in: line.inset(left: 1), state.theme.dim)
    }
    let shown = shown(in: body, position)
    for (item, rect) in shown {
      guard var content = tile(item) else { continue }
      content.isSelected = item == position.selected
      content.draw(in: &grid, rect, clip: body, among: shown.count, state)
    }
  }

  /// The pictures of the tiles in view, and those of the screens around.
  func pictures(
    in body: Rect, _ position: SheetPosition, _ state: AppState, tile: (Int) -> ContactTile?
  ) -> WantedPictures {
    let shown = shown(in: body, position)
    func requests(_ item: Int, _ rect: Rect, clip: Rect) -> [PictureRequest] {
      tile(item)?.pictures(in: rect, clip: clip, among: shown.count, state) ?? []
    }
    return WantedPictures(
      inView: shown.flatMap { requests($0.item, $0.rect, clip: body) },
      // Where they will be isn't known, but that they will be seen whole.
      ahead: around(body, position).flatMap { item in
        let rect = Rect(column: 0, row: 0, columns: tiles.width, rows: tiles.rows)
        return requests(item, rect, clip: rect)
      })
  }
}
