/// Dates and times as ISO 8601 writes them.
enum ISO8601 {
  struct Parsed: Equatable {
    var day: CalendarDay
    /// `nil` for a day without a time.
    var hasTime: Bool
    var secondOfDay: Int
    var millisecond: Int
    /// Seconds east of UTC; `nil` when the text names no offset.
    var offset: Int?
    var isZulu: Bool
  }

  /// Reads `yyyy-mm-dd`, optionally `T` or a space and `hh:mm[:ss[.fff]]`, optionally `Z` or
  /// `±hh[:mm[:ss]]`.
  static func parse(_ text: String) -> Parsed? {
    guard text.utf8.count >= 10, text.utf8.allSatisfy({ $0 < 0x80 }),
      let day = CalendarDay(text.prefix(10))
    else { return nil }
    var rest = text.dropFirst(10)
    var parsed = Parsed(
      day: day, hasTime: false, secondOfDay: 0, millisecond: 0, offset: nil, isZulu: false)
    guard let separator = rest.popFirst() else { return parsed }
    guard separator == "T" || separator == "t" || separator == " " else { return nil }
    parsed.hasTime = true

    var clock = rest.prefix { $0.isNumber || $0 == ":" || $0 == "." || $0 == "," }
    rest = rest[clock.endIndex...]
    if let point = clock.firstIndex(where: { $0 == "." || $0 == "," }) {
      let fraction = clock[clock.index(after: point)...]
      guard !fraction.isEmpty, fraction.allSatisfy(\.isNumber) else { return nil }
      parsed.millisecond = digits((fraction + "00").prefix(3)) ?? 0
      clock = clock[..<point]
    }
    guard let seconds = secondOfDay(clock) else { return nil }
    parsed.secondOfDay = seconds

    switch rest.first {
    case nil: break
    case "Z", "z":
      guard rest.count == 1 else { return nil }
      parsed.offset = 0
      parsed.isZulu = true
    case "+", "-":
      guard let offset = offset(rest) else { return nil }
      parsed.offset = offset
    default: return nil
    }
    return parsed
  }

  /// `hh:mm:ss` of the seconds since midnight.
  static func time(_ second: Int) -> String {
    "\(padded(second / 3600, to: 2)):\(padded(second / 60 % 60, to: 2)):\(padded(second % 60, to: 2))"
  }

  /// `+09:00`, with seconds only when the offset has some, as local mean times do.
  static func offset(_ seconds: Int) -> String {
    let size = abs(seconds)
    let text = "\(padded(size / 3600, to: 2)):\(padded(size / 60 % 60, to: 2))"
    return (seconds < 0 ? "-" : "+") + text + (size % 60 == 0 ? "" : ":\(padded(size % 60, to: 2))")
  }

  private static func secondOfDay(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }),
      let hour = digits(parts[0]), let minute = digits(parts[1]),
      let second = parts.count == 3 ? digits(parts[2]) : 0,
      hour < 24, minute < 60, second < 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func offset(_ text: Substring) -> Int? {
    let sign = text.first == "-" ? -1 : 1
    let plain = text.dropFirst().filter { $0 != ":" }
    guard [2, 4, 6].contains(plain.utf8.count), let number = digits(plain) else { return nil }
    let full =
      plain.utf8.count == 2 ? number * 10_000 : plain.utf8.count == 4 ? number * 100 : number
    let (hours, minutes, seconds) = (full / 10_000, full / 100 % 100, full % 100)
    // The widest offsets ever in use are -15:13:42 and +15:13:42 (Manila and Alaska).
    guard hours < 16, minutes < 60, seconds < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60 + seconds)
  }
}

func padded(_ number: Int, to width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}

/// A number of ASCII digits alone: `Int` would take a sign as well.
func digits(_ text: some StringProtocol) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return Int(text)
}

extension Int64 {
  func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }

  func modulo(_ divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
