import TerminalUI

/// Where the parts of the history screen are: side by side, or on a narrow screen one above the
/// other.
struct HistoryLayout {
  let revisions: Rect
  /// The rule between the two.
  let rule: Rect
  /// What is shown of the chosen state, in one line.
  let heading: Rect
  let text: Rect
  let isWide: Bool

  init(_ history: HistoryState, _ size: Size) {
    let body = ScreenFrame.body(size)
    isWide = size.columns >= ScreenFrame.narrowestForTwo
    let page: Rect
    if isWide {
      let width = min(RevisionRow.columns(history), body.columns / 2)
      revisions = body.inset(right: body.columns - width)
      rule = Rect(column: width, row: body.row, columns: 1, rows: body.rows)
      page = body.inset(left: width + 2, right: 1)
    } else {
      let rows = max(1, min(history.revisions.count, body.rows / 3))
      let (top, rest) = body.split(top: rows)
      revisions = top
      (rule, page) = rest.split(top: 1)
    }
    let (heading, text) = page.inset(left: isWide ? 0 : 1, right: isWide ? 0 : 1).split(top: 1)
    self.heading = heading
    self.text = text.inset(top: text.rows > 8 ? 1 : 0, right: max(0, text.columns - 100))
  }
}
