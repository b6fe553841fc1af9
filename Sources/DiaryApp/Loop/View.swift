import TerminalUI
import Text

extension AppState {
  package static let smallest = Size(columns: 40, rows: 12)

  var isLargeEnough: Bool {
    context.size.columns >= Self.smallest.columns && context.size.rows >= Self.smallest.rows
  }

  /// The complete frame, drawn from the state alone.
  package var frame: Frame {
    var frame = Frame(grid: Grid(context.size))
    frame.watchesCapsLock = context.front.isInputHidden
    if context.speaks {
      frame.accessibleText = accessibleText
      return frame
    }
    guard isLargeEnough else {
      drawTooSmall(in: &frame.grid)
      return frame
    }
    // Of several dialogs, only the one in front is drawn.
    let visible = screens.visible(over: context.bottom)
    for screen in visible.prefix(1) + visible.dropFirst().suffix(1) {
      frame.cursor = screen.draw(in: &frame.grid, context)
    }
    if context.hasDialog { drawToast(in: &frame.grid) }
    // Over a dialog, only toasts about the text typed into it are shown.
    let isShown = !context.hasDialog || frame.cursor != nil || context.pressedKey != nil
    if let toast = context.toast, isShown {
      LongToast.draw(
        toast.printable, sparing: frame.cursor, in: &frame.grid, context.theme.accent)
    }
    frame.grid.cutPictures()
    if context.theme.background != .terminal {
      frame.grid.paint(
        foreground: context.theme.text.foreground, background: context.theme.background)
    }
    return frame
  }

  /// The pictures of the visible screens.
  var wantedPictures: WantedPictures {
    guard isLargeEnough else { return WantedPictures() }
    var wanted = (screens.frontFullScreen ?? context.bottom).pictures(in: context)
    if context.hasDialog { wanted.add(context.front.pictures(in: context)) }
    return wanted
  }

  private func drawTooSmall(in grid: inout Grid) {
    let words = localized(
      "Too small: PhotoDiary needs \(Self.smallest.columns)×\(Self.smallest.rows).")
    let rows = LineWrapping.rows(ofText: words, columns: context.size.columns)
    for (index, row) in rows.enumerated() {
      grid.draw(row, in: grid.bounds.line(index))
    }
  }

  /// Adjusts scroll positions to the screen's size and contents.
  mutating func layOut() {
    if context.pinned.count == 0 { context.leaveStrip() }
    let rows = ListLayout(context).rows.rows
    let arrangement = context.arrangement
    // Only the visible list is laid out; the lists behind it are unchanged.
    context.entries.layOut(height: rows, arrangement)
    screens.layOut(in: context)
  }

  /// Draws the toast in the bottom line, which is empty below a dialog.
  private func drawToast(in grid: inout Grid) {
    let bottom = grid.bounds.line(grid.size.rows - 1)
    grid.fill(bottom)
    ScreenFrame.drawBottom([], in: &grid, bottom, context)
  }

  /// The front screen's description in words, for line-based terminals and screen readers. Made
  /// from the state alone, as the frame is.
  var accessibleText: AccessibleText {
    var accessibleText = context.front.accessibleText(in: context)
    accessibleText.notice = context.toast
    let keys = context.front.keyHints(in: context)
    if !keys.isEmpty { accessibleText.keys = keys.text }
    return accessibleText.printable
  }
}

// Properties needed for drawing.
extension ScreenContext {
  /// Indicates that a dialog is in front.
  var hasDialog: Bool { !front.coversScreen }

  /// Returns the form for drawing one of `count` visible photos: some terminals keep only a few in
  /// pixels.
  func pictureForm(among count: Int) -> PictureRequest.Form {
    guard let graphics = facts.graphics, count <= graphics.limit ?? .max else {
      return .cells(colors)
    }
    return .pixels(graphics)
  }

  var marksMisspelt: Bool { !speaks && preferences.dictionaries != [] }

  /// Indicates that vi keys are enabled and work in the focused field.
  func usesViKeys(in editor: EditorState) -> Bool {
    preferences.editingKeys == .vi && (editor.focus == .content || editor.focus == .title)
  }

  /// Indicates that keys are inserted into an entry's text unchanged.
  func isTypingText(in editor: EditorState) -> Bool {
    editor.focus == .content && editor.find == nil && editor.completion?.isShown != true
      && (preferences.editingKeys != .vi || editor.viKeys.mode == .insert)
  }

  /// Indicates that letters are commands in front, not input.
  var takesLetterCommands: Bool {
    guard let editor = front as? EditorState else { return !front.isTyping }
    if let find = editor.find { return find.isAsking }
    return usesViKeys(in: editor) && editor.viKeys.awaitsCommand
  }

  /// The first day of the week: 0 for Sunday.
  var firstWeekday: Int { preferences.weekStart.weekday(locale: localeWeekday) }
}
