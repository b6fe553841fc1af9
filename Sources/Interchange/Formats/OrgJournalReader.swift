import DiaryCore
import System

/// Imports the files of Emacs' org-journal and other Org files called by dates. A file covers a
/// day, a week, a month or a year. It has a heading for each day, with a heading below it for each
/// time.
struct OrgJournalReader: EntryFileReader {
  private static let maxExamined = 200

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().lazy.filter { isOrg($0) }.prefix(maxExamined).contains { file in
      let head = String(decoding: tree.head(of: file, 1 << 16), as: UTF8.self)
      guard head.hasPrefix("* ") || head.hasPrefix("#+") || head.contains("\n* ") else {
        return false
      }
      return day(of: file) != nil || head.contains("\n* ") && head.contains(":CREATED:")
    }
  }

  /// Matches Org files, and names such as `20240503`, which org-journal uses without an extension,
  /// too.
  private static func isOrg(_ file: String) -> Bool {
    let name = Path.split(file).name
    return MarkdownFiles.fileExtension(of: file) == "org"
      || name.utf8.count == 8 && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns the day in a file's name; `nil` if the name isn't a day.
  private static func day(of file: String) -> CalendarDay? {
    PathDate(MarkdownFiles.stem(of: file)).date?.day
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isOrg)
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let text = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    let journal = OrgJournal(text, day: Self.day(of: file))
    // An Org file without any day isn't part of the journal.
    guard journal.hasDay else {
      entryFiles.recordSkipped(file)
      return []
    }
    var seen = RepeatCounter()
    return items(journal.entries.count, in: file) { index, files in
      let entry = journal.entries[index]
      guard let day = entry.day else { throw EntryFieldError.invalidDate(entry.title) }
      if entry.isEncrypted { throw EntryFieldError.encrypted }
      return Self.read(
        entry, on: day, from: Path.split(file).folder, seen: &seen, in: &files)
    }
  }

  private static func read(
    _ entry: OrgJournal.Entry, on day: CalendarDay, from folder: String, seen: inout RepeatCounter,
    in files: inout EntryFiles
  ) -> ForeignEntry? {
    var placing = PhotoPlacing(files.tree)
    func image(_ address: String, _ words: String) -> String? {
      placing.markdown(
        files.lookup.photo(at: address, from: folder), named: address, caption: words)
    }
    let text = OrgText.markdown(of: entry.lines, image: image)
    let title = PlainMarkdown.text(OrgLine.markdown(of: entry.title, image: image))
    // A day may have only properties.
    guard !text.isBlank || !title.isBlank || !placing.isEmpty else { return nil }
    let date = EntryDate(
      on: day, secondOfDay: entry.second ?? 0, localOffset: files.defaults.localOffset)
    let fields = EntryFields(date: date, title: title, content: text, tags: entry.tags, journal: "")
    let minute = "\(day)" + (entry.second == nil ? "" : " \(date.clock)")
    let made = Entry(
      .orgjournal, RepeatCounter.identity(.string(minute), count: seen.add(minute)), fields,
      author: files.defaults.author, created: Timestamp(milliseconds: date.instant * 1000))
    return ForeignEntry(entry: made, placing: placing)
  }
}

/// The entries of an Org file: headings of days, and headings of times below them.
struct OrgJournal {
  struct Entry {
    /// The entry's day; `nil` if its heading has no date.
    var day: CalendarDay?
    /// The time in seconds since midnight; `nil` for text about the whole day.
    var second: Int?
    var title = ""
    var tags: [String] = []
    var lines: [String] = []
    var isEncrypted = false

    var isEmpty: Bool { title.isBlank && lines.allSatisfy(\.isBlank) }
  }

  struct Heading {
    let level: Int
    let words: String
    let tags: [String]

    /// Parses a heading; `nil` for any other line.
    init?(_ line: Substring) {
      let stars = line.prefix { $0 == "*" }.count
      guard stars > 0, line.dropFirst(stars).first == " " else { return nil }
      level = stars
      var words = line.dropFirst(stars).trimmed
      var tags: [String] = []
      if words.hasSuffix(":"), let space = words.lastIndex(where: \.isWhitespace),
        words[words.index(after: space)...].hasPrefix(":")
      {
        let names = words[words.index(after: space)...]
        if names.utf8.count > 2, !names.contains("::") {
          tags = names.split(separator: ":").map(String.init)
          words = words[..<space].trimmed
        }
      }
      self.words = String(words)
      self.tags = tags
    }

    /// The time at the start of the heading, and the rest of its words.
    var time: (second: Int, rest: String)? {
      let text = words.hasPrefix("<") || words.hasPrefix("[") ? words.dropFirst() : words[...]
      let clock = text.prefix { $0.isNumber || $0 == ":" }
      guard clock.contains(":") else { return nil }
      var rest = text[clock.endIndex...]
      var half = ""
      let word = rest.drop { $0 == " " }.prefix(2).lowercased()
      if word == "am" || word == "pm" {
        let after = rest.drop { $0 == " " }.dropFirst(2)
        if after.first.map({ !$0.isLetter }) ?? true { (half, rest) = (word, after) }
      }
      guard let second = PartialDate("2000-01-01 \(clock)\(half)")?.second else { return nil }
      return (second, String(rest.drop { $0 == "]" || $0 == ">" }.trimmed))
    }

    /// The date with a year in the heading, and the rest of its words.
    var day: (day: CalendarDay, rest: String)? {
      if let day = DayName.day(words) { return (day, "") }
      let path = PathDate(words.replacing("/", with: "-"))
      return path.date.map { ($0.day, path.words) }
    }
  }

  private(set) var entries: [Entry] = []
  /// True if the file's name or a heading has a date.
  private(set) var hasDay: Bool

  /// Parses a file.
  ///
  /// - Parameter fileDay: the day in the file's name.
  init(_ text: String, day fileDay: CalendarDay?) {
    hasDay = fileDay != nil
    var entry = Entry(day: fileDay)
    var entries: [Entry] = []
    var hasHeading = false
    func end() {
      if !entry.isEmpty || entry.isEncrypted { entries.append(entry) }
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var block: String?
    for (index, line) in lines.enumerated() {
      // Stars at the start of lines in blocks aren't headings.
      block = Self.block(after: line, in: block)
      guard block == nil, let heading = Heading(line) else {
        if line.hasPrefix("-----BEGIN PGP MESSAGE") { entry.isEncrypted = true }
        if !Self.describesFile(line) || !entry.lines.isEmpty { entry.lines.append(String(line)) }
        continue
      }
      let isFirst = !hasHeading
      if let time = heading.time {
        end()
        entry = Entry(
          day: entry.day, second: time.second, title: time.rest,
          tags: heading.tags.filter { $0 != "crypt" })
        continue
      }
      hasHeading = true
      guard heading.level == 1 else {
        entry.lines.append(String(line))
        continue
      }
      let tags = heading.tags.filter { $0 != "crypt" }
      func isNamed(_ day: CalendarDay) -> Bool {
        DayName.isName(heading.words, of: day)
          || DayName.mayName(heading.words, day) && Self.hasTimes(below: lines[(index + 1)...])
      }
      if let created = Self.created(lines[(index + 1)...]) {
        end()
        entry = Entry(day: created, title: isNamed(created) ? "" : heading.words, tags: tags)
        hasDay = true
      } else if let fileDay {
        // The first heading may repeat the day in the file's name. Later headings may start other
        // days.
        if isFirst, isNamed(fileDay) {
          end()
          entry = Entry(day: fileDay, tags: tags)
        } else if let day = DayName.day(heading.words) {
          end()
          entry = Entry(day: day, tags: tags)
        } else {
          entry.lines.append(String(line))
        }
      } else {
        end()
        let dated = heading.day
        entry = Entry(day: dated?.day, title: dated?.rest ?? heading.words, tags: tags)
        hasDay = hasDay || dated != nil
      }
    }
    end()
    self.entries = entries
  }

  /// Returns `true` if the next heading has a time.
  private static func hasTimes(below lines: ArraySlice<Substring>) -> Bool {
    lines.lazy.compactMap { Heading($0) }.first.map { $0.level > 1 && $0.time != nil } ?? false
  }

  /// Returns the name of the block open after a line. A block begins with `#+BEGIN_name` and ends
  /// with `#+END_name`.
  static func block(after line: Substring, in block: String?) -> String? {
    let words = line.trimmed.uppercased()
    if let block { return words.hasPrefix("#+END_\(block)") ? nil : block }
    guard words.hasPrefix("#+BEGIN_") else { return nil }
    return String(words.dropFirst(8).prefix { !$0.isWhitespace })
  }

  /// Returns `true` for keywords that describe the file.
  private static func describesFile(_ line: Substring) -> Bool {
    let words = line.uppercased()
    return ["#+TITLE:", "#+STARTUP:", "#+DATE:", "#+FILETAGS:", "#+AUTHOR:"]
      .contains { words.hasPrefix($0) }
  }

  /// Returns the date of `:CREATED: 20240503`, which org-journal writes below a day's heading.
  private static func created(_ lines: ArraySlice<Substring>) -> CalendarDay? {
    guard lines.first?.trimmed.uppercased() == ":PROPERTIES:" else { return nil }
    for line in lines.dropFirst().prefix(20) {
      let words = line.trimmed
      if words.uppercased() == ":END:" { return nil }
      guard words.uppercased().hasPrefix(":CREATED:") else { continue }
      return PathDate(String(words.dropFirst(9).trimmed)).date?.day
    }
    return nil
  }
}

/// Converts the inline markup of Org to Markdown: emphasis, code and links.
struct OrgLine {
  private static let marks: [Character: String] = [
    "*": "**", "/": "*", "+": "~~", "=": "`", "~": "`",
  ]
  /// The characters allowed before an opening marker and after a closing one.
  private static let before: Set<Character> = [" ", "\t", "-", "(", "{", "'", "\"", "“", "‘", "["]
  private static let after: Set<Character> = [
    " ", "\t", "-", ".", ",", ";", ":", "!", "?", "'", ")", "}", "]", "\"", "”", "’", "…", "\\",
  ]
  /// The longest marked text in characters.
  private static let longest = 1000

  private let characters: [Character]
  private let image: (String, String) -> String?
  /// The index of the last `]]`, or -1.
  private let lastClose: Int
  private var result = ""
  private var words = ""

  static func markdown(
    of text: String, image: (String, String) -> String? = { _, _ in nil }
  ) -> String {
    guard text.utf8.contains(where: { "*/+=~[_`<\\".utf8.contains($0) }) else { return text }
    return withoutActuallyEscaping(image) { image in
      var line = OrgLine(Array(text), image)
      line.read()
      return line.result
    }
  }

  private init(_ characters: [Character], _ image: @escaping (String, String) -> String?) {
    self.characters = characters
    self.image = image
    lastClose =
      characters.indices.dropLast().last { characters[$0] == "]" && characters[$0 + 1] == "]" }
      ?? -1
  }

  private mutating func read() {
    var index = 0
    while index < characters.count {
      if let next = readLink(at: index) ?? readMarked(at: index) {
        index = next
      } else {
        words.append(characters[index])
        index += 1
      }
    }
    flushText()
  }

  private mutating func flushText() {
    result += PlainMarkdown.escaped(words, after: result.utf8.last ?? 0x20)
    words = ""
  }

  /// Reads `[[address][words]]` or `[[address]]` and returns its end.
  private mutating func readLink(at start: Int) -> Int? {
    guard characters[start...].starts(with: "[[") else { return nil }
    let limit = min(characters.count, start + Self.longest)
    guard let close = characters[(start + 2)..<limit].firstIndex(of: "]"), close + 1 < limit else {
      return nil
    }
    var address = String(characters[(start + 2)..<close])
    var label = ""
    var end = close + 1
    if characters[end] == "[" {
      // The words may contain brackets.
      guard end + 2 <= limit, end < lastClose,
        let last = (end + 1..<limit - 1).first(where: {
          characters[$0] == "]" && characters[$0 + 1] == "]"
        })
      else { return nil }
      let inner = characters[last...].prefix { $0 == "]" }.count - 2
      label = String(characters[(end + 1)..<(last + inner)])
      end = last + inner + 1
    }
    guard characters[end] == "]", !address.isBlank else { return nil }
    var isFile = ["./", "../", "/", "~/"].contains { address.hasPrefix($0) }
    for scheme in ["file:", "attachment:"] where address.hasPrefix(scheme) {
      address = String(address.dropFirst(scheme.count))
      // A search in the file may follow its path.
      if let place = address.firstRange(of: "::") { address = String(address[..<place.lowerBound]) }
      isFile = true
    }
    flushText()
    if isFile, let markdown = image(address, label) {
      result += markdown
    } else if !isFile, !address.hasScheme, !"#*".contains(address.first ?? "#") {
      // The link is to a page or heading by its name.
      let isNamed = label.isEmpty || label == address
      result += isNamed ? "[[\(address)]]" : "\(PlainMarkdown.escaped(label)) ([[\(address)]])"
    } else {
      result += MarkdownInlines.link(label, to: address)
    }
    return end + 1
  }

  /// Reads emphasis such as `*bold*` and returns its end.
  private mutating func readMarked(at start: Int) -> Int? {
    let mark = characters[start]
    guard let markdown = Self.marks[mark],
      start == 0 || Self.before.contains(characters[start - 1]),
      start + 2 < characters.count, !characters[start + 1].isWhitespace
    else { return nil }
    let limit = min(characters.count, start + Self.longest)
    for end in (start + 2)..<limit
    where characters[end] == mark && !characters[end - 1].isWhitespace
      && (end + 1 == characters.count || Self.after.contains(characters[end + 1]))
    {
      flushText()
      let inner = String(characters[(start + 1)..<end])
      if markdown == "`" {
        result += inner.contains("`") ? "`` \(inner) ``" : "`\(inner)`"
      } else {
        result += markdown + Self.markdown(of: inner, image: image) + markdown
      }
      return end + 1
    }
    return nil
  }
}

/// Converts the lines of an Org text to Markdown.
struct OrgText {
  private enum Block { case code, quote, verse }

  private let image: (String, String) -> String?
  private var result: [String] = []
  private var block: Block?
  private var isInDrawer = false
  private var isInTable = false

  /// Returns the text as Markdown.
  ///
  /// - Parameter image: returns the Markdown for a picture by its address and words, or `nil` to
  ///   keep it as a link.
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

  /// The text without empty lines at its ends.
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
    // Captions, options and comments are left out.
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
      // A deeper indent would be code in Markdown.
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

  /// Returns a line of code without the comma that Org adds before its own syntax.
  private static func withoutComma(_ line: String) -> String {
    for mark in [",*", ",#+"] where line.hasPrefix(mark) { return String(line.dropFirst()) }
    return line
  }

  private mutating func addRow(_ words: Substring) {
    if words.hasPrefix("|-") {
      // Markdown allows a rule only below the first row.
      return
    }
    let cells = words.split(separator: "|", omittingEmptySubsequences: true).map {
      inline(String($0.trimmed))
    }
    result.append("| " + cells.joined(separator: " | ") + " |")
    if !isInTable { result.append("|" + String(repeating: " --- |", count: max(1, cells.count))) }
    isInTable = true
  }

  /// Converts a list item; `nil` for any other line.
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
    // The item is a definition: `- term :: meaning`.
    if let term = rest.firstRange(of: " :: ") {
      rest = "*\(rest[..<term.lowerBound].trimmed)*: \(rest[term.upperBound...].trimmed)"
    }
    return indent + (isPoint ? "-" : mark) + " " + inline(rest)
  }

  private func inline(_ text: String) -> String { OrgLine.markdown(of: text, image: image) }
}
