import ArgumentParser
import DiaryCore
import TerminalUI
import Text

/// Entries as a table: number, date, time, title, photos, tags and prefix of the id, aligned by
/// display width. The number or the id can be left out. It has no heading, so that each line is an
/// entry. If an entry is pinned or starred or has several versions, a column after the titles shows
/// that.
struct TableFormat {
  private let entries: [Entry]
  /// The number of each entry; `nil` without that column.
  private let numbers: [ID<Entry>: Int]?
  private let numberColumns: Int
  /// The length of the prefixes of ids; `nil` without that column.
  private let idLength: Int?
  private let titleColumns: Int
  /// The width of the column for badges; 0 if no entry has any.
  private let badgeColumns: Int
  private let tagColumns: Int
  /// `true` to cut long titles, which would wrap on a terminal.
  private let isCut: Bool

  /// Creates a table for a terminal of `width` columns, or for a file or pipe if that is `nil`.
  init(
    _ entries: [Entry], numbers: [ID<Entry>: Int]? = nil, withIDs: Bool,
    width: Int? = TerminalWidth.columns
  ) {
    self.entries = entries
    self.numbers = numbers
    numberColumns = entries.reduce(0) { max($0, String(numbers?[$1.id] ?? 0).utf8.count) }
    idLength = withIDs ? Self.prefixLength(of: entries.map(\.id)) : nil
    let widest = { (texts: [String], limit: Int) in
      texts.reduce(0) { max($0, min(limit, TextWidth.columns($1))) }
    }
    tagColumns = widest(entries.map(Self.tags), 24)
    badgeColumns = widest(entries.map(Self.badges), 16)
    // The widths of date, time, photos and id, with two spaces between the columns.
    let others =
      (numbers == nil ? 0 : numberColumns + 2) + 10 + 2 + 5 + 2
      + (badgeColumns > 0 ? 2 + badgeColumns : 0) + 2 + 4 + 2 + tagColumns
      + (idLength.map { 2 + $0 } ?? 0)
    titleColumns = widest(entries.map(\.rowTitle), width.map { max(12, $0 - others) } ?? 48)
    isCut = width != nil
  }

  func write(to output: inout Output) throws {
    for entry in entries { try output.line(line(entry)) }
  }

  private func line(_ entry: Entry) -> String {
    var columns = [
      entry.date.day.description, entry.date.clock, fitted(entry.rowTitle, titleColumns),
      fitted(entry.fileCount, 4), fitted(Self.tags(entry), tagColumns),
    ]
    if let idLength { columns.append(String(entry.id.description.prefix(idLength))) }
    if badgeColumns > 0 { columns.insert(fitted(Self.badges(entry), badgeColumns), at: 3) }
    if let numbers {
      let number = numbers[entry.id].map(String.init) ?? ""
      columns.insert(number.rightAligned(in: numberColumns), at: 0)
    }
    return columns.joined(separator: "  ").trimmedEnd
  }

  private func fitted(_ text: String, _ columns: Int) -> String {
    (isCut ? TextWidth.cut(text, columns: columns) : text).padded(to: columns)
  }

  private static func badges(_ entry: Entry) -> String {
    (entry.details.icons + [entry.badge].filter { !$0.isEmpty }).joined(separator: " ")
  }

  private static func tags(_ entry: Entry) -> String {
    entry.allTags.map { "#\($0.printable)" }.joined(separator: " ")
  }

  /// Returns the length of the shortest prefixes that distinguish the ids, at least 8.
  static func prefixLength<Subject>(of ids: [ID<Subject>]) -> Int {
    let texts = ids.sorted().map { Array($0.description.utf8) }
    return zip(texts, texts.dropFirst()).reduce(8) { length, pair in
      max(length, min(32, zip(pair.0, pair.1).prefix { $0 == $1 }.count + 1))
    }
  }
}

extension String {
  /// Returns the text padded with spaces to a width in columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.columns(self)))
  }

  /// Returns the text with spaces before it, up to a width in columns.
  func rightAligned(in width: Int) -> String {
    String(repeating: " ", count: max(0, width - TextWidth.columns(self))) + self
  }
}

// MARK: - ListingFormat

/// The format of a listing.
enum ListingFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  case jsonl
}

/// The option `--format` of a listing.
struct ListingOptions: ParsableArguments {
  @Option(localized("Output format: table, json (one array) or jsonl (one object per line)."))
  var format = ListingFormat.table

  /// Writes entries to standard output: as JSON with the matches of a search, or as a table, which
  /// in a diary of one person has numbers and no ids.
  ///
  /// - Parameter numbers: the numbers to show, if they aren't those of the list, or always.
  /// - Throws: an error if the diary can't be read, or the errors of `Output.write`.
  func write(
    _ entries: [Entry], of diary: DiaryService, numbers: [ID<Entry>: Int]? = nil,
    search: SearchQuery? = nil
  ) async throws {
    var numbers = numbers
    let isShared = format == .table ? try await diary.isShared() : true
    if !isShared, numbers == nil { numbers = try await diary.numbers(of: entries) }
    var inPhotos: [ID<Entry>: [(index: Int, match: PhotoText.Match)]] = [:]
    if format != .table, let phrases = search?.predicate.photoPhrases, !phrases.isEmpty {
      for entry in entries {
        inPhotos[entry.id] = await diary.photoTexts.matches(of: phrases, in: entry.photos)
      }
    }
    let objects = entries.lazy.map { [inPhotos] entry in
      var object = entry.json(file: diary.path(of:))
      if let search {
        object["matches"] = entry.matches(
          of: search.phrases, inPhotos: inPhotos[entry.id] ?? [])
      }
      return object
    }
    try write(objects) { output in
      try TableFormat(entries, numbers: numbers, withIDs: isShared).write(to: &output)
    }
  }

  /// Writes objects to standard output, or the table of the same contents.
  ///
  /// - Throws: the errors of `Output.write` and `table`.
  func write(
    _ objects: some Collection<JSONValue>, table: (inout Output) throws -> Void
  ) throws {
    try Output.write { output in
      switch format {
      case .table: try table(&output)
      case .json: try JSONFormat.array(objects, to: &output)
      case .jsonl: try JSONFormat.lines(objects, to: &output)
      }
    }
  }

  /// Writes one object, or the table of the same contents.
  ///
  /// - Throws: the errors of `Output.write` and `table`.
  func write(one object: JSONValue?, table: (inout Output) throws -> Void) throws {
    try Output.write { output in
      switch format {
      case .table: try table(&output)
      case .json: try JSONFormat.object(object ?? .null, to: &output)
      case .jsonl: try JSONFormat.lines(object.map { [$0] } ?? [], to: &output)
      }
    }
  }
}

/// JSON on standard output. `JSONWriter` escapes control characters.
enum JSONFormat {
  /// Writes one object, indented.
  static func object(_ value: JSONValue, to output: inout Output) throws {
    var writer = JSONWriter(isIndented: true)
    writer.write(value)
    try output.bytes(writer.bytes)
    try output.line()
  }

  /// Writes an array, with one element per line.
  static func array(_ values: some Collection<JSONValue>, to output: inout Output) throws {
    try output.text("[")
    var isFirst = true
    for value in values {
      try output.text(isFirst ? "\n" : ",\n")
      isFirst = false
      try output.bytes(JSONWriter.bytes(value))
    }
    try output.text(isFirst ? "]\n" : "\n]\n")
  }

  /// Writes objects, one per line.
  static func lines(_ values: some Collection<JSONValue>, to output: inout Output) throws {
    for value in values {
      try output.bytes(JSONWriter.bytes(value))
      try output.line()
    }
  }
}

// MARK: - HistoryTable

/// The saved states of an entry as a table, without a heading, so that each line is a state. In a
/// diary of one person they are numbered from the first, otherwise they have ids.
struct HistoryTable {
  private let history: EntryHistory
  private let names: [String]
  private let kindColumns: Int
  /// The width of titles; `nil` to show them in full.
  private let titleColumns: Int?

  /// Creates a table for a terminal of `width` columns, or for a file or pipe if that is `nil`.
  init(_ history: EntryHistory, withIDs: Bool, width: Int? = TerminalWidth.columns) {
    self.history = history
    let count = history.revisions.count
    let nameLength =
      withIDs
      ? TableFormat.prefixLength(of: history.revisions.map(\.id)) : String(count).utf8.count
    names = history.revisions.enumerated().map { index, revision in
      guard !withIDs else { return String(revision.id.description.prefix(nameLength)) }
      return String(count - index).rightAligned(in: nameLength)
    }
    // The widths of name, date, time and kind, with two spaces between the columns, and space for
    // the badge.
    kindColumns = history.revisions.reduce(8) { widest, revision in
      max(widest, TextWidth.columns(history.kind(of: revision).label))
    }
    let others =
      nameLength + 2 + 10 + 2 + 5 + 2 + kindColumns + 2 + (history.heads.count > 1 ? 11 : 0)
    titleColumns = width.map { max(12, $0 - others) }
  }

  func write(to output: inout Output) throws {
    for (name, revision) in zip(names, history.revisions) {
      try output.line(line(name, revision))
    }
  }

  private func line(_ name: String, _ revision: Revision) -> String {
    let date = LocalTime.date(of: revision.clock.time)
    let isVersion = history.heads.count > 1 && history.heads.contains(revision.id)
    let title = revision.entry.displayTitle
    return [
      name, "\(date.day)", date.clock,
      history.kind(of: revision).label.padded(to: kindColumns),
      (titleColumns.map { TextWidth.cut(title, columns: $0) } ?? title)
        + (isVersion ? "  (" + localized("version") + ")" : ""),
    ].joined(separator: "  ")
  }
}

// MARK: - LinkTable

/// Links as a table without a heading: number or id, date and title of the entry with the link,
/// then the same of the entry it leads to, or a day, or the link with the reason why it is broken.
struct LinkTable {
  private let rows: [(source: String, target: String)]
  private let sourceColumns: Int
  /// The width of a line; `nil` to show it in full.
  private let width: Int?

  private static let arrow = "  →  "
  /// The widest source that others are aligned with.
  private static let maxSourceColumns = 64

  /// Creates a table for a terminal of `width` columns, or for a file or pipe if that is `nil`.
  ///
  /// - Throws: an error if the diary can't be read.
  init(
    _ links: [DiaryLink], in diary: DiaryService, width: Int? = TerminalWidth.columns
  ) async throws {
    let ids = Set(links.flatMap { [$0.source.id] + ($0.target.entry.map { [$0.id] } ?? []) })
    let entries = try await diary.entries(ids: Array(ids))
    let names = Dictionary(
      zip(entries.map(\.id), await diary.shortNames(of: entries)), uniquingKeysWith: { $1 })
    let nameColumns = names.values.reduce(0) { max($0, $1.utf8.count) }
    func words(_ entry: LinkedEntry) -> String {
      let name = (names[entry.id] ?? "").rightAligned(in: nameColumns)
      return "\(name)  \(entry.date.day)  \(entry.title.printable)"
    }
    rows = links.map { link in
      let label = EntryLink.label(of: link.name).printable
      let target =
        switch link.target {
        case .entry(let entry): words(entry)
        case .day(let day): day.description
        case .trashed: localized("\(label)  (in the trash)")
        case .missing: localized("\(label)  (not found)")
        }
      return (words(link.source), target)
    }
    self.width = width
    let limit = width.map { max(20, ($0 - Self.arrow.count) / 2) } ?? Self.maxSourceColumns
    sourceColumns = rows.reduce(0) { max($0, min(limit, TextWidth.columns($1.source))) }
  }

  func write(to output: inout Output) throws {
    for (source, target) in rows {
      guard let width else {
        try output.line(source.padded(to: sourceColumns) + Self.arrow + target)
        continue
      }
      let start = TextWidth.cut(source, columns: sourceColumns).padded(to: sourceColumns)
      let space = max(20, width - sourceColumns - Self.arrow.count)
      try output.line(start + Self.arrow + TextWidth.cut(target, columns: space))
    }
  }
}

// MARK: - TripTable

/// Trips as a table without a heading: days, numbers of entries and photos, and destinations.
struct TripTable {
  let trips: [Trip]

  func write(to output: inout Output) throws {
    let rows = trips.map { trip in
      [
        trip.length == 1
          ? "\(trip.days.lowerBound)" : "\(trip.days.lowerBound)..\(trip.days.upperBound)",
        CountText.entries(trip.entries), CountText.photos(trip.photos),
      ]
    }
    let widths = (0..<3).map { column in rows.map { TextWidth.columns($0[column]) }.max() ?? 0 }
    for (row, trip) in zip(rows, trips) {
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      try output.line((cells + [trip.title]).joined(separator: "  "))
    }
  }
}

// MARK: - OnThisDayLines

/// Entries of earlier years on a day, for the start of a shell: one line for each of the latest.
struct OnThisDayLines {
  let day: CalendarDay
  /// The width of the terminal; `nil` if standard output isn't one.
  private(set) var width = TerminalWidth.columns
  private(set) var isColored = ColorChoice.auto.colors != nil

  /// The maximum number of entries. Only the number of others is shown.
  private static let maxCount = 5

  static var noEntries: String { localized("No entries on this day in earlier years.") }

  func write(in dependencies: Dependencies) async throws {
    let diary = dependencies.diary
    let ids = try await diary.ids(onThisDay: day)
    guard !ids.isEmpty else { return try dependencies.reportEmpty(Self.noEntries) }
    let shown = try await diary.entries(
      ids: ids.count > Self.maxCount + 1 ? Array(ids.prefix(Self.maxCount)) : ids)
    let ages = shown.map { DateText.yearsAgo(day.year - $0.date.day.year) }
    let column = ages.map { TextWidth.columns($0) }.max() ?? 0
    try Output.write { output in
      try put(localized("On this day, \(DateText.dayOfYear(day))"), to: &output)
      var last = ""
      for (entry, age) in zip(shown, ages) {
        // Shown once for each year.
        let lead = (age == last ? "" : age).padded(to: column)
        try put("  " + lead, title(of: entry, after: column), to: &output)
        last = age
      }
      let others = ids.count - shown.count
      if others > 0 {
        try put("  " + localized("and \(others) more in the diary"), to: &output)
      }
    }
  }

  private func title(of entry: Entry, after column: Int) -> String {
    let files = entry.fileCount.isEmpty ? "" : "  " + entry.fileCount
    guard let width else { return entry.displayTitle + files }
    let space = max(12, width - column - 4 - TextWidth.columns(files))
    return TextWidth.cut(entry.displayTitle.printable, columns: space) + files
  }

  /// Writes a line: a dimmed part, and a normal one.
  private func put(_ quiet: String, _ text: String = "", to output: inout Output) throws {
    let rest = text.isEmpty ? "" : "  " + text.printable
    try output.text(
      isColored ? "\u{1B}[2m\(quiet.printable)\u{1B}[0m\(rest)" : quiet.printable + rest)
    try output.line()
  }
}
