import DiaryCore
import Localization
import TerminalUI

/// A question before something is done; the feature that asks says what and what comes of it. What undo
/// takes back is asked of many entries only, but for what is put into the trash. No is preselected
/// unless a person has looked through what is to be done. What can't be undone takes Enter after its
/// letter.
package struct ConfirmState: Sendable {
  /// The answers, the harmless one first.
  enum Answer: Sendable {
    case no, save, yes
  }

  /// Fewer entries are changed without a question, if undo takes it back.
  static let many = 20

  let title: String
  var no = localized("No")
  var yes = localized("Yes")
  /// Whether what is left may be saved instead.
  var offersSaving = false
  /// Whether something goes that undo doesn't bring back: one key that was meant for something else
  /// shall not do that.
  var isFinal = false
  var selected = Answer.no
  /// What Yes does, once the question is closed.
  var effects: [Effect] = []
  let text: @Sendable (ScreenContext) -> [String]
  /// What Yes does besides.
  var act: @Sendable (inout ScreenContext) -> [Effect] = { _ in [] }

  var answers: [Answer] { offersSaving ? [.no, .save, .yes] : [.no, .yes] }
}

extension ConfirmState: Screen {
  package var coversScreen: Bool { false }
  package var belongsToEditor: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.dialog]] }

  package func dialogHints(in app: ScreenContext) -> [Binding] {
    let save = answers.contains(.save) ? app.keys[.dialog].hint(.save, "save") : nil
    return app.keys[.dialog].bindings + [save].compactMap(\.self)
  }

  package mutating func handle(_ event: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    let index = answers.firstIndex(of: selected) ?? 0
    switch command(for: event, in: app) {
    case .yes where isFinal: selected = .yes
    case .yes: return answer(.yes, in: &app)
    case .no: return answer(.no, in: &app)
    case .save:
      guard answers.contains(.save) else { return [] }
      return answer(.save, in: &app)
    case .accept: return answer(selected, in: &app)
    case .nextField: selected = answers[(index + 1) % answers.count]
    case .previousField: selected = answers[(index + answers.count - 1) % answers.count]
    // Whoever types `:` there means the editor's own commands, or nothing.
    case .palette, nil: return []
    case .some(let command): return app.updateEverywhere(command)
    }
    return []
  }

  /// Presses the button under the mouse; one for what can't be undone is only chosen, as by its key.
  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    guard mouse.action == .press || mouse.action == .doublePress,
      let button = box(app).button(at: mouse.point, in: Rect(app.size))
    else { return [] }
    let answer = answers[button]
    if !isFinal || answer != .yes || mouse.action == .doublePress {
      return self.answer(answer, in: &app)
    }
    selected = answer
    return []
  }

  private func answer(_ answer: Answer, in app: inout ScreenContext) -> [Effect] {
    app.pop()
    return switch answer {
    case .no: []
    case .save: [.saveEditor()]
    case .yes: effects + act(&app)
    }
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  func box(_ app: ScreenContext) -> DialogBox {
    DialogBox(
      title: title, body: text(app), buttons: answers.map { .init(label($0, app.keys[.dialog])) },
      selected: answers.firstIndex(of: selected) ?? 0)
  }

  private func label(_ answer: Answer, _ keys: KeyTable) -> String {
    func label(_ words: String, _ command: Command) -> String {
      keys.keyName(of: command).map { "\(words) (\($0))" } ?? words
    }
    return switch answer {
    case .no: no
    case .save: label(localized("Save"), .save)
    case .yes: label(yes, .yes)
    }
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText { AccessibleText(box(app)) }
}

// MARK: Their texts

extension ScreenContext {
  /// What a question is about, cut to a line, above what it says.
  func headline(_ title: String) -> [String] {
    [TextWidth.cut(title, columns: DialogBox.textColumns(on: size.columns)), ""]
  }

  /// The key that undoes what is asked, where one does.
  var undoKey: String? { keys[.list].keyName(of: .undo) }

  /// That it can be undone, and how.
  var undoWords: String { undoKey.map { localized("Press \($0) to undo.") } ?? "" }
}

// MARK: - Notices

/// Something that must be read before going on: what failed, and what to do; or what was made.
package struct NoticeState: Sendable {
  let title: String
  let lines: [String]
  /// The entry whose versions the list's key for them shows from here.
  var versions: Entry?
  /// A page that the viewer's key for another program opens from here.
  var page: String?
  /// The dialog that follows once it is read.
  var next: (any Screen)?
  var scroll = ScrollPosition()
}

extension NoticeState: ScrolledScreen {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.notice]] }

  package func dialogHints(in app: ScreenContext) -> [Binding] {
    scrolls(app.size)
      ? app.keys[.notice].bindings : app.keys[.notice].without([.down]).bindings
  }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
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
    return command.map { carryOut($0, in: &app) } ?? []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    scroll(by: mouse.action.wheelRows, in: app)
    let button = box(app).button(at: mouse.point, in: Rect(app.size))
    if mouse.action == .press, button != nil { close(in: &app) }
    return []
  }

  private func close(in app: inout ScreenContext) {
    app.pop()
    if let next { app.push(next) }
  }

  func extent(in app: ScreenContext) -> (rows: Int, height: Int)? {
    let layout = layout(app.size)
    return (layout.rows.count, layout.height)
  }

  /// Of a box: its border, the title, the button and the blank rows between them.
  private static let frameRows = 6

  /// The rows of what it says, and how many of them are in view.
  func layout(_ size: Size) -> (rows: [String], height: Int) {
    let columns = DialogBox.textColumns(on: size.columns)
    let rows = lines.flatMap { line in
      LineWrapping.rows(ofText: line.printable, columns: columns).map(\.trimmedEnd)
    }
    // A small screen is used to its edges.
    let room = max(2, size.rows - Self.frameRows - (size.rows > 16 ? 2 : 0))
    // The last row is for the sign that there are more.
    return (rows, rows.count > room ? room - 1 : rows.count)
  }

  func scrolls(_ size: Size) -> Bool {
    let layout = layout(size)
    return layout.rows.count > layout.height
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    var styles = app.theme.dialog
    styles.title = app.theme.warning
    let inner = box(app).draw(in: &grid, grid.bounds, styles)
    let layout = layout(app.size)
    let sign = scroll.sign(content: layout.rows.count, height: layout.height)
    grid.draw(trailing: sign, in: inner.line(2 + layout.height), app.theme.dim)
    return nil
  }

  func box(_ app: ScreenContext) -> DialogBox {
    let layout = layout(app.size)
    let shown = layout.rows.dropFirst(scroll.top).prefix(layout.height)
    return DialogBox(
      title: title, body: shown + (scrolls(app.size) ? [""] : []),
      buttons: [.init(localized("OK"))])
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText { AccessibleText(box(app)) }
}

// MARK: - Keys

extension KeyScreen {
  static let dialog = KeyScreen(
    "dialog",
    title: "Dialog",
    bindings: [
      Binding(.accept, .enter, help: "Press the selected button", hint: "choose"),
      Binding(.nextField, .tab, .right, .down, "l", help: "Next button", hint: "next"),
      Binding(.previousField, KeyEvent(.tab, .shift), .left, .up, "h", help: "Previous button"),
      Binding(.yes, "y", "Y", help: "Yes", hint: "yes"),
      Binding(.no, "n", "N", .escape, "q", help: "No", hint: "no"),
      Binding(.save, "s", .control("s"), help: "Save, where offered"),
    ])

  static let notice = KeyScreen(
    "notice",
    title: "Message",
    bindings: [
      Binding(.accept, .enter, .escape, "q", "n", help: "Close", hint: "close"),
      Binding(.down, .down, "j", help: "Down one line", hint: "scroll"),
      Binding(.up, .up, "k", help: "Up one line"),
      Binding(.pageDown, .pageDown, " ", help: "Down one page"),
      Binding(.pageUp, .pageUp, help: "Up one page"),
    ])

  /// Of a dialog with one line to type: a caption, a name.
  static let line = KeyScreen(
    "line",
    title: "A line of text",
    bindings: [
      Binding(.accept, .enter, .control("s"), help: "Apply"),
      Binding(.cancel, .escape, help: "Cancel"),
      Binding(.help, .function(1), help: "All keys"),
    ])
}

// What a dialog says of its keys, by the keymap that is in force.
extension KeyTable {
  /// Of a dialog; empty where not both can be done with a key.
  var keepingWords: String {
    guard let accept = keyName(of: .accept), let cancel = keyName(of: .cancel) else { return "" }
    return localized("\(accept) saves, \(cancel) cancels.")
  }

  /// Of a dialog in which a line is chosen.
  var choosingWords: String {
    let (take, leave) = (keyName(of: .open) ?? "", keyName(of: .cancel) ?? "")
    return localized("\(take) selects, \(leave) cancels.")
  }

  /// Of something that takes long and can be stopped.
  func stoppingWords(_ command: Command) -> String {
    keyName(of: command).map { localized("Press \($0) to stop") } ?? ""
  }
}
