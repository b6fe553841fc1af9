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
