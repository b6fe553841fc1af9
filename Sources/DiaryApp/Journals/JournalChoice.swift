import DiaryCore
import TerminalUI
import Text

/// A dialog that chooses a journal, a diary, or a journal's color.
package struct JournalChoice: Sendable {
  enum Purpose: Sendable {
    case move([ID<Entry>], called: String)
    /// Choose the journal of the entry being edited. A new entry may also be put into another
    /// diary.
    case editor(isNew: Bool)
    case merge(Journal)
    case delete(Journal)
    case color(Journal)
  }

  enum Option: Hashable, Sendable {
    case journal(String)
    case diary(DiaryName)
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
    let index = start.flatMap { options.firstIndex(of: $0) } ?? 0
    choice.select(index, count: options.count)
  }

  var selected: Option? { options.element(at: choice.selected) }

  /// True if a new journal can be created.
  var offersNew: Bool {
    switch purpose {
    case .move, .editor: true
    case .merge, .delete, .color: false
    }
  }

  /// Updates the options after the journals changed. The same option stays selected.
  mutating func renew(in state: AppState) {
    let old = selected
    var names = state.journals.map(\.name)
    if names.isEmpty { names = [EntryFields.defaultJournal] }
    options =
      switch purpose {
      case .move(let ids, _) where ids.count == 1:
        names.map { .journal($0) } + state.writableDiaries.map { .diary($0) }
      case .editor(isNew: true):
        names.map { .journal($0) } + state.writableDiaries.map { .diary($0) }
      case .move, .editor: names.map { .journal($0) }
      case .merge(let journal):
        names.filter { !$0.isSameName(as: journal.name) }.map { .journal($0) }
      case .delete(let journal):
        names.filter { !$0.isSameName(as: journal.name) }.map { .journal($0) } + [.trash]
      case .color: JournalColor.allCases.map { .color($0) } + [.color(nil)]
      }
    if let index = old.flatMap({ options.firstIndex(of: $0) }) {
      choice.select(index, count: options.count)
    }
  }

  var title: String {
    switch purpose {
    case .move(_, let name) where options.contains(where: \.isDiary):
      localized("Move \(name) to which journal or diary?")
    case .move(_, let name): localized("Move \(name) to which journal?")
    case .editor(isNew: true) where options.contains(where: \.isDiary):
      localized("Which journal or diary?")
    case .editor: localized("Which journal?")
    case .merge(let journal):
      localized("Merge “\(TitleText.journal(journal.name))” into which journal?")
    case .delete(let journal):
      localized(
        "Delete “\(TitleText.journal(journal.name))”: where should its \(CountText.entries(journal.count ?? 0)) go?"
      )
    case .color(let journal): localized("Color of “\(TitleText.journal(journal.name))”")
    }
  }

  func text(_ option: Option) -> String {
    switch option {
    case .journal(let name): TitleText.journal(name)
    case .diary(let diary): diary.title
    case .trash: localized("To the trash")
    case .color(let color): color?.words ?? localized("none")
    }
  }
}

extension JournalChoice: ChoiceDialog {
  /// Opens the dialog that moves entries to a journal.
  static func open(
    for ids: [ID<Entry>], called name: String, at journal: String?, in app: inout AppState
  ) {
    guard !ids.isEmpty else { return }
    app.push(
      JournalChoice(.move(ids, called: name), at: journal.map { .journal($0) }, in: app))
    app.journalsAreStale = true
  }

  /// Opens the dialog that chooses the edited entry's journal.
  static func open(of editor: EditorState, in app: inout AppState) {
    app.push(
      JournalChoice(
        .editor(isNew: editor.original == nil), at: .journal(editor.page.journal), in: app))
    app.journalsAreStale = true
  }

  package func dialogHints(in app: AppState) -> [Binding] {
    offersNew ? app.keys[.choice].bindings : app.keys[.choice].without([.new]).bindings
  }

  mutating func open(in app: inout AppState) -> [Effect] {
    guard let selected else { return [] }
    app.pop()
    return choose(selected, in: &app)
  }

  mutating func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    guard command == .new else { return nil }
    guard offersNew else { return [] }
    app.pop()
    if case .move(let ids, _) = purpose {
      app.push(NameState(.journalToMove(ids)))
    } else {
      app.push(NameState(.journalOfEditor))
    }
    return []
  }

  private func choose(_ option: Option, in app: inout AppState) -> [Effect] {
    switch (purpose, option) {
    case (.move(let ids, _), .journal(let name)): return app.move(ids, to: name)
    case (.move(let ids, _), .diary(let diary)):
      return ids.first.map { [.copy($0, to: diary)] } ?? []
    case (.editor, .diary(let diary)):
      return [.changeEditor { editor in editor.change { $0.diary = diary } }]
    case (.editor, .journal(let name)):
      return [.changeEditor { editor in editor.change { $0.journal = name } }]
    case (.merge(let journal), .journal(let name)):
      let edit = JournalEdit.merge(journal.name, into: name)
      let isMany = journal.count.map { $0 > ConfirmState.many } ?? true
      return isMany ? ask(edit, journal, in: &app) : [.changeJournals(edit)]
    case (.delete(let journal), .journal(let name)):
      return ask(.delete(journal.name, .move(to: name)), journal, in: &app)
    case (.delete(let journal), .trash):
      return ask(.delete(journal.name, .trash), journal, in: &app)
    case (.color(let journal), .color(let color)):
      return color == journal.color ? [] : [.changeJournals(.recolor(journal.name, color))]
    default: return []
    }
  }

  private func ask(
    _ edit: JournalEdit, _ journal: Journal, in app: inout AppState
  ) -> [Effect] {
    app.push(ConfirmState.change(edit, count: journal.count ?? 0))
    return []
  }

  // MARK: Drawing

  func rowCount(in app: AppState) -> Int { options.count }

  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    let mark: Style? =
      switch options[row] {
      case .journal(let name): app.journalMark(name)
      case .color(let color): JournalMark.style(color, app.theme)
      case .diary, .trash: nil
      }
    if case .diary(let diary) = options[row] {
      return DetailRow.draw(
        diary.title, detail: "", mark: EntryOrigin.mark, isSelected: isSelected, in: &grid, line,
        app.theme)
    }
    CountedRow.draw(
      text(options[row]), count: nil, mark: mark.map { (JournalMark.text, $0) },
      isSelected: isSelected, in: &grid, line,
      app.theme)
  }

  func text(ofRow row: Int, in app: AppState) -> String { text(options[row]) }
}

extension JournalChoice.Option {
  fileprivate var isDiary: Bool { if case .diary = self { true } else { false } }
}

/// The colored icon of a journal.
enum JournalMark {
  static let text = "●"

  /// Returns the icon's style; journals without a color are dim.
  static func style(_ color: JournalColor?, _ theme: Theme) -> Style {
    color.map(theme.hue) ?? theme.dim
  }
}

extension JournalColor {
  /// The terminal palette's index, because users have adapted these colors to be readable.
  var palette: UInt8 {
    switch self {
    case .red: 1
    case .green: 2
    case .yellow: 3
    case .blue: 4
    case .magenta: 5
    case .cyan: 6
    case .gray: 8
    }
  }

  package var words: String {
    switch self {
    case .red: localized("red")
    case .green: localized("green")
    case .yellow: localized("yellow")
    case .blue: localized("blue")
    case .magenta: localized("magenta")
    case .cyan: localized("cyan")
    case .gray: localized("gray")
    }
  }
}

/// Texts about changes of journals.
enum JournalText {
  /// Returns the title of a confirmation.
  fileprivate static func question(_ edit: JournalEdit) -> String {
    switch edit {
    case .merge(let from, let into):
      localized("Merge “\(name(from))” into “\(name(into))”?")
    case .delete(let journal, _): localized("Delete the journal “\(name(journal))”?")
    default: localized("Change the journals?")
    }
  }

  /// Returns the consequence for the journal's entries.
  fileprivate static func consequence(_ edit: JournalEdit, _ count: Int) -> String {
    let entries = CountText.entries(count)
    return switch edit {
    case _ where count == 0: localized("It has no entries.")
    case .merge(_, let into), .delete(_, .move(let into)):
      localized("Its \(entries) will move to “\(name(into))”.")
    case .delete(_, .trash): localized("Its \(entries) will be moved to the trash.")
    default: ""
    }
  }

  /// Returns the message after a change. It mentions the entries only if there are any.
  static func done(_ edit: JournalEdit, _ entries: Int) -> String {
    let count = CountText.entries(entries)
    return switch edit {
    case .add(let journal, _): localized("Created journal “\(name(journal))”")
    case .rename(let old, let new) where entries == 0:
      localized("Renamed “\(name(old))” to “\(name(new))”")
    case .rename(let old, let new):
      localized("Renamed “\(name(old))” to “\(name(new))”, with \(count)")
    case .recolor(let journal, let color):
      color.map { localized("Changed the color of “\(name(journal))” to \($0.words)") }
        ?? localized("Removed the color of “\(name(journal))”")
    case .reorder: localized("Changed the order of the journals")
    case .merge(let from, let into) where entries == 0:
      localized("Merged “\(name(from))” into “\(name(into))”")
    case .merge(let from, let into):
      localized("Merged “\(name(from))” into “\(name(into))”, with \(count)")
    case .delete(let journal, _) where entries == 0: localized("Deleted “\(name(journal))”")
    case .delete(let journal, .move(let into)):
      localized("Deleted “\(name(journal))” and moved \(count) to “\(name(into))”")
    case .delete(let journal, .trash):
      localized("Deleted “\(name(journal))” and moved \(count) to the trash")
    }
  }

  static func undone(_ edit: JournalEdit) -> String {
    switch edit {
    case .add(let journal, _): localized("creating journal “\(name(journal))”")
    case .rename(let old, _): localized("renaming journal “\(name(old))”")
    case .recolor(let journal, _): localized("changing the color of “\(name(journal))”")
    case .reorder: localized("changing the order of the journals")
    case .merge(let from, _): localized("merging journal “\(name(from))”")
    case .delete(let journal, _): localized("deleting journal “\(name(journal))”")
    }
  }

  private static func name(_ journal: String) -> String { TitleText.shortJournal(journal) }
}

extension ConfirmState {
  /// A confirmation before a journal with `count` entries is deleted or merged into another.
  static func change(_ edit: JournalEdit, count: Int) -> Self {
    ConfirmState(title: JournalText.question(edit), effects: [.changeJournals(edit)]) { app in
      [
        JournalText.consequence(edit, count),
        localized("Entries by others stay where they are."), "", app.undoText,
      ]
    }
  }
}
