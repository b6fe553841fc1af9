import DiaryCore
import Localization
import TerminalUI

/// A dialog in which one line is typed, as a name.
package protocol LineDialog: Screen {
  var field: TextField { get set }
  var title: String { get }
  /// What the line is, where it is told in words.
  var label: String { get }
  /// What stands below the line, what the keys do there at the end.
  func lines(_ keys: KeyTable) -> [String]
  /// Whether dots stand for what is typed.
  var isHidden: Bool { get }
  /// Takes what is typed, and closes the dialog unless that has to be waited for. Throws what is
  /// wrong with it: then it stays here to be mended.
  mutating func accept(in app: inout ScreenContext) throws(DiaryError) -> [Effect]
  /// Leaves it without that.
  mutating func cancel(in app: inout ScreenContext) -> [Effect]
}

extension LineDialog {
  package var isHidden: Bool { false }

  package mutating func cancel(in app: inout ScreenContext) -> [Effect] {
    app.pop()
    return []
  }

  /// What is shown of what is typed.
  var shownText: String {
    isHidden ? String(repeating: "•", count: field.text.count) : field.text
  }
}

extension LineDialog {
  package var coversScreen: Bool { false }
  package var isTyping: Bool { true }
  package var isTypedUnseen: Bool { isHidden }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.line]] }

  package mutating func handle(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    type(key, in: &app)
  }

  /// Carries out what a key means in the line.
  mutating func type(_ key: KeyEvent, in app: inout ScreenContext) -> [Effect] {
    let own = ownCommand(for: key, in: app)
    switch own ?? app.keys[.everywhere].command(for: key) {
    case .cancel: return cancel(in: &app)
    case .accept:
      do throws(DiaryError) {
        return try accept(in: &app)
      } catch {
        app.toast = error.line
      }
    case .leave: return [.leave]
    case .redraw: return [.redraw]
    // What is hidden has no history that could be undone.
    case .suspend where isHidden: return [.suspend]
    case .help where own == .help: return app.updateEverywhere(.help)
    default:
      let ring = app.killRing
      _ = app.type(key, into: &field)
      // What is hidden isn't to come up where something is inserted again.
      if isHidden { app.killRing = ring }
    }
    return []
  }

  package mutating func paste(_ text: String, in app: inout ScreenContext) -> [Effect] {
    field.insert(text)
    return []
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout ScreenContext) -> [Effect] {
    _ = field.handle(mouse, in: box(app).field(in: Rect(app.size)))
    return []
  }

  func box(_ app: ScreenContext) -> LineBox {
    LineBox(title: title, lines: warnings(app) + lines(keyTables(app.keys)[0]))
  }

  /// What a person can't see in what they type.
  func warnings(_ app: ScreenContext) -> [String] {
    isHidden && app.hasCapsLock ? [localized("Caps Lock is on.")] : []
  }

  package func draw(in grid: inout Grid, _ app: ScreenContext) -> Point? {
    box(app).draw(field, isHidden: isHidden, app.theme, in: &grid)
  }

  package func accessibleText(in app: ScreenContext) -> AccessibleText {
    AccessibleText(
      title, warnings(app), field: .init(label, shownText, caret: field.charactersBeforeCaret))
  }
}

/// A line in a box, with words below it, and maybe a picture above it.
struct LineBox {
  private let box: DialogBox
  private let pictureRows: Int

  init(title: String, lines: [String], pictureRows: Int = 0) {
    self.pictureRows = pictureRows
    // A blank row is between the picture and the line.
    let above = pictureRows > 0 ? pictureRows + 1 : 0
    box = DialogBox(
      title: title, body: Array(repeating: "", count: above) + ["", ""] + lines)
  }

  /// How many rows it takes on a screen that wide.
  func height(on columns: Int) -> Int { box.height(on: columns) }

  /// Where the line stands, when the box is drawn in a rectangle.
  func field(in rect: Rect) -> Rect {
    box.inner(in: rect).line(2 + (pictureRows > 0 ? pictureRows + 1 : 0))
  }

  /// Where the picture stands.
  func picture(in rect: Rect) -> Rect {
    box.inner(in: rect).inset(top: 2).split(top: pictureRows).top
  }

  /// Returns the caret's place.
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

/// The fields of a dialog, one below the other: the name of each, and what stands in it.
struct FormRows {
  private let rows: Rect
  private let labels: [String]
  /// Where what stands in the fields begins, behind the longest name.
  private let column: Int

  /// Below the title of a box; `inner` is the rectangle inside its border.
  init(_ labels: [String], in inner: Rect) {
    self.labels = labels
    rows = inner.inset(top: 2)
    column = max(10, 3 + (labels.map(TextWidth.columns).max() ?? 0))
  }

  func line(_ row: Int) -> Rect { rows.line(row) }

  /// Where that stands which the field holds.
  func value(of field: Int) -> Rect { line(field).inset(left: column) }

  /// The field under a place of the screen.
  func field(at point: Point) -> Int? {
    labels.indices.first { line($0).contains(point) }
  }

  func drawLabels(focus: Int, in grid: inout Grid, _ theme: Theme) {
    for (field, label) in labels.enumerated() {
      if field == focus { grid.draw("▌", in: line(field), theme.accent) }
      grid.draw(label, in: line(field).inset(left: 1), theme.dim)
    }
  }

  /// What the keys do. No key is parted from its words where two rows are enough for that.
  static func keyRows(_ keys: KeyTable, columns: Int) -> [String] {
    func words(_ command: Command) -> String? {
      keys.bindings.first { $0.command == command }.flatMap { binding in
        binding.hint.map { "\(binding.keyName) \($0)" }
      }
    }
    let words = [
      words(.accept), words(.nextField), localized("Space to change"), words(.cancel), words(.help),
    ].compactMap(\.self)
    let rows = words.reduce(into: [String]()) { rows, word in
      if let last = rows.last, TextWidth.columns("\(last) · \(word)") <= columns {
        rows[rows.count - 1] = "\(last) · \(word)"
      } else {
        rows.append(word)
      }
    }
    return rows.count <= 2 ? rows : [words.joined(separator: " · ")]
  }
}

// MARK: - Names

/// A name being typed: of a journal, or of a tag.
struct NameState: LineDialog {
  enum Purpose: Sendable {
    case addJournal
    case renameJournal(Journal)
    /// That entries are moved to; it need not be there yet.
    case journalToMove([ID<Entry>])
    case journalOfEditor
    case renameTag(TagTally)
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
      }
  }

  var title: String {
    switch purpose {
    case .addJournal, .journalToMove, .journalOfEditor: localized("New journal")
    case .renameJournal(let journal):
      localized("New name for “\(TitleWords.journal(journal.name))”")
    case .renameTag(let tag): localized("New name for #\(tag.name.printable)")
    }
  }

  var label: String { localized("Name") }

  func lines(_ keys: KeyTable) -> [String] {
    let consequence: String? =
      switch purpose {
      case .renameTag(let tag):
        localized("In \(CountWords.entries(tag.count)), including their text.")
      case .renameJournal(let journal):
        journal.count.map { count in
          guard count > 0 else { return localized("It has no entries.") }
          return localized("\(CountWords.entries(count)) will move along.")
        }
      case .addJournal, .journalToMove, .journalOfEditor: nil
      }
    return (consequence.map { [$0, ""] } ?? []) + [keys.keepingWords]
  }
}

extension NameState {
  func accept(in app: inout ScreenContext) throws(DiaryError) -> [Effect] {
    let text = field.text
    if case .renameTag(let tag) = purpose {
      let name = try DiaryService.tagName(text)
      app.pop()
      return TagListState.rename(tag, to: name, in: &app)
    }
    let name = try DiaryService.journalName(text)
    let known = app.journals.first { $0.name.isSameName(as: name) }
    switch purpose {
    case .addJournal:
      if let known { throw .journalExists(known.name) }
      app.pop()
      return [.changeJournals(.add(name, nil))]
    case .renameJournal(let journal):
      if let known, known.name != journal.name { throw .journalExists(known.name) }
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
    case .renameTag: return []
    }
  }
}
