import DiaryCore

/// Converts RedNotebook's markup, which is that of txt2tags, to Markdown. Characters that only
/// Markdown takes for markup are escaped.
struct RedNotebookText {
  private let picture: (String, String) -> String?
  private var lines: [String] = []
  /// The open lists: their indents in the original, and the indents of their items in Markdown.
  private var lists: [(indent: Int, width: Int)] = []
  /// The open block of lines without markup.
  private var block: Block?
  private var isInTable = false

  private enum Block: String {
    case verbatim = "```"
    case raw = "\"\"\""
    case tagged = "'''"
    case comment = "%%%"
  }

  init(picture: @escaping (String, String) -> String?) { self.picture = picture }

  /// Converts a text. A heading on the first line is the title.
  mutating func read(_ text: String) -> (title: String, content: String) {
    lines = []
    var title = ""
    var hasBegun = false
    // A Windows line end is one character.
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

  /// Converts the inline markup of one line.
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
      // An indented line after an item belongs to that item.
      let width = lists.last { $0.indent < indent }?.width
      lines.append(
        String(repeating: " ", count: width ?? 0) + RedNotebookLine.guarded(self.line(String(bare)))
      )
    }
  }

  /// Adds an empty line, which blocks need before them.
  private mutating func separate() {
    if let last = lines.last, !last.isBlank { lines.append("") }
  }

  /// Parses `= words =` or, for a numbered heading, `+ words +`. The number of markers is the
  /// level.
  private static func heading(_ line: some StringProtocol) -> (level: Int, words: String)? {
    let bare = line.trimmed
    guard let mark = bare.first, mark == "=" || mark == "+" else { return nil }
    let level = bare.prefix { $0 == mark }.count
    guard (1...5).contains(level), bare.count > 2 * level else { return nil }
    var rest = bare.dropFirst(level)
    // The heading has a name for links.
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

  /// Converts `- words` or, for a numbered item, `+ words`. The marker alone ends the list.
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

  /// Converts `| a | b |` or, for a header row, `|| a | b |`.
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

/// Converts the inline markup of one line to Markdown.
struct RedNotebookLine {
  /// The largest distance between two markers in bytes. Without a limit, the time would be
  /// quadratic in the length of a line with many markers.
  private static let farthest = 4000

  private let bytes: [UInt8]
  private let picture: (String, String) -> String?
  /// The enclosing markers, which are text within themselves.
  private let open: Set<String>
  private var position = 0
  /// The position up to which no end of a marker was found, so that it isn't searched again.
  private var unclosed: [String: Int] = [:]
  private var result: [UInt8] = []

  static func markdown(
    of text: String, picture: @escaping (String, String) -> String?, within open: Set<String> = []
  ) -> String {
    var line = RedNotebookLine(bytes: Array(text.utf8), picture: picture, open: open)
    line.run()
    return String(decoding: line.result, as: UTF8.self)
  }

  /// Returns a text with all Markdown syntax escaped.
  static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if "\\`*_[]<>#~|!".utf8.contains(byte) { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Escapes a line that Markdown would take for a heading, rule or quote.
  static func guarded(_ line: String) -> String {
    let marks = line.prefix { $0 == "#" }.count
    let isHeading = (1...6).contains(marks) && line.dropFirst(marks).first == " "
    let isRule =
      line.utf8.count >= 3 && Set(line.utf8).isSubset(of: [UInt8(ascii: "-"), 0x20])
      || !line.isEmpty && line.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
    return isHeading || isRule || line.hasPrefix(">") ? "\\" + line : line
  }

  private mutating func run() {
    while position < bytes.count {
      if consumeAddress() || consumeCode() || consumeRaw() || consumeBrackets() || consumeColor() {
        continue
      }
      if consumeMarks("**", "**", "**") || consumeMarks("//", "*", "*") { continue }
      if consumeMarks("--", "~~", "~~") || consumeMarks("__", "<u>", "</u>") { continue }
      if consumeLineBreak() { continue }
      copy()
    }
  }

  private func holds(_ mark: String, at position: Int) -> Bool {
    bytes[min(position, bytes.count)...].starts(with: mark.utf8)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Copies a byte, and escapes it if Markdown would take it for markup.
  private mutating func copy() {
    let byte = bytes[position]
    let before = result.last ?? 0x20
    let next = position + 1 < bytes.count ? bytes[position + 1] : 0x20
    // Brackets that aren't a link are left unchanged.
    if !"[]".utf8.contains(byte), PlainMarkdown.isMark(byte, after: before, before: next) {
      result.append(UInt8(ascii: "\\"))
    }
    result.append(byte)
    position += 1
  }

  /// Copies a bare URL, which contains no markup.
  private mutating func consumeAddress() -> Bool {
    let letter = bytes[position] | 0x20
    guard letter == UInt8(ascii: "h") || letter == UInt8(ascii: "f") || letter == UInt8(ascii: "w"),
      !(result.last?.isWordByte ?? false)
    else { return false }
    let isAddress = ["http://", "https://", "ftp://", "file://", "www."].contains {
      holds($0, at: position)
    }
    guard isAddress else { return false }
    let end =
      bytes[position...].firstIndex { $0 <= 0x20 || "<>\"[]".utf8.contains($0) } ?? bytes.count
    result += bytes[position..<end]
    position = end
    return true
  }

  /// Returns the text between a pair of markers without spaces inside them. Of several consecutive
  /// closing markers, the last one counts.
  private mutating func marked(_ mark: String) -> Range<Int>? {
    guard let symbol = mark.utf8.first, bytes[position] == symbol, holds(mark, at: position) else {
      return nil
    }
    let start = position + mark.utf8.count
    guard start < bytes.count, bytes[start] > 0x20 else { return nil }
    var end = max(start + 1, unclosed[mark] ?? 0)
    let limit = min(bytes.count, start + Self.farthest)
    while end < limit {
      if bytes[end] == symbol, bytes[end - 1] > 0x20, holds(mark, at: end) {
        while end + 2 < bytes.count, bytes[end + 2] == symbol { end += 1 }
        return start..<end
      }
      end += 1
    }
    unclosed[mark] = end
    return nil
  }

  /// Returns the next closing bracket within `farthest` bytes.
  ///
  /// - Parameter name: the key in `unclosed`.
  private mutating func end(_ byte: UInt8, _ name: String) -> Int? {
    let start = max(position, unclosed[name] ?? 0)
    let limit = min(bytes.count, position + Self.farthest)
    guard start < limit else { return nil }
    if let end = bytes[start..<limit].firstIndex(of: byte) { return end }
    unclosed[name] = limit
    return nil
  }

  private mutating func consumeMarks(_ mark: String, _ open: String, _ close: String) -> Bool {
    guard !self.open.contains(mark), let inside = marked(mark) else { return false }
    let words = Self.markdown(
      of: text(inside), picture: picture, within: self.open.union([mark]))
    result += (open + words + close).utf8
    position = inside.upperBound + mark.utf8.count
    return true
  }

  private mutating func consumeCode() -> Bool {
    guard let inside = marked("``") else { return false }
    let code = text(inside)
    let fence = code.contains("`") ? "``" : "`"
    let space = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
    result += (fence + space + code + space + fence).utf8
    position = inside.upperBound + 2
    return true
  }

  /// Converts raw text, and copies text between `''`, which RedNotebook exports unchanged.
  private mutating func consumeRaw() -> Bool {
    if let inside = marked("\"\"") {
      result += Self.escaped(text(inside)).utf8
      position = inside.upperBound + 2
      return true
    }
    guard let inside = marked("''") else { return false }
    result += bytes[inside]
    position = inside.upperBound + 2
    return true
  }

  /// Converts `{words|color:red}` to its words.
  private mutating func consumeColor() -> Bool {
    guard bytes[position] == UInt8(ascii: "{"), !open.contains("{"),
      let end = end(UInt8(ascii: "}"), "{"),
      let bar = bytes[position..<end].lastIndex(of: UInt8(ascii: "|")), holds("|color:", at: bar)
    else { return false }
    result +=
      Self.markdown(
        of: text(position + 1..<bar), picture: picture, within: open.union(["{"])
      ).utf8
    position = end + 1
    return true
  }

  /// Converts two backslashes at the end, which are a line break.
  private mutating func consumeLineBreak() -> Bool {
    guard holds("\\\\", at: position),
      bytes[(position + 2)...].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
    else { return false }
    result.append(UInt8(ascii: "\\"))
    position = bytes.count
    return true
  }
}

// MARK: - Brackets

extension RedNotebookLine {
  private static let pictureExtensions = ["png", "jpg", "jpeg", "gif", "eps", "bmp", "svg"]

  /// Converts a picture, `[""path/name"".jpg?200]` or `[name.jpg]`, or a link, `[words
  /// ""address""]` or `[words address]`.
  private mutating func consumeBrackets() -> Bool {
    guard bytes[position] == UInt8(ascii: "["), let end = end(UInt8(ascii: "]"), "["),
      !bytes[(position + 1)..<end].contains(UInt8(ascii: "["))
    else { return false }
    let inside = text(position + 1..<end)
    if let address = Self.pictureAddress(inside) {
      result += (picture(address, "") ?? Self.link("!", "", address)).utf8
    } else if let (words, address) = Self.linkParts(inside) {
      if let named = Self.pictureAddress(words) {
        // A linked picture loses its link.
        result += (picture(named, "") ?? Self.link("!", "", named)).utf8
      } else if Self.isPicture(address), let shown = picture(address, words) {
        result += shown.utf8
      } else {
        let words = Self.markdown(of: words, picture: picture, within: open.union(["["]))
        result += Self.link("", words, address).utf8
      }
    } else {
      return false
    }
    position = end + 1
    return true
  }

  /// Returns the address of a picture without its quotation marks and width.
  private static func pictureAddress(_ text: String) -> String? {
    var address = text
    if let mark = address.lastIndex(of: "?"),
      address[address.index(after: mark)...].utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      address = String(address[..<mark])
    }
    if address.hasPrefix("\"\""), let close = address.dropFirst(2).lastRange(ofQuotes: ()) {
      address = String(address.dropFirst(2)[..<close.lowerBound]) + address[close.upperBound...]
    } else if address.contains(" ") || address.contains("\"") {
      return nil
    }
    return isPicture(address) ? address : nil
  }

  private static func isPicture(_ address: String) -> Bool {
    guard let dot = address.lastIndex(of: ".") else { return false }
    let fileExtension = address[address.index(after: dot)...].lowercased()
    return pictureExtensions.contains(fileExtension) || MediaType.isPhoto(named: address)
  }

  private static func linkParts(_ text: String) -> (words: String, address: String)? {
    if text.hasSuffix("\"\""), let open = text.dropLast(2).lastRange(ofQuotes: ()) {
      let address = String(text.dropLast(2)[open.upperBound...])
      let words = text[..<open.lowerBound].trimmed
      return words.isEmpty || address.isEmpty ? nil : (String(words), address)
    }
    guard let space = text.lastIndex(of: " ") else { return nil }
    let (words, address) = (text[..<space].trimmed, String(text[text.index(after: space)...]))
    let isAddress =
      address.hasScheme || address.hasPrefix("www.") || isPicture(address)
      || address.contains("@") && address.contains(".")
    return isAddress && !words.isEmpty ? (String(words), address) : nil
  }

  private static func link(_ mark: String, _ words: String, _ address: String) -> String {
    let isMail = address.contains("@") && !address.contains(":") && !address.contains("/")
    let target = isMail ? "mailto:" + address : address
    let needsBrackets = target.utf8.contains { $0 <= 0x20 || "()".utf8.contains($0) }
    let safe = target.replacing("<", with: "%3C").replacing(">", with: "%3E")
    return "\(mark)[\(words)](\(needsBrackets ? "<\(safe)>" : safe))"
  }
}

extension Substring {
  /// Returns the last two consecutive quotation marks.
  fileprivate func lastRange(ofQuotes: Void) -> Range<Index>? {
    var end = endIndex
    while end > startIndex {
      let last = index(before: end)
      if self[last] == "\"", last > startIndex, self[index(before: last)] == "\"" {
        return index(before: last)..<end
      }
      end = last
    }
    return nil
  }
}
