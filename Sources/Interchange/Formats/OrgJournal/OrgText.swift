import DiaryCore

/// Lines of Org as Markdown that says the same.
struct OrgText {
  private enum Block { case code, quote, verse }

  private let image: (String, String) -> String?
  private var result: [String] = []
  private var block: Block?
  private var isInDrawer = false
  private var isInTable = false

  /// `image` gives the Markdown for a picture by its address and words; `nil` where it stays a link.
  static func markdown(
    of lines: [String], image: (String, String) -> String? = { _, _ in nil }
  ) -> String {
    withoutActuallyEscaping(image) { image in
      var text = OrgText(image: image)
      for line in lines { text.add(line) }
      if text.block == .code { text.result.append("```") }
      return text.trimmed
    }
  }

  private init(image: @escaping (String, String) -> String?) { self.image = image }

  /// Without empty lines at the ends.
  private var trimmed: String {
    var lines = result[...]
    while lines.first?.isBlank == true { lines.removeFirst() }
    while lines.last?.isBlank == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private mutating func add(_ line: String) {
    let words = line.trimmed
    let upper = words.uppercased()
    if let block {
      let isEnd = upper.hasPrefix("#+END_")
      switch block {
      case .code: result.append(isEnd ? "```" : Self.withoutComma(line))
      case .quote: if !isEnd { result.append("> " + inline(line)) }
      case .verse: if !isEnd { result.append(inline(line)) }
      }
      if isEnd { self.block = nil }
      return
    }
    if isInDrawer {
      if upper == ":END:" { isInDrawer = false }
      return
    }
    if upper.hasPrefix("#+BEGIN_") { return begin(words) }
    if Self.isDrawer(upper) {
      isInDrawer = true
      return
    }
    // What is said to the program: captions, options, comments.
    if upper.hasPrefix("#+") || words == "#" || words.hasPrefix("# ") { return }
    if words.hasPrefix("|") { return addRow(words) }
    isInTable = false
    if words.hasPrefix(": ") || words == ":" {
      result.append("    " + words.dropFirst(2))
    } else if words.utf8.count >= 5, words.allSatisfy({ $0 == "-" }) {
      result.append("---")
    } else if let heading = OrgJournal.Heading(line[...]) {
      let level = min(6, max(1, heading.level - 1))
      let tags = heading.tags.map { " #" + $0 }.joined()
      result.append(String(repeating: "#", count: level) + " " + inline(heading.words) + tags)
    } else if let item = item(line) {
      result.append(item)
    } else {
      // What is moved further would be code.
      let indent = line.prefix { $0 == " " || $0 == "\t" }
      let kept = String(repeating: " ", count: min(indent.count, Self.widestIndent))
      result.append(kept + PlainMarkdown.guarded(inline(String(line[indent.endIndex...]))))
    }
  }

  private static let widestIndent = 3

  private static func isDrawer(_ words: String) -> Bool {
    words.utf8.count > 2 && words.hasPrefix(":") && words.hasSuffix(":") && words != ":END:"
      && words.utf8.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: ":") }
  }

  private mutating func begin(_ words: Substring) {
    let parts = words.dropFirst(8).split(whereSeparator: \.isWhitespace)
    switch parts.first?.uppercased() {
    case "QUOTE": block = .quote
    case "VERSE", "CENTER": block = .verse
    default:
      block = .code
      let isSource = parts.first?.uppercased() == "SRC" && parts.count > 1
      result.append("```" + (isSource ? parts[1].filter { $0.isLetter || $0.isNumber } : ""))
    }
  }

  /// In code, a comma stands before what would mean something to Org.
  private static func withoutComma(_ line: String) -> String {
    for mark in [",*", ",#+"] where line.hasPrefix(mark) { return String(line.dropFirst()) }
    return line
  }

  private mutating func addRow(_ words: Substring) {
    if words.hasPrefix("|-") {
      // Markdown has a line under the first row alone.
      return
    }
    let cells = words.split(separator: "|", omittingEmptySubsequences: true).map {
      inline(String($0.trimmed))
    }
    result.append("| " + cells.joined(separator: " | ") + " |")
    if !isInTable { result.append("|" + String(repeating: " --- |", count: max(1, cells.count))) }
    isInTable = true
  }

  /// A line of a list; `nil` for any other.
  private func item(_ line: String) -> String? {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let words = line[indent.endIndex...]
    let mark = words.prefix { !$0.isWhitespace }
    let isPoint = mark == "-" || mark == "+" || mark == "*" && !indent.isEmpty
    let isNumber =
      mark.utf8.count > 1 && mark.dropLast().allSatisfy(\.isNumber)
      && (mark.hasSuffix(".") || mark.hasSuffix(")"))
    guard isPoint || isNumber else { return nil }
    var rest = String(words[mark.endIndex...].trimmed)
    for (box, written) in [("[X] ", "[x] "), ("[ ] ", "[ ] "), ("[-] ", "[ ] ")]
    where rest.hasPrefix(box) {
      return indent + (isPoint ? "-" : mark) + " " + written + inline(String(rest.dropFirst(4)))
    }
    // `- term :: what it means`
    if let term = rest.firstRange(of: " :: ") {
      rest = "*\(rest[..<term.lowerBound].trimmed)*: \(rest[term.upperBound...].trimmed)"
    }
    return indent + (isPoint ? "-" : mark) + " " + inline(rest)
  }

  private func inline(_ text: String) -> String { OrgLine.markdown(of: text, image: image) }
}
