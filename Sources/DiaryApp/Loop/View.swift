import TerminalUI
import Text

extension AppState {
  package static let smallest = Size(columns: 40, rows: 12)

  var isLargeEnough: Bool {
    size.columns >= Self.smallest.columns && size.rows >= Self.smallest.rows
  }

  /// The complete frame, drawn from the state alone.
  package var frame: Frame {
    var frame = Frame(grid: Grid(size))
    frame.watchesCapsLock = front.isInputHidden
    if speaks {
      frame.accessibleText = accessibleText
      return frame
    }
    guard isLargeEnough else {
      drawTooSmall(in: &frame.grid)
      return frame
    }
    // Of several dialogs, only the one in front is drawn.
    let visible = screens.visible(over: bottom)
    for screen in visible.prefix(1) + visible.dropFirst().suffix(1) {
      frame.cursor = screen.draw(in: &frame.grid, self)
    }
    if hasDialog { drawToast(in: &frame.grid) }
    // Over a dialog, only toasts about the text typed into it are shown.
    let isShown = !hasDialog || frame.cursor != nil || pressedKey != nil
    if let toast = self.toast, isShown {
      LongToast.draw(
        toast.printable, sparing: frame.cursor, in: &frame.grid, theme.accent)
    }
    frame.grid.cutPictures()
    if theme.background != .terminal {
      frame.grid.paint(
        foreground: theme.text.foreground, background: theme.background)
    }
    return frame
  }

  /// The pictures of the visible screens.
  var wantedPictures: WantedPictures {
    guard isLargeEnough else { return WantedPictures() }
    var wanted = (screens.frontFullScreen ?? bottom).pictures(in: self)
    if hasDialog { wanted.add(front.pictures(in: self)) }
    return wanted
  }

  private func drawTooSmall(in grid: inout Grid) {
    let words = localized(
      "Too small: PhotoDiary needs \(Self.smallest.columns)×\(Self.smallest.rows).")
    let rows = LineWrapping.rows(ofText: words, columns: size.columns)
    for (index, row) in rows.enumerated() {
      grid.draw(row, in: grid.bounds.line(index))
    }
  }

  /// Adjusts scroll positions to the screen's size and contents.
  mutating func layOut() {
    if pinned.count == 0 { leaveStrip() }
    let rows = ListLayout(self).rows.rows
    let arrangement = self.arrangement
    // Only the visible list is laid out; the lists behind it are unchanged.
    entries.layOut(height: rows, arrangement)
    screens.layOut(in: self)
  }

  /// Draws the toast in the bottom line, which is empty below a dialog.
  private func drawToast(in grid: inout Grid) {
    let bottom = grid.bounds.line(grid.size.rows - 1)
    grid.fill(bottom)
    ScreenFrame.drawBottom([], in: &grid, bottom, self)
  }

  /// The front screen's description in words, for line-based terminals and screen readers. Made
  /// from the state alone, as the frame is.
  var accessibleText: AccessibleText {
    var accessibleText = front.accessibleText(in: self)
    accessibleText.notice = toast
    let keys = front.keyHints(in: self)
    if !keys.isEmpty { accessibleText.keys = keys.text }
    return accessibleText.printable
  }
}

// Properties needed for drawing.
extension AppState {
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
