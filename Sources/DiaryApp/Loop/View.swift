import Localization
import TerminalUI

extension AppState {
  package static let smallest = Size(columns: 40, rows: 12)

  var isLargeEnough: Bool {
    context.size.columns >= Self.smallest.columns && context.size.rows >= Self.smallest.rows
  }

  /// The whole screen, from the state alone.
  package var frame: Frame {
    var frame = drawnFrame
    frame.watchesCapsLock = context.front.isTypedUnseen
    return frame
  }

  private var drawnFrame: Frame {
    if context.speaks { return Frame(grid: Grid(context.size), accessibleText: accessibleText) }
    var grid = Grid(context.size)
    guard isLargeEnough else {
      drawTooSmall(in: &grid)
      return Frame(grid: grid)
    }
    var cursor: Point?
    for screen in screens.visible(over: context.bottom) { cursor = screen.draw(in: &grid, context) }
    if context.hasDialog { drawDialogHints(in: &grid) }
    // Over a dialog, only what is said of the text that is typed into it.
    if let toast = context.toast, !context.hasDialog || cursor != nil {
      LongToast.draw(toast.printable, sparing: cursor, in: &grid, context.theme.accent)
    }
    grid.uncover { cells(inPlaceOf: $0) }
    return Frame(grid: grid, cursor: cursor)
  }

  /// A picture that is partly covered, in characters.
  private func cells(inPlaceOf placed: PlacedPicture) -> [Cell]? {
    guard let request = context.pictures.request(of: placed.picture),
      case .made(.cells(let picture)) = context.pictures[request.inCells(context.colors)]
    else { return nil }
    let whole = Rect(
      column: -placed.skippedColumns, row: -placed.skippedRows, columns: placed.whole.columns,
      rows: placed.whole.rows)
    var cells = Grid(placed.rect.size)
    cells.draw(picture, in: whole)
    return (0..<cells.size.rows).flatMap { cells.row($0) }
  }

  /// The pictures of the screens that are in view.
  var wantedPictures: WantedPictures {
    guard isLargeEnough else { return WantedPictures() }
    var wanted = (screens.frontWhole ?? context.bottom).pictures(in: context)
    if context.hasDialog { wanted.add(context.front.pictures(in: context)) }
    return wanted
  }

  private func drawTooSmall(in grid: inout Grid) {
    let words = localized(
      "Too small: PhotoDiary needs \(Self.smallest.columns)×\(Self.smallest.rows).")
    let rows = LineWrapping.rows(ofText: words, columns: context.size.columns)
    for (index, row) in rows.enumerated() {
      grid.draw(row.trimmedEnd, in: grid.bounds.line(index))
    }
  }

  /// Fits what scrolls into the screen.
  mutating func layOut() {
    if context.pinned.count == 0 { context.leaveStrip() }
    let rows = ListLayout(context).rows.rows
    let arrangement = context.arrangement
    // The lists behind it stay as they were.
    context.entries.layOut(height: rows, arrangement)
    screens.layOut(in: context)
  }

  func drawDialogHints(in grid: inout Grid) {
    let bottom = grid.bounds.line(grid.size.rows - 1)
    // A tall dialog covers the line.
    guard grid.row(bottom.row).allSatisfy({ $0.text == " " }) else { return }
    ScreenFrame.draw(context.front.dialogHints(in: context), in: &grid, bottom, context)
  }

  /// What is in front, in words: for a terminal that has lines only, and those who have it read to
  /// them. Made from the state alone, as the frame is.
  var accessibleText: AccessibleText {
    var accessibleText = context.front.accessibleText(in: context)
    accessibleText.notice = context.toast
    return accessibleText.printable
  }
}

// What drawing needs to know.
extension ScreenContext {
  /// Whether a dialog lies over the screen.
  var hasDialog: Bool { !front.coversScreen }

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

  /// `true` if keys go into an entry's text as they are.
  func isTypingText(in editor: EditorState) -> Bool {
    editor.focus == .content && editor.find == nil && editor.completion?.isShown != true
      && (preferences.editingKeys != .vi || editor.viKeys.mode == .insert)
  }

  /// The day that weeks begin with: 0 for Sunday.
  var firstWeekday: Int { preferences.weekStart.weekday(locale: localeWeekday) }
}
