import DiaryCore
import System

/// Reads jrnl's journals: a file of text, a folder with a file for each day, or what it exports as
/// JSON.
///
/// jrnl gives its entries no ids. An entry is known by its journal's name, its minute and its title,
/// and by its place among those that have all of them the same. It knows no photos, but its texts may
/// show some as Markdown does, as our own exports for it do.
struct JrnlReader: ForeignReader {
  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private let set: JrnlTimeFormat?
  private let tags: JrnlTags
  private let sources: Set<String>
  private var texts: [(file: String, day: CalendarDay?)] = []
  private var documents: [String] = []
  private var journal: JrnlJournal?
  private var document: JSONJournal?
  private var lookup: PhotoLookup
  private var pending: [ReadItem] = []
  /// How many entries of a journal, minute and title came so far.
  private var counts: [String: Int] = [:]

  var touchedFiles: Set<String>? { sources.union(lookup.used).union(JrnlSettings.names) }

  static func recognizes(_ tree: ImportTree) -> Bool { JrnlSource(tree) != nil }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    lookup = PhotoLookup(tree, files: tree.allFiles())
    let settings = JrnlSettings(beside: tree)
    set = settings.timeFormat
    tags = JrnlTags(symbols: settings.tagSymbols)
    switch JrnlSource(tree) {
    case .texts(let files): texts = files.map { ($0, nil) }
    case .days(let days): texts = days.map { ($0.file, $0.day) }
    case .json(let files): documents = files
    case nil: break
    }
    sources = Set(texts.map(\.file) + documents)
  }

  mutating func next() throws(DiaryError) -> ReadItem? {
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
        journal = try JrnlJournal(file, in: tree, set: set, day: day)
      } else if !documents.isEmpty {
        let file = documents.removeFirst()
        document = try JSONJournal(file, called: JrnlJournal.name(of: file), in: tree)
      } else {
        return nil
      }
    }
  }

  private mutating func item(_ row: JrnlJournal.Row, of journal: JrnlJournal) -> ReadItem {
    let place = ImportPosition.entry(
      file: journal.file, number: journal.number, day: row.time.day.description)
    do throws(EntryFieldError) {
      guard !row.isTooLong else { throw .tooLong }
      guard !TextFile.isFullOfZeros(row.text) else { throw .notText }
      guard let text = String(validating: row.text, as: UTF8.self) else {
        throw .notUTF8(byte: row.text.firstInvalidUTF8 ?? 0)
      }
      return .entry(
        try read(JrnlText(text), at: row.time, journal: journal.name, in: journal.file, place))
    } catch {
      return .note(ImportNote(place, .refused(error)))
    }
  }

  private mutating func item(_ row: JSONRows.Row, of document: JSONJournal) -> ReadItem {
    var place = ImportPosition.entry(file: document.file, number: document.number, day: nil)
    do throws(EntryFieldError) {
      let (json, isMended) = try row.foreignJSON
      let entry = try JrnlJSONEntry(json)
      place = .entry(
        file: document.file, number: document.number, day: entry.time.day.description)
      let read = try read(
        entry.text, at: entry.time, others: entry.tags, journal: document.name, in: document.file,
        place)
      if isMended { pending.append(.note(ImportNote(place, .mendedCharacter))) }
      return .entry(read)
    } catch {
      return .note(ImportNote(place, .refused(error)))
    }
  }

  private mutating func read(
    _ text: JrnlText, at time: JrnlTime, others: [String] = [], journal: String, in file: String,
    _ place: ImportPosition
  ) throws(EntryFieldError) -> ReadEntry {
    let date = EntryDate(on: time.day, secondOfDay: time.second, localOffset: defaults.localOffset)
    let found = tags.tags(title: text.title, content: text.body, others: others)
    var placing = PhotoPlacing(tree)
    let content = shownPhotos(of: text.body, in: file, &placing)
    pending += placing.problems.map { .note(ImportNote(place, $0)) }
    let fields = EntryFields(
      date: date, title: text.title, content: content, tags: found, journal: journal,
      details: EntryDetails(isStarred: text.isStarred)
    ).tidied
    guard !fields.isEmpty else { throw .empty }
    let key = "\(journal)\n\(time.minute) \(text.key)"
    let number = counts[key, default: 0]
    counts[key] = number + 1
    var words: [JSONValue] = [.string(time.minute), .string(text.key), .integer(number)]
    if !journal.isEmpty { words.append(.string(journal)) }
    return ReadEntry(
      place: place,
      entry: Entry(
        .jrnl, words, fields, author: defaults.author,
        created: Timestamp(milliseconds: date.instant * 1000)),
      photos: placing.drafts, attachments: placing.attachments)
  }

  /// A text with references to the photos that it shows.
  private mutating func shownPhotos(
    of text: String, in file: String, _ placing: inout PhotoPlacing
  ) -> String {
    var lookup = lookup
    defer { self.lookup = lookup }
    return MarkdownImages.replaced(in: text) { image in
      guard case .address(let address) = image.target else { return nil }
      return placing.markdown(
        lookup.photo(at: address, from: Path.split(file).folder), called: address,
        caption: image.words)
    }
  }
}

/// An entry as jrnl exports it to JSON.
struct JrnlJSONEntry {
  let time: JrnlTime
  let text: JrnlText
  /// With their symbols, in small letters.
  let tags: [String]

  init(_ json: JSONValue) throws(EntryFieldError) {
    guard json.members != nil else { throw .notAnObject }
    let reader = MemberReader(json)
    guard let date = try reader.text("date") else { throw .noDate }
    let written = try reader.text("time").map { "\(date) \($0)" } ?? date
    let bytes = Array(written.utf8)[...]
    guard let time = JrnlTimeFormats(set: nil, heads: []).time(bytes) else {
      throw .invalidDate(written)
    }
    self.time = time
    tags = try reader.texts("tags")
    text = JrnlText(
      title: try reader.text("title") ?? "", body: try reader.text("body") ?? "",
      isStarred: json["starred"]?.bool ?? false)
  }
}

// MARK: - JrnlSource

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

// MARK: - JrnlSettings

/// What of jrnl's settings its journals can't be read without: what a person says, else what the
/// file of settings says that lies beside them.
struct JrnlSettings {
  static let names = ["jrnl.yaml", "jrnl.yml", ".jrnl_config", "jrnl_config.yaml"]
  private static let longest = 1 << 16

  let timeFormat: JrnlTimeFormat?
  let tagSymbols: String

  init(beside tree: ImportTree) {
    // Older ones are JSON, which YAML reads as well.
    let settings = Self.names.lazy
      .compactMap { name in try? tree.open(name).bytes(Self.longest, at: 0) }.first
      .flatMap { try? YAMLParser.parse($0) }
    let format = tree.hints.timeFormat ?? settings?["timeformat"]?.string
    timeFormat = format.flatMap { JrnlTimeFormat($0) }
    let symbols = settings?["tagsymbols"]?.string ?? ""
    tagSymbols = symbols.isEmpty ? JrnlTags.usualSymbols : symbols
  }
}

// MARK: - JrnlJournal

/// One file of text, open while its entries are read.
final class JrnlJournal {
  /// An entry as it stands there.
  struct Row {
    let time: JrnlTime
    /// What follows the date: the rest of that line and the lines below.
    var text: [UInt8]
    var isTooLong = false
  }

  let file: String
  /// The journal's name, by that of its file or its folder of days; blank for the only one that most
  /// people have.
  let name: String
  /// Of the entry that was read last, from 1.
  private(set) var number = 0
  /// Whether the file begins with text that belongs to no entry.
  private(set) var hasPreface = false

  private let input: SourceFile
  private let formats: JrnlTimeFormats
  private let plain: JrnlTimeFormat?
  private let day: CalendarDay?
  private var lines: TextLines
  private var pending: Row?

  /// What is looked at to know how dates are written.
  private static let headSize = 1 << 16

  /// `day` is that of all its entries where the file's place tells it, whatever their heads say.
  init(
    _ file: String, in tree: ImportTree, set: JrnlTimeFormat?, day: CalendarDay? = nil
  ) throws(DiaryError) {
    self.file = file
    self.day = day
    name = day == nil ? Self.name(of: file) : Self.name(called: tree.name)
    input = try tree.require(file)
    let head = tree.head(of: file, Self.headSize).split { $0 == 0x0A || $0 == 0x0D }
    let heads = head.compactMap { JrnlHead.bracketed(Array($0))?.date }
    formats = JrnlTimeFormats(set: set, heads: heads)
    let first = head.first.flatMap { JrnlHead.bracketed(Array($0))?.date }
    let isBracketed = first.flatMap { [formats] in formats.time($0, on: day) } != nil
    plain =
      isBracketed ? nil : head.first.flatMap { Self.plainFormat(of: Array($0), set: set, on: day) }
    lines = TextLines(input.descriptor)
  }

  static func name(of file: String) -> String {
    name(called: file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file)
  }

  private static func name(called name: String) -> String {
    unnamed.contains(name.lowercased()) ? "" : name.printable
  }

  /// What the files of a journal without a name are called, and those of what jrnl prints.
  private static let unnamed: Set = [
    "journal", "default", "diary", "jrnl", "out", "output", "export",
  ]

  /// The form of the date that a line of the first versions begins with: with a time, or any text
  /// that begins with a day would be a journal.
  static func plainFormat(
    of line: [UInt8], set: JrnlTimeFormat?, on day: CalendarDay? = nil
  ) -> JrnlTimeFormat? {
    let formats = set.map { [$0] } ?? JrnlTimeFormats.known.filter(\.hasTime)
    return formats.first { JrnlHead.plain(line, $0, on: day) != nil }
  }

  func next() throws(DiaryError) -> Row? {
    do throws(ErrorNumber) {
      while let line = try lines.next(longest: JSONRows.longest) {
        if let row = head(line) {
          let ended = pending
          pending = row
          if let ended { return told(ended) }
        } else if pending == nil {
          hasPreface = hasPreface || line.contains { $0 != 0x20 }
        } else {
          pending?.add(line, longest: JSONRows.longest)
        }
      }
    } catch {
      throw .input(name: file, .unreadable(reason: error.words))
    }
    defer { pending = nil }
    return pending.map { told($0, isLast: true) }
  }

  private func told(_ row: Row, isLast: Bool = false) -> Row {
    number += 1
    var row = row
    // Between two entries is an end of line: with it, the first line is the whole title.
    if !isLast || lines.endsWithNewline { row.text.append(0x0A) }
    return row
  }

  private func head(_ line: [UInt8]) -> Row? {
    if let plain {
      guard let (time, rest) = JrnlHead.plain(line, plain, on: day) else { return nil }
      return Row(time: time, text: Array(rest))
    }
    guard let (date, rest) = JrnlHead.bracketed(line), let time = formats.time(date, on: day) else {
      return nil
    }
    return Row(time: time, text: Array(rest))
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

// MARK: - JrnlHead

/// The line that an entry of jrnl begins with: `[2024-05-03 09:00] Title`, or as its first versions
/// had it `2024-05-03 09:00 Title`.
enum JrnlHead {
  /// What stands in the brackets that a line begins with, and the line behind them; `nil` where
  /// jrnl sees none: a space must follow.
  static func bracketed(
    _ line: [UInt8]
  ) -> (date: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard line.first == UInt8(ascii: "["), let close = line.firstIndex(of: UInt8(ascii: "]")),
      close + 1 < line.count, line[close + 1] == 0x20
    else { return nil }
    return (line[1..<close], line[(close + 2)...])
  }

  /// The date that a line of the first versions begins with, and the line behind it.
  static func plain(
    _ line: [UInt8], _ format: JrnlTimeFormat, on day: CalendarDay? = nil
  ) -> (time: JrnlTime, rest: ArraySlice<UInt8>)? {
    guard let (time, count) = format.read(line[...], on: day),
      count == line.count || line[count] == 0x20
    else { return nil }
    return (time, line[count...].dropFirst())
  }
}

// MARK: - JrnlText

/// What stands behind the date of an entry, taken apart as jrnl does.
struct JrnlText {
  let title: String
  let body: String
  let isStarred: Bool
  /// The words by which jrnl knows the entry.
  let key: String

  init(title: String, body: String, isStarred: Bool) {
    let key = String(title.trimmed)
    // A photo has its place in the text. Without a title, jrnl takes the first line of that for one.
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

  /// `text` is the rest of the head's line and the lines below it.
  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 }
    var first = lines.removeFirst()
    // A star at the end of the head is that of the entry.
    let isStarred = first.trimmed.hasSuffix("*")
    if isStarred {
      first = first.trimmed
      while let edge = first.last, edge == "*" || edge == " " { first.removeLast() }
      while let edge = first.first, edge == "*" || edge == " " { first.removeFirst() }
    }
    // With nothing on the head's line, the next one with words is the title.
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
  /// Behind these, no space is needed.
  private static let wideEnds: Set<Character> = ["！", "．", "？", "｡", "。"]

  /// Where the second sentence of a line begins. Of an entry that is one line and no more, and that
  /// ends without a line end, jrnl takes the first sentence as the title.
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

/// The tags that stand in an entry of jrnl, as `@walk`: behind white space, letters, digits and
/// `-+*#/_`.
struct JrnlTags {
  /// The characters that a tag begins with.
  static let usualSymbols = "#@"

  private let symbols: Set<Character>

  init(symbols: String = usualSymbols) { self.symbols = Set(symbols) }

  /// Those of a text, without the symbol, each once whatever its case. What the diary itself finds in
  /// the content, as `#walk`, needn't be said again. `others` are those that jrnl tells beside the
  /// text, with a symbol.
  func tags(title: String, content: String, others: [String]) -> [String] {
    var seen = Set(Hashtags.all(in: content).map { $0.name.lowercased() })
    return (all(in: title) + all(in: content) + others.map { String($0.dropFirst()) })
      .filter { seen.insert($0.lowercased()).inserted }
  }

  /// All of a text.
  func all(in text: String) -> [String] {
    guard text.contains(where: symbols.contains) else { return [] }
    return text.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard let symbol = word.first, symbols.contains(symbol) else { return nil }
      let name = word.dropFirst().prefix { $0.isLetter || $0.isNumber || "-+*#/_".contains($0) }
      // `#1` counts something, and `#` before a heading is none.
      guard symbol == "#" ? name.contains(where: \.isLetter) : !name.isEmpty else { return nil }
      return String(name)
    }
  }
}
