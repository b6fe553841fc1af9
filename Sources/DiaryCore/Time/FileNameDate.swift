/// Parses a date in a file name: digits only, digits with separators, or with 년, 월 and 일;
/// optionally followed by a time.
package struct FileNameDate {
  /// The kinds of files, which accept different forms of dates.
  private enum Kind {
    case note, media
  }

  private let bytes: [UInt8]
  private let kind: Kind
  private var position: Int

  /// Returns the date that begins at `start` in the name of a note, and the position after it.
  package static func read(_ bytes: [UInt8], from start: Int) -> (PartialDate, end: Int)? {
    FileNameDate(bytes: bytes, kind: .note, position: start).date()
  }

  private func date() -> (PartialDate, end: Int)? {
    // Reject the middle of a longer number.
    guard digitCount > 0, position == 0 || !Self.isDigit(bytes[position - 1]) else { return nil }
    return compactDate() ?? separatedDate()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The number of digits that follow.
  private var digitCount: Int { bytes[position...].prefix(while: Self.isDigit).count }

  private mutating func number(_ counts: ClosedRange<Int>) -> Int? {
    guard counts.contains(digitCount) else { return nil }
    let digits = bytes[position..<position + digitCount]
    position += digitCount
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func consume(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func consumeOne(of marks: String) -> UInt8? {
    guard position < bytes.count, marks.utf8.contains(bytes[position]) else { return nil }
    position += 1
    return bytes[position - 1]
  }

  /// Parses `20240503`, `202405030730`, `20240503073000`, `20240503T0730`, `20240503-073000`; for a
  /// burst `20240503073000123`.
  private func compactDate() -> (PartialDate, end: Int)? {
    let isBurst =
      kind == .media && digitCount == 17
      && String(decoding: bytes[..<position], as: UTF8.self).lowercased()
        .hasSuffix("burst")
    guard [8, 12, 14].contains(digitCount) || isBurst else { return nil }
    let digits = bytes[position..<position + digitCount].map { Int($0 - 0x30) }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    guard let day = CalendarDay(year: number(0..<4), month: number(4..<6), day: number(6..<8)),
      kind == .note || (1900...2099).contains(number(0..<4))
    else { return nil }
    var reader = self
    reader.position += digitCount
    guard digitCount > 8 else {
      let second = reader.timeAfterDay()
      guard second != nil || kind == .note || reader.isPlausibleDay(from: position) else {
        return nil
      }
      return (PartialDate(day: day, second: second), reader.position)
    }
    let second = digitCount >= 14 ? number(12..<14) : 0
    guard let time = Self.time(number(8..<10), number(10..<12), second),
      reader.isAtEdge || kind == .note
    else { return nil }
    return (PartialDate(day: day, second: time), reader.position)
  }

  /// Parses `2024-05-03`, `2024_05_03_07-30`, `2024년 5월 3일`; from Telegram `@03-05-2024`.
  private func separatedDate() -> (PartialDate, end: Int)? {
    var reader = self
    let day: CalendarDay?
    if kind == .media, digitCount == 2, position > 0, bytes[position - 1] == UInt8(ascii: "@") {
      guard let number = reader.number(2...2), reader.consume("-"),
        let month = reader.number(2...2), reader.consume("-"), let year = reader.number(4...4)
      else { return nil }
      day = CalendarDay(year: year, month: month, day: number)
    } else {
      guard let year = reader.number(4...4), kind == .note || (1800...2099).contains(year)
      else { return nil }
      if reader.consume("년") {
        _ = reader.consume(" ")
        guard let month = reader.number(1...2), reader.consume("월") else { return nil }
        _ = reader.consume(" ")
        guard let number = reader.number(1...2), reader.consume("일") else { return nil }
        day = CalendarDay(year: year, month: month, day: number)
      } else {
        guard let mark = reader.consumeOne(of: "-_."), let month = reader.number(2...2),
          reader.consumeOne(of: "-_.") == mark, let number = reader.number(2...2)
        else { return nil }
        day = CalendarDay(year: year, month: month, day: number)
      }
    }
    guard let day else { return nil }
    let second = reader.timeAfterDay()
    guard second != nil || kind == .note || reader.isAtEdge else { return nil }
    return (PartialDate(day: day, second: second), reader.position)
  }

  // MARK: Times

  /// Reads a time after a day, `T0730`, `_07-30`, ` 07.30.15`. Doesn't move if there is none.
  private mutating func timeAfterDay() -> Int? {
    if let time = compactTime() ?? separatedTime() { return time }
    return kind == .media ? wordedTime() : nil
  }

  /// Reads `T0730`, `_073015`; for media also `_073015123`, with milliseconds.
  private mutating func compactTime() -> Int? {
    var reader = self
    guard let mark = reader.consumeOne(of: "Tt_- ") else { return nil }
    var digits = reader.digitCount
    // Without `T`, four digits may be a year or any other number.
    guard
      digits == 6 || digits == 4 && mark | 0x20 == UInt8(ascii: "t")
        || digits == 9 && kind == .media, var number = reader.number(4...9)
    else { return nil }
    if digits == 9 { (number, digits) = (number / 1000, 6) }
    let seconds = digits == 6 ? number : number * 100
    // A time isn't followed by more digits or letters.
    guard let time = Self.time(seconds / 10_000, seconds / 100 % 100, seconds % 100),
      reader.isAtEdge
    else { return nil }
    self = reader
    return time
  }

  /// Reads `T07-30`, `_07-30-15`, ` 07.30.15`.
  private mutating func separatedTime() -> Int? {
    var reader = self
    guard reader.consumeOne(of: "Tt_- ") != nil, let hour = reader.number(2...2),
      let between = reader.consumeOne(of: "-_.:"), let minute = reader.number(2...2)
    else { return nil }
    var rest = reader
    var second = 0
    if rest.consumeOne(of: "-_.:") == between, let number = rest.number(2...2) {
      (reader, second) = (rest, number)
    }
    guard let time = Self.time(hour, minute, second), reader.isAtEdge, !reader.isHalfDay
    else { return nil }
    self = reader
    return time
  }

  /// Reads a time of three numbers after a few words, as in names of screenshots in many languages:
  /// ` at 8.09.10 PM`, ` 오후 8.09.10`, ` um 20.09.10`, `_20h09m10s`, `, 20 09 10`.
  private mutating func wordedTime() -> Int? {
    var reader = self
    let words = bytes[position...].prefix(Self.maxWordsLength).prefix { !Self.isDigit($0) }
    reader.position += words.count
    guard !words.isEmpty, let hour = reader.number(1...2),
      reader.consumeOne(of: "-_.:h ") != nil, let minute = reader.number(2...2),
      reader.consumeOne(of: "-_.:m ") != nil, let second = reader.number(2...2)
    else { return nil }
    if reader.consumeOne(of: "s") != nil { _ = reader.number(1...9) }
    let before = String(decoding: words, as: UTF8.self)
    var isAfternoon: Bool?
    if ["오후", "下午", "午後"].contains(where: before.contains) { isAfternoon = true }
    if ["오전", "上午", "午前"].contains(where: before.contains) { isAfternoon = false }
    if let half = reader.halfDay { (isAfternoon, reader.position) = (half.isAfternoon, half.end) }
    guard reader.isAtEdge, isAfternoon == nil || (1...12).contains(hour),
      let time = Self.time(
        isAfternoon.map { hour % 12 + ($0 ? 12 : 0) } ?? hour, minute, second)
    else { return nil }
    self = reader
    return time
  }

  /// In bytes.
  private static let maxWordsLength = 24

  private var isHalfDay: Bool { kind == .media && halfDay != nil }

  /// ` AM` or `pm`, after spaces of any width.
  private var halfDay: (isAfternoon: Bool, end: Int)? {
    var reader = self
    while [" ", "\u{A0}", "\u{202F}"].contains(where: { reader.consume($0) }) {}
    let letters = bytes[reader.position...].prefix(2).map { $0 | 0x20 }
    guard letters == Array("am".utf8) || letters == Array("pm".utf8) else { return nil }
    return (letters[0] == UInt8(ascii: "p"), reader.position + 2)
  }

  private var isAtEdge: Bool {
    guard position < bytes.count else { return true }
    return kind == .note
      ? " -_.,".utf8.contains(bytes[position])
      : !Self.isLetter(bytes[position]) && !Self.isDigit(bytes[position])
  }

  private static func time(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
    hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : nil
  }

  // MARK: Photos, videos and recordings

  /// Returns whether the eight digits from `start` up to here may be a day. Rejects parts of
  /// hashes, and names that contain an id's long number.
  private func isPlausibleDay(from start: Int) -> Bool {
    guard isAtEdge, start == 0 || !Self.isLetter(bytes[start - 1]) else { return false }
    return !bytes.split(whereSeparator: { !Self.isDigit($0) }).contains { $0.count > 9 }
  }

  /// Returns the date in the name of a photo, a video or a recording, as written by cameras,
  /// phones, messengers and screenshots; `nil` if there is none.
  package static func mediaDate(named name: String) -> MediaDate? {
    let bytes = Array(name.utf8.prefix(maxNameLength))
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
    // The text after the last dot of `2024-05-06 07.08.09` isn't an extension.
    let stem = bytes[dot...].dropFirst().allSatisfy(isDigit) ? bytes : Array(bytes[..<dot])
    for start in stem.indices where isDigit(stem[start]) {
      let reader = FileNameDate(bytes: stem, kind: .media, position: start)
      if let (date, _) = reader.date() {
        // Pixel phones use UTC in names of photos; all others use local time.
        let isPixel = stem[..<start].suffix(4).elementsEqual("PXL_".utf8)
        return MediaDate(date, isUTC: isPixel && date.second != nil)
      }
    }
    return nil
  }

  /// In bytes, the limit of file systems.
  private static let maxNameLength = 255
}

/// The time when a photo, a video or a recording was taken, according to its name.
package struct MediaDate: Hashable, Sendable {
  private let written: PartialDate
  private let isUTC: Bool

  init(_ written: PartialDate, isUTC: Bool) { (self.written, self.isUTC) = (written, isUTC) }

  /// ISO 8601 as in `Photo.taken`: local time, UTC with `Z`, or only a day.
  package var taken: String {
    let time = written.second.map { "T" + ISO8601.time($0) + (isUTC ? "Z" : "") }
    return "\(written.day)\(time ?? "")"
  }

  /// Returns the date of the media.
  ///
  /// - Parameter file: The date of the file; provides the time of day if the name has none.
  package func date(near file: EntryDate, localOffset: (Int64) -> Int) -> EntryDate {
    isUTC
      ? EntryDate(taken: taken, localOffset: localOffset) ?? file
      : written.date(near: file, localOffset: localOffset)
  }
}
