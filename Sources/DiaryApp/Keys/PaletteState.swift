import DiaryCore
import TerminalUI
import Text

/// The command palette: the commands of the screen below, filtered by typing.
package struct PaletteState: Sendable {
  var filter = TextField()
  let items: [PaletteItem]
  /// The names of commands called from the palette, newest first.
  private let recent: [String]
  var choice = ChoiceList()
  /// The items that match the filter, best first.
  private(set) var shown: [(item: PaletteItem, match: PaletteItem.Match)] = []

  init(_ items: [PaletteItem], recent: [String]) {
    self.items = items
    self.recent = recent
    narrow()
  }

  var selected: PaletteItem? {
    shown.indices.contains(choice.selected) ? shown[choice.selected].item : nil
  }

  /// The longest filter that is applied, in characters. No text here is as long.
  private static let longest = 200

  mutating func narrow() {
    let pattern = FuzzyPattern(String(filter.text.prefix(Self.longest)))
    var found = items.compactMap { item in item.match(pattern).map { (item: item, match: $0) } }
    // Scattered letters count only if there is no better match; one or two letters within a word
    // only if no word begins with them.
    let least: [FuzzyMatch.Kind] =
      filter.text.count > 2 ? [.contiguous] : [.wordStarts, .contiguous]
    let good = least.lazy.map { kind in
      found.filter { $0.match.found.kind.rawValue >= kind.rawValue }
    }
    if let best = good.first(where: { !$0.isEmpty }) { found = best }
    let ages = found.map { recent.firstIndex(of: $0.item.name) ?? recent.count }
    // Of matches of typed words of one kind, those that may quit are last. Of equal matches, the
    // command called last is first; the others keep their order.
    shown = found.indices.sorted { left, right in
      let (one, other) = (found[left].match.found, found[right].match.found)
      let quits = (found[left].item.mayQuit, found[right].item.mayQuit)
      if !filter.text.isEmpty, one.kind == other.kind, quits.0 != quits.1 { return quits.1 }
      if one < other || other < one { return other < one }
      return (ages[left], left) < (ages[right], right)
    }.map { found[$0] }
    choice.select(0, count: shown.count)
  }
}

extension PaletteState: FilteredScreen {
  package var coversScreen: Bool { false }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.palette]] }

  mutating func narrow(in app: inout AppState) -> [Effect] {
    narrow()
    return []
  }

  /// Closes the palette and runs the selected command on the screen below.
  mutating func open(in app: inout AppState) -> [Effect] {
    guard let (item, match) = shown.element(at: choice.selected) else { return [] }
    app.pop()
    app.recentCommands = [item.name] + app.recentCommands.filter { $0 != item.name }
    let call: Effect =
      switch item.call {
      case .key(let key): .press(key)
      case .otherScreen(let command): .switchScreen(command)
      }
    return [call] + (match.option.map { [.selectSetting($0)] } ?? [])
  }

  package mutating func click(_ mouse: MouseEvent, in app: inout AppState) -> [Effect] {
    let layout = PaletteLayout(self, app.size)
    switch choice.handle(mouse, count: shown.count, in: layout.rows) {
    case .opened: return open(in: &app)
    case .selected: break
    case nil:
      // A click outside closes the palette.
      if mouse.action == .press, !layout.box.contains(mouse.point) { app.pop() }
    }
    return []
  }
}

// MARK: - Items

/// A command that can be called from the palette.
struct PaletteItem: Sendable {
  /// The way the command is run.
  enum Invocation: Hashable, Sendable {
    /// Presses this key on the screen below.
    case key(KeyEvent)
    /// Opens another screen, independent of the one below.
    case otherScreen(Command)
  }

  let call: Invocation
  /// The command's name in the settings, with blanks instead of hyphens.
  let name: String
  let words: String
  /// Other words that people search for.
  private let synonyms: [Synonym]
  fileprivate let mayQuit: Bool
  let keys: String
  /// The title of the screen that has its keys; `nil` for the screen below.
  let screen: String?

  init(_ binding: Binding, _ call: Invocation, screen: String? = nil) {
    self.call = call
    name = String(binding.command.rawValue.map { $0 == "-" ? " " : $0 })
    words = binding.help
    synonyms = binding.command.synonyms
    mayQuit = [.back, .leave].contains(binding.command)
    keys = binding.keys.map(\.name).joined(separator: " ")
    self.screen = screen
  }

  /// Matches the description, the name or the beginning of a synonym. The former have priority.
  /// Scattered letters, as of a word with a letter missing, must be in one word.
  func match(_ pattern: FuzzyPattern) -> Match? {
    func match(in text: String) -> FuzzyMatch? {
      guard let found = pattern.match(in: text) else { return nil }
      guard found.kind == .scattered, let first = found.positions.first,
        let last = found.positions.last
      else { return found }
      return text.dropFirst(first).prefix(last - first).contains(" ") ? nil : found
    }
    var best = match(in: words).map { Match(found: $0) }
    if let found = match(in: name), best.map({ $0.found < found }) ?? true {
      best = Match(found: found, name: name)
    }
    for synonym in synonyms {
      guard let found = pattern.match(in: synonym.word),
        found.kind.rawValue >= FuzzyMatch.Kind.wordPrefix.rawValue
      else { continue }
      if best.map({ $0.found < found }) ?? true {
        best = Match(found: found, name: synonym.word, option: synonym.option)
      }
    }
    return best
  }

  struct Match: Hashable, Sendable {
    let found: FuzzyMatch
    /// The matched name or synonym; `nil` if the description matches.
    var name: String?
    /// The option that a synonym means.
    var option: String?
  }

  /// Another word for a command, or for an option on the settings screen.
  fileprivate struct Synonym {
    let word: String
    var option: String?
  }
}

extension Command {
  /// Words that people may know the command by.
  fileprivate var synonyms: [PaletteItem.Synonym] {
    func synonyms(_ words: String, option: String? = nil) -> [PaletteItem.Synonym] {
      words.split(separator: " ").map { .init(word: String($0), option: option) }
    }
    return switch self {
    case .settings:
      synonyms(
        localized(id: "synonyms.theme", "theme colors appearance dark light"), option: "theme")
        + synonyms(localized(id: "synonyms.language", "language korean 한국어"), option: "language")
        + synonyms(
          localized(id: "synonyms.spelling", "spelling dictionary"), option: "editor.spelling")
        + synonyms(localized(id: "synonyms.notify", "notifications"), option: "notify")
        + synonyms(localized(id: "synonyms.settings", "preferences config options"))
    case .leave: synonyms(localized(id: "synonyms.quit", "q quit exit wq"))
    case .help: synonyms(localized(id: "synonyms.help", "help keys shortcuts"))
    case .lock: synonyms(localized(id: "synonyms.lock", "password passphrase encryption"))
    case .export: synonyms(localized(id: "synonyms.export", "archive pdf html"))
    case .sync: synonyms(localized(id: "synonyms.sync", "cloud share invite people"))
    case .new: synonyms(localized(id: "synonyms.new", "write add templates"))
    case .search: synonyms(localized(id: "synonyms.search", "find filter"))
    case .calendar: synonyms(localized(id: "synonyms.calendar", "date month jump"))
    case .toggleStar: synonyms(localized(id: "synonyms.star", "favorite bookmark"))
    case .gallery: synonyms(localized(id: "synonyms.photos", "pictures images album"))
    case .map, .places: synonyms(localized(id: "synonyms.map", "locations"))
    case .statistics: synonyms(localized(id: "synonyms.statistics", "streak count"))
    case .trash: synonyms(localized(id: "synonyms.trash", "deleted recover restore"))
    case .history: synonyms(localized(id: "synonyms.history", "revisions recover restore"))
    case .undo: synonyms(localized(id: "synonyms.undo", "undo"))
    case .importDiary: synonyms(localized(id: "synonyms.import", "jrnl dayone markdown"))
    default: []
    }
  }
}

// MARK: - View

/// The layout of the palette. Its height fits all commands, so it doesn't change with the filter.
struct PaletteLayout {
  let box: Rect
  let field: Rect
  let rows: Rect
  let keys: Rect

  private static let widest = 76

  init(_ palette: PaletteState, _ size: Size) {
    let width = size.columns < 70 ? size.columns : min(Self.widest, size.columns - 4)
    let isSmall = size.rows < 18
    // A blank row above the keys, unless the screen is small.
    let footer = isSmall ? 1 : 2
    let height = min(palette.items.count + 4 + footer, size.rows - (isSmall ? 1 : 4))
    box = Rect(
      column: (size.columns - width) / 2, row: isSmall ? 0 : 2, columns: width, rows: height)
    let inner = box.inset(left: 2, top: 1, right: 2, bottom: 1)
    field = inner.line(0)
    rows = inner.inset(top: 2, bottom: footer)
    keys = inner.line(inner.rows - 1)
  }
}

extension PaletteState {
  func rowCount(in app: AppState) -> Int { shown.count }

  func list(in app: AppState) -> Rect { PaletteLayout(self, app.size).rows }

  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let theme = app.theme
    let layout = PaletteLayout(self, grid.size)
    DialogBox.drawBorder(in: &grid, layout.box, theme.rule)
    let line = layout.field
    grid.draw(":", in: line, theme.accent)
    let start = grid.draw(trailing: CountText.commands(shown.count), in: line, theme.dim)
    let caret = filter.draw(
      in: &grid, line.inset(left: 2, right: line.endColumn - start + 1), theme.title)
    grid.draw(
      String(repeating: "─", count: layout.box.columns - 2),
      in: layout.box.line(2).inset(left: 1, right: 1), theme.rule)
    if shown.isEmpty {
      grid.draw(localized("No matching commands."), in: layout.rows.line(0), theme.dim)
    }
    drawRows(in: &grid, app)
    keyHints(in: app).draw(in: &grid, layout.keys, theme.keyHints)
    return caret
  }

  /// Draws a row like `▌Calendar  calendar                List c`: description, name if it matched,
  /// and keys.
  func draw(row: Int, isSelected: Bool, in grid: inout Grid, _ line: Rect, _ app: AppState) {
    let theme = app.theme
    let (item, match) = shown[row]
    if isSelected { grid.draw("▌", in: line.inset(left: -1), theme.accent) }
    var space = line
    // The description has priority over the keys.
    let keys = TextWidth.cut(item.keys, columns: line.columns / 3)
    if !keys.isEmpty {
      let start = grid.draw(trailing: keys, in: line, item.screen == nil ? theme.accent : theme.dim)
      space = line.inset(right: line.endColumn - start + 2)
      if let screen = item.screen, line.columns >= 60 {
        let start = grid.draw(trailing: screen, in: space.inset(right: -1), theme.dim)
        space = line.inset(right: line.endColumn - start + 2)
      }
    }
    let ranges = match.found.ranges
    let end = FoundText(item.words, matches: match.name == nil ? ranges : [])
      .draw(in: &grid, space, isSelected ? theme.title : theme.text, theme)
    guard let name = match.name else { return }
    FoundText(name, matches: ranges)
      .draw(in: &grid, space.inset(left: end + 2 - space.column), theme.dim, theme)
  }

  func text(ofRow row: Int, in app: AppState) -> String {
    [shown[row].item.words, shown[row].item.keys].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    AccessibleText(
      localized("Commands"), selected: selectedText(in: app),
      field: .init(localized("Search"), filter))
  }
}
