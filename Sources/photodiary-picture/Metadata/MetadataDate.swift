/// A date in a photo's metadata, in any common format: `2008:10:22 16:28:39`,
/// `2008-10-22T16:28:39.12+09:00`, `20081022 162839+0900`, `Wed, 22 Oct 2008 16:28:39 +0900`. Dates
/// that don't exist are rejected.
struct MetadataDate {
  private let day: (year: Int, month: Int, day: Int)
  /// Seconds since midnight; `nil` for a date without a time.
  private var second: Int?
  private var zone: String?

  /// Parses a date.
  ///
  /// - Parameter zone: the text of an offset, for a date without one.
  init?(_ text: [UInt8]?, zone: [UInt8]? = nil) {
    guard let text, text.count <= 100 else { return nil }
    var reader = Reader(bytes: text[...])
    guard let date = Self(reader: &reader) ?? Self(words: text) else { return nil }
    self = date
    if self.zone == nil { self.zone = zone.flatMap { Self.zone($0[...]) } }
  }

  /// ISO 8601, with the offset if it is known.
  var iso: String {
    let date = "\(Self.padded(day.year, 4))-\(Self.padded(day.month))-\(Self.padded(day.day))"
    guard let second else { return date }
    let minutes = "\(Self.padded(second / 3600)):\(Self.padded(second / 60 % 60))"
    return "\(date)T\(minutes):\(Self.padded(second % 60))\(zone ?? "")"
  }

  /// Returns the date with its offset from UTC, which is the difference to the satellites' time.
  /// Returns it unchanged if the two clocks differ too much, or the offset doesn't match the
  /// longitude: some cameras store local time as UTC.
  ///
  /// - Parameter longitude: the longitude in degrees, if it is known.
  func withOffset(fromUTC moment: MetadataDate?, longitude: Double?) -> MetadataDate {
    guard zone == nil, let here = seconds, let there = moment?.seconds else { return self }
    let halfHours = Int((Double(here - there) / 1800).rounded())
    let sun = longitude.map { abs(Double(halfHours) / 2 - $0 / 15) } ?? 0
    guard abs(here - there - halfHours * 1800) <= 300, -24...28 ~= halfHours,
      min(sun, 24 - sun) <= 4
    else { return self }
    var date = self
    let (hours, minutes) = (abs(halfHours) / 2, abs(halfHours) % 2 * 30)
    date.zone = "\(halfHours < 0 ? "-" : "+")\(Self.padded(hours)):\(Self.padded(minutes))"
    return date
  }

  /// Seconds of local time since the year 0; `nil` for a date without a time.
  private var seconds: Int? {
    // Years that begin in March have their leap day at the end.
    let (year, month) = day.month < 3 ? (day.year - 1, day.month + 9) : (day.year, day.month - 3)
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day.day
    return second.map { days * 86_400 + $0 }
  }

  private static func padded(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  // MARK: Reading

  private init?(_ year: Int, _ month: Int, _ day: Int) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard 1...9999 ~= year, 1...12 ~= month, 1...lengths[month - 1] ~= day else { return nil }
    self.day = (year, month, day)
  }

  /// Reads numbers from the year to the second, with any separators.
  private init?(reader: inout Reader) {
    reader.skip(" \t")
    let parts: (Int, Int, Int)
    if let whole = reader.number(8...8) {
      parts = (whole / 10_000, whole / 100 % 100, whole % 100)
    } else {
      guard let year = reader.number(4...4), reader.skip(":-/. "), let month = reader.number(1...2),
        reader.skip(":-/. "), let day = reader.number(1...2)
      else { return nil }
      parts = (year, month, day)
    }
    self.init(parts.0, parts.1, parts.2)
    guard reader.skip("Tt :-,"), !reader.isAtEnd, reader.isAtDigit else { return }
    guard let second = reader.time() else { return nil }
    self.second = second
    reader.skip(" ")
    // The rest may be an unknown time zone's name, but nothing else.
    guard reader.bytes.allSatisfy({ 0x20..<0x7F ~= $0 }), reader.isAtEnd || !reader.isAtDigit
    else { return nil }
    zone = Self.zone(reader.bytes)
  }

  /// Reads dates with English words, as in mail and from C.
  private init?(words text: [UInt8]) {
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    var (year, month, day, second) = (nil as Int?, nil as Int?, nil as Int?, nil as Int?)
    var (zone, period) = (nil as String?, [] as ArraySlice<UInt8>)
    for word in text.split(whereSeparator: { $0 == 0x20 || $0 == 0x2C }).prefix(10) {
      var reader = Reader(bytes: word)
      let name = String(decoding: word.prefix(3), as: UTF8.self).lowercased()
      if word.contains(0x3A), reader.isAtDigit {
        second = reader.time()
      } else if reader.isAtDigit {
        if let number = reader.number(4...4) { year = number } else { day = reader.number(1...2) }
      } else if month == nil, let index = months.firstIndex(of: name) {
        month = index + 1
      } else if name == "am" || name == "pm" {
        period = word
      } else {
        zone = zone ?? Self.zone(word)
      }
    }
    guard let year, let month, let day, let time = second else { return nil }
    self.init(year, month, day)
    self.second = Reader.time(time, period)
    self.zone = zone
  }

  /// Returns an offset as `+09:00`, from any notation.
  private static func zone(_ text: ArraySlice<UInt8>) -> String? {
    var reader = Reader(bytes: text)
    reader.skip(" ")
    let isNamed = ["UTC", "GMT"].contains(String(decoding: reader.bytes.prefix(3), as: UTF8.self))
    if isNamed { reader.bytes = reader.bytes.dropFirst(3) }
    let sign = reader.bytes.first
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return isNamed || sign.map { $0 | 0x20 } == UInt8(ascii: "z") ? "Z" : nil
    }
    reader.bytes = reader.bytes.dropFirst()
    let (hours, minutes): (Int, Int)
    if let whole = reader.number(4...4) {
      (hours, minutes) = (whole / 100, whole % 100)
    } else if let number = reader.number(1...2) {
      (hours, minutes) = (number, reader.skip(":") ? reader.number(2...2) ?? 60 : 0)
    } else {
      return nil
    }
    guard hours <= 14, minutes < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? "-" : "+") + "\(padded(hours)):\(padded(minutes))"
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    var isAtEnd: Bool { bytes.isEmpty }
    var isAtDigit: Bool { bytes.first.map { 0x30...0x39 ~= $0 } ?? false }

    /// Skips separators; `true` if there were any.
    @discardableResult
    mutating func skip(_ separators: String) -> Bool {
      let count = bytes.prefix { separators.utf8.contains($0) }.count
      bytes = bytes.dropFirst(count)
      return count > 0
    }

    mutating func number(_ counts: ClosedRange<Int>) -> Int? {
      let digits = bytes.prefix { 0x30...0x39 ~= $0 }
      guard counts ~= digits.count else { return nil }
      bytes = bytes.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Reads hours, minutes, optional seconds with a fraction, and AM or PM.
    mutating func time() -> Int? {
      if let whole = number(6...6) {
        return Self.time(whole / 10_000, whole / 100 % 100, whole % 100)
      }
      guard let hour = number(1...2), skip(":.-h "), let minute = number(2...2) else { return nil }
      var second = 0
      if skip(":.") {
        guard let number = number(2...2) else { return nil }
        second = number
      }
      if skip(".,") { _ = number(1...18) }
      guard let time = Self.time(hour, minute, second) else { return nil }
      let period = bytes.drop { $0 == 0x20 }
      let hasPeriod = period.count > 1 && period[period.startIndex + 1] | 0x20 == UInt8(ascii: "m")
      if hasPeriod { bytes = period.dropFirst(2) }
      return hasPeriod ? Self.time(time, period) : time
    }

    private static func time(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
      hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : nil
    }

    /// Converts a time on the twelve-hour clock if it is followed by `AM` or `PM`.
    static func time(_ time: Int, _ period: ArraySlice<UInt8>) -> Int {
      let letters = period.prefix(2).map { $0 | 0x20 }
      guard letters.last == UInt8(ascii: "m"), 3600..<46_800 ~= time else { return time }
      switch letters.first {
      case UInt8(ascii: "p"): return time % 43_200 + 43_200
      case UInt8(ascii: "a"): return time % 43_200
      default: return time
      }
    }
  }
}
