import DiaryCore
import TerminalUI
import Text

/// The state of the status screen: the diary's location, owner, size and condition.
package struct StatusState: Sendable {
  /// The status, or `nil` until it is known.
  var status: DiaryStatus?
  var scroll = ScrollPosition()
}

extension StatusState: ScrolledScreen {
  package var opener: Command? { .status }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.status]] }

  package func isAvailable(_ command: Command, in app: AppState) -> Bool {
    command != .edit || status?.author != nil && app.obstacle == nil
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    switch command {
    case .edit: if let author = status?.author { app.push(AuthorNameState(author)) }
    case .lock: return app.lockOrEncrypt()
    default: return nil
    }
    return []
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    let body = Self.body(app.size)
    return (columns(in: body, app).map(\.rows.count).max() ?? 0, body.rows)
  }
}

extension StatusState {
  /// The columns between names and values.
  private static let gap = 2

  static func body(_ size: Size) -> Rect { Rect(size).inset(left: 2, top: 2, right: 2, bottom: 1) }

  /// The fewest columns of a body that shows the facts in two.
  private static let minWidthForTwo = 140
  /// The columns between two columns of facts.
  private static let columnGap = 4

  /// Returns the facts in as many columns as fit, from left to right.
  private func columns(
    in body: Rect, _ app: AppState
  ) -> [(rect: Rect, rows: [(name: String, words: String)], nameColumns: Int)] {
    let all = lines(columns: body.columns, app)
    guard body.columns >= Self.minWidthForTwo, all.rows.count > 2 else {
      return [(body, all.rows, all.nameColumns)]
    }
    let width = (body.columns - Self.columnGap) / 2
    let (rows, nameColumns) = lines(columns: width, app)
    // A fact isn't split between the columns.
    let half = (rows.count + 1) / 2
    let end = rows[half...].firstIndex { !$0.name.isEmpty } ?? rows.count
    return [
      (body.inset(right: body.columns - width), Array(rows[..<end]), nameColumns),
      (body.inset(left: width + Self.columnGap), Array(rows[end...]), nameColumns),
    ]
  }

  /// Returns the rows of the facts, each name with the first row of its value, and instructions for
  /// a problem; and the width of the names including the gap, in columns.
  func lines(
    columns: Int, _ app: AppState
  ) -> (rows: [(name: String, words: String)], nameColumns: Int) {
    guard let status else { return ([], 0) }
    let facts = self.facts(of: status, app)
    let nameColumns = Self.gap + (facts.map { TextWidth.columns($0.name) }.max() ?? 0)
    var lines: [(String, String)] = []
    for (name, value) in facts {
      let rows = LineWrapping.rows(ofText: value.printable, columns: columns - nameColumns)
      for (index, row) in rows.enumerated() { lines.append((index == 0 ? name : "", row)) }
    }
    if let problem = status.problem {
      lines.append(("", ""))
      lines += LineWrapping.rows(ofText: problem.line, columns: columns - nameColumns)
        .map { ("", $0) }
    }
    return (lines, nameColumns)
  }

  /// Returns the diary's facts and its encryption state.
  private func facts(
    of status: DiaryStatus, _ app: AppState
  ) -> [(name: String, value: String)] {
    var facts = status.facts(app.localDate)
    if let words = app.photoTexts.words, app.preferences.readsPhotoTexts {
      facts.append((localized("words in photos"), words))
    }
    guard let words = Self.encryptionText(app) else { return facts }
    facts.insert((localized("encryption"), words), at: min(2, facts.count))
    return facts
  }

  private static func encryptionText(_ app: AppState) -> String? {
    let key = app.keys[.status].keyName(of: .lock)
    return switch app.lockState {
    case .plain:
      key.map { localized("off; \($0) encrypts the diary") } ?? localized("off")
    case .open, .locked:
      key.map { localized("on; \($0) locks the diary") } ?? localized("on")
    case nil: nil
    }
  }

  private static func hints(_ app: AppState) -> [Binding] {
    app.keys[.status].bindings.map { binding in
      binding.command == .lock && app.lockState == .plain ? binding.hinting("encrypt") : binding
    }
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    _ = ScreenFrame(title: localized("Status"), hints: Self.hints(app), in: &grid, app)
    let body = Self.body(grid.size)
    for column in columns(in: body, app) {
      for (fact, line) in scroll.inView(column.rows, in: column.rect) {
        grid.draw(fact.name, in: line, app.theme.dim)
        grid.draw(fact.words, in: line.inset(left: column.nameColumns), app.theme.text)
      }
    }
    return nil
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let facts = (status.map { self.facts(of: $0, app) } ?? []).map { "\($0.name): \($0.value)" }
    let problem = (status?.problem?.line).map { [$0] } ?? []
    return AccessibleText(localized("Status"), facts + problem)
  }
}

/// A dialog that edits the author's display name.
struct AuthorNameState: LineDialog {
  var field: TextField

  init(_ author: Author) { field = TextField(author.name) }

  var title: String { localized("The author's name") }
  var label: String { localized("Name") }

  /// Starts the change. The dialog closes when it succeeds.
  func accept(in app: inout AppState) -> [Effect] { [.renameAuthor(field.text)] }
}

// MARK: - Effects

extension Effect {
  static var loadStatus: Effect {
    .read { .statusLoaded(await $0.status()) }
  }

  static func renameAuthor(_ name: String) -> Effect {
    .write(name) { context in
      _ = try await context.service.rename(author: name)
      let status = await context.service.status()
      return Message(function: "authorRenamed") { state in
        state.screens.removeAll(AuthorNameState.self)
        state.screens.update(StatusState.self) { $0.status = status }
        guard let author = status.author else { return }
        state.authorName = author.name
        state.toast = localized("Changed the author's name to “\(author.name)”.")
      }
    }
  }
}

extension Message {
  static func statusLoaded(_ status: DiaryStatus) -> Message {
    Message { state in state.screens.update(StatusState.self) { $0.status = status } }
  }
}
