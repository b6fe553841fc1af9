import ArgumentParser
import DiaryCore
import Localization
import TerminalUI

/// Entries as a table: date, time, title, photos, tags and the beginning of the id, aligned by
/// the width that a terminal gives them. Without a heading, so that a line is an entry. Where one
/// has several versions, their number stands behind the titles.
struct TableFormat {
  private let entries: [Entry]
  private let idLength: Int
  private let titleColumns: Int
  /// None while every entry has one version.
  private let badgeColumns: Int
  private let tagColumns: Int
  /// Whether long titles are cut: only where they would wrap.
  private let isCut: Bool

  /// `width` is that of the terminal, `nil` when it is a file or a pipe.
  init(_ entries: [Entry], width: Int? = TerminalWidth.columns) {
    self.entries = entries
    idLength = Self.prefixLength(of: entries.map(\.id))
    let widest = { (texts: [String], limit: Int) in
      texts.reduce(0) { max($0, min(limit, TextWidth.columns($1))) }
    }
    tagColumns = widest(entries.map(Self.tags), 24)
    badgeColumns = widest(entries.map(\.badge), 12)
    // Date, time, photos and id with two blanks between the columns.
    let others =
      10 + 2 + 5 + 2 + (badgeColumns > 0 ? 2 + badgeColumns : 0) + 2 + 4 + 2 + tagColumns + 2
      + idLength
    titleColumns = widest(entries.map(\.displayTitle), width.map { max(12, $0 - others) } ?? 48)
    isCut = width != nil
  }

  func write(to output: inout Output) throws {
    for entry in entries { try output.line(line(entry)) }
  }

  private func line(_ entry: Entry) -> String {
    let photos = entry.photos.isEmpty ? "" : "▣ \(entry.photos.count)"
    var columns = [
      entry.date.day.description, entry.date.clock, fitted(entry.displayTitle, titleColumns),
      fitted(photos, 4), fitted(Self.tags(entry), tagColumns),
      String(entry.id.description.prefix(idLength)),
    ]
    if badgeColumns > 0 { columns.insert(fitted(entry.badge, badgeColumns), at: 3) }
    return columns.joined(separator: "  ")
  }

  private func fitted(_ text: String, _ columns: Int) -> String {
    (isCut ? TextWidth.cut(text, columns: columns) : text).padded(to: columns)
  }

  private static func tags(_ entry: Entry) -> String {
    entry.allTags.map { "#\($0.printable)" }.joined(separator: " ")
  }

  /// Eight digits, or as many as it takes to tell these apart.
  static func prefixLength<Subject>(of ids: [ID<Subject>]) -> Int {
    let texts = ids.sorted().map { Array($0.description.utf8) }
    return zip(texts, texts.dropFirst()).reduce(8) { length, pair in
      max(length, min(32, zip(pair.0, pair.1).prefix { $0 == $1 }.count + 1))
    }
  }
}

extension String {
  /// With blanks at its end, up to a width in columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.columns(self)))
  }
}

// MARK: - ListingFormat

/// How a listing is written.
enum ListingFormat: String, ExpressibleByArgument, CaseIterable {
  case table
  case json
  case jsonl
}

/// `--format` of a listing.
struct ListingOptions: ParsableArguments {
  @Option(localized("Output format: table, json (one array) or jsonl (one object per line)."))
  var format = ListingFormat.table

  /// Writes entries to standard output.
  func write(_ entries: [Entry], of diary: DiaryService) throws {
    try write(entries.lazy.map { $0.json(file: diary.path(of:)) }) { output in
      try TableFormat(entries).write(to: &output)
    }
  }

  /// Writes objects to standard output, or the table that says the same.
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

  /// Writes one object, or the table that says the same.
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

/// JSON on standard output. `JSONWriter` escapes what a terminal could take for a command.
enum JSONFormat {
  /// One object, indented.
  static func object(_ value: JSONValue, to output: inout Output) throws {
    var writer = JSONWriter(isIndented: true)
    writer.write(value)
    try output.bytes(writer.bytes)
    try output.line()
  }

  /// One array, an element a line.
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

  /// Objects, one a line.
  static func lines(_ values: some Collection<JSONValue>, to output: inout Output) throws {
    for value in values {
      try output.bytes(JSONWriter.bytes(value))
      try output.line()
    }
  }
}

// MARK: - HistoryTable

/// The saved states of an entry as a table, without a heading, so that a line is a state.
struct HistoryTable {
  private let history: EntryHistory
  private let idLength: Int
  private let kindColumns: Int
  /// `nil` where long titles would not wrap.
  private let titleColumns: Int?

  /// `width` is that of the terminal, `nil` when it is a file or a pipe.
  init(_ history: EntryHistory, width: Int? = TerminalWidth.columns) {
    self.history = history
    idLength = TableFormat.prefixLength(of: history.revisions.map(\.id))
    // The id, date, time and kind with two blanks between the columns, and room for the mark.
    kindColumns = history.revisions.reduce(8) { widest, revision in
      max(widest, TextWidth.columns(history.kind(of: revision).words))
    }
    let others =
      idLength + 2 + 10 + 2 + 5 + 2 + kindColumns + 2 + (history.heads.count > 1 ? 11 : 0)
    titleColumns = width.map { max(12, $0 - others) }
  }

  func write(to output: inout Output) throws {
    for revision in history.revisions { try output.line(line(revision)) }
  }

  private func line(_ revision: Revision) -> String {
    let date = LocalTime.date(of: revision.clock.time)
    let isVersion = history.heads.count > 1 && history.heads.contains(revision.id)
    let title = revision.entry.displayTitle
    return [
      String(revision.id.description.prefix(idLength)), "\(date.day)", date.clock,
      history.kind(of: revision).words.padded(to: kindColumns),
      (titleColumns.map { TextWidth.cut(title, columns: $0) } ?? title)
        + (isVersion ? "  (" + localized("version") + ")" : ""),
    ].joined(separator: "  ")
  }
}

// MARK: - TripTable

/// Trips as a table without a heading: their days, how much they have, and where they went.
struct TripTable {
  let trips: [Trip]

  func write(to output: inout Output) throws {
    let rows = trips.map { trip in
      [
        trip.length == 1
          ? "\(trip.days.lowerBound)" : "\(trip.days.lowerBound)..\(trip.days.upperBound)",
        CountWords.entries(trip.entries), CountWords.photos(trip.photos),
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

/// What earlier years had on a day, as a shell shows it when it starts: a line for each of the
/// latest entries, and nothing where there is none.
struct OnThisDayLines {
  let day: CalendarDay
  /// `nil` when standard output is no terminal.
  private(set) var width = TerminalWidth.columns
  private(set) var isColored = ColorChoice.auto.colors != nil

  /// More are told by their number.
  private static let most = 5

  func write(of diary: DiaryService) async throws {
    let ids = try await diary.ids(returningOn: day)
    guard !ids.isEmpty else { return }
    let shown = try await diary.entries(
      ids: ids.count > Self.most + 1 ? Array(ids.prefix(Self.most)) : ids)
    let ages = shown.map { DateWords.yearsAgo(day.year - $0.date.day.year) }
    let column = ages.map { TextWidth.columns($0) }.max() ?? 0
    try Output.write { output in
      try put(localized("On this day, \(DateWords.dayOfYear(day))"), to: &output)
      var last = ""
      for (entry, age) in zip(shown, ages) {
        // Once for all of its year.
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
    let photos = entry.photos.isEmpty ? "" : "  ▣ \(entry.photos.count)"
    guard let width else { return entry.displayTitle + photos }
    let room = max(12, width - column - 4 - TextWidth.columns(photos))
    return TextWidth.cut(entry.displayTitle.printable, columns: room) + photos
  }

  /// A line: what is secondary, and what isn't.
  private func put(_ quiet: String, _ text: String = "", to output: inout Output) throws {
    let rest = text.isEmpty ? "" : "  " + text.printable
    try output.text(
      isColored ? "\u{1B}[2m\(quiet.printable)\u{1B}[0m\(rest)" : quiet.printable + rest)
    try output.line()
  }
}
