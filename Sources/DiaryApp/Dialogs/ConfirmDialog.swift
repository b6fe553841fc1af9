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
    case leaveCaption(CaptionState)
    /// The entry in the editor was put into the trash elsewhere.
    case restoreAndSave(EditorState)
    /// It was removed for good elsewhere.
    case saveAsNew(EditorState)
    /// Lines that tell its versions apart still stand in a merged text.
    case keepMarkers(EditorState, first: String)
    case writePhotos([PhotoGroup])
    /// The proposed entries were arranged.
    case leavePhotos
    case removeRemote(RemoteState)
    case removeDevice(DeviceState)
  }

  /// The answers, the harmless one first.
  enum Answer: Sendable, CaseIterable {
    case no, save, yes
  }

  /// Fewer entries are changed without a question, if undo takes it back.
  static let many = 20

  let question: Question
  var selected = Answer.no

  /// Whether something goes that undo doesn't bring back: one key that was meant for something else
  /// shall not do that.
  var isFinal: Bool {
    switch question {
    case .leaveEditor, .leaveCaption, .emptyTrash, .leavePhotos, .removeDevice: true
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
    case (.leaveCaption, _): return [.discardCaption]
    case (.restoreAndSave, _): return [.saveEditor(.restoring)]
    case (.saveAsNew, _): return [.saveEditor(.asNew)]
    case (.keepMarkers, _):
      return [.changeEditor { $0.keepsMarkers = true }, .saveEditor()]
    case (.writePhotos(let groups), _): return [.writeChosen(groups)]
    case (.leavePhotos, _):
      app.close(PhotoImportState.self)
      return []
    case (.removeRemote(let remote), _):
      return app.startSync(.removeRemote(remote.name), isByHand: true)
    case (.removeDevice(let device), _):
      app.push(DeviceRemovalState(name: device.name.printable))
      return app.startSync(.removeDevice(device), isByHand: true)
    }
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    box(app).draw(in: &grid, grid.bounds, app.theme.dialog)
    return nil
  }

  func box(_ app: ScreenContext) -> DialogBox {
    DialogBox(
      title: title, body: body(DialogBox.textColumns(on: app.size.columns), app),
      buttons: labels(app.keys[.dialog]).map(DialogBox.Button.init),
      selected: answers.firstIndex(of: selected) ?? 0)
  }

  private func labels(_ keys: KeyTable) -> [String] {
    func label(_ words: String, _ command: Command) -> String {
      keys.keyName(of: command).map { "\(words) (\($0))" } ?? words
    }
    let stay = localized("No, keep writing")
    return switch question {
    case .restoreAndSave: [stay, label(localized("Restore and save"), .yes)]
    case .saveAsNew: [stay, label(localized("Save as new"), .yes)]
    case .keepMarkers: [stay, label(localized("Save"), .yes)]
    case .leaveEditor: [stay, label(localized("Save"), .save), label(localized("Discard"), .yes)]
    case .leaveCaption: [stay, label(localized("Discard"), .yes)]
    default: [localized("No"), label(localized("Yes"), .yes)]
    }
  }

  private var title: String {
    switch question {
    case .delete: localized("Delete this entry?")
    case .many(let change, let ids, _): BulkWords.question(change, CountWords.entries(ids.count))
    case .mergeTags(let tag, let other):
      localized("Merge #\(tag.name.printable) and #\(other.name.printable)?")
    case .removeTag(let tag):
      localized("Remove #\(tag.name.printable) from \(CountWords.entries(tag.count))?")
    case .journals(let edit, _): JournalWords.question(edit)
    case .emptyTrash: localized("Empty the trash?")
    case .writePhotos(let groups): localized("Add \(CountWords.entries(groups.count))?")
    case .leavePhotos: localized("Leave without adding?")
    case .removeRemote(let remote): localized("Stop using “\(remote.name.printable)”?")
    case .removeDevice(let device): localized("Remove “\(device.name.printable)”?")
    case .restoreAndSave: localized("Deleted in another window")
    case .saveAsNew: localized("Permanently deleted in another window")
    case .keepMarkers: localized("Save with the divider lines?")
    case .leaveEditor: localized("Leave without saving?")
    case .leaveCaption: localized("Discard this caption?")
    }
  }

  private func body(_ columns: Int, _ app: ScreenContext) -> [String] {
    let undo = app.keys[.list].keyName(of: .undo)
    let undoWords = undo.map { localized("Press \($0) to undo.") } ?? ""
    func about(_ title: String, _ words: String...) -> [String] {
      [TextWidth.cut(title, columns: columns), ""] + words
    }
    switch question {
    case .delete(let entry):
      var details = DateWords.long(entry.date.day)
      if !entry.photos.isEmpty { details += " · " + CountWords.photos(entry.photos.count) }
      return [
        TextWidth.cut(entry.displayTitle, columns: columns), details, "",
        undo.map { localized("It will move to the trash. Press \($0) to undo.") }
          ?? localized("It will move to the trash."),
      ]
    case .many(let change, _, let hidden):
      let way =
        change == .delete
        ? undo.map { localized("They will move to the trash. Press \($0) to undo.") }
          ?? localized("They will move to the trash.")
        : undoWords
      return (BulkWords.hidden(hidden).map { [$0, ""] } ?? []) + [way]
    case .mergeTags(let tag, let other):
      let words = localized(
        """
        #\(tag.name.printable) is in \(CountWords.entries(tag.count)), \
        #\(other.name.printable) in \(CountWords.entries(other.count)). All of them will have \
        #\(other.name.printable).
        """)
      return [words, "", undoWords]
    case .removeTag:
      return [localized("In the text, only the # is removed; the word stays."), "", undoWords]
    case .journals(let edit, let count):
      return [
        JournalWords.consequence(edit, count),
        localized("Entries that someone else wrote stay where they are."), "", undoWords,
      ]
    case .emptyTrash(let count):
      let words = localized(
        """
        \(CountWords.entries(count)) will be permanently deleted, with photos that no other entry \
        uses.
        """)
      return [words, "", localized("This can't be undone.")]
    case .writePhotos(let groups):
      let photos = CountWords.photos(groups.reduce(0) { $0 + $1.photos.count })
      let entries = CountWords.entries(groups.count)
      return [
        localized("\(photos) will be copied into the diary as \(entries)."), "",
        undo.map {
          localized("The original files stay where they are. Press \($0) to undo all of it.")
        } ?? localized("The original files stay where they are."),
      ]
    case .leavePhotos:
      return [
        localized("You'd lose how you merged, split or left out entries."), "",
        localized("Nothing will be added, and the original files stay where they are."),
      ]
    case .removeRemote(let remote):
      return about(
        remote.address.printable,
        localized("What lies there stays. You can add it again at any time."))
    case .removeDevice where !app.sync.usesKey:
      return [
        localized("Nothing more is taken from it. Plain files on a remote it can still read.")
      ]
    case .removeDevice:
      return [
        localized(
          """
          It can't read what you write from now on, and nothing more is taken from it. What it has, \
          it keeps.
          """), "",
        localized("A new key is made. You'll get six new recovery words."),
      ]
    case .restoreAndSave(let editor):
      return about(
        editor.displayTitle, localized("The entry is in the trash. Restore it with your text?"))
    case .saveAsNew(let editor):
      return about(
        editor.displayTitle,
        localized("The trash was emptied and the entry is gone. Save your text as a new entry?"))
    case .keepMarkers(let editor, let marker):
      return about(
        editor.displayTitle, localized("The text still has lines that divide the versions:"),
        TextWidth.cut(marker, columns: columns))
    case .leaveCaption(let caption):
      return [TextWidth.cut(caption.field.text.printable, columns: columns)]
    case .leaveEditor(let editor):
      return about(
        editor.displayTitle,
        app.keys[.list].keyName(of: .drafts).map {
          localized("Discarded text can be restored with \($0) for \(DiscardedDraft.days) days.")
        } ?? localized("Discarded text is kept for \(DiscardedDraft.days) days."))
    }
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText { AccessibleText(box(app)) }
}
