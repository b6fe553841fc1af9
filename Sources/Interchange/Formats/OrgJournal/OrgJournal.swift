import DiaryCore

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
