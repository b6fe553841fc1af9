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
  ) throws(EntryFieldError) -> [ReadItem] {
    guard !entry.fields.isEmpty || !placing.isEmpty else { throw .empty }
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

/// Parses dates as people and other programs write them: `2024-05-03`, `2024/5/3 7:30 PM`,
/// `2024-05-03 07:30:15 +0900`, `20240503`, `20240503T073015Z`, `[[2024-05-03]]`.
extension PartialDate {
  init?(_ text: some StringProtocol) {
    let marks: Set<UInt8> = [0x20, 0x09, 0x22, 0x27, 0x5B, 0x5D]
    var bytes = Array(text.utf8.drop { marks.contains($0) })
    while let last = bytes.last, marks.contains(last) { bytes.removeLast() }
    var reader = Reader(bytes: bytes)
    guard let day = reader.day() else { return nil }
    self.init(day: day)
    guard !reader.isAtEnd else { return }
    guard reader.skip("Tt ,"), let time = reader.time() else { return nil }
    second = time
    reader.skipSpace()
    guard !reader.isAtEnd else { return }
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    self.offset = offset
  }

  fileprivate struct Reader {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index >= bytes.count }
    private var next: UInt8? { isAtEnd ? nil : bytes[index] }

    mutating func skip(_ marks: String) -> Bool {
      let start = index
      while let next, marks.utf8.contains(next) { index += 1 }
      return index > start
    }

    mutating func skipSpace() { _ = skip(" ") }

    private mutating func digits(_ counts: ClosedRange<Int>) -> Int? {
      let run = bytes[index...].prefix { (0x30...0x39).contains($0) }
      guard counts.contains(run.count) else { return nil }
      index += run.count
      return run.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func day() -> CalendarDay? {
      if let whole = digits(8...8) {
        return CalendarDay(year: whole / 10_000, month: whole / 100 % 100, day: whole % 100)
      }
      guard let year = digits(4...4), let mark = next, "-/.".utf8.contains(mark) else { return nil }
      index += 1
      guard let month = digits(1...2), next == mark else { return nil }
      index += 1
      guard let day = digits(1...2) else { return nil }
      return CalendarDay(year: year, month: month, day: day)
    }

    mutating func time() -> Int? {
      if let whole = digits(6...6) {
        let (hour, minute, second) = (whole / 10_000, whole / 100 % 100, whole % 100)
        return hour < 24 && minute < 60 && second < 60
          ? hour * 3600 + minute * 60 + second : nil
      }
      guard var hour = digits(1...2), skip(":"), let minute = digits(2...2), minute < 60 else {
        return nil
      }
      var second = 0
      if next == UInt8(ascii: ":") {
        index += 1
        guard let number = digits(2...2), number < 60 else { return nil }
        second = number
        if next == UInt8(ascii: ".") || next == UInt8(ascii: ",") {
          index += 1
          guard digits(1...9) != nil else { return nil }
        }
      }
      let half = bytes[index...].drop { $0 == 0x20 }.prefix(2).map { $0 | 0x20 }
      if half == Array("am".utf8) || half == Array("pm".utf8) {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (half[0] == UInt8(ascii: "p") ? 12 : 0)
        skipSpace()
        index += 2
      }
      guard hour < 24 else { return nil }
      return hour * 3600 + minute * 60 + second
    }

    mutating func offset() -> Int? {
      if bytes[index...].elementsEqual("Z".utf8) || bytes[index...].elementsEqual("UTC".utf8) {
        index = bytes.count
        return 0
      }
      guard let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
        return nil
      }
      index += 1
      var seconds: Int
      if let whole = digits(4...4) {
        seconds = whole / 100 * 3600 + whole % 100 * 60
      } else {
        guard let hours = digits(2...2) else { return nil }
        seconds = hours * 3600
        if skip(":") {
          guard let minutes = digits(2...2), minutes < 60 else { return nil }
          seconds += minutes * 60
        }
      }
      guard seconds < 16 * 3600 else { return nil }
      return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
  }
}

/// A line that names a day and contains nothing else: `Friday, 05/03/2024`, `May 3rd, 2024`, `2024년
/// 5월 3일 (금)`.
struct DayName {
  /// The line in its possible readings without a weekday.
  private let texts: [Substring]

  init(_ text: some StringProtocol) {
    let line = Self.withoutOrdinals(String(text)).drop { Self.edges.contains($0) }
    let first = line.prefix(while: \.isLetter)
    let rest = line[first.endIndex...]
    var texts = [Self.bare(line)]
    if Self.isWeekday(first, beside: rest.first) { texts.append(Self.bare(rest)) }
    let end = Self.bare(line)
    let last = end[(end.lastIndex { !$0.isLetter }.map(end.index(after:)) ?? end.endIndex)...]
    let before = end[..<last.startIndex]
    if Self.isWeekday(last, beside: text.hasPrefix("<") ? "(" : before.trimmed.last) {
      texts.append(Self.bare(before))
    }
    self.texts = texts
  }

  /// Returns `true` for a weekday, or a word in a weekday's position, which may be one in another
  /// language.
  private static func isWeekday(_ word: Substring, beside mark: Character?) -> Bool {
    guard !word.isEmpty else { return false }
    let name = word.lowercased()
    let isEnglish =
      name.count >= 2
      && ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        .contains { $0 == name || name.count <= 4 && $0.hasPrefix(name) }
    return isEnglish || name.hasSuffix("요일") || name.count == 1 && "월화수목금토일".contains(name)
      || mark == "," || mark == "("
  }

  /// Returns the day if the line is unambiguous: the year first, the month by its name, or in one
  /// of `formats`.
  func day(formats: [JrnlTimeFormat] = []) -> CalendarDay? {
    texts.lazy.compactMap { text in
      Self.day(text, formats) ?? PartialDate(text).flatMap { $0.second == nil ? $0.day : nil }
        ?? Self.wholeDay(text) ?? Self.day(text, Self.named)
    }.first
  }

  /// Returns `true` if the line names `day`, with or without its year, in any order of the numbers.
  func isName(of day: CalendarDay) -> Bool {
    self.day() == day
      || texts.contains { text in
        ["\(text)", "\(text) \(day.year)"].contains { text in
          (Self.named + Self.numbered).contains { Self.day(text[...], [$0]) == day }
        }
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

  private static let named = ["%b %d, %Y", "%b %d %Y", "%d %b %Y", "%d. %b %Y", "%d %b, %Y"]
    .compactMap { JrnlTimeFormat($0) }
  private static let numbered = [
    "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%m-%d-%Y", "%m/%d/%y", "%d/%m/%y", "%d.%m.%y",
  ].compactMap { JrnlTimeFormat($0) }

  private static func day(_ text: Substring, _ formats: [JrnlTimeFormat]) -> CalendarDay? {
    let bytes = Array(text.utf8)
    return formats.lazy.compactMap { $0.read(bytes[...]) }.first { $0.count == bytes.count }?.time
      .day
  }

  private static func wholeDay(_ text: Substring) -> CalendarDay? {
    let bytes = Array(text.utf8)
    guard let (date, end) = FileNameDate.read(bytes, from: 0), end == bytes.count,
      date.second == nil
    else { return nil }
    return date.day
  }

  private static let edges: Set<Character> = [" ", "\t", ",", "(", ")", "[", "]", "<", ">", "#"]

  private static func bare(_ text: Substring) -> Substring {
    var text = text.drop { edges.contains($0) }
    while let last = text.last, edges.contains(last) { text.removeLast() }
    return text
  }

  /// Returns a text with `3` for `3rd`.
  private static func withoutOrdinals(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      let digits = word.prefix(while: \.isNumber)
      let rest = word[digits.endIndex...]
      let isOrdinal = ["st", "nd", "rd", "th"].contains(rest.prefix(2).lowercased())
      guard !digits.isEmpty, isOrdinal, rest.dropFirst(2).allSatisfy(\.isPunctuation) else {
        return String(word)
      }
      return String(digits + rest.dropFirst(2))
    }.joined(separator: " ")
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
