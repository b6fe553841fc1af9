import DiaryCore
import Localization
import TerminalUI

/// Where the two versions are: side by side, or on a narrow screen one in the place of the other.
struct VersionsLayout {
  let leftHeading: Rect
  let rightHeading: Rect
  let left: Rect
  let right: Rect
  /// The rule between the two; of no width where there is room for one only.
  let rule: Rect
  let isWide: Bool

  init(_ size: Size) {
    let body = ScreenFrame.body(size)
    isWide = size.columns >= ScreenFrame.narrowestForTwo
    let half = isWide ? (body.columns - 1) / 2 : body.columns
    let leftSide = body.inset(left: 1, right: body.columns - half + 1)
    let rightSide = isWide ? body.inset(left: half + 2, right: 1) : leftSide
    rule = Rect(column: half, row: body.row, columns: isWide ? 1 : 0, rows: body.rows)
    (leftHeading, left) = Self.split(leftSide)
    (rightHeading, right) = Self.split(rightSide)
  }

  private static func split(_ side: Rect) -> (Rect, Rect) {
    let (heading, text) = side.split(top: 1)
    return (heading, text.inset(top: text.rows > 8 ? 1 : 0))
  }
}

// Two versions of an entry, with the words marked that the other one hasn't.
extension VersionsState {
  package mutating func layOut(in app: ScreenContext) {
    let layout = VersionsLayout(app.size)
    let text = MarkedText(
      hasSigns: app.colors == .monochrome,
      columns: min(layout.left.columns, layout.right.columns))
    self.text.show(comparison(.sides(text)))
    guard self.text.underWay == nil else { return }
    scroll.move(by: 0, content: rows.count, height: layout.left.rows)
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    let layout = VersionsLayout(app.size)
    let count = versions?.count ?? 0
    let words = count > 0 ? CountWords.versions(count) : ""
    _ = ScreenFrame(
      title: localized("Versions · \(entry.displayTitle)"),
      trailing: isComparing ? localized("comparing…") + " · " + words : words,
      hints: hints(app), in: &grid, app)
    guard let left, let right else { return nil }
    let hasDevices = left.device != right.device
    grid.drawRule(in: layout.rule, app.theme)
    if layout.isWide || !isRightInFront {
      grid.draw(
        Self.heading(localized("Left"), left, hasDevices, app), in: layout.leftHeading,
        app.theme.dim)
      draw(\.left, in: &grid, layout.left, app)
    }
    if layout.isWide || isRightInFront {
      let name =
        count > 2
        ? localized("Right, \(other + 1) of \(count)") : localized("Right")
      grid.draw(Self.heading(name, right, hasDevices, app), in: layout.rightHeading, app.theme.dim)
      draw(\.right, in: &grid, layout.right, app)
    }
    return nil
  }

  /// What keeping a deletion does is said.
  private func hints(_ app: ScreenContext) -> [Binding] {
    let bindings = app.keys[.versions].bindings
    guard right?.entry.isTrashed == true else { return bindings }
    return bindings.map { $0.command == .keepRight ? $0.hinting("delete") : $0 }
  }

  private func draw(
    _ side: KeyPath<PairedRow, MarkedRow>, in grid: inout Grid, _ rect: Rect, _ app: ScreenContext
  ) {
    for (pair, line) in scroll.inView(rows, in: rect) {
      pair[keyPath: side].draw(in: &grid, line, app.theme)
    }
  }

  private static func heading(
    _ name: String, _ revision: Revision, _ hasDevices: Bool, _ app: ScreenContext
  ) -> String {
    let date = RevisionRow.date(revision, app).trimmed
    let device = hasDevices ? " · " + RevisionRow.device(revision) : ""
    return "\(name) · "
      + (revision.entry.isTrashed ? localized("deleted \(date)") : localized("saved \(date)"))
      + device
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    let title = localized("Versions of “\(entry.displayTitle)”")
    let height = VersionsLayout(app.size).left.rows
    let rows = self.rows.dropFirst(scroll.top).prefix(height)
    let isRight = isRightInFront
    return AccessibleText(
      title, rows.map { (isRight ? $0.right : $0.left).words },
      selected: isRight ? localized("The right version") : localized("The left version"))
  }
}
