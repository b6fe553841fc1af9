import DiaryCore
import System

/// Reads jrnl's journals: a text file, a folder with a file for each day, or jrnl's JSON export.
///
/// jrnl has no entry IDs. An entry is identified by its journal's name, its minute and its title,
/// and by its position among entries with the same ones. jrnl has no photos either, but a text may
/// show some with Markdown, as this program's exports do.
struct JrnlReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let configuredFormat: JrnlTimeFormat?
  private let tags: JrnlTags
  private let sources: Set<String>
  private var texts: [(file: String, day: CalendarDay?)] = []
  private var documents: [String] = []
  private var journal: JrnlJournal?
  private var document: JSONJournal?
  private var lookup: PhotoLookup
  private var pending: [ReadItem] = []
  /// The number of entries read so far for each journal, minute and title.
  private var counts: [String: Int] = [:]

  var touchedFiles: Set<String>? { sources.union(lookup.used).union(JrnlSettings.names) }

  static func recognizes(_ tree: ImportTree) -> Bool { JrnlSource(tree) != nil }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    lookup = PhotoLookup(tree, files: tree.allFiles())
    let settings = JrnlSettings(beside: tree)
    configuredFormat = settings.timeFormat
    tags = JrnlTags(symbols: settings.tagSymbols)
    switch JrnlSource(tree) {
    case .texts(let files): texts = files.map { ($0, nil) }
    case .days(let days): texts = days.map { ($0.file, $0.day) }
    case .json(let files): documents = files
    case nil: break
    }
    sources = Set(texts.map(\.file) + documents)
  }

  mutating func next() throws -> ReadItem? {
    while true {
      if !pending.isEmpty { return pending.removeFirst() }
      if let journal {
        if let row = try journal.next() { return item(row, of: journal) }
        self.journal = nil
        if journal.hasPreface {
          return .note(ImportNote(.file(journal.file), .refused(.noDate)))
        }
      } else if let document {
        if let row = try document.next() { return item(row, of: document) }
        self.document = nil
      } else if !texts.isEmpty {
        let (file, day) = texts.removeFirst()
        journal = try JrnlJournal(file, in: tree, configuredFormat: configuredFormat, day: day)
      } else if !documents.isEmpty {
        let file = documents.removeFirst()
        document = try JSONJournal(file, named: JrnlJournal.name(of: file), in: tree)
      } else {
        return nil
      }
    }
  }

  private mutating func item(_ row: JrnlJournal.Row, of journal: JrnlJournal) -> ReadItem {
    let place = ImportPosition.entry(
      file: journal.file, number: journal.number, day: row.time.day.description)
    do {
      guard !row.isTooLong else { throw EntryFieldError.tooLong }
      guard !TextFile.isFullOfZeros(row.text) else { throw EntryFieldError.notText }
      guard let text = String(validating: row.text, as: UTF8.self) else {
        throw EntryFieldError.notUTF8(byte: row.text.firstInvalidUTF8 ?? 0)
      }
      return .entry(
        try read(JrnlText(text), at: row.time, journal: journal.name, in: journal.file, place))
    } catch {
      return .note(ImportNote(place, .refusing(error)))
    }
  }

  private mutating func item(_ row: JSONRows.Row, of document: JSONJournal) -> ReadItem {
    var place = ImportPosition.entry(file: document.file, number: document.number, day: nil)
    do {
      let (json, isRepaired) = try row.foreignJSON
      let entry = try JrnlJSONEntry(json)
      place = .entry(
        file: document.file, number: document.number, day: entry.time.day.description)
      let read = try read(
        entry.text, at: entry.time, others: entry.tags, journal: document.name, in: document.file,
        place)
      if isRepaired { pending.append(.note(ImportNote(place, .replacedCharacter))) }
      return .entry(read)
    } catch {
      return .note(ImportNote(place, .refusing(error)))
    }
  }

  private mutating func read(
    _ text: JrnlText, at time: PartialDate, others: [String] = [], journal: String, in file: String,
    _ place: ImportPosition
  ) throws -> ReadEntry {
    let date = time.date(localOffset: defaults.localOffset)
    // Not every format includes seconds.
    let minute = "\(date.day) \(date.clock)"
    let found = tags.tags(title: text.title, content: text.body, others: others)
    var placing = PhotoPlacing(tree)
    let content = shownPhotos(of: text.body, in: file, &placing)
    pending += placing.problems.map { .note(ImportNote(place, $0)) }
    let fields = EntryFields(
      date: date, title: text.title, content: content, tags: found, journal: journal,
      details: EntryDetails(isStarred: text.isStarred)
    ).normalized
    guard !fields.isEmpty else { throw EntryFieldError.empty }
    let key = "\(journal)\n\(minute) \(text.key)"
    let number = counts[key, default: 0]
    counts[key] = number + 1
    var words: [JSONValue] = [.string(minute), .string(text.key), .integer(number)]
    if !journal.isEmpty { words.append(.string(journal)) }
    return ReadEntry(
      place: place,
      entry: Entry(
        .jrnl, words, fields, author: defaults.author,
        created: Timestamp(milliseconds: date.instant * 1000)),
      photos: placing.drafts, attachments: placing.attachments)
  }

  /// Returns a text with photo references in place of images.
  private mutating func shownPhotos(
    of text: String, in file: String, _ placing: inout PhotoPlacing
  ) -> String {
    var lookup = lookup
    defer { self.lookup = lookup }
    return MarkdownImages.replaced(in: text) { image in
      guard case .address(let address) = image.target else { return nil }
      return placing.markdown(
        lookup.photo(at: address, from: Path.split(file).folder), named: address,
        caption: image.words)
    }
  }
}

/// An entry of jrnl's JSON export.
struct JrnlJSONEntry {
  let time: PartialDate
  let text: JrnlText
  /// The lowercase tags, with their symbols.
  let tags: [String]

  init(_ json: JSONValue) throws {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    let reader = MemberReader(json)
    guard let date = try reader.text("date") else { throw EntryFieldError.noDate }
    let written = try reader.text("time").map { "\(date) \($0)" } ?? date
    let bytes = Array(written.utf8)[...]
    guard let time = JrnlDates(format: nil).date(bytes) else {
      throw EntryFieldError.invalidDate(written)
    }
    self.time = time
    tags = try reader.texts("tags")
    text = JrnlText(
      title: try reader.text("title") ?? "", body: try reader.text("body") ?? "",
      isStarred: json["starred"]?.bool ?? false)
  }
}

// MARK: - JrnlSource

/// The jrnl files found in a tree.
enum JrnlSource {
  /// Journals that are text files.
  case texts([String])
  /// A folder of years, months and days, with the path of each day's file.
  case days([(file: String, day: CalendarDay)])
  /// The output of `jrnl --format json`, a file for each journal.
  case json([String])

  /// Returns `nil` if the tree contains no jrnl files.
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

  /// Returns whether a file may be a journal. Among other files, that also depends on its name.
  private static func mayBeText(_ file: String, _ count: Int) -> Bool {
    let name = file.lowercased()
    return count == 1 || name.hasSuffix(".txt") || name.hasSuffix(".jrnl") || !name.contains(".")
  }

  /// Returns whether the first line with content is the head of an entry.
  private static func isText(
    _ file: String, in tree: ImportTree, on day: CalendarDay? = nil
  ) -> Bool {
    let line = Array(tree.head(of: file).prefix { $0 != 0x0A && $0 != 0x0D })
    let dates = JrnlDates(format: JrnlSettings(beside: tree).timeFormat)
    guard let head = JrnlJournal.bracketed(line) else {
      return dates.plainFormat(of: line, on: day) != nil
    }
    return dates.date(head.date, on: day) != nil
  }

  /// Returns whether a file starts like jrnl's JSON: an object whose first member counts tags.
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

  /// Returns the files `YYYY/MM/DD.txt`. The tree may start at a year or a month, because a folder
  /// that contains only one other folder is replaced by that folder.
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

// MARK: - JrnlSettings

/// The jrnl settings needed to read journals: the user's choice, or else the values in a settings
/// file next to the journals.
struct JrnlSettings {
  static let names = ["jrnl.yaml", "jrnl.yml", ".jrnl_config", "jrnl_config.yaml"]
  private static let longest = 1 << 16

  let timeFormat: JrnlTimeFormat?
  let tagSymbols: String

  init(beside tree: ImportTree) {
    // Settings of old versions are JSON, which the YAML parser reads as well.
    let settings = Self.names.lazy
      .compactMap { name in try? tree.open(name).bytes(Self.longest, at: 0) }.first
      .flatMap { try? YAMLParser.parse($0) }
    let format = tree.hints.timeFormat ?? settings?["timeformat"]?.string
    timeFormat = format.flatMap { JrnlTimeFormat($0) }
    let symbols = settings?["tagsymbols"]?.string ?? ""
    tagSymbols = symbols.isEmpty ? JrnlTags.defaultSymbols : symbols
  }
}

// MARK: - JrnlJournal

/// A journal's text file, kept open while its entries are read.
final class JrnlJournal {
  /// An entry in the file.
  struct Row {
    let time: PartialDate
    /// The text after the date: the rest of that line, and the lines below it.
    var text: [UInt8]
    var isTooLong = false
  }

  let file: String
  /// The journal's name, from its file or its folder of days. Empty for jrnl's default journal.
  let name: String
  /// The number of the last entry read, from 1.
  private(set) var number = 0
  /// Indicates that the file starts with text that belongs to no entry.
  private(set) var hasPreface = false

  private let input: OpenFile
  private let dates: JrnlDates
  /// The format of heads without brackets, as in jrnl's first versions.
  private let plain: JrnlTimeFormat?
  private let day: CalendarDay?
  private var lines: TextLines
  private var pending: Row?

  /// The number of bytes examined to detect the date format.
  private static let headSize = 1 << 16

  /// Opens a journal. `day` is the date of all its entries, if the file's path contains one, and
  /// overrides the dates in their heads.
  ///
  /// - Throws: `DiaryError` if the file can't be opened.
  init(
    _ file: String, in tree: ImportTree, configuredFormat: JrnlTimeFormat?, day: CalendarDay? = nil
  ) throws {
    self.file = file
    self.day = day
    name = day == nil ? Self.name(of: file) : Self.name(named: tree.name)
    input = try tree.require(file)
    let head = tree.head(of: file, Self.headSize).split { $0 == 0x0A || $0 == 0x0D }
    let dates = JrnlDates(
      format: configuredFormat, heads: head.compactMap { Self.bracketed(Array($0))?.date })
    plain = head.first.flatMap { dates.plainFormat(of: Array($0), on: day) }
    self.dates = dates
    lines = TextLines(input.descriptor)
  }

  static func name(of file: String) -> String {
    name(named: file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file)
  }

  private static func name(named name: String) -> String {
    genericNames.contains(name.lowercased()) ? "" : name.printable
  }

  /// The file names of jrnl's default journal and of its output.
  private static let genericNames: Set = [
    "journal", "default", "diary", "jrnl", "out", "output", "export",
  ]

  func next() throws -> Row? {
    do {
      while let line = try lines.next(longest: JSONRows.longest) {
        if let row = head(line) {
          let ended = pending
          pending = row
          if let ended { return finished(ended) }
        } else if pending == nil {
          hasPreface = hasPreface || line.contains { $0 != 0x20 }
        } else {
          pending?.add(line, longest: JSONRows.longest)
        }
      }
    } catch {
      throw DiaryError.input(name: file, .unreadable(reason: error.message))
    }
    defer { pending = nil }
    return pending.map { finished($0, isLast: true) }
  }

  private func finished(_ row: Row, isLast: Bool = false) -> Row {
    number += 1
    var row = row
    // A newline separates two entries. With it, the first line is the complete title.
    if !isLast || lines.endsWithNewline { row.text.append(0x0A) }
    return row
  }

  private func head(_ line: [UInt8]) -> Row? {
    if let plain { return plain.head(line, on: day).map { Row(time: $0, text: Array($1)) } }
    guard let (head, rest) = Self.bracketed(line), let time = dates.date(head, on: day) else {
      return nil
    }
    return Row(time: time, text: Array(rest))
  }

  /// Returns the text in brackets at the start of a line, `[2024-05-03 09:00] Title`, and the rest
  /// of the line. Returns `nil` if no space follows the brackets, as jrnl requires.
  static func bracketed(
    _ line: [UInt8]
  ) -> (date: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
      close + 1 < line.count, line[close + 1] == 0x20
    else { return nil }
    return (line[1..<close], line[(close + 2)...])
  }
}

extension JrnlJournal.Row {
  fileprivate mutating func add(_ line: [UInt8], longest: Int) {
    guard text.count + line.count < longest else {
      isTooLong = true
      return
    }
    text.append(0x0A)
    text += line
  }
}

// MARK: - JrnlText

/// The text after an entry's date, split into title and body as jrnl does.
struct JrnlText {
  let title: String
  let body: String
  let isStarred: Bool
  /// The title in jrnl, which identifies the entry.
  let key: String

  init(title: String, body: String, isStarred: Bool) {
    let key = String(title.trimmed)
    // A title with a photo stays in the text, because jrnl makes the first line of a text without a
    // title its title.
    var showsPhoto = false
    _ = MarkdownImages.replaced(in: key) { _ in
      showsPhoto = true
      return nil
    }
    self.key = key
    self.title = showsPhoto ? "" : key
    self.body = String((showsPhoto ? key + "\n" + body : body).trimmed)
    self.isStarred = isStarred
  }

  /// Parses `text`, the rest of the head's line and the lines below it.
  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 }
    var first = lines.removeFirst()
    // A star at the end of the head marks the entry as starred.
    let isStarred = first.trimmed.hasSuffix("*")
    if isStarred {
      first = first.trimmed
      while let edge = first.last, edge == "*" || edge == " " { first.removeLast() }
      while let edge = first.first, edge == "*" || edge == " " { first.removeFirst() }
    }
    // If the head's line is empty, the next line with content is the title.
    while first.isBlank, !lines.isEmpty { first = lines.removeFirst() }
    if lines.isEmpty, !isStarred, let end = Self.sentenceEnd(in: first) {
      self.init(
        title: String(first[..<end]), body: String(first[end...]), isStarred: isStarred)
    } else {
      self.init(
        title: String(first), body: lines.joined(separator: "\n"), isStarred: isStarred)
    }
  }

  private static let ends: Set<Character> = [
    ".", "!", "?", "…", "‼", "‽", "⁇", "⁈", "⁉", "⋯", "﹒", "﹗",
  ]
  /// End marks after which no space is needed.
  private static let wideEnds: Set<Character> = ["！", "．", "？", "｡", "。"]

  /// Returns the start of the second sentence of a line. If an entry is a single line without a
  /// newline, jrnl makes the first sentence the title.
  private static func sentenceEnd(in text: Substring) -> Substring.Index? {
    var position = text.startIndex
    while position < text.endIndex {
      let character = text[position]
      var next = text.index(after: position)
      if wideEnds.contains(character) { return next }
      guard ends.contains(character) else {
        position = next
        continue
      }
      if next < text.endIndex, "'’\"”".contains(text[next]) { next = text.index(after: next) }
      while next < text.endIndex, "])".contains(text[next]) { next = text.index(after: next) }
      if next < text.endIndex, text[next].isWhitespace {
        return text[next...].firstIndex { !$0.isWhitespace } ?? text.endIndex
      }
      position = text.index(after: position)
    }
    return nil
  }
}

// MARK: - JrnlTags

/// Finds tags in jrnl entries, such as `@walk`: a symbol after white space, then letters, digits
/// and `-+*#/_`.
struct JrnlTags {
  /// The default characters that start a tag.
  static let defaultSymbols = "#@"

  private let symbols: Set<Character>

  init(symbols: String = defaultSymbols) { self.symbols = Set(symbols) }

  /// Returns an entry's tags without symbols, each once regardless of case. Hashtags that the diary
  /// finds in the title and content itself are left out. `others` are the tags that jrnl lists
  /// separately, with their symbols.
  func tags(title: String, content: String, others: [String]) -> [String] {
    let found = Hashtags.all(in: title) + Hashtags.all(in: content)
    var seen = Set(found.map { $0.name.lowercased() })
    return (all(in: title) + all(in: content) + others.map { String($0.dropFirst()) })
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// Returns all tags in a text.
  func all(in text: String) -> [String] {
    guard text.contains(where: symbols.contains) else { return [] }
    return text.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard let symbol = word.first, symbols.contains(symbol) else { return nil }
      let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) }
      // `#1` is a number, and `#` alone starts a heading.
      guard symbol == "#" ? name.contains(where: \.isLetter) : !name.isEmpty else { return nil }
      return String(name)
    }
  }
}
