import Crypto
import DiaryCore

/// An entry read from another program's file.
struct ForeignEntry {
  /// The entry without photos and attachments.
  let entry: Entry
  let placing: PhotoPlacing
  /// The comments on the entry.
  var comments: [EntryComment] = []

  /// Returns the entry, then a note on each problem.
  /// - Parameter problems: The problems found before, while reading the file.
  /// - Throws: `EntryFieldError.empty` if there is no text and no file.
  func items(
    at place: ImportPosition, after problems: [ImportIssue] = [], isOwn: Bool = false
  ) throws -> [ReadItem] {
    guard !entry.fields.isEmpty || !placing.isEmpty else { throw EntryFieldError.empty }
    let read = ReadEntry(
      place: place, entry: entry, photos: placing.drafts, attachments: placing.attachments,
      comments: comments, links: placing.links.targets, isOwn: isOwn)
    return [.entry(read)] + (problems + placing.problems).map { .note(ImportNote(place, $0)) }
  }
}

extension Entry {
  /// Creates an entry of another program.
  ///
  /// - Parameters:
  ///   - words: Values that identify the entry within the format and are the same in each import.
  ///   - others: Members without an equivalent here, kept under the format's name.
  init(
    _ format: ImportFormat, _ words: [JSONValue], _ fields: EntryFields, author: AuthorID,
    created: Timestamp, modified: Timestamp? = nil, carrying others: [JSONMember] = []
  ) {
    self.init(
      id: ID(of: format, words), fields: fields.normalized, author: author, created: created,
      modified: modified ?? created,
      unknownMembers: others.isEmpty ? [] : [JSONMember(format.rawValue, .object(others))])
  }
}

extension ID<Entry> {
  /// Creates an ID that is the same for the same values, so that imports can be repeated.
  init(naming words: [JSONValue]) {
    self = SHA256.hash(data: JSONWriter.bytes(.array(words))).withUnsafeBytes(ID.init(digest:))
  }

  init(of format: ImportFormat, _ words: [JSONValue]) {
    self.init(naming: [.string(format.rawValue)] + words)
  }
}

/// Distinguishes entries with equal text in formats without IDs by counting them.
struct RepeatCounter {
  private var counts: [String: Int] = [:]

  /// Counts an entry's text and returns how often it occurred before.
  mutating func add(_ words: String) -> Int {
    defer { counts[words, default: 0] += 1 }
    return counts[words, default: 0]
  }

  /// Returns the values that identify an entry: its text and, except for the first with this text,
  /// its number.
  static func identity(_ values: JSONValue..., count: Int) -> [JSONValue] {
    values + (count > 0 ? [.integer(count)] : [])
  }
}

extension [JSONMember] {
  /// The members, with a number appended to repeated names (`photo 2`), including those in nested
  /// objects. Readers would keep only one of two members with the same name.
  var withDistinctNames: [JSONMember] {
    var names: Set<String> = []
    return map { member in
      var name = member.name
      var number = 1
      while !names.insert(name).inserted {
        number += 1
        name = "\(member.name) \(number)"
      }
      return JSONMember(name, member.value.withDistinctNames)
    }
  }
}

extension JSONValue {
  fileprivate var withDistinctNames: JSONValue {
    switch self {
    case .object(let members): .object(members.withDistinctNames)
    case .array(let values): .array(values.map(\.withDistinctNames))
    default: self
    }
  }
}

/// An instant as written by another program, and the date that the writer's clock showed.
struct ForeignInstant {
  let timestamp: Timestamp

  /// `nil` for instants outside the years of a calendar date.
  init?(milliseconds: Int64) {
    let written = Timestamp(milliseconds: milliseconds)
    let nearest = Timestamp(fileSeconds: written.seconds, nanoseconds: 0)
    guard nearest.seconds == written.seconds else { return nil }
    timestamp = written
  }

  /// Reads a number, or a text with one, in units of `1/unitsPerSecond` seconds; or ISO 8601.
  init?(_ value: JSONValue, unitsPerSecond: Int64) {
    let words = value.words ?? ""
    if let written = Timestamp(words) {
      self.init(milliseconds: written.milliseconds)
      return
    }
    let number = Int64(words) ?? Double(words).flatMap { Int64(exactly: $0.rounded()) }
    guard let number else { return nil }
    let (seconds, rest) = number.quotientAndRemainder(dividingBy: unitsPerSecond)
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
    guard !isTooLarge else { return nil }
    self.init(milliseconds: milliseconds + rest * 1000 / unitsPerSecond)
  }

  /// Returns the date in this place's time zone. `localOffset` is as in `DiaryImporter`.
  func date(localOffset: (Int64) -> Int) -> EntryDate {
    let seconds = timestamp.seconds
    let offset = localOffset(seconds + Int64(localOffset(seconds)))
    return EntryDate(instant: seconds, withinCalendar: offset)
  }

  /// Returns the UTC offset in seconds of a clock that showed `local`, in seconds as if it were
  /// UTC. Returns `nil` if no time zone has such an offset.
  func offset(showing local: Int64) -> Int? {
    let offset = Int(clamping: local - timestamp.seconds)
    return (-12 * 3600...14 * 3600).contains(offset) && offset % 900 == 0 ? offset : nil
  }

  /// Returns the date in a named time zone, or in this place's if the name is unknown.
  func date(
    in zone: String, _ zones: inout TimeZones, localOffset: (Int64) -> Int
  ) -> (date: EntryDate, isZoneKnown: Bool) {
    guard let offset = zones.offset(of: zone, at: timestamp.seconds) else {
      return (date(localOffset: localOffset), false)
    }
    return (EntryDate(instant: timestamp.seconds, withinCalendar: offset), true)
  }
}

extension EntryDate {
  /// Creates a date, in UTC if the offset would lead out of the calendar's years.
  init(instant: Int64, withinCalendar offset: Int) {
    let date = EntryDate(instant: instant, offset: offset)
    self = (1...9999).contains(date.day.year) ? date : EntryDate(instant: instant, offset: 0)
  }
}

/// Parses lines that name a day and contain nothing else: `Friday, 05/03/2024`, `May 3rd, 2024`,
/// `2024년 5월 3일 (금)`.
enum DayName {
  /// Returns the day that a line names. Without an order, a date of numbers must begin with the
  /// year.
  static func day(_ line: some StringProtocol, order: PartialDate.Order? = nil) -> CalendarDay? {
    PartialDate(line, order: order).flatMap { $0.second == nil ? $0.day : nil }
  }

  /// Returns `true` if the line names `day`, with or without its year, in any order of the numbers.
  static func isName(_ line: some StringProtocol, of day: CalendarDay) -> Bool {
    ["\(line)", "\(line) \(day.year)"].contains { text in
      PartialDate.Order.allCases.contains { Self.day(text, order: $0) == day }
    }
  }

  /// Returns `true` if the line may name `day` in another language: `viernes, 3 de mayo de 2024`.
  static func mayName(_ text: String, _ day: CalendarDay) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    let numbers = words.indices.filter { Int(words[$0]) != nil }
    let values = numbers.compactMap { Int(words[$0]) }
    guard values.contains(day.year), values.contains(day.day) else { return false }
    // A weekday may come first. The month is a number, or a word that may have one on either side.
    return numbers.count == 3 && words.count <= 4
      || numbers.count == 2 && words.count <= 6 && [2, 4].contains(numbers[1] - numbers[0])
  }
}

/// Finds the heading at the beginning of a Markdown text, which is its title.
enum LeadingHeading {
  /// Removes the heading and the blank lines after it from the text and returns it. Returns `nil`
  /// and removes nothing if the text doesn't begin with a heading, if the heading contains a photo,
  /// or if a different title is given as `title`. Deeper headings are removed only if they equal
  /// the title, because they usually begin a section.
  static func remove(from text: inout String, title: String? = nil) -> String? {
    var rest = Substring(text).drop(while: \.isNewline)
    let line = rest.prefix { !$0.isNewline }
    let marks = line.prefix { $0 == "#" }.count
    let heading = line.dropFirst(marks)
    guard marks == 1 || title != nil && (2...6).contains(marks), heading.first == " ",
      !heading.isBlank,
      PhotoReference.assets(in: String(line)).isEmpty, !line.contains("![")
    else { return nil }
    let words = String(heading.trimmed)
    guard title ?? words == words else { return nil }
    rest = rest[line.endIndex...].drop(while: \.isNewline)
    text = String(rest)
    return words
  }
}
