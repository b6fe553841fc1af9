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

  /// Parses a format. Returns `nil` if it has an unsupported directive, or neither a day nor a
  /// time.
  init?(_ text: String) {
    guard let pieces = Self.pieces(of: text),
      pieces.contains(where: { [.hour, .halfDayHour, .day].contains($0) })
    else { return nil }
    self.pieces = pieces
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
  ) -> (date: PartialDate, count: Int)? {
    var reader = Reader(rest: bytes)
    for piece in pieces where !reader.consume(piece) { return nil }
    return reader.date(on: day).map { ($0, bytes.count - reader.rest.count) }
  }

  /// Returns the date at the start of a line, as in the heads of jrnl's first versions, and the
  /// rest of the line.
  func head(
    _ line: [UInt8], on day: CalendarDay? = nil
  ) -> (date: PartialDate, rest: ArraySlice<UInt8>)? {
    guard let (date, count) = read(line[...], on: day), count == line.count || line[count] == 0x20
    else { return nil }
    return (date, line[count...].dropFirst())
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    var values: [Piece: Int] = [:]

    func date(on known: CalendarDay?) -> PartialDate? {
      let year = values[.year] ?? values[.shortYear].map { $0 + ($0 < 69 ? 2000 : 1900) }
      guard
        let day = known
          ?? CalendarDay(
            year: year ?? 0, month: values[.month] ?? values[.monthName] ?? 0,
            day: values[.day] ?? 0)
      else { return nil }
      var hour = values[.hour] ?? 0
      if let half = values[.halfDayHour] {
        guard (1...12).contains(half) else { return nil }
        hour = half % 12 + (values[.halfDay] ?? 0) * 12
      }
      let (minute, second) = (values[.minute] ?? 0, values[.second] ?? 0)
      guard hour < 24, minute < 60, second < 60 else { return nil }
      return PartialDate(day: day, second: hour * 3600 + minute * 60 + second)
    }

    mutating func consume(_ piece: Piece) -> Bool {
      switch piece {
      case .literal(let byte):
        return skip { Self.lower($0) == Self.lower(byte) }.first != nil
      case .space: return !skip(.max) { $0 == 0x20 || $0 == 0x09 }.isEmpty
      case .fraction: _ = skip(.max, while: Self.isDigit)
      case .offset: _ = skip(.max) { Self.isDigit($0) || "+-:Z".utf8.contains($0) }
      case .monthName: values[piece] = DayNames.month(word())
      case .weekdayName: values[piece] = DayNames.weekday(word())
      case .halfDay: values[piece] = ["am", "pm"].firstIndex(of: word())
      default:
        // `%e` pads with a space instead of a zero.
        if piece == .day { _ = skip { $0 == 0x20 } }
        let digits = skip(piece == .year ? 4 : 2, while: Self.isDigit)
        guard digits.count >= (piece == .year ? 4 : piece == .shortYear ? 2 : 1) else {
          return false
        }
        values[piece] = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      }
      return piece == .fraction || piece == .offset || values[piece] != nil
    }

    private mutating func word() -> String {
      let letters = skip(.max) { (0x61...0x7A).contains($0 | 0x20) }
      return String(decoding: letters.map(Self.lower), as: UTF8.self)
    }

    /// Skips at most `count` bytes that match, and returns them.
    private mutating func skip(
      _ count: Int = 1, while matches: (UInt8) -> Bool
    ) -> ArraySlice<UInt8> {
      let found = rest.prefix(count).prefix(while: matches)
      rest = rest.dropFirst(found.count)
      return found
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func lower(_ byte: UInt8) -> UInt8 {
      (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
  }
}

// MARK: - JrnlDates

/// Parses the dates at the heads of entries: in the configured format, or in any common one.
struct JrnlDates {
  private let format: JrnlTimeFormat?
  /// The order of day and month that fits most heads.
  private let order: PartialDate.Order

  /// Creates the parser. `format` comes from the settings. `heads` are the texts in brackets at
  /// the start of lines.
  init(format: JrnlTimeFormat?, heads: [ArraySlice<UInt8>] = []) {
    self.format = format
    func count(_ order: PartialDate.Order) -> Int { heads.count { Self.date($0, order) != nil } }
    order = count(.dayFirst) > count(.bySeparator) ? .dayFirst : .bySeparator
  }

  private static func date(_ text: ArraySlice<UInt8>, _ order: PartialDate.Order) -> PartialDate? {
    PartialDate(String(decoding: text, as: UTF8.self), order: order)
  }

  /// Returns the date in a head, if all of the head is a date. `day` overrides the date in the
  /// head.
  func date(_ head: ArraySlice<UInt8>, on day: CalendarDay? = nil) -> PartialDate? {
    if let format, let (date, count) = format.read(head, on: day), count == head.count {
      return date
    }
    // jrnl treats shorter text in brackets as a footnote reference.
    guard head.count > 6 else { return nil }
    let dates = [order, .bySeparator, .dayFirst].lazy.compactMap { Self.date(head, $0) }
    return dates.first.map {
      PartialDate(day: day ?? $0.day, second: $0.second, offset: $0.offset)
    }
  }

  /// Returns the format of the head at the start of a line in a journal of jrnl's first versions,
  /// which have no brackets.
  func plainFormat(of line: [UInt8], on day: CalendarDay? = nil) -> JrnlTimeFormat? {
    (format.map { [$0] } ?? Self.plainFormats).first { $0.head(line, on: day) != nil }
  }

  /// The formats of heads without brackets. They have a time, because any text may start with a
  /// date.
  private static let plainFormats: [JrnlTimeFormat] = {
    let days = [
      "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y",
      "%b %d, %Y", "%b %d %Y", "%d %b %Y", "%d. %b %Y", "%a %d %b %Y", "%a, %d %b %Y",
      "%a, %b %d, %Y", "%a %b %d %Y", "%a %Y-%m-%d",
    ]
    let times = [
      " %H:%M", " %I:%M:%S %p", " %H:%M:%S", " %I:%M %p", "T%H:%M:%S", "T%H:%M", ", %H:%M",
      ", %I:%M %p",
    ]
    return (times.flatMap { time in days.map { $0 + time } } + ["%c"])
      .compactMap { JrnlTimeFormat($0) }
  }()
}
