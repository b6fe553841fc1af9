import DiaryCore
import Localization
import TerminalUI

/// A question before something is done: what, to which entry, and whether it can be undone. What
/// undo takes back is asked of many entries only, but for what is put into the trash. No is preselected
/// unless a person has looked through what is to be done. What can't be undone takes Enter after its
/// letter.
package struct ConfirmState: Sendable {
  enum Question: Sendable {
    case delete(Entry)
    /// Some of them may not be in what the list shows.
    case many(BulkChange, [ID<Entry>], hidden: Int)
    /// To another tag, of which there is one already.
    case mergeTags(TagTally, into: TagTally)
    case removeTag(TagTally)
    case journals(JournalEdit, count: Int)
    case emptyTrash(count: Int)
    case leaveEditor(EditorState)
    /// The entry in the editor was put into the trash elsewhere.
    case restoreAndSave(EditorState)
    /// It was removed for good elsewhere.
    case saveAsNew(EditorState)
    /// Lines that tell its versions apart still stand in a merged text.
    case keepMarkers(EditorState, first: String)
    case writePhotos([PhotoGroup])
    /// The proposed entries were arranged.
    case leavePhotos
  }

  /// The answers, the harmless one first.
  enum Answer: Sendable, CaseIterable {
    case no, save, yes
  }

  /// Fewer entries are changed without a question, if undo takes it back.
  static let many = 20

  let question: Question
  var selected = Answer.no

  static func delete(_ entry: Entry) -> Self { Self(question: .delete(entry)) }
  static func many(_ change: BulkChange, _ entries: [ID<Entry>], hidden: Int) -> Self {
    Self(question: .many(change, entries, hidden: hidden))
  }
  static func emptyTrash(count: Int) -> Self { Self(question: .emptyTrash(count: count)) }
  static func leaveEditor(_ editor: EditorState) -> Self { Self(question: .leaveEditor(editor)) }

  /// Whether something goes that undo doesn't bring back: one key that was meant for something else
  /// shall not do that.
  var isFinal: Bool {
    switch question {
    case .leaveEditor, .emptyTrash, .leavePhotos: true
    default: false
    }
  }

  var answers: [Answer] {
    if case .leaveEditor = question { [.no, .save, .yes] } else { [.no, .yes] }
  }
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
    switch (question, answer) {
    case (_, .no): return []
    case (.delete(let entry), _): return [.change(.one(entry.id), .delete)]
    case (.many(let change, let ids, _), _): return [.change(.ids(ids), change)]
    case (.mergeTags(let tag, let other), _): return TagListState.renaming(tag, to: other.name)
    case (.removeTag(let tag), _): return TagListState.removing(tag)
    case (.journals(let edit, _), _): return [.changeJournals(edit)]
    case (.emptyTrash, _): return [.emptyTrash]
    case (.leaveEditor, .save): return [.saveEditor()]
    case (.leaveEditor(let editor), .yes): return [.discard(editor.draft)]
    case (.restoreAndSave, _): return [.saveEditor(.restoring)]
    case (.saveAsNew, _): return [.saveEditor(.asNew)]
    case (.keepMarkers, _):
      return [.changeEditor { $0.keepsMarkers = true }, .saveEditor()]
    case (.writePhotos(let groups), _): return [.writeChosen(groups)]
    case (.leavePhotos, _):
      app.close(PhotoImportState.self)
      return []
    }
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  func box(_ app: ScreenContext) -> DialogBox {
    let (title, body, labels) = Self.words(
      question, DialogBox.textColumns(on: app.size.columns), app)
    return DialogBox(
      title: title, body: body, buttons: labels.map(DialogBox.Button.init),
      selected: answers.firstIndex(of: selected) ?? 0)
  }

  private static func undoWords(_ app: ScreenContext) -> String {
    app.keys[.list].keyName(of: .undo).map { localized("Press \($0) to undo.") } ?? ""
  }

  private static func words(
    _ question: Question, _ columns: Int, _ app: ScreenContext
  ) -> (title: String, body: [String], labels: [String]) {
    func label(_ words: String, _ command: Command) -> String {
      app.keys[.dialog].keyName(of: command).map { "\(words) (\($0))" } ?? words
    }
    let undo = app.keys[.list].keyName(of: .undo)
    switch question {
    case .delete(let entry):
      var details = DateWords.long(entry.date.day)
      if !entry.photos.isEmpty { details += " · " + CountWords.photos(entry.photos.count) }
      return (
        localized("Delete this entry?"),
        [
          TextWidth.cut(entry.displayTitle, columns: columns), details, "",
          undo.map { localized("It will move to the trash. Press \($0) to undo.") }
            ?? localized("It will move to the trash."),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .many(let change, let ids, let hidden):
      let way =
        change == .delete
        ? undo.map { localized("They will move to the trash. Press \($0) to undo.") }
          ?? localized("They will move to the trash.")
        : undo.map { localized("Press \($0) to undo.") } ?? ""
      return (
        BulkWords.question(change, CountWords.entries(ids.count)),
        (BulkWords.hidden(hidden).map { [$0, ""] } ?? []) + [way],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .mergeTags(let tag, let other):
      return (
        localized("Merge #\(tag.name.printable) and #\(other.name.printable)?"),
        [
          localized(
            """
            #\(tag.name.printable) is in \(CountWords.entries(tag.count)), \
            #\(other.name.printable) in \(CountWords.entries(other.count)). All of them will have \
            #\(other.name.printable).
            """), "", undoWords(app),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .removeTag(let tag):
      return (
        localized("Remove #\(tag.name.printable) from \(CountWords.entries(tag.count))?"),
        [localized("In the text, only the # is removed; the word stays."), "", undoWords(app)],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .journals(let edit, let count):
      return (
        JournalWords.question(edit),
        [
          JournalWords.consequence(edit, count),
          localized("Entries that someone else wrote stay where they are."), "", undoWords(app),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .emptyTrash(let count):
      return (
        localized("Empty the trash?"),
        [
          localized(
            """
            \(CountWords.entries(count)) will be permanently deleted, with photos that no other \
            entry uses.
            """), "", localized("This can't be undone."),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .writePhotos(let groups):
      let photos = groups.reduce(0) { $0 + $1.photos.count }
      let entries = CountWords.entries(groups.count)
      return (
        localized("Add \(entries)?"),
        [
          localized("\(CountWords.photos(photos)) will be copied into the diary as \(entries)."),
          "",
          undo.map {
            localized("The original files stay where they are. Press \($0) to undo all of it.")
          } ?? localized("The original files stay where they are."),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .leavePhotos:
      return (
        localized("Leave without adding?"),
        [
          localized(
            "You'd lose how you merged, split or left out entries."),
          "",
          localized("Nothing will be added, and the original files stay where they are."),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .restoreAndSave(let editor):
      return (
        localized("Deleted in another window"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          localized("The entry is in the trash. Restore it with your text?"),
        ],
        [localized("No, keep writing"), label(localized("Restore and save"), .yes)]
      )
    case .saveAsNew(let editor):
      return (
        localized("Permanently deleted in another window"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          localized(
            "The trash was emptied and the entry is gone. Save your text as a new entry?"),
        ],
        [localized("No, keep writing"), label(localized("Save as new"), .yes)]
      )
    case .keepMarkers(let editor, let marker):
      return (
        localized("Save with the divider lines?"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          localized("The text still has lines that divide the versions:"),
          TextWidth.cut(marker, columns: columns),
        ],
        [localized("No, keep writing"), label(localized("Save"), .yes)]
      )
    case .leaveEditor(let editor):
      return (
        localized("Leave without saving?"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          app.keys[.list].keyName(of: .drafts).map {
            localized("Discarded text can be restored with \($0) for \(DiscardedDraft.days) days.")
          } ?? localized("Discarded text is kept for \(DiscardedDraft.days) days."),
        ],
        [
          localized("No, keep writing"), label(localized("Save"), .save),
          label(localized("Discard"), .yes),
        ]
      )
    }
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText { AccessibleText(box(app)) }
}
