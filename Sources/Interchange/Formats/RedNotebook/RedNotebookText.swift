import DiaryCore

/// RedNotebook's markup, which is that of txt2tags, as Markdown. What would be a mark of Markdown
/// and is none there gets a backslash.
struct RedNotebookText {
  private let picture: (String, String) -> String?
  private var lines: [String] = []
  /// The indents of the lists that are open, and how far their items are moved in Markdown.
  private var lists: [(indent: Int, width: Int)] = []
  /// How a block whose lines aren't marked up ends.
  private var block: Block?
  private var isInTable = false

  private enum Block: String {
    case verbatim = "```"
    case raw = "\"\"\""
    case tagged = "'''"
    case comment = "%%%"
  }

  init(picture: @escaping (String, String) -> String?) { self.picture = picture }

  /// A heading at the beginning is the title.
  mutating func read(_ text: String) -> (title: String, content: String) {
    lines = []
    var title = ""
    var hasBegun = false
    // Both ends of a line on Windows are one character.
    let ends: Set<Character> = ["\n", "\r\n"]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: ends.contains) {
      if !hasBegun {
        if line.isBlank { continue }
        hasBegun = true
        if let (_, words) = Self.heading(line) {
          title = words
          continue
        }
      }
      consume(String(line))
    }
    if block == .verbatim { lines.append(Block.verbatim.rawValue) }
    (block, lists, isInTable) = (nil, [], false)
    let first = lines.firstIndex { !$0.isBlank } ?? lines.count
    let last = lines.lastIndex { !$0.isBlank } ?? first - 1
    return (title, first <= last ? lines[first...last].joined(separator: "\n") : "")
  }

  /// What stands on one line.
  func line(_ text: String) -> String {
    RedNotebookLine.markdown(of: text, picture: picture)
  }

  private mutating func consume(_ line: String) {
    let bare = line.trimmed
    if let block {
      if bare == block.rawValue { return end(block) }
      switch block {
      case .verbatim, .tagged: lines.append(line)
      case .raw: lines.append(RedNotebookLine.escaped(line))
      case .comment: lines.append("<!-- \(line.replacing("--", with: "- -")) -->")
      }
      return
    }
    if line.utf8.first != 0x20, let block = Block(rawValue: String(bare)) {
      self.block = block
      if block == .verbatim { lines.append(block.rawValue) }
      return
    }
    if !consumeTable(line) { consumeLine(line) }
  }

  private mutating func end(_ block: Block) {
    if block == .verbatim { lines.append(block.rawValue) }
    self.block = nil
  }

  private mutating func consumeLine(_ line: String) {
    let bare = line.trimmed
    if bare.isEmpty {
      lines.append("")
    } else if let (level, words) = Self.heading(line) {
      lists = []
      separate()
      lines += [String(repeating: "#", count: level) + " " + self.line(words), ""]
    } else if Self.isBar(bare) {
      lists = []
      separate()
      lines += ["---", ""]
    } else if line.hasPrefix("%") {
      lines.append("<!-- \(line.dropFirst().trimmed.replacing("--", with: "- -")) -->")
    } else if line.hasPrefix("\t") {
      lines.append("> " + self.line(String(bare)))
    } else if !consumeItem(line) {
      let indent = line.prefix { $0 == " " }.count
      // A line behind an item belongs to it by its indent.
      let width = lists.last { $0.indent < indent }?.width
      lines.append(
        String(repeating: " ", count: width ?? 0) + RedNotebookLine.guarded(self.line(String(bare)))
      )
    }
  }

  /// What isn't text has an empty line before it.
  private mutating func separate() {
    if let last = lines.last, !last.isBlank { lines.append("") }
  }

  /// `= words =`, with as many marks as the level says; `+ words +` has a number there.
  private static func heading(_ line: some StringProtocol) -> (level: Int, words: String)? {
    let bare = line.trimmed
    guard let mark = bare.first, mark == "=" || mark == "+" else { return nil }
    let level = bare.prefix { $0 == mark }.count
    guard (1...5).contains(level), bare.count > 2 * level else { return nil }
    var rest = bare.dropFirst(level)
    // A name that links may lead to.
    if rest.last == "]", let open = rest.lastIndex(of: "["), rest[..<open].last == mark {
      rest = rest[..<open]
    }
    guard rest.reversed().prefix(while: { $0 == mark }).count == level else { return nil }
    let words = rest.dropLast(level)
    return words.isBlank ? nil : (level, String(words.trimmed))
  }

  private static func isBar(_ bare: some StringProtocol) -> Bool {
    bare.utf8.count >= 20 && bare.utf8.allSatisfy { "-=_".utf8.contains($0) }
  }

  /// `- words`, `+ words` for a number; the mark alone ends the list.
  private mutating func consumeItem(_ line: String) -> Bool {
    let indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    guard let mark = rest.first, mark == "-" || mark == "+" else { return false }
    let words = rest.dropFirst()
    if words.isBlank {
      guard !lists.isEmpty else { return false }
      while let last = lists.last, last.indent >= indent { lists.removeLast() }
      lines.append("")
      return true
    }
    guard words.first == " ", words.dropFirst().first != " " else { return false }
    while let last = lists.last, last.indent > indent { lists.removeLast() }
    let written = mark == "-" ? "- " : "1. "
    if lists.last?.indent != indent {
      lists.append((indent, (lists.last?.width ?? 0) + written.count))
    }
    let outer = lists.dropLast().last?.width ?? 0
    lines.append(String(repeating: " ", count: outer) + written + self.line(String(words.trimmed)))
    return true
  }

  /// `| a | b |`; `|| a | b |` for the names of the columns.
  private mutating func consumeTable(_ line: String) -> Bool {
    let bare = line.trimmed
    let isHead = bare.hasPrefix("|| ")
    guard isHead || bare.hasPrefix("| ") else {
      isInTable = false
      return false
    }
    var cells = bare.dropFirst(isHead ? 2 : 1).split(
      separator: "|", omittingEmptySubsequences: false)
    if cells.count > 1, cells.last?.isBlank == true { cells.removeLast() }
    let row = cells.map { self.line(String($0.trimmed)) }
    func written(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    if !isInTable {
      separate()
      lines.append(written(isHead ? row : row.map { _ in "" }))
      lines.append(written(row.map { _ in "---" }))
      isInTable = true
      if isHead { return true }
    }
    lines.append(written(row))
    return true
  }
}
