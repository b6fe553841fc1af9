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
    let panes = state.listForm == .sheet ? (body, nil) : ScreenFrame.panes(body)
    preview = panes.1
    (strip, rows) = panes.0.split(top: state.pinnedRows.count)
  }
}
