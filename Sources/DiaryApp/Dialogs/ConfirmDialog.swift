import DiaryCore
import TerminalUI
import Text

/// A question before an action. The feature that asks provides its texts and effects.
///
/// Actions that can be undone ask only for many entries, except for moving to the trash. No is
/// preselected unless the user has reviewed the action. An action that can't be undone needs Enter
/// after its letter.
package struct ConfirmState: Sendable {
  /// The answers, the harmless one first.
  enum Answer: Sendable {
    case no, yes
  }

  /// The number of entries from which an undoable change asks first.
  static let many = 20

  let title: String
  var no = localized("No")
  var yes = localized("Yes")
  /// Indicates that undo can't restore what is removed. A single key, which may be a mistake, then
  /// only selects the answer.
  var isFinal = false
  var selected = Answer.no
  var scroll = ScrollPosition()
  /// The command of the screen behind whose key, pressed again, means Yes.
  var repeated: Command?
  /// The effects of Yes, run after the dialog is closed.
  var effects: [Effect] = []
  let text: @Sendable (AppState) -> [String]
  /// The additional action of Yes.
  var act: @Sendable (inout AppState) -> [Effect] = { _ in [] }
}

extension ConfirmState: ScrolledScreen {
  package var coversScreen: Bool { false }
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.dialog]] }

  package func dialogHints(in app: AppState) -> [Binding] {
    let bindings = app.keys[.dialog].bindings
    guard let again = shortcut(in: app)?.hinting("yes") else { return bindings }
    let leaving = bindings.firstIndex { $0.command == .no } ?? 0
    return bindings.prefix(leaving + 1) + [again] + bindings.dropFirst(leaving + 1)
  }

  /// Returns the binding of `repeated` on the screen behind.
  private func shortcut(in app: AppState) -> Binding? {
    guard let repeated else { return nil }
    let behind = app.screens.all.dropLast().last ?? app.bottom
    return behind.keyTables(app.keys).lazy.flatMap(\.bindings).first { $0.command == repeated }
  }

  package mutating func handle(_ event: KeyEvent, in app: inout AppState) -> [Effect] {
    let command = command(for: event, in: app)
    let (rows, height) = box(app).extent(in: Rect(app.size))
    if let command, rows > height, [.down, .up, .pageDown, .pageUp].contains(command) {
      return dispatch(command, in: &app)
    }
    switch command {
    case .yes where isFinal: selected = .yes
    case .yes: return answer(.yes, in: &app)
    case .no: return answer(.no, in: &app)
    case .accept: return answer(selected, in: &app)
    case .nextField, .previousField, .down, .up: selected = selected == .no ? .yes : .no
    case nil where shortcut(in: app)?.keys.contains(event) == true: return answer(.yes, in: &app)
    // `:` is meant for the editor's commands, or nothing.
    case .palette, .pageDown, .pageUp, nil: return []
    case .some(let command): return app.updateEverywhere(command)
    }
    return []
  }

  /// Presses the button under the mouse. Yes for a final action is only selected, as by its key.
  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    guard mouse.action == .press || mouse.action == .doublePress,
      let button = box(app).button(at: mouse.point, in: Rect(app.size))
    else { return [] }
    let answer = button == 0 ? Answer.no : .yes
    if !isFinal || answer != .yes || mouse.action == .doublePress {
      return self.answer(answer, in: &app)
    }
    selected = answer
    return []
  }

  private func answer(_ answer: Answer, in app: inout AppState) -> [Effect] {
    app.pop()
    return answer == .yes ? effects + act(&app) : []
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let box = box(app)
    let text = box.draw(in: &grid, grid.bounds, app.theme.dialog)
    let (rows, height) = box.extent(in: grid.bounds)
    let indicator = scroll.indicator(content: rows, height: height)
    grid.draw(trailing: indicator, in: text.line(height), app.theme.dim)
    return nil
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    box(app).extent(in: Rect(app.size))
  }

  func box(_ app: AppState) -> DialogBox {
    let key = app.keys[.dialog].keyName(of: .yes)
    var box = box(
      title: title, body: text(app),
      buttons: [.init(no), .init(key.map { "\(yes) (\($0))" } ?? yes)],
      selected: selected == .no ? 0 : 1, in: app)
    box.top = scroll.top
    return box
  }

  package func accessibleText(in app: AppState) -> AccessibleText { AccessibleText(box(app)) }
}

// MARK: Texts

extension AppState {
  /// Returns the subject of a question, shortened to one line, and a blank line.
  func headline(_ title: String) -> [String] {
    [TextWidth.cut(title, columns: DialogBox.textColumns(on: size.columns)), ""]
  }

  /// The key that undoes the change, if it has one.
  var undoKey: String? { keys[.list].keyName(of: .undo) }

  /// A sentence that explains how to undo the change.
  var undoText: String { undoKey.map { localized("Press \($0) to undo.") } ?? "" }
}

// MARK: - Notices

/// A message that must be read before continuing, such as an error with its remedy.
package struct NoticeState: Sendable {
  let title: String
  let lines: [String]
  /// The entry whose versions can be opened with the list's key.
  var versions: Entry?
  /// The page that can be opened with the viewer's key for other programs.
  var page: String?
  /// The dialog that is opened after this one.
  var next: (any Screen)?
  var scroll = ScrollPosition()
}

extension NoticeState: ScrolledScreen {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.notice]] }

  package func dialogHints(in app: AppState) -> [Binding] {
    let keys = scrolls(app.size) ? app.keys[.notice] : app.keys[.notice].without([.down])
    return next == nil ? keys.bindings : keys.bindings(with: keys.hint(.accept, "next"))
  }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    if let versions, app.keys[.list].command(for: key) == .versions {
      app.pop()
      return [.openVersions(of: versions)]
    }
    if let page, app.keys[.viewer].command(for: key) == .openOutside {
      app.pop()
      return [.openAddress(page)]
    }
    let command = command(for: key, in: app)
    if command == .accept || key == .character(" ") && command == .pageDown && !scrolls(app.size) {
      close(in: &app)
      return []
    }
    return command.map { dispatch($0, in: &app) } ?? []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    let button = box(app).button(at: mouse.point, in: Rect(app.size))
    if mouse.action == .press, button != nil { close(in: &app) }
    return []
  }

  private func close(in app: inout AppState) {
    app.pop()
    if let next { app.push(next) }
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    let layout = layout(app.size)
    return (layout.rows.count, layout.height)
  }

  /// The rows of a box around its text: border, title, button and blank rows.
  private static let frameRows = 6

  /// Returns the rows of the text and the number of visible ones.
  func layout(_ size: Size) -> (rows: [String], height: Int) {
    let columns = DialogBox.textColumns(on: size.columns)
    let rows = lines.flatMap { line in
      LineWrapping.rows(ofText: line.printable, columns: columns)
    }
    // A small screen is used completely.
    let space = max(2, size.rows - Self.frameRows - (size.rows > 16 ? 2 : 0))
    // The last row shows the scroll position.
    return (rows, rows.count > space ? space - 1 : rows.count)
  }

  func scrolls(_ size: Size) -> Bool {
    let layout = layout(size)
    return layout.rows.count > layout.height
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    var styles = app.theme.dialog
    styles.title = app.theme.warning
    let text = box(app).draw(in: &grid, grid.bounds, styles)
    let layout = layout(app.size)
    let indicator = scroll.indicator(content: layout.rows.count, height: layout.height)
    grid.draw(trailing: indicator, in: text.line(layout.height), app.theme.dim)
    return nil
  }

  func box(_ app: AppState) -> DialogBox {
    let layout = layout(app.size)
    let shown = layout.rows.dropFirst(scroll.top).prefix(layout.height)
    return box(
      title: title, body: shown + (scrolls(app.size) ? [""] : []),
      buttons: [.init(localized("OK"))], in: app)
  }

  package func accessibleText(in app: AppState) -> AccessibleText { AccessibleText(box(app)) }
}
