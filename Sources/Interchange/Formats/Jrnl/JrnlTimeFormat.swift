import DiaryCore

/// A date as `strftime` writes it, to be read.
struct JrnlTimeFormat: Hashable {
  private enum Piece: Hashable {
    case mark(UInt8)
    case space
    case year, shortYear, month, day, monthName, weekdayName
    case hour, halfDayHour, minute, second, halfDay, fraction, offset
  }

  private let pieces: [Piece]
  /// Whether there is an hour in it.
  let hasTime: Bool

  /// `nil` when it has a directive that can't be read, or neither a day nor a time.
  init?(_ text: String) {
    guard let pieces = Self.pieces(of: text) else { return nil }
    self.pieces = pieces
    hasTime = pieces.contains(.hour) || pieces.contains(.halfDayHour)
    guard hasTime || pieces.contains(.day) else { return nil }
  }

  private static let longForms: [Character: String] = [
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
          pieces += character.utf8.map(Piece.mark)
        }
        continue
      }
      guard var directive = rest.popFirst() else { return nil }
      // A modifier of how a number is padded.
      if "-_0".contains(directive) {
        guard let next = rest.popFirst() else { return nil }
        directive = next
      }
      if directive == "%" {
        pieces.append(.mark(UInt8(ascii: "%")))
      } else if let long = longForms[directive], let others = Self.pieces(of: long) {
        pieces += others
      } else if let piece = directives[directive] {
        pieces.append(piece)
      } else {
        return nil
      }
    }
    return pieces
  }

  /// Reads the date that bytes begin with, and says how many they are. `day` is what it is on where
  /// that is known already.
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
      case .mark(let byte):
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
        // `%e` has a space where the other has a nought.
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

    /// Which of the names comes next, whole or by its first letters.
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

/// A time as jrnl writes it, that of the writer's clock.
struct JrnlTime: Hashable {
  var day: CalendarDay
  /// Since midnight.
  var second: Int

  /// `2024-05-03 09:00`, to the minute: more of it isn't in every form of jrnl.
  var minute: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day) \(two(second / 3600)):\(two(second / 60 % 60))"
  }
}

// MARK: - JrnlTimeFormats

/// The forms in which the heads of entries may give their dates: the one that is set, or the one that
/// fits most of them, and then those that jrnl reads beside it.
struct JrnlTimeFormats {
  private let own: JrnlTimeFormat?

  /// `set` is what settings or a person say; `heads` are what stands in brackets at the beginning of
  /// lines, from which it is told where nobody says.
  init(set: JrnlTimeFormat?, heads: [ArraySlice<UInt8>]) {
    own = set ?? Self.likeliest(for: heads)
  }

  /// The time of a head, which it must be as a whole. `day` as for a format.
  func time(_ head: ArraySlice<UInt8>, on day: CalendarDay? = nil) -> JrnlTime? {
    if let own, let time = Self.time(head, own, on: day) { return time }
    // To jrnl, what is so short is the mark of a footnote.
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

  /// Of all, the one that reads the most heads; of those that read as many, the first.
  private static func likeliest(for heads: [ArraySlice<UInt8>]) -> JrnlTimeFormat? {
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
