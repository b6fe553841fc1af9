import DiaryCore
import TerminalUI
import Text

/// The help screen: a screen's keys, generated from its key tables and filtered by typing.
package struct HelpState: Sendable {
  struct Line: Hashable {
    let keys: String
    let words: String
    /// The command's name in the settings, with blanks instead of hyphens.
    let name: String

    init(_ binding: Binding) {
      keys =
        binding.keys.isEmpty
        ? binding.keyName : binding.keys.map(\.name).joined(separator: HelpLayout.keyGap)
      words = binding.help
      name = String(binding.command.rawValue.map { $0 == "-" ? " " : $0 })
    }

    func contains(_ phrase: SearchPhrase) -> Bool {
      [words, keys, name].contains { FoldedText($0).contains(phrase) }
    }
  }

  struct Section: Hashable {
    let title: String
    let lines: [Line]
  }

  /// The title of the screen that the keys belong to.
  let title: String
  /// All sections: the screen's commands by purpose, then the global ones.
  let sections: [Section]
  private(set) var filter = TextField()
  var scroll = ScrollPosition()

  init(_ tables: [KeyTable]) {
    title = tables.first?.title ?? ""
    sections = tables.indices.flatMap { index in
      let table = tables[index]
      // The help key is listed with the global ones, which are last.
      let bindings = table.bindings.filter { $0.command != .help || index == tables.count - 1 }
      guard index == 0 else { return [Section(title: table.title, lines: bindings.map(Line.init))] }
      return KeyGroup.allCases.map { group in
        Section(
          title: group.title,
          lines: bindings.filter { $0.command.group == group }.map(Line.init))
      }
    }
    .filter { !$0.lines.isEmpty }
  }

  var isFiltering: Bool { !filter.text.isEmpty }

  /// The longest filter that is applied, in characters. No text here is as long.
  private static let longest = 200

  mutating func setFilter(_ field: TextField) {
    filter = field
    scroll = ScrollPosition()
  }

  /// The lines whose description, keys or name contain the filter's text.
  var shown: [Section] {
    guard isFiltering else { return sections }
    let phrase = SearchPhrase(String(filter.text.prefix(Self.longest)))
    return sections.compactMap { section in
      let lines = section.lines.filter { $0.contains(phrase) }
      return lines.isEmpty ? nil : Section(title: section.title, lines: lines)
    }
  }
}

// MARK: - Update

extension HelpState: ScrolledScreen {
  package var allowsSwitching: Bool { false }
  package var isTyping: Bool { true }

  package func keyTables(_ keys: Keymap) -> [KeyTable] { [keys[.help]] }

  package mutating func handle(_ key: KeyEvent, in app: inout AppState) -> [Effect] {
    // While filtering, letters are input.
    let own = isFiltering ? app.keys[.help].withoutLetters : app.keys[.help]
    let everywhere = isFiltering ? app.keys[.everywhere].withoutLetters : app.keys[.everywhere]
    // A syllable is text to find; a single letter may be a key.
    let letters = isFiltering ? nil : key.twoSetKeys
    let pressed = letters?.count == 1 ? letters?.first ?? key : key
    switch own.command(for: pressed) ?? everywhere.command(for: pressed) {
    case .cancel where isFiltering: setFilter(TextField())
    case .cancel, .back, .help: app.pop()
    case .some(let command): return dispatch(command, in: &app)
    case nil:
      var filter = filter
      if app.type(key, into: &filter) { setFilter(filter) }
    }
    return []
  }

  package mutating func paste(_ text: String, in app: inout AppState) -> [Effect] {
    var filter = filter
    filter.insert(text)
    setFilter(filter)
    return []
  }

  func perform(_ command: Command, in app: inout AppState) -> [Effect]? {
    if command == .jumpBack || command == .jumpForward { app.pop() }
    return nil
  }

  func extent(in app: AppState) -> (rows: Int, height: Int)? {
    (HelpLayout(self, app.size).height, HelpLayout.body(app.size).rows)
  }
}

// MARK: - Layout

/// The layout of help in as many columns as fit. A section isn't split between columns.
struct HelpLayout {
  enum Row: Hashable {
    case blank
    case title(String)
    case binding(keys: String, words: String)
  }

  /// The columns from left to right.
  let columns: [[Row]]
  /// The width of each column.
  let width: Int
  /// The column of the descriptions, after the longest key.
  let wordsColumn: Int

  /// The separator between the keys of a command.
  static let keyGap = "  "
  /// The number of columns between two columns of help.
  static let columnGap = 3
  private static let minColumnWidth = 56

  static func body(_ size: Size) -> Rect { Rect(size).inset(left: 2, top: 2, right: 2, bottom: 1) }

  init(_ help: HelpState, _ size: Size) {
    let space = Self.body(size).columns
    let count = max(1, (space + Self.columnGap) / (Self.minColumnWidth + Self.columnGap))
    let width = (space - (count - 1) * Self.columnGap) / count
    let wordsColumn = Self.wordsColumn(help, width)
    let blocks = help.shown.map { section in
      [.title(section.title)] + section.lines.flatMap { Self.rows($0, wordsColumn, width) }
    }
    self.width = width
    self.wordsColumn = wordsColumn
    columns = Self.columns(of: blocks, count: count)
  }

  /// The height of the longest column.
  var height: Int { columns.map(\.count).max() ?? 0 }

  /// Distributes the blocks, in order, over columns of minimal height.
  private static func columns(of blocks: [[Row]], count: Int) -> [[Row]] {
    let lowest = blocks.map(\.count).max() ?? 0
    let all = blocks.reduce(0) { $0 + $1.count + 1 }
    for height in lowest..<max(all, lowest + 1) {
      let columns = filled(with: blocks, height: height)
      if columns.count <= count { return columns }
    }
    return [Array(blocks.joined(separator: [.blank]))]
  }

  private static func filled(with blocks: [[Row]], height: Int) -> [[Row]] {
    blocks.reduce(into: []) { columns, block in
      if let last = columns.last, last.count + 1 + block.count <= height {
        columns[columns.count - 1] += [.blank] + block
      } else {
        columns.append(block)
      }
    }
  }

  /// Returns the rows of a line. Keys and descriptions that don't fit continue below.
  private static func rows(_ line: HelpState.Line, _ wordsColumn: Int, _ width: Int) -> [Row] {
    let left = keyRows(line.keys, columns: wordsColumn - 1)
    let right = LineWrapping.rows(ofText: line.words, columns: max(1, width - wordsColumn))
    return (0..<max(left.count, right.count)).map { row in
      .binding(
        keys: row < left.count ? left[row] : "", words: row < right.count ? right[row] : "")
    }
  }

  /// Returns the column of the descriptions, independent of the filter.
  private static func wordsColumn(_ help: HelpState, _ columns: Int) -> Int {
    let keys = help.sections.flatMap(\.lines).flatMap { $0.keys.split(separator: keyGap) }
    let longest = keys.map { TextWidth.columns($0) }.max() ?? 0
    return min(26, max(columns / 3, min(longest + 1, columns / 2)))
  }

  /// Wraps the keys without splitting one.
  private static func keyRows(_ keys: String, columns: Int) -> [String] {
    keys.split(separator: keyGap).reduce(into: []) { rows, key in
      if let last = rows.last, TextWidth.columns(last + keyGap + key) <= columns {
        rows[rows.count - 1] += keyGap + key
      } else {
        rows.append(String(key))
      }
    }
  }
}

// MARK: - View

extension HelpState {
  /// Draws the keys over the complete screen. Returns the caret's position while filtering.
  package func draw(in grid: inout Grid, _ app: AppState) -> Point? {
    let name = "\(localized("Keys")) · \(title)"
    let invitation = localized("Type to find a key")
    // The title has priority if there isn't room for both.
    let fits = TextWidth.columns(name) + TextWidth.columns(invitation) + 4 <= grid.size.columns
    let body = HelpLayout.body(grid.size)
    let layout = HelpLayout(self, grid.size)
    _ = ScreenFrame(
      title: isFiltering ? "" : name,
      trailing: isFiltering ? name : fits ? invitation : "",
      hints: hints(app.keys[.help], isComplete: layout.height <= body.rows), in: &grid, app)
    for (index, column) in layout.columns.enumerated() {
      let left = index * (layout.width + HelpLayout.columnGap)
      for (row, line) in scroll.inView(column, in: body) {
        let rest = line.inset(left: left)
        Self.draw(row, layout, in: &grid, rest.inset(right: rest.columns - layout.width), app.theme)
      }
    }
    guard isFiltering else { return nil }
    if layout.columns.isEmpty {
      grid.draw(localized("No matching keys."), in: body.line(0), app.theme.dim)
    }
    let line = Rect(grid.size).line(0).inset(left: 1, right: TextWidth.columns(name) + 3)
    let start = grid.draw("/ ", in: line, app.theme.accent)
    return filter.draw(in: &grid, line.inset(left: start - line.column), app.theme.title)
  }

  /// Returns the hints. Without a filter, Esc does the same as the key for going back; scrolling is
  /// omitted if everything is visible.
  private func hints(_ keys: KeyTable, isComplete: Bool) -> [Binding] {
    var unused: Set<Command> = [isFiltering ? .back : .cancel]
    if isComplete { unused.insert(.down) }
    return keys.without(unused).bindings
  }

  private static func draw(
    _ row: HelpLayout.Row, _ layout: HelpLayout, in grid: inout Grid, _ rect: Rect, _ theme: Theme
  ) {
    switch row {
    case .blank: break
    case .title(let title): grid.draw(title, in: rect, theme.title)
    case .binding(let keys, let words):
      grid.draw(keys, in: rect.inset(right: rect.columns - layout.wordsColumn + 1), theme.accent)
      grid.draw(words, in: rect.inset(left: layout.wordsColumn), theme.text)
    }
  }

  package func accessibleText(in app: AppState) -> AccessibleText {
    let lines = shown.flatMap { section in
      [section.title] + section.lines.map { "\($0.keys): \($0.words)" }
    }
    return AccessibleText("\(localized("Keys")), \(title)", lines)
  }
}
