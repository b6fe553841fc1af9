import TerminalUI
import Words

extension AppState {
  package static let smallest = Size(columns: 40, rows: 12)

  var isLargeEnough: Bool {
    size.columns >= Self.smallest.columns && size.rows >= Self.smallest.rows
  }

  /// The whole screen, from the state alone.
  package var frame: Frame {
    if speaks { return Frame(grid: Grid(size), speech: speech) }
    var grid = Grid(size)
    guard isLargeEnough else {
      drawTooSmall(in: &grid)
      return Frame(grid: grid)
    }
    var cursor: Point?
    if screens.frontWhole == nil { cursor = ListView.draw(self, in: &grid) }
    for screen in screens.visible { cursor = screen.draw(in: &grid, self) }
    if hasDialog { drawDialogHints(in: &grid) }
    // Over a dialog, only what is said of the text that is typed into it.
    if let toast, !hasDialog || cursor != nil {
      LongToast.draw(toast.printable, sparing: cursor, in: &grid, theme.accent)
    }
    grid.uncover { cells(inPlaceOf: $0) }
    return Frame(grid: grid, cursor: cursor)
  }

  /// A picture that is partly covered, in characters.
  private func cells(inPlaceOf placed: PlacedPicture) -> [Cell]? {
    guard let request = pictures.request(of: placed.picture),
      case .made(.cells(let picture)) = pictures[request.inCells(colors)]
    else { return nil }
    let whole = Rect(
      column: 0, row: -placed.skippedRows, columns: placed.rect.columns, rows: placed.rows)
    var cells = Grid(placed.rect.size)
    cells.draw(picture, in: whole)
    return (0..<cells.size.rows).flatMap { cells.row($0) }
  }

  /// The pictures of the screens that are in view.
  var wantedPictures: WantedPictures {
    guard isLargeEnough else { return WantedPictures() }
    var wanted = screens.frontWhole?.pictures(in: self) ?? ListView.pictures(self)
    if hasDialog, let dialog = screens.front { wanted.add(dialog.pictures(in: self)) }
    return wanted
  }

  private func drawTooSmall(in grid: inout Grid) {
    let words = localized(
      "Too small: PhotoDiary needs \(Self.smallest.columns)×\(Self.smallest.rows).")
    let rows = LineWrapping.rows(ofText: words, columns: size.columns)
    for (index, row) in rows.enumerated() {
      grid.draw(row.trimmedEnd, in: grid.bounds.line(index))
    }
  }
}
