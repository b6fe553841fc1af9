import DiaryCore
import TerminalUI
import Words

/// A question before something is done: what, to which entry, and whether it can be undone. No is
/// preselected.
package struct ConfirmState: Sendable {
  enum Question: Sendable {
    case delete(Entry)
    /// Some of them may not be in what the list shows.
    case many(ManyChange, [ID<Entry>], hidden: Int)
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
    case revert(Revision, replacing: [Revision])
    case writePhotos([PhotoGroup])
    /// The proposed entries were arranged.
    case leavePhotos
  }

  /// The answers, the harmless one first.
  enum Answer: Sendable, CaseIterable {
    case no, save, yes
  }

  let question: Question
  var selected = Answer.no

  static func delete(_ entry: Entry) -> Self { Self(question: .delete(entry)) }
  static func many(_ change: ManyChange, _ entries: [ID<Entry>], hidden: Int) -> Self {
    Self(question: .many(change, entries, hidden: hidden))
  }
  static func emptyTrash(count: Int) -> Self { Self(question: .emptyTrash(count: count)) }
  static func revert(_ revision: Revision, replacing heads: [Revision]) -> Self {
    Self(question: .revert(revision, replacing: heads))
  }
  static func leaveEditor(_ editor: EditorState) -> Self { Self(question: .leaveEditor(editor)) }

  var answers: [Answer] {
    if case .leaveEditor = question { [.no, .save, .yes] } else { [.no, .yes] }
  }
}

extension AppState {
  mutating func updateConfirm(_ event: KeyEvent, _ confirm: ConfirmState) -> [Effect] {
    var confirm = confirm
    let answers = confirm.answers
    let place = answers.firstIndex(of: confirm.selected) ?? 0
    switch keys.dialogCommand(for: event) {
    case .yes: return answer(.yes, confirm)
    case .no: return answer(.no, confirm)
    case .save:
      guard answers.contains(.save) else { return [] }
      return answer(.save, confirm)
    case .accept: return answer(confirm.selected, confirm)
    case .nextField: confirm.selected = answers[(place + 1) % answers.count]
    case .previousField:
      confirm.selected = answers[(place + answers.count - 1) % answers.count]
    case .some(let command): return updateEverywhere(command)
    case nil: return []
    }
    layers[layers.count - 1] = .confirm(confirm)
    return []
  }

  /// Presses the button under the mouse.
  mutating func clickConfirm(_ mouse: MouseEvent, _ confirm: ConfirmState) -> [Effect] {
    guard mouse.action == .press,
      let button = ConfirmView.box(confirm, self).button(at: mouse.point, in: Rect(size))
    else { return [] }
    return answer(confirm.answers[button], confirm)
  }

  private mutating func answer(_ answer: ConfirmState.Answer, _ confirm: ConfirmState) -> [Effect] {
    layers.removeLast()
    switch (confirm.question, answer) {
    case (_, .no): return []
    case (.delete(let entry), _): return [.delete(entry.id)]
    case (.many(let change, let ids, _), _): return [.changeMany(.ids(ids), change)]
    case (.mergeTags(let tag, let other), _): return Self.renaming(tag, to: other.name)
    case (.removeTag(let tag), _): return Self.removing(tag)
    case (.journals(let edit, _), _): return [.changeJournals(edit)]
    case (.emptyTrash, _): return [.emptyTrash]
    case (.leaveEditor, .save): return saveFromDialog()
    case (.leaveEditor(let editor), .yes): return close(editor)
    case (.restoreAndSave, _): return saveFromDialog(.restoring)
    case (.saveAsNew, _): return saveFromDialog(.asNew)
    case (.keepMarkers, _):
      _ = withEditor { $0.keepsMarkers = true }
      return saveFromDialog()
    case (.writePhotos(let groups), _): return writePhotos(groups)
    case (.leavePhotos, _):
      closePhotoImport()
      return []
    case (.revert(let revision, let heads), _): return revert(to: revision, replacing: heads)
    }
  }
}

enum ConfirmView {
  static func draw(_ confirm: ConfirmState, _ state: AppState, in grid: inout Grid) {
    box(confirm, state).draw(in: &grid, grid.bounds, state.theme.dialog)
  }

  static func box(_ confirm: ConfirmState, _ state: AppState) -> DialogBox {
    let (title, body, labels) = words(
      confirm.question, DialogBox.textColumns(on: state.size.columns), state)
    return DialogBox(
      title: title, body: body, buttons: labels.map(DialogBox.Button.init),
      selected: confirm.answers.firstIndex(of: confirm.selected) ?? 0)
  }

  private static func undoWords(_ state: AppState) -> String {
    state.keys.list.keyName(of: .undo).map { localized("\($0) undoes it.") } ?? ""
  }

  private static func words(
    _ question: ConfirmState.Question, _ columns: Int, _ state: AppState
  ) -> (title: String, body: [String], labels: [String]) {
    func label(_ words: String, _ command: Command) -> String {
      state.keys.dialog.keyName(of: command).map { "\(words) (\($0))" } ?? words
    }
    let undo = state.keys.list.keyName(of: .undo)
    switch question {
    case .delete(let entry):
      var details = DateWords.long(entry.date.day)
      if !entry.photos.isEmpty { details += " · " + CountWords.photos(entry.photos.count) }
      return (
        localized("Delete this entry?"),
        [
          TextWidth.cut(entry.displayTitle, columns: columns), details, "",
          undo.map { localized("It goes to the trash; \($0) brings it back.") }
            ?? localized("It goes to the trash."),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .many(let change, let ids, let hidden):
      let way =
        change == .delete
        ? undo.map { localized("They go to the trash; \($0) brings them back.") }
          ?? localized("They go to the trash.")
        : undo.map { localized("\($0) undoes it.") } ?? ""
      return (
        ManyWords.question(change, CountWords.entries(ids.count)),
        (ManyWords.hidden(hidden).map { [$0, ""] } ?? []) + [way],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .mergeTags(let tag, let other):
      return (
        localized("Make #\(tag.name.printable) and #\(other.name.printable) one tag?"),
        [
          localized(
            """
            #\(tag.name.printable) is in \(CountWords.entries(tag.count)), \
            #\(other.name.printable) in \(CountWords.entries(other.count)). All of them have \
            #\(other.name.printable) then.
            """), "", undoWords(state),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .removeTag(let tag):
      return (
        localized("Remove #\(tag.name.printable) from \(CountWords.entries(tag.count))?"),
        [localized("Where it stands in a text, the word stays."), "", undoWords(state)],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .journals(let edit, let count):
      return (
        JournalWords.question(edit),
        [
          JournalWords.consequence(edit, count),
          localized("What someone else wrote stays where it is."), "", undoWords(state),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .emptyTrash(let count):
      return (
        localized("Empty the trash?"),
        [
          localized(
            """
            \(CountWords.entries(count)) will be removed for good, with photos that no other entry \
            has.
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
          localized("\(CountWords.photos(photos)) will be copied into the diary, in \(entries)."),
          "",
          undo.map {
            localized("The files stay where they are. \($0) takes them back together.")
          } ?? localized("The files stay where they are."),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .leavePhotos:
      return (
        localized("Leave without adding?"),
        [
          localized(
            "The entries are merged, cut or left out as you arranged them. That would be lost."),
          "",
          localized("Nothing is added; the files stay where they are."),
        ],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .restoreAndSave(let editor):
      return (
        localized("It was deleted elsewhere"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          localized("It is in the trash now. Restore it with the text that you wrote?"),
        ],
        [localized("No, keep writing"), label(localized("Restore and save"), .yes)]
      )
    case .saveAsNew(let editor):
      return (
        localized("It was removed elsewhere"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          localized(
            "The trash was emptied and the entry is gone. Save what you wrote as a new one?"),
        ],
        [localized("No, keep writing"), label(localized("Save as new"), .yes)]
      )
    case .keepMarkers(let editor, let marker):
      return (
        localized("Save with the dividing lines?"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          localized("Lines that divide its versions still stand in the text:"),
          TextWidth.cut(marker, columns: columns),
        ],
        [localized("No, keep writing"), label(localized("Save"), .yes)]
      )
    case .revert(let revision, let heads):
      let date = RevisionRow.date(revision, state).trimmed
      let versions = CountWords.versions(heads.count)
      let words = [
        localized("It gets back what it said on \(date)."),
        undo.map { localized("\($0) undoes it.") },
        heads.count > 1
          ? localized("Its history keeps all \(versions).")
          : localized("Its history keeps what it says now."),
      ].compactMap(\.self).joined(separator: " ")
      return (
        localized("Revert this entry?"),
        [TextWidth.cut(heads[0].entry.displayTitle, columns: columns), "", words],
        [localized("No"), label(localized("Yes"), .yes)]
      )
    case .leaveEditor(let editor):
      return (
        localized("Leave without saving?"),
        [
          TextWidth.cut(editor.displayTitle, columns: columns), "",
          localized("What you changed since it was opened would be lost."),
        ],
        [
          localized("No, keep writing"), label(localized("Save"), .save),
          label(localized("Discard"), .yes),
        ]
      )
    }
  }
}
