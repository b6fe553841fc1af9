import DiaryCore
import TerminalUI
import Text

/// The layout of Markdown in rows of a given width. It is readable without colors: headings have
/// rules, quotes and code have bars, and the marks of code and struck-out text are kept.
package struct MarkdownLayout {
  package enum Item: Sendable {
    case row(RenderedRow)
    /// A photo and the cells it covers.
    case photo(index: Int, space: Size, caption: String)

    package var rows: Int {
      if case .photo(_, let space, _) = self { space.rows } else { 1 }
    }
  }

  package private(set) var items: [Item] = []
  private(set) var targets: [ReaderTarget] = []
  /// The links of all targets that have an address, for the terminal.
  package var links: [LinkAddress?] { targets.map(\.link) }
  /// The item index of each target that isn't text in a row.
  private(set) var targetItems: [Int: Int] = [:]

  /// The number of matches of the phrases.
  private(set) var matchCount = 0

  private let columns: Int
  private let phrases: [SearchPhrase]
  private let photo: (AssetID) -> Int?
  private let space: (_ index: Int, _ columns: Int) -> Size?
  /// The left margin of every row, and of the next one if it differs.
  private var margin = RenderedRow()
  private var lead: RenderedRow?
  /// The appearance of all text in a quote.
  private var surrounding: TextAppearance = []

  /// Creates a layout. `photo` returns the index of an asset among the entry's photos, and `space`
  /// the cells of a photo within a width, or `nil` to omit it. Matches of the phrases are marked.
  package init(
    columns: Int, marking phrases: [SearchPhrase] = [], photo: @escaping (AssetID) -> Int?,
    space: @escaping (_ index: Int, _ columns: Int) -> Size?
  ) {
    self.columns = max(1, columns)
    self.phrases = phrases
    self.photo = photo
    self.space = space
  }

  // MARK: Blocks

  package mutating func append(_ blocks: [MarkdownBlock], isContinued: Bool = false) {
    var hasNotes = false
    for (index, block) in blocks.enumerated() {
      if case .footnote = block.kind, !hasNotes {
        hasNotes = true
        if !items.isEmpty { appendBlank() }
        put(RenderedRow([.init(line(of: "─", columns: min(12, width)), .faint)]))
      } else if block.isAfterBlank, index > 0 || isContinued {
        appendBlank()
      }
      append(block)
    }
  }

  private mutating func append(_ block: MarkdownBlock) {
    switch block.kind {
    case .paragraph(let inlines): append(inlines)
    case .heading(let level, let inlines): appendHeading(level, inlines)
    case .quote(let blocks):
      within(lead: RenderedRow([.init("│ ", .faint)])) { layout in
        let outer = layout.surrounding
        layout.surrounding = .quote
        layout.append(blocks)
        layout.surrounding = outer
      }
    case .list(let start, let items): append(items, from: start)
    case .code(let text, let info): appendCode(text, info)
    case .html(let text): appendLines(text, .faint)
    case .rule: put(RenderedRow([.init(line(of: "─", columns: width), .faint)]))
    case .table(let table): append(table)
    case .footnote(let number, let blocks):
      let mark = RenderedRow([.init("[\(number)] ", .mark)])
      within(lead: mark, margin: blank(mark.columns)) { $0.append(blocks) }
    }
  }

  private mutating func append(_ inlines: [MarkdownInline], _ look: TextAppearance = []) {
    for line in lines(inlines, look.union(surrounding)) {
      if line.photos.isEmpty || !line.hasOnlyPhotos {
        for row in line.rows(columns: width) { put(row) }
      }
      for (index, caption) in line.photos { appendPhoto(index, caption) }
    }
  }

  private mutating func appendPhoto(_ index: Int, _ caption: String) {
    guard let cells = space(index, width) else { return }
    if !targets.contains(.photo(index)) {
      targetItems[targets.count] = items.count
      targets.append(.photo(index))
    }
    items.append(.photo(index: index, space: cells, caption: caption))
    lead = nil
  }

  private mutating func appendHeading(_ level: Int, _ inlines: [MarkdownInline]) {
    // Levels that have no rule are shown by the source's marks.
    let mark = level > 2 ? [MarkdownInline.text(String(repeating: "#", count: level) + " ")] : []
    append(mark + inlines, .heading)
    guard level <= 2, case .row(let last)? = items.last else { return }
    let rule = min(width, max(4, last.columns - margin.columns))
    put(RenderedRow([.init(line(of: level == 1 ? "━" : "─", columns: rule), .faint)]))
  }

  private mutating func append(_ list: [MarkdownItem], from start: Int?) {
    let last = (start ?? 0) + list.count - 1
    for (index, item) in list.enumerated() {
      if item.isAfterBlank, index > 0 { appendBlank() }
      var lead = RenderedRow()
      if let start {
        let number = "\(start + index)."
        // Aligns the dots.
        lead.append(.init(String(repeating: " ", count: String(last).count + 1 - number.count)))
        lead.append(.init(number + " ", .mark))
      } else if item.checkBox == nil {
        lead.append(.init("• ", .mark))
      }
      if let box = item.checkBox {
        targetItems[targets.count] = items.count
        lead.append(.init(box.isChecked ? "☑" : "☐", .mark, target: targets.count))
        lead.append(.init(" "))
        targets.append(.checkBox(mark: box.mark, isChecked: box.isChecked))
      }
      within(lead: lead, margin: blank(lead.columns)) { layout in
        layout.append(item.blocks)
        // An empty item shows its mark.
        if layout.lead != nil { layout.put(RenderedRow()) }
      }
    }
  }

  private mutating func appendCode(_ text: String, _ info: String) {
    let bar = RenderedRow([.init("┊ ", .faint)])
    within(lead: bar) { layout in
      if !info.isBlank { layout.appendLines(info, .faint) }
      for (index, row) in layout.codeRows(text) {
        // A continued row isn't a separate line.
        if index > 0 { layout.lead = layout.outer.joined(RenderedRow([.init("┊↪", .faint)])) }
        layout.put(row)
      }
    }
  }

  /// Returns the rows of code, each with its index within its line.
  private mutating func codeRows(_ text: String) -> [(Int, RenderedRow)] {
    var text = Substring(text)
    if text.last == "\n" { text.removeLast() }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { line in
        var styled = StyledLine()
        styled.append(Self.withoutTabs(line), .code)
        styled.mark(phrases, next: &matchCount)
        return styled.rows(columns: width).enumerated().map { ($0, $1) }
      }
  }

  private mutating func appendLines(_ text: String, _ look: TextAppearance) {
    for line in text.trimmed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var styled = StyledLine()
      styled.append(String(line), look)
      styled.mark(phrases, next: &matchCount)
      for row in styled.rows(columns: width) { put(row) }
    }
  }

  private mutating func append(_ table: MarkdownTable) {
    let rows = ([table.header] + table.rows).enumerated().map { index, cells in
      cells.map { lines($0, index == 0 ? .strong : []) }
    }
    for row in TableLayout(rows, table.alignments, columns: width).rows { put(row) }
    for photo in rows.joined().joined().flatMap(\.photos) {
      appendPhoto(photo.index, photo.caption)
    }
  }

  // MARK: Rows

  private mutating func lines(_ inlines: [MarkdownInline], _ look: TextAppearance) -> [StyledLine] {
    var styling = InlineStyling(targets: targets, photo: photo)
    styling.append(inlines, look)
    targets = styling.targets
    var lines = styling.lines
    for position in lines.indices { lines[position].mark(phrases, next: &matchCount) }
    return lines
  }

  /// The width beside the margin.
  private var width: Int { max(1, columns - margin.columns) }

  private mutating func put(_ row: RenderedRow) {
    items.append(.row((lead ?? margin).joined(row)))
    lead = nil
  }

  /// Appends one blank row.
  private mutating func appendBlank() {
    lead = nil
    items.append(.row(margin.trimmed))
  }

  /// The margin around the block that is being laid out.
  private var outer = RenderedRow()

  /// Lays out a nested block with a larger margin: `lead` in the first row, `margin` in the others.
  private mutating func within(
    lead more: RenderedRow, margin others: RenderedRow? = nil,
    _ body: (inout MarkdownLayout) -> Void
  ) {
    let (oldMargin, oldOuter) = (margin, outer)
    let first = (lead ?? margin).joined(more)
    outer = margin
    // At deep nesting, the content continues below the mark, with the full width.
    if columns - margin.columns - more.columns >= min(12, columns / 2) {
      margin = margin.joined(others ?? more)
      lead = first
    } else {
      put(more)
    }
    body(&self)
    (margin, outer) = (oldMargin, oldOuter)
    lead = nil
  }

  private func blank(_ columns: Int) -> RenderedRow {
    RenderedRow([.init(String(repeating: " ", count: columns))])
  }

  private func line(of mark: String, columns: Int) -> String {
    String(repeating: mark, count: max(1, columns / TextWidth.columns(mark)))
  }

  private static func withoutTabs(_ line: Substring) -> String {
    var text = ""
    var column = 0
    for character in line {
      let width = TextWidth.columns(of: character, at: column, tabColumns: 4)
      text += character == "\t" ? String(repeating: " ", count: width) : String(character)
      column += width
    }
    return text
  }
}

extension RenderedRow {
  /// Returns this row with another one appended.
  func joined(_ other: RenderedRow) -> RenderedRow {
    var row = self
    for run in other.runs { row.append(run) }
    return row
  }

  /// The row without trailing blanks.
  var trimmed: RenderedRow {
    var row = self
    while let last = row.runs.last {
      row.runs[row.runs.count - 1].text = last.text.trimmedEnd
      guard row.runs.last?.text.isEmpty == true else { break }
      row.runs.removeLast()
    }
    return row
  }
}

// MARK: - Rows

/// A row of laid out text.
package struct RenderedRow: Hashable, Sendable {
  /// A run of characters with the same appearance and target.
  package struct Run: Hashable, Sendable {
    package var text: String
    package var look: TextAppearance
    /// The index of its target in the layout.
    package let target: Int?
    /// The index of its match in the layout.
    var match: Int?

    init(_ text: String, _ look: TextAppearance = [], target: Int? = nil, match: Int? = nil) {
      self.text = text
      self.look = look
      self.target = target
      self.match = match
    }
  }

  package var runs: [Run]

  init(_ runs: [Run] = []) { self.runs = runs }

  package var text: String { runs.map(\.text).joined() }
  /// Indicates that it contains a match.
  var isFound: Bool { runs.contains { $0.match != nil } }
  var columns: Int { runs.reduce(0) { $0 + TextWidth.columns($1.text) } }

  mutating func append(_ run: Run) {
    if let last = runs.last, last.look == run.look, last.target == run.target,
      last.match == run.match
    {
      runs[runs.count - 1].text += run.text
    } else if !run.text.isEmpty {
      runs.append(run)
    }
  }
}

/// The targets of the Tab key in the reader.
enum ReaderTarget: Hashable, Sendable {
  /// A photo of the entry, by index.
  case photo(Int)
  /// A file of the entry, by index.
  case attachment(Int)
  /// A comment on the entry, by index.
  case comment(Int)
  /// A link to the entry, by index.
  case backlink(Int)
  case address(String)
  /// An entry, by title or the beginning of its ID.
  case entry(String)
  /// A check box; `mark` is the offset of its blank or `x` in the text, in bytes.
  case checkBox(mark: Int, isChecked: Bool)

  /// The address for a terminal or browser.
  var link: LinkAddress? {
    if case .address(let address) = self { LinkAddress(address) } else { nil }
  }
}

// MARK: - Tables

/// The layout of a table. Columns have their natural widths. If the table is too wide, the widest
/// columns are narrowed and their cells wrapped. If that isn't enough, cells are below each other,
/// each after its column's name.
struct TableLayout {
  private(set) var rows: [RenderedRow] = []

  /// The minimal width of a readable cell.
  private static let narrowest = 4
  private static let gap = " │ "

  init(
    _ table: [[[StyledLine]]], _ alignments: [MarkdownTable.Alignment], columns: Int
  ) {
    let gaps = TextWidth.columns(Self.gap) * max(0, alignments.count - 1)
    let natural = alignments.indices.map { column in
      max(1, table.map { Self.width($0, column) }.max() ?? 1)
    }
    guard let widths = Self.fitted(natural, into: columns - gaps) else {
      appendRecords(table, columns)
      return
    }
    for (index, cells) in table.enumerated() {
      append(cells, widths, alignments)
      if index == 0 { appendRule(widths) }
    }
  }

  private static func width(_ cells: [[StyledLine]], _ column: Int) -> Int {
    cells.indices.contains(column) ? cells[column].map(\.columns).max() ?? 0 : 0
  }

  /// Returns widths that fit, narrowing the widest columns first; `nil` if there isn't enough room.
  private static func fitted(_ natural: [Int], into space: Int) -> [Int]? {
    guard natural.reduce(0, +) > space else { return natural }
    guard natural.reduce(0, { $0 + min($1, narrowest) }) <= space else { return nil }
    // Finds the largest limit at which the columns fit.
    var low = narrowest
    var high = space
    while low < high {
      let middle = (low + high + 1) / 2
      if natural.reduce(0, { $0 + min($1, middle) }) <= space {
        low = middle
      } else {
        high = middle - 1
      }
    }
    var widths = natural.map { min($0, low) }
    var left = space - widths.reduce(0, +)
    for index in widths.indices where left > 0 && widths[index] < natural[index] {
      widths[index] += 1
      left -= 1
    }
    return widths
  }

  private mutating func append(
    _ cells: [[StyledLine]], _ widths: [Int], _ alignments: [MarkdownTable.Alignment]
  ) {
    let wrapped = zip(cells, widths).map { lines, width in
      lines.flatMap { $0.rows(columns: width) }
    }
    for line in 0..<max(1, wrapped.map(\.count).max() ?? 1) {
      var row = RenderedRow()
      for (column, width) in widths.enumerated() {
        if column > 0 { row.append(.init(Self.gap, .faint)) }
        let cell = wrapped[column].indices.contains(line) ? wrapped[column][line] : RenderedRow()
        let blanks = max(0, width - cell.columns)
        let before =
          switch alignments[column] {
          case .leading: 0
          case .center: blanks / 2
          case .trailing: blanks
          }
        row.append(.init(String(repeating: " ", count: before)))
        row = row.joined(cell)
        row.append(.init(String(repeating: " ", count: blanks - before)))
      }
      rows.append(row.trimmed)
    }
  }

  private mutating func appendRule(_ widths: [Int]) {
    let mark = TextWidth.columns("─")
    let lines = widths.map { String(repeating: "─", count: max(1, $0 / mark)) }
    rows.append(RenderedRow([.init(lines.joined(separator: mark == 1 ? "─┼─" : "─"), .faint)]))
  }

  private mutating func appendRecords(_ table: [[[StyledLine]]], _ columns: Int) {
    guard let header = table.first else { return }
    if table.count == 1 { rows += header.joined().flatMap { $0.rows(columns: columns) } }
    for (index, cells) in table.dropFirst().enumerated() {
      if index > 0 { rows.append(RenderedRow()) }
      for (name, cell) in zip(header, cells) {
        rows += name.flatMap { $0.rows(columns: columns) }
        let inner = cell.flatMap { $0.rows(columns: max(1, columns - 2)) }
        rows += inner.map { RenderedRow([.init("  ")]).joined($0) }
      }
    }
  }
}
