import DiaryCore
import TerminalUI
import Text

/// A dialog with one line of input, such as a name.
package protocol LineDialog: Screen {
  var field: TextField { get set }
  var title: String { get }
  /// The field's label, for `accessibleText`.
  var label: String { get }
  /// The lines below the field.
  var lines: [String] { get }
  /// Shows dots instead of the input.
  var isHidden: Bool { get }
  /// Applies the input and closes the dialog, unless a result must be awaited.
  ///
  /// - Throws: `DiaryError` if the input is invalid. It is shown, and the dialog stays open.
  mutating func accept(in app: inout AppState) throws -> [Effect]
  /// Closes the dialog without applying the input.
  mutating func cancel(in app: inout AppState) -> [Effect]
}

extension LineDialog {
  package var isHidden: Bool { false }
  package var lines: [String] { [] }

  package mutating func cancel(in app: inout AppState) -> [Effect] {
    app.pop()
    return []
  }

  /// The visible form of the input.
  var shownText: String {
    isHidden ? String(repeating: "•", count: field.text.count) : field.text
  }
}

extension LineDialog {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }
  package var isInputHidden: Bool { isHidden }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.line]] }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    type(key, in: &app)
  }

  /// Handles a key in the field.
  mutating func type(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    let own = screenCommand(for: key, in: app)
    switch own ?? app.keys[.everywhere].command(for: key) {
    case .cancel: return !field.isEdited || app.mayClose(key) ? cancel(in: &app) : []
    case .accept:
      do {
        return try accept(in: &app)
      } catch {
        app.toast = DiaryError(error).line
      }
    case .leave: return isHidden ? [.leave] : app.copyOrLeave(&field)
    case .redraw: return [.redraw]
    // Hidden input has no history, so Ctrl-Z suspends.
    case .suspend where isHidden: return [.suspend]
    case .help where own == .help: return app.updateEverywhere(.help)
    default:
      let ring = app.killRing
      _ = app.type(key, into: &field)
      // Keep hidden input out of the kill ring.
      if isHidden { app.killRing = ring }
    }
    return []
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    field.insert(text)
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    _ = field.handle(mouse, in: box(app).field(in: Rect(app.size)))
    return []
  }

  func box(_ app: AppState) -> LineBox {
    LineBox(self, title: title, lines: warnings(app) + lines, in: app)
  }

  /// Returns warnings about hidden input.
  func warnings(_ app: AppState) -> [String] {
    isHidden && app.hasCapsLock ? [localized("Caps Lock is on.")] : []
  }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    box(app).draw(field, isHidden: isHidden, app.theme, in: &grid)
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(
      title, warnings(app) + lines,
      field: .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}

/// A text field in a box, with lines below and optionally a picture above.
struct LineBox {
  private let box: DialogBox
  private let pictureRows: Int

  init(
    _ dialog: some Screen, title: String, lines: [String] = [], pictureRows: Int = 0,
    in app: AppState
  ) {
    self.pictureRows = pictureRows
    let field = lines.isEmpty ? [""] : ["", ""]
    box = dialog.box(
      title: title, body: Array(repeating: "", count: Self.above(pictureRows)) + field + lines,
      in: app)
  }

  /// Returns the rows above the field. A blank one separates it from the picture.
  private static func above(_ pictureRows: Int) -> Int { pictureRows > 0 ? pictureRows + 1 : 0 }

  /// Returns the number of rows on a screen of a width.
  func height(on columns: Int) -> Int { box.height(on: columns) }

  /// Returns the field's area if the box is drawn in a rectangle.
  func field(in rect: Rect) -> Rect {
    box.text(in: rect).line(Self.above(pictureRows))
  }

  /// Returns the picture's area.
  func picture(in rect: Rect) -> Rect {
    box.text(in: rect).split(top: pictureRows).top
  }

  /// Draws the box. Returns the caret's position.
  func draw(
    _ field: TextField, isHidden: Bool = false, _ theme: Theme, in grid: inout Grid
  ) -> Point {
    box.draw(in: &grid, grid.bounds, theme.dialog)
    if isHidden {
      let rect = self.field(in: grid.bounds)
      let before = min(field.charactersBeforeCaret, rect.columns - 1)
      let dots = String(repeating: "•", count: min(field.text.count, rect.columns))
      grid.draw(dots, in: rect, theme.accent)
      return Point(column: rect.column + before, row: rect.row)
    }
    return field.draw(in: &grid, self.field(in: grid.bounds), theme.accent)
  }
}

// MARK: - Forms

/// The fields of a dialog below each other, each with its label and value.
struct FormRows {
  private let rows: Rect
  private let labels: [String]
  /// The column of the values, after the longest label.
  private let column: Int

  /// Places the rows in the area of a box's text.
  init(_ labels: [String], in text: Rect) {
    self.labels = labels
    rows = text
    column = max(10, 3 + (labels.map(TextWidth.columns).max() ?? 0))
  }

  func line(_ row: Int) -> Rect { rows.line(row) }

  /// Returns the area of a field's value.
  func value(of field: Int) -> Rect { line(field).inset(left: column) }

  /// Returns the field at a point.
  func field(at point: Point) -> Int? {
    labels.indices.first { line($0).contains(point) }
  }

  func drawLabels(focus: Int, in grid: inout Grid, _ theme: Theme) {
    for (field, label) in labels.enumerated() {
      if field == focus { grid.draw("▌", in: line(field), theme.accent) }
      grid.draw(label, in: line(field).inset(left: 1), theme.dim)
    }
  }
}

// MARK: - Names

/// A dialog for the name of a journal, tag or saved search.
struct NameState: LineDialog {
  enum Purpose: Sendable {
    case addJournal
    case renameJournal(Journal)
    /// The journal that entries are moved to, which may be new.
    case journalToMove([ID<Entry>])
    case journalOfEditor
    case renameTag(TagTally)
    /// The search to save, and the saved one that it equals.
    case saveSearch(String, SavedSearch?)
    case renameSearch(SavedSearch)
  }

  let purpose: Purpose
  var field: TextField

  init(_ purpose: Purpose) {
    self.purpose = purpose
    field =
      switch purpose {
      case .addJournal, .journalToMove, .journalOfEditor: TextField()
      case .renameJournal(let journal): TextField(journal.name)
      case .renameTag(let tag): TextField(tag.name)
      case .saveSearch(let query, let known): TextField(known?.typedName ?? query)
      case .renameSearch(let search): TextField(search.typedName)
      }
    if case .saveSearch(_, nil) = purpose { field.selectAll() }
  }

  var title: String {
    switch purpose {
    case .addJournal, .journalToMove, .journalOfEditor: localized("New journal")
    case .renameJournal(let journal):
      localized("New name for “\(TitleText.journal(journal.name))”")
    case .renameTag(let tag): localized("New name for #\(tag.name.printable)")
    case .saveSearch: localized("Save this search")
    case .renameSearch(let search): localized("New name for “\(search.name.printable)”")
    }
  }

  var label: String { localized("Name") }

  var lines: [String] {
    switch purpose {
    case .renameTag(let tag):
      return [localized("In \(CountText.entries(tag.count)), including their text.")]
    case .renameJournal(let journal):
      guard let count = journal.count else { return [] }
      return [
        count > 0
          ? localized("\(CountText.entries(count)) will move with it.")
          : localized("It has no entries.")
      ]
    case .addJournal, .journalToMove, .journalOfEditor: return []
    case .saveSearch(let query, _): return [query.printable, Self.iconText]
    case .renameSearch: return [Self.iconText]
    }
  }

  private static var iconText: String {
    localized("A symbol before the name, such as 🌧, becomes its icon.")
  }
}

extension NameState {
  func accept(in app: inout AppState) throws -> [Effect] {
    let text = field.text
    if let search = try search { return save(search, in: &app) }
    if case .renameTag(let tag) = purpose {
      let name = try DiaryService.tagName(text)
      app.pop()
      return TagListState.rename(tag, to: name, in: &app)
    }
    let name = try DiaryService.journalName(text)
    let known = app.journals.first { $0.name.isSameName(as: name) }
    switch purpose {
    case .addJournal:
      if let known { throw DiaryError.journalExists(known.name) }
      app.pop()
      return [.changeJournals(.add(name, .leastUsed(in: app.journals)))]
    case .renameJournal(let journal):
      if let known, known.name != journal.name { throw DiaryError.journalExists(known.name) }
      app.pop()
      return name.isExactly(journal.name)
        ? [] : [.changeJournals(.rename(journal.name, to: name))]
    case .journalToMove(let ids):
      app.pop()
      return app.move(ids, to: known?.name ?? name)
    case .journalOfEditor:
      app.pop()
      let journal = known?.name ?? name
      return [.changeEditor { editor in editor.change { $0.journal = journal } }]
    case .renameTag, .saveSearch, .renameSearch: return []
    }
  }

  /// The named search; `nil` if something else is named.
  private var search: SavedSearch? {
    get throws {
      switch purpose {
      case .saveSearch(let query, _): try SavedSearch(named: field.text, query: query)
      case .renameSearch(let search): try SavedSearch(named: field.text, query: search.query)
      default: nil
      }
    }
  }

  private func save(_ search: SavedSearch, in app: inout AppState) -> [Effect] {
    let former: SavedSearch? = if case .renameSearch(let search) = purpose { search } else { nil }
    let same = app.searches.first { $0.search.name.isSameName(as: search.name) }?.search
    app.pop()
    if let same, same.query != search.query {
      app.push(ConfirmState.replace(same, by: search, former))
      return []
    }
    return [.save(search, replacing: former?.name)]
  }
}
