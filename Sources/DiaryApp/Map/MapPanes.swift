import DiaryCore
import Localization
import TerminalUI

/// Where the parts of the map's screen are.
struct MapPanes {
  let map: Rect
  /// What is selected, on a line below the map.
  let line: Rect
  /// Entries and photos of what is selected; `nil` on a narrow screen.
  let beside: Rect?

  private static let narrowestForTwo = 100

  init(_ app: ScreenContext) {
    let (rest, line) = ScreenFrame.body(app.size).split(bottom: 1)
    self.line = line
    guard rest.columns >= Self.narrowestForTwo, !app.speaks else {
      (map, beside) = (rest, nil)
      return
    }
    let width = min(56, rest.columns * 34 / 100)
    map = rest.inset(right: width)
    beside = rest.inset(left: rest.columns - width)
  }
}

/// The newest entries of a place, with their photos above them.
struct MapBeside {
  private let entries: [Entry]
  private let rect: Rect
  /// Where photos are, with each of them.
  private let photos: [(photo: Photo, rect: Rect)]
  private let list: Rect

  private static let mostPhotos = 4

  init(_ entries: [Entry], in rect: Rect, _ app: ScreenContext) {
    let rect = rect.inset(left: 2, right: 1)
    self.rect = rect
    self.entries = entries
    let shown = Array(
      entries.flatMap(\.photos).filter { $0.knownProblem == nil }.prefix(Self.mostPhotos))
    guard !shown.isEmpty, app.showsPhotos, rect.columns > 8 else {
      (photos, list) = ([], rect)
      return
    }
    let width = shown.count == 1 ? rect.columns : (rect.columns - 1) / 2
    let most = rect.rows * 6 / 10
    let lines = shown.count > 2 && most >= 12 ? 2 : 1
    let height = max(
      1, min(most / lines, Int((Double(width) * 0.75 * app.facts.cellRatio).rounded())))
    photos = shown.prefix(lines * 2).enumerated().map { index, photo in
      (
        photo,
        Rect(
          column: rect.column + index % 2 * (width + 1), row: rect.row + index / 2 * height,
          columns: width, rows: max(1, height - (lines > 1 ? 1 : 0)))
      )
    }
    list = rect.inset(top: min(rect.rows, (shown.count > 2 ? lines : 1) * height + 1))
  }

  private func view(_ index: Int, _ app: ScreenContext) -> PhotoView {
    let (photo, rect) = photos[index]
    let room = PhotoView.room(for: photo, within: rect.size, app)
    return PhotoView(photo, in: rect.centered(room), among: photos.count, app)
  }

  func pictures(_ app: ScreenContext) -> [PictureRequest] {
    photos.indices.flatMap { view($0, app).requests }
  }

  func draw(in grid: inout Grid, _ app: ScreenContext) {
    for index in photos.indices { view(index, app).draw(in: &grid) }
    for (row, entry) in entries.prefix(list.rows).enumerated() {
      let line = list.line(row)
      let end = grid.draw(DateWords.short(entry.date.day), in: line, app.theme.dim)
      grid.draw(entry.displayTitle, in: line.inset(left: end + 2 - line.column), app.theme.text)
    }
  }
}
