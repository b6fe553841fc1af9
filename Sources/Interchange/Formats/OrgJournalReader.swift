import DiaryCore
import System

/// Reads what Emacs' org-journal keeps, and files of Org that are called after days: a file for each day, or
/// for a week, a month or a year, with a heading for each day and one below it for each time.
struct OrgJournalReader: EntryFileReader {
  private static let lookedAt = 200

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().lazy.filter { isOrg($0) }.prefix(lookedAt).contains { file in
      let head = String(decoding: tree.head(of: file, 1 << 16), as: UTF8.self)
      guard head.hasPrefix("* ") || head.hasPrefix("#+") || head.contains("\n* ") else {
        return false
      }
      return day(of: file) != nil || head.contains("\n* ") && head.contains(":CREATED:")
    }
  }

  /// org-journal's files are called `20240503`, with or without an ending.
  private static func isOrg(_ file: String) -> Bool {
    let name = Path.split(file).name
    return MarkdownFiles.ending(of: file) == "org"
      || name.utf8.count == 8 && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The day that a file is called after; `nil` for a longer time.
  private static func day(of file: String) -> CalendarDay? {
    PathDate(MarkdownFiles.stem(of: file)).date?.day
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isOrg)
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let text = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    let journal = OrgJournal(text, day: Self.day(of: file))
    // One that tells no day is none of the journal's.
    guard journal.hasDay else {
      entryFiles.passOver(file)
      return []
    }
    var seen = SeenWords()
    return items(journal.entries.count, in: file) { index, files throws(EntryFieldError) in
      let entry = journal.entries[index]
      guard let day = entry.day else { throw .invalidDate(entry.title) }
      if entry.isEncrypted { throw .encrypted }
      return Self.read(
        entry, on: day, from: Path.split(file).folder, seen: &seen, in: &files)
    }
  }

  private static func read(
    _ entry: OrgJournal.Entry, on day: CalendarDay, from folder: String, seen: inout SeenWords,
    in files: inout EntryFiles
  ) -> ForeignEntry? {
    var placing = PhotoPlacing(files.tree)
    func image(_ address: String, _ words: String) -> String? {
      placing.markdown(
        files.lookup.photo(at: address, from: folder), called: address, caption: words)
    }
    let text = OrgText.markdown(of: entry.lines, image: image)
    let title = PlainMarkdown.words(OrgLine.markdown(of: entry.title, image: image))
    // A day may have nothing but properties.
    guard !text.isBlank || !title.isBlank || !placing.isEmpty else { return nil }
    let date = EntryDate(
      on: day, secondOfDay: entry.second ?? 0, localOffset: files.defaults.localOffset)
    let fields = EntryFields(date: date, title: title, content: text, tags: entry.tags, journal: "")
    let minute = "\(day)" + (entry.second == nil ? "" : " \(date.clock)")
    let made = Entry(
      .orgjournal, SeenWords.words(.string(minute), count: seen.add(minute)), fields,
      author: files.defaults.author, created: Timestamp(milliseconds: date.instant * 1000))
    return ForeignEntry(entry: made, placing: placing)
  }
}

/// The entries of a file of Org's: headings of days, and of times below them.
struct OrgJournal {
  struct Entry {
    /// `nil` where a heading should name one and doesn't.
    var day: CalendarDay?
    /// Since midnight; `nil` for what is said of the day as a whole.
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

    /// `nil` for any other line.
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

    /// The time that it begins with, and what else it says.
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
      guard let second = WrittenDate("2000-01-01 \(clock)\(half)")?.second else { return nil }
      return (second, String(rest.drop { $0 == "]" || $0 == ">" }.trimmed))
    }

    /// The day that it names with its year, and what else it says.
    var day: (day: CalendarDay, rest: String)? {
      if let day = DayName(words).day() { return (day, "") }
      let path = PathDate(words.replacing("/", with: "-"))
      return path.date.map { ($0.day, path.words) }
    }
  }

  private(set) var entries: [Entry] = []
  /// Whether any day is told.
  private(set) var hasDay: Bool

  /// `day` is the one that the file is called after.
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
      // In a block, stars are no headings where a comma stands before them.
      block = Self.block(after: line, in: block)
      guard block == nil, let heading = Heading(line) else {
        if line.hasPrefix("-----BEGIN PGP MESSAGE") { entry.isEncrypted = true }
        if !Self.isOfFile(line) || !entry.lines.isEmpty { entry.lines.append(String(line)) }
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
      func isCalled(_ day: CalendarDay) -> Bool {
        DayName(heading.words).isName(of: day)
          || DayName.mayName(heading.words, day) && Self.hasTimes(below: lines[(index + 1)...])
      }
      if let created = Self.created(lines[(index + 1)...]) {
        end()
        entry = Entry(day: created, title: isCalled(created) ? "" : heading.words, tags: tags)
        hasDay = true
      } else if let fileDay {
        // The first heading may say what the day of the file is called, and later ones are other days.
        if isFirst, isCalled(fileDay) {
          end()
          entry = Entry(day: fileDay, tags: tags)
        } else if let day = DayName(heading.words).day() {
          end()
          entry = Entry(day: day, tags: tags)
        } else {
          entry.lines.append(String(line))
        }
      } else {
        end()
        let told = heading.day
        entry = Entry(day: told?.day, title: told?.rest ?? heading.words, tags: tags)
        hasDay = hasDay || told != nil
      }
    }
    end()
    self.entries = entries
  }

  /// Returns `true` if the next heading is that of a time.
  private static func hasTimes(below lines: ArraySlice<Substring>) -> Bool {
    lines.lazy.compactMap { Heading($0) }.first.map { $0.level > 1 && $0.time != nil } ?? false
  }

  /// What `#+BEGIN_…` opens is open until its end.
  static func block(after line: Substring, in block: String?) -> String? {
    let words = line.trimmed.uppercased()
    if let block { return words.hasPrefix("#+END_\(block)") ? nil : block }
    guard words.hasPrefix("#+BEGIN_") else { return nil }
    return String(words.dropFirst(8).prefix { !$0.isWhitespace })
  }

  /// What stands before the first words and is said of the file.
  private static func isOfFile(_ line: Substring) -> Bool {
    let words = line.uppercased()
    return ["#+TITLE:", "#+STARTUP:", "#+DATE:", "#+FILETAGS:", "#+AUTHOR:"]
      .contains { words.hasPrefix($0) }
  }

  /// What org-journal writes below the heading of a day: `:CREATED: 20240503`.
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

/// What stands in a line of Org, as Markdown: words that are marked, and links.
struct OrgLine {
  private static let marks: [Character: String] = [
    "*": "**", "/": "*", "+": "~~", "=": "`", "~": "`",
  ]
  /// What may stand before a mark that begins, and behind one that ends.
  private static let before: Set<Character> = [" ", "\t", "-", "(", "{", "'", "\"", "“", "‘", "["]
  private static let after: Set<Character> = [
    " ", "\t", "-", ".", ",", ";", ":", "!", "?", "'", ")", "}", "]", "\"", "”", "’", "…", "\\",
  ]
  /// In characters: one that is longer marks nothing.
  private static let longest = 1000

  private let characters: [Character]
  private let image: (String, String) -> String?
  /// The index at which the last `]]` begins, or -1.
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
    endWords()
  }

  private mutating func endWords() {
    result += PlainMarkdown.escaped(words, after: result.utf8.last ?? 0x20)
    words = ""
  }

  /// `[[address][words]]` and `[[address]]`. Where it ends.
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
      // Words may have brackets, too.
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
      // A place in the file may follow.
      if let place = address.firstRange(of: "::") { address = String(address[..<place.lowerBound]) }
      isFile = true
    }
    endWords()
    if isFile, let markdown = image(address, label) {
      result += markdown
    } else if !isFile, !address.hasScheme, !"#*".contains(address.first ?? "#") {
      // A page or a heading, by its name.
      let isCalled = label.isEmpty || label == address
      result += isCalled ? "[[\(address)]]" : "\(PlainMarkdown.escaped(label)) ([[\(address)]])"
    } else {
      result += MarkdownInlines.link(label, to: address)
    }
    return end + 1
  }

  /// `*bold*` and the like. Where it ends.
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
      endWords()
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
