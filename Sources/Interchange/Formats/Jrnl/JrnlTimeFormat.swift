import DiaryCore

/// A `strftime` format for parsing dates.
struct JrnlTimeFormat: Hashable {
  private enum Piece: Hashable {
    case literal(UInt8)
    case space
    case year, shortYear, month, day, monthName, weekdayName
    case hour, halfDayHour, minute, second, halfDay, fraction, offset
  }

  private let pieces: [Piece]
  /// Indicates that the format includes an hour.
  let hasTime: Bool

  /// Parses a format. Returns `nil` if it has an unsupported directive, or neither a day nor a
  /// time.
  init?(_ text: String) {
    guard let pieces = Self.pieces(of: text) else { return nil }
    self.pieces = pieces
    hasTime = pieces.contains(.hour) || pieces.contains(.halfDayHour)
    guard hasTime || pieces.contains(.day) else { return nil }
  }

  private static let compositeDirectives: [Character: String] = [
    "F": "%Y-%m-%d", "T": "%H:%M:%S", "R": "%H:%M", "r": "%I:%M:%S %p", "D": "%m/%d/%y",
    "c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S",
  ]

  private static let directives: [Character: Piece] = [
    "Y": .year, "y": .shortYear, "m": .month, "d": .day, "e": .day, "b": .monthName,
    "B": .monthName, "h": .monthName, "a": .weekdayName, "A": .weekdayName, "H": .hour, "k": .hour,
    "I": .halfDayHour, "l": .halfDayHour, "M": .minute, "S": .second, "p": .halfDay, "P": .halfDay,
    "f": .fraction, "z": .offset, "n": .space, "t": .space,
  ]

  private static func pieces(of text: String) -> [Piece]? {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let character = rest.popFirst() {
      guard character == "%" else {
        if character.isWhitespace {
          if pieces.last != .space { pieces.append(.space) }
        } else {
          pieces += character.utf8.map(Piece.literal)
        }
        continue
      }
      guard var directive = rest.popFirst() else { return nil }
      // A modifier of the padding.
      if "-_0".contains(directive) {
        guard let next = rest.popFirst() else { return nil }
        directive = next
      }
      if directive == "%" {
        pieces.append(.literal(UInt8(ascii: "%")))
      } else if let long = compositeDirectives[directive], let others = Self.pieces(of: long) {
        pieces += others
      } else if let piece = directives[directive] {
        pieces.append(piece)
      } else {
        return nil
      }
    }
    return pieces
  }

  /// Parses the date at the start of `bytes`, and returns it with its length in bytes. `day`
  /// overrides the date in the text.
  func read(
    _ bytes: ArraySlice<UInt8>, on day: CalendarDay? = nil
  ) -> (time: JrnlTime, count: Int)? {
    var reader = Reader(rest: bytes)
    for piece in pieces where !reader.consume(piece) { return nil }
    return reader.time(on: day).map { ($0, bytes.count - reader.rest.count) }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var hour: Int?
    private var minute: Int?
    private var second: Int?
    private var isAfternoon = false
    private var isHalfDay = false
    private var isBroken = false

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    func time(on known: CalendarDay?) -> JrnlTime? {
      guard let date = known ?? date else { return nil }
      var hour = hour ?? 0
      if isHalfDay {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (isAfternoon ? 12 : 0)
      }
      let (minute, second) = (minute ?? 0, second ?? 0)
      guard hour < 24, minute < 60, second < 60 else { return nil }
      return JrnlTime(day: date, second: hour * 3600 + minute * 60 + second)
    }

    private var date: CalendarDay? {
      guard let year, let month, let day else { return nil }
      return CalendarDay(year: year, month: month, day: day)
    }

    mutating func consume(_ piece: Piece) -> Bool {
      switch piece {
      case .literal(let byte):
        guard let first = rest.first, Self.lower(first) == Self.lower(byte) else { return false }
        rest = rest.dropFirst()
      case .space:
        let spaces = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
        rest = rest.dropFirst(spaces)
        return spaces > 0
      case .year: year = number(4...4)
      case .shortYear: year = number(2...2).map { $0 + ($0 < 69 ? 2000 : 1900) }
      case .month: month = number(1...2)
      case .day:
        // `%e` pads with a space instead of a zero.
        if rest.first == 0x20 { rest = rest.dropFirst() }
        day = number(1...2)
      case .hour: hour = number(1...2)
      case .halfDayHour:
        isHalfDay = true
        hour = number(1...2)
      case .minute: minute = number(1...2)
      case .second: second = number(1...2)
      case .fraction: rest = rest.drop { (0x30...0x39).contains($0) }
      case .halfDay:
        guard let index = name(of: ["am", "pm"], shortest: 2) else { return false }
        isAfternoon = index == 1
      case .monthName:
        guard let index = name(of: Self.months, shortest: 3) else { return false }
        month = index + 1
      case .weekdayName: return name(of: Self.weekdays, shortest: 3) != nil
      case .offset:
        rest = rest.drop { (0x30...0x39).contains($0) || "+-:Z".utf8.contains($0) }
      }
      return !isBroken
    }

    private static let months = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    private static let weekdays = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private static func lower(_ byte: UInt8) -> UInt8 {
      (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    /// Parses one of the names, in full or abbreviated to its first letters, and returns its index.
    private mutating func name(of names: [String], shortest: Int) -> Int? {
      let letters = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }.map(Self.lower)
      guard letters.count >= shortest,
        let index = names.firstIndex(where: {
          $0.utf8.elementsEqual(letters) || $0.utf8.prefix(shortest).elementsEqual(letters)
        })
      else { return nil }
      rest = rest.dropFirst(letters.count)
      return index
    }

    private mutating func number(_ digits: ClosedRange<Int>) -> Int? {
      let found = rest.prefix(digits.upperBound).prefix { (0x30...0x39).contains($0) }
      guard found.count >= digits.lowerBound else {
        isBroken = true
        return nil
      }
      rest = rest.dropFirst(found.count)
      return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
  }
}

/// A local time in a jrnl entry.
struct JrnlTime: Hashable {
  var day: CalendarDay
  /// Seconds since midnight.
  var second: Int

  /// The date and time to the minute, `2024-05-03 09:00`. Not every jrnl format includes seconds.
  var minute: String {
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day) \(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60))"
  }
}

// MARK: - JrnlTimeFormats

/// The date formats to try for the heads of entries: the configured one, or the one that fits most
/// heads, and then all that jrnl itself parses.
struct JrnlTimeFormats {
  private let preferred: JrnlTimeFormat?

  /// Creates the formats. `configuredFormat` comes from the settings. Without one, the format is
  /// detected from `heads`, the texts in brackets at the start of lines.
  init(configuredFormat: JrnlTimeFormat?, heads: [ArraySlice<UInt8>]) {
    preferred = configuredFormat ?? Self.bestMatch(for: heads)
  }

  /// Returns the time in a head, if all of the head is a date. `day` overrides the date in the
  /// head.
  func time(_ head: ArraySlice<UInt8>, on day: CalendarDay? = nil) -> JrnlTime? {
    if let preferred, let time = Self.time(head, preferred, on: day) { return time }
    // jrnl treats shorter text in brackets as a footnote reference.
    guard head.count > 6 else { return nil }
    for format in Self.known {
      if let time = Self.time(head, format, on: day) { return time }
    }
    return nil
  }

  private static func time(
    _ head: ArraySlice<UInt8>, _ format: JrnlTimeFormat, on day: CalendarDay?
  ) -> JrnlTime? {
    format.read(head, on: day).flatMap { $0.count == head.count ? $0.time : nil }
  }

  /// Returns the format that parses the most heads, or the first of several.
  private static func bestMatch(for heads: [ArraySlice<UInt8>]) -> JrnlTimeFormat? {
    let counts = known.map { format in
      heads.count { head in format.read(head).map { $0.count == head.count } ?? false }
    }
    guard let most = counts.max(), most > 0 else { return nil }
    return counts.firstIndex(of: most).map { known[$0] }
  }

  static let known: [JrnlTimeFormat] = {
    let days = [
      "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y",
      "%b %d, %Y", "%b %d %Y", "%d %b %Y", "%d. %b %Y", "%a %d %b %Y", "%a, %d %b %Y",
      "%a, %b %d, %Y", "%a %b %d %Y", "%a %Y-%m-%d",
    ]
    let times = [
      " %H:%M", " %I:%M:%S %p", " %H:%M:%S", " %I:%M %p", "T%H:%M:%S", "T%H:%M", ", %H:%M",
      ", %I:%M %p", "",
    ]
    return times.flatMap { time in days.compactMap { JrnlTimeFormat($0 + time) } }
      + ["%c"].compactMap { JrnlTimeFormat($0) }
  }()
}
