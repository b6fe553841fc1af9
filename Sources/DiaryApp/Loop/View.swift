import Localization
import TerminalUI

extension AppState {
  package static let smallest = Size(columns: 40, rows: 12)

  var isLargeEnough: Bool {
    size.columns >= Self.smallest.columns && size.rows >= Self.smallest.rows
  }

  /// The whole screen, from the state alone.
  package var frame: Frame {
    if speaks { return Frame(grid: Grid(size), accessibleText: accessibleText) }
    var grid = Grid(size)
    guard isLargeEnough else {
      drawTooSmall(in: &grid)
      return Frame(grid: grid)
    }
    var cursor: Point?
    for screen in screens.visible(over: bottom) { cursor = screen.draw(in: &grid, self) }
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
    var wanted = (screens.frontWhole ?? bottom).pictures(in: self)
    if hasDialog { wanted.add(front.pictures(in: self)) }
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

  /// Fits what scrolls into the screen.
  mutating func layOut() {
    if pinned.count == 0 { leaveStrip() }
    let rows = ListLayout(self).rows.rows
    let arrangement = arrangement
    // The lists behind it stay as they were.
    entries.layOut(height: rows, arrangement)
    let app = self
    screens.layOut(in: app)
  }

  /// Whether a dialog lies over the screen.
  var hasDialog: Bool { !front.coversScreen }

  func drawDialogHints(in grid: inout Grid) {
    let bottom = grid.bounds.line(grid.size.rows - 1)
    // A tall dialog covers the line.
    guard grid.row(bottom.row).allSatisfy({ $0.text == " " }) else { return }
    ScreenFrame.draw(front.dialogHints(in: self), in: &grid, bottom, self)
  }

  /// How a photo is drawn that is one of so many on the screen: some terminals keep only a few in
  /// pixels.
  func pictureForm(among count: Int) -> PictureRequest.Form {
    guard let graphics = facts.graphics, count <= graphics.limit ?? .max else {
      return .cells(colors)
    }
    return .pixels(graphics)
  }

  private var isCovered: Bool { front.coversPictures }

  /// A picture, and the same in characters where a dialog or a list lies over the screen: those
  /// in pixels can't be covered in part. With few colors it would only be noise around the dialog.
  func withSubstitute(_ request: PictureRequest) -> [PictureRequest] {
    guard isCovered, colors == .palette256 || colors == .full, case .pixels = request.form
    else { return [request] }
    return [request, request.inCells(colors)]
  }

  var marksMisspelt: Bool { !speaks && preferences.dictionaries != [] }

  /// Whether vi keys are set, and the field in front is one that they work in.
  func takesViKeys(in editor: EditorState) -> Bool {
    preferences.editingKeys == .vi && (editor.focus == .content || editor.focus == .title)
  }

  /// What is in front, in words: for a terminal that has lines only, and those who have it read to
  /// them. Made from the state alone, as the frame is.
  var accessibleText: AccessibleText {
    var accessibleText = front.accessibleText(in: self)
    accessibleText.notice = toast
    return accessibleText.printable
  }

  /// The day that weeks begin with: 0 for Sunday.
  var firstWeekday: Int { preferences.weekStart.weekday(locale: localeWeekday) }
}
