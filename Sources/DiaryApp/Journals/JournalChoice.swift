import DiaryCore
import TerminalUI
import Words

/// A journal, or a color for one, being chosen in a dialog.
package struct JournalChoice: Sendable {
  enum Purpose: Sendable {
    case move([ID<Entry>], called: String)
    case editor
    case merge(Journal)
    case delete(Journal)
    case color(Journal)
  }

  enum Option: Hashable, Sendable {
    case journal(String)
    case trash
    case color(JournalColor?)
  }

  let purpose: Purpose
  private(set) var options: [Option] = []
  var choice = ChoiceList()

  init(_ purpose: Purpose, at start: Option? = nil, in state: AppState) {
    self.purpose = purpose
    renew(in: state)
    var start = start
    if case .color(let journal) = purpose { start = .color(journal.color) }
    let place = start.flatMap { options.firstIndex(of: $0) } ?? 0
    choice.select(place, count: options.count)
  }

  var selected: Option? {
    options.indices.contains(choice.selected) ? options[choice.selected] : nil
  }

  /// Whether a journal that isn't there yet may be taken.
  var offersNew: Bool {
    switch purpose {
    case .move, .editor: true
    case .merge, .delete, .color: false
    }
  }

  /// The journals may have become others; what is selected stays so.
  mutating func renew(in state: AppState) {
    let old = selected
    var names = state.journals.map(\.name)
    if names.isEmpty { names = [EntryFields.defaultJournal] }
    options =
      switch purpose {
      case .move, .editor: names.map { .journal($0) }
      case .merge(let journal):
        names.filter { !$0.isSameName(as: journal.name) }.map { .journal($0) }
      case .delete(let journal):
        names.filter { !$0.isSameName(as: journal.name) }.map { .journal($0) } + [.trash]
      case .color: JournalColor.allCases.map { .color($0) } + [.color(nil)]
      }
    if let place = old.flatMap({ options.firstIndex(of: $0) }) {
      choice.select(place, count: options.count)
    }
  }

  var title: String {
    switch purpose {
    case .move(_, let name): localized("Move \(name) to which journal?")
    case .editor: localized("Which journal?")
    case .merge(let journal):
      localized("Merge “\(TitleWords.journal(journal.name))” into which journal?")
    case .delete(let journal):
      localized(
        "Delete “\(TitleWords.journal(journal.name))”: where should its \(CountWords.entries(journal.count ?? 0)) go?"
      )
    case .color(let journal): localized("Color of “\(TitleWords.journal(journal.name))”")
    }
  }

  func words(_ option: Option) -> String {
    switch option {
    case .journal(let name): TitleWords.journal(name)
    case .trash: localized("To the trash")
    case .color(let color): color?.words ?? localized("none")
    }
  }
}

extension AppState {
  mutating func chooseJournal(for ids: [ID<Entry>], called name: String, in journal: String?) {
    guard !ids.isEmpty else { return }
    screens.push(
      JournalChoice(.move(ids, called: name), at: journal.map { .journal($0) }, in: self))
    journalsAreStale = true
  }

  mutating func chooseJournal(of editor: EditorState) {
    screens.push(JournalChoice(.editor, at: .journal(editor.page.journal), in: self))
    journalsAreStale = true
  }

  mutating func updateJournalChoice(_ event: KeyEvent, _ dialog: JournalChoice) -> [Effect] {
    var dialog = dialog
    let (count, page) = (dialog.options.count, 5)
    switch keys[.choice].command(for: event) ?? keys[.everywhere].command(for: event) {
    case .cancel, .back:
      screens.pop()
      return []
    case .open:
      guard let option = dialog.selected else { return [] }
      screens.pop()
      return take(option, dialog.purpose)
    case .new:
      guard dialog.offersNew else { return [] }
      screens.pop()
      if case .move(let ids, _) = dialog.purpose {
        screens.push(NameState(.journalToMove(ids)))
      } else {
        screens.push(NameState(.journalOfEditor))
      }
      return []
    case .some(let command):
      guard dialog.choice.handle(command, count: count, page: page) else {
        return updateEverywhere(command)
      }
    case nil: return []
    }
    screens.replaceFront(with: dialog)
    return []
  }

  mutating func clickJournalChoice(_ mouse: MouseEvent, _ dialog: JournalChoice) -> [Effect] {
    var dialog = dialog
    let click = dialog.choice.handle(
      mouse, count: dialog.options.count, in: JournalChoiceView.list(dialog, self))
    guard click == .opened, let option = dialog.selected else {
      screens.replaceFront(with: dialog)
      return []
    }
    screens.pop()
    return take(option, dialog.purpose)
  }

  private mutating func take(
    _ option: JournalChoice.Option, _ purpose: JournalChoice.Purpose
  ) -> [Effect] {
    switch (purpose, option) {
    case (.move(let ids, _), .journal(let name)): return move(ids, to: name)
    case (.editor, .journal(let name)): return takeIntoEditor(journal: name)
    case (.merge(let journal), .journal(let name)):
      let edit = JournalEdit.merge(journal.name, into: name)
      let isMany = journal.count.map { $0 > ConfirmState.many } ?? true
      return isMany ? ask(edit, journal) : [.changeJournals(edit)]
    case (.delete(let journal), .journal(let name)):
      return ask(.delete(journal.name, .move(to: name)), journal)
    case (.delete(let journal), .trash): return ask(.delete(journal.name, .trash), journal)
    case (.color(let journal), .color(let color)):
      return color == journal.color ? [] : [.changeJournals(.recolor(journal.name, color))]
    default: return []
    }
  }

  private mutating func ask(_ edit: JournalEdit, _ journal: Journal) -> [Effect] {
    screens.push(ConfirmState(question: .journals(edit, count: journal.count ?? 0)))
    return []
  }

  /// Many are moved after a question.
  mutating func move(_ ids: [ID<Entry>], to journal: String) -> [Effect] {
    let change = ManyChange.edit(.move(toJournal: journal))
    guard ids.count > 1 else { return [.changeMany(.ids(ids), change)] }
    return ask(change, ids)
  }

  /// One step of the editor's undo.
  mutating func takeIntoEditor(journal: String) -> [Effect] {
    guard var editor = screens.topmost(EditorState.self) else { return [] }
    editor.change { $0.journal = journal }
    return put(editor)
  }
}

enum JournalChoiceView {
  static func layOut(_ dialog: inout JournalChoice, _ size: Size) {
    dialog.choice.layOut(count: dialog.options.count, height: rows(dialog, size))
  }

  /// As many as there are, and as the screen has room for.
  private static func rows(_ dialog: JournalChoice, _ size: Size) -> Int {
    max(1, min(dialog.options.count, size.rows - 9))
  }

  private static func footWords(_ dialog: JournalChoice, _ keys: KeyTable) -> String {
    let (take, leave) = (keys.keyName(of: .open) ?? "", keys.keyName(of: .cancel) ?? "")
    guard dialog.offersNew, let new = keys.keyName(of: .new) else {
      return localized("\(take) selects, \(leave) cancels.")
    }
    return localized("\(take) selects, \(new) creates a new one, \(leave) cancels.")
  }

  private static func box(_ dialog: JournalChoice, _ state: AppState) -> DialogBox {
    DialogBox(
      title: TextWidth.cut(
        dialog.title, columns: DialogBox.textColumns(on: state.size.columns)),
      body: Array(repeating: "", count: rows(dialog, state.size) + 1)
        + [footWords(dialog, state.keys[.choice])])
  }

  /// Where the lines stand.
  static func list(_ dialog: JournalChoice, _ state: AppState) -> Rect {
    let inner = box(dialog, state).inner(in: Rect(state.size)).inset(top: 2)
    return Rect(
      column: inner.column, row: inner.row, columns: inner.columns, rows: rows(dialog, state.size))
  }

  static func draw(_ dialog: JournalChoice, _ state: AppState, in grid: inout Grid) {
    let theme = state.theme
    let inner = box(dialog, state).draw(in: &grid, grid.bounds, theme.dialog)
    for row in 0..<rows(dialog, grid.size) {
      let index = dialog.choice.top + row
      guard dialog.options.indices.contains(index) else { break }
      let option = dialog.options[index]
      let mark: Style? =
        switch option {
        case .journal(let name): state.journalMark(name)
        case .color(let color): JournalMark.style(color, theme)
        case .trash: nil
        }
      CountedRow.draw(
        dialog.words(option), count: nil, mark: mark,
        isSelected: index == dialog.choice.selected, in: &grid, inner.line(2 + row), theme)
    }
    let height = rows(dialog, grid.size)
    let sign = dialog.choice.sign(count: dialog.options.count, height: height)
    grid.draw(trailing: sign, in: inner.line(2 + height), theme.dim)
  }
}
