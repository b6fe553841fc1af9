import DiaryCore
import TerminalUI
import Words

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

/// Two versions of an entry, with the words marked that the other one hasn't.
enum VersionsView {
  static func layOut(_ versions: inout VersionsState, _ state: AppState) {
    let layout = VersionsLayout(state.size)
    let text = MarkedText(
      hasSigns: state.colors == .monochrome,
      columns: min(layout.left.columns, layout.right.columns))
    versions.text.show(versions.comparison(.sides(text)))
    guard versions.text.underWay == nil else { return }
    versions.scroll.move(by: 0, content: versions.rows.count, height: layout.left.rows)
  }

  static func draw(_ versions: VersionsState, _ state: AppState, in grid: inout Grid) {
    let layout = VersionsLayout(state.size)
    let count = versions.versions?.count ?? 0
    let words = count > 0 ? CountWords.versions(count) : ""
    _ = ScreenFrame(
      title: localized("Versions · \(versions.entry.displayTitle)"),
      trailing: versions.isComparing ? localized("comparing…") + " · " + words : words,
      hints: hints(versions, state), in: &grid,
      state)
    guard let left = versions.left, let right = versions.right else { return }
    let hasDevices = left.device != right.device
    for row in 0..<layout.rule.rows {
      grid.draw("│", in: layout.rule.line(row), state.theme.rule)
    }
    if layout.isWide || !versions.isRightInFront {
      grid.draw(
        heading(localized("Left"), left, hasDevices, state), in: layout.leftHeading, state.theme.dim
      )
      draw(versions, \.left, in: &grid, layout.left, state)
    }
    if layout.isWide || versions.isRightInFront {
      let name =
        count > 2
        ? localized("Right, \(versions.other + 1) of \(count)") : localized("Right")
      grid.draw(heading(name, right, hasDevices, state), in: layout.rightHeading, state.theme.dim)
      draw(versions, \.right, in: &grid, layout.right, state)
    }
  }

  /// What keeping a deletion does is said.
  private static func hints(_ versions: VersionsState, _ state: AppState) -> [Binding] {
    let bindings = state.keys[.versions].bindings
    guard versions.right?.entry.isTrashed == true else { return bindings }
    return bindings.map { $0.command == .keepRight ? $0.keepingDeletion : $0 }
  }

  private static func draw(
    _ versions: VersionsState, _ side: KeyPath<PairedRow, MarkedRow>, in grid: inout Grid,
    _ rect: Rect, _ state: AppState
  ) {
    for row in 0..<rect.rows {
      let index = versions.scroll.top + row
      guard versions.rows.indices.contains(index) else { break }
      versions.rows[index][keyPath: side].draw(in: &grid, rect.line(row), state.theme)
    }
  }

  private static func heading(
    _ name: String, _ revision: Revision, _ hasDevices: Bool, _ state: AppState
  ) -> String {
    let date = RevisionRow.date(revision, state).trimmed
    let device = hasDevices ? " · " + RevisionRow.device(revision) : ""
    return "\(name) · "
      + (revision.entry.isTrashed ? localized("deleted \(date)") : localized("saved \(date)"))
      + device
  }
}
