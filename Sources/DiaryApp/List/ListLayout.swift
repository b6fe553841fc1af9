import TerminalUI

/// Where the parts of the list screen are.
struct ListLayout {
  /// The rows of entries.
  let rows: Rect
  /// The pinned ones above them; without a row when there are none.
  let strip: Rect
  /// The preview; `nil` on a narrow screen.
  let preview: Rect?
  /// Where a search is typed; `nil` when none is.
  let prompt: Rect?

  init(_ state: ScreenContext) {
    var body = ScreenFrame.body(state.size)
    if state.search != nil {
      let parts = body.split(top: SearchPrompt.rows(state))
      prompt = parts.top
      body = parts.rest
    } else {
      prompt = nil
    }
    // A contact sheet shows photos enough.
    guard state.size.columns >= ScreenFrame.narrowestForTwo, state.listForm != .sheet else {
      (strip, rows) = body.split(top: state.pinnedRows.count)
      preview = nil
      return
    }
    let width = min(64, state.size.columns * 46 / 100)
    (strip, rows) = body.inset(right: body.columns - width).split(top: state.pinnedRows.count)
    preview = body.inset(left: width)
  }
}
