import DiaryCore
import TerminalUI
import Text

/// The state of the screen that compares and merges concurrent versions of an entry: the displayed
/// version at the left, another one at the right.
package struct VersionsState: Sendable {
  package private(set) var entry: Entry
  var reading = Loadable<ID<Entry>, [Revision]>()
  /// The index of the version at the right.
  private(set) var other = 1
  /// True if the right version is visible on a screen with space for only one.
  private(set) var isRightInFront = false
  var scroll = ScrollPosition()
  /// The rows of both sides.
  var text = ComparedText()
  /// The comparison being merged, after which the editor opens.
  var merging: Comparison?

  init(_ entry: Entry) { self.entry = entry }

  /// The versions, the displayed one first, or `nil` until they have been read.
  package var versions: [Revision]? { reading.value }
  var left: Revision? { versions?.first }
  var right: Revision? { versions?.element(at: other) }
  var rows: [PairedRow] { if case .pairs(let rows) = text.outcome { rows } else { [] } }
  var isComparing: Bool { merging != nil || text.pending != nil }

  mutating func receive(_ entry: Entry, _ versions: [Revision], _ requestID: Int) {
    let old = right?.id
    guard reading.receive(versions, requestID) else { return }
    self.entry = entry
    merging = nil
    other = max(1, versions.firstIndex { $0.id == old } ?? 1)
  }

  /// Shows the other side, if only one is visible, and then the next version.
  mutating func turn(isWide: Bool) {
    let count = versions?.count ?? 0
    if !isWide, !isRightInFront {
      isRightInFront = true
    } else if other + 1 < count {
      other += 1
    } else {
      other = 1
      isRightInFront = false
    }
  }

  /// Returns a comparison of the two visible versions.
  func comparison(_ form: Comparison.Form, in app: AppState) -> Comparison? {
    guard let left, let right else { return nil }
    return Comparison(old: left, new: right, form: form, localDate: app.localDate)
  }
}

// MARK: - Commands

extension VersionsState: ScrolledScreen {
  package var wantedComparison: Comparison? { merging ?? text.pending }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.versions]] }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    guard let command = command(for: key, in: app) else { return [] }
    if merging != nil {
      // Keys typed now are meant for the editor about to open.
      guard command != .back else {
        merging = nil
        return []
      }
      return screenCommand(for: key, in: app) == nil ? app.updateEverywhere(command) : []
    }
    return dispatch(command, in: &app)
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .history: return app.act(.history, on: entry)
    case .nextVersion: turn(isWide: VersionsLayout(app.size).isWide)
    case .keepLeft, .keepRight:
      guard let left, let right, app.checkEditable(entry) else { return [] }
      return keep(command == .keepLeft ? left : right, of: [left, right])
    case .editMerged: if app.checkEditable(entry) { editMerged(in: &app) }
    default: return nil
    }
    return []
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    text.pending == nil ? (rows.count, VersionsLayout(app.size).left.rows) : nil
  }

  package mutating func requests(in app: inout AppState) -> [Effect] {
    reading.need(entry.id, in: &app, Effect.loadVersions)
  }

  /// Merges two versions by keeping one. The other remains in the history.
  private func keep(_ kept: Revision, of versions: [Revision]) -> [Effect] {
    // The kept version may be a deletion.
    guard !kept.entry.isTrashed else { return [.change(.one(entry.id), .delete)] }
    return [
      .rewrite(
        Rewrite(
          change: .merging, entry: entry.id, fields: kept.entry.fields,
          replaced: Versions(versions), known: entry.heads), draft: nil)
    ]
  }

  /// Opens the editor with both versions in one text; long texts are merged asynchronously.
  private mutating func editMerged(in app: inout AppState) {
    guard let left, let right else { return }
    let names = MergedText.Names(
      leftDate: String(RevisionRow.date(left, app).trimmed),
      rightDate: String(RevisionRow.date(right, app).trimmed))
    guard let comparison = comparison(.merged(names), in: app) else { return }
    if comparison.isLong {
      merging = comparison
    } else if let editor = EditorState(merging: comparison, comparison.outcome, of: entry) {
      app.push(editor)
    }
  }
}

// MARK: - Drawing

/// The layout of the versions screen: side by side or, on a narrow screen, one at a time.
struct VersionsLayout {
  let leftHeading: Rect
  let rightHeading: Rect
  let left: Rect
  let right: Rect
  /// The rule between the versions, with no width if only one is visible.
  let rule: Rect
  let isWide: Bool

  init(_ size: Size) {
    let body = ScreenFrame.body(size)
    isWide = size.columns >= ScreenFrame.minWidthForTwo
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

extension VersionsState {
  package mutating func layOut(in app: AppState) {
    let layout = VersionsLayout(app.size)
    let text = MarkedText(
      usesBrackets: app.colors == .monochrome,
      columns: min(layout.left.columns, layout.right.columns))
    self.text.show(comparison(.sides(text), in: app))
    guard self.text.pending == nil else { return }
    scroll.move(by: 0, content: rows.count, height: layout.left.rows)
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let layout = VersionsLayout(app.size)
    let count = versions?.count ?? 0
    let words = count > 0 ? CountText.versions(count) : ""
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

  /// Returns the hints, with the label of the key that would keep a deletion changed to `delete`.
  private func hints(_ app: AppState) -> [Binding] {
    let bindings = app.keys[.versions].bindings
    guard right?.entry.isTrashed == true else { return bindings }
    return bindings.map { $0.command == .keepRight ? $0.hinting("delete") : $0 }
  }

  private func draw(
    _ side: KeyPath<PairedRow, MarkedRow>, in grid: inout Grid, _ rect: Rect, _ app: AppState
  ) {
    for (pair, line) in scroll.inView(rows, in: rect) {
      pair[keyPath: side].draw(in: &grid, line, app.theme)
    }
  }

  private static func heading(
    _ name: String, _ revision: Revision, _ hasDevices: Bool, _ app: AppState
  ) -> String {
    let date = RevisionRow.date(revision, app).trimmed
    let device = hasDevices ? RevisionRow.device(revision, app).map { " · \($0)" } : nil
    return "\(name) · "
      + (revision.entry.isTrashed ? localized("deleted \(date)") : localized("saved \(date)"))
      + (device ?? "")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let title = localized("Versions of “\(entry.displayTitle)”")
    let height = VersionsLayout(app.size).left.rows
    let rows = self.rows.dropFirst(scroll.top).prefix(height)
    let isRight = isRightInFront
    return AccessibleText(
      title, rows.map { (isRight ? $0.right : $0.left).words },
      selected: isRight ? localized("The right version") : localized("The left version"))
  }
}
