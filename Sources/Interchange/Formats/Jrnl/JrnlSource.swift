import DiaryCore

/// What of jrnl's lies in a tree of files.
enum JrnlSource {
  /// Journals, each a file of text.
  case texts([String])
  /// A folder of years, months and days, and a file for each day, by its path.
  case days([(file: String, day: CalendarDay)])
  /// What `jrnl --format json` prints, a file for each journal.
  case json([String])

  /// `nil` when there is nothing of it.
  init?(_ tree: ImportTree) {
    let files = tree.files()
    let json = files.filter { Self.isJSON(tree.head(of: $0)) }
    let texts = files.filter { Self.mayBeText($0, files.count) && Self.isText($0, in: tree) }
    let days = Self.days(in: tree)
    if !days.isEmpty, days.contains(where: { Self.isText($0.file, in: tree, on: $0.day) }) {
      self = .days(days)
    } else if !texts.isEmpty {
      self = .texts(texts)
    } else if !json.isEmpty {
      self = .json(json)
    } else {
      return nil
    }
  }

  /// Among others, a journal is known by its name too.
  private static func mayBeText(_ file: String, _ count: Int) -> Bool {
    let name = file.lowercased()
    return count == 1 || name.hasSuffix(".txt") || name.hasSuffix(".jrnl") || !name.contains(".")
  }

  /// Whether the first line with words is the head of an entry.
  private static func isText(
    _ file: String, in tree: ImportTree, on day: CalendarDay? = nil
  ) -> Bool {
    let line = Array(tree.head(of: file).prefix { $0 != 0x0A && $0 != 0x0D })
    let set = JrnlSettings(beside: tree).timeFormat
    if let head = JrnlHead.bracketed(line) {
      return JrnlTimeFormats(set: set, heads: []).time(head.date, on: day) != nil
    }
    return JrnlJournal.plainFormat(of: line, set: set, on: day) != nil
  }

  /// One object that has tags with their numbers first.
  private static func isJSON(_ head: [UInt8]) -> Bool {
    var rest = head[...]
    for part in ["{", "\"tags\"", ":", "{"] {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      guard rest.starts(with: part.utf8) else { return false }
      rest = rest.dropFirst(part.utf8.count)
    }
    return true
  }

  // MARK: Days

  /// The files `YYYY/MM/DD.txt`. The tree may begin at a year or a month: a folder that holds
  /// nothing but one other stands for that one.
  private static func days(in tree: ImportTree) -> [(file: String, day: CalendarDay)] {
    let above = tree.root.split(separator: "/").suffix(2).map(String.init)
    if let year = number(tree.root.split(separator: "/").last.map(String.init) ?? "", 4) {
      let months = tree.folders().filter { number($0, 2) != nil }
      return months.flatMap { days(in: tree, below: $0, year: year, month: number($0, 2)) }
    }
    if above.count == 2, let year = number(above[0], 4), let month = number(above[1], 2) {
      return days(in: tree, below: nil, year: year, month: month)
    }
    return tree.folders().filter { number($0, 4) != nil }.flatMap { year in
      tree.folders(in: year).filter { number($0, 2) != nil }.flatMap { month in
        days(in: tree, below: "\(year)/\(month)", year: number(year, 4), month: number(month, 2))
      }
    }
  }

  private static func days(
    in tree: ImportTree, below folder: String?, year: Int?, month: Int?
  ) -> [(file: String, day: CalendarDay)] {
    guard let year, let month else { return [] }
    return tree.files(in: folder).compactMap { file in
      guard file.hasSuffix(".txt"), let number = number(String(file.dropLast(4)), 2),
        let day = CalendarDay(year: year, month: month, day: number)
      else { return nil }
      return (folder.map { "\($0)/\(file)" } ?? file, day)
    }
  }

  private static func number(_ text: String, _ digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      ? Int(text) : nil
  }
}
