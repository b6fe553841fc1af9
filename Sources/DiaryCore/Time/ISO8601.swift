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
    var text = text
    return text.withUTF8 { bytes in
      var reader = ISO8601Reader(bytes)
      return parse(&reader)
    }
  }

  private static func parse(_ reader: inout ISO8601Reader) -> Parsed? {
    let hyphen = UInt8(ascii: "-")
    guard let year = reader.number(4), reader.take(hyphen) != nil, let month = reader.number(2),
      reader.take(hyphen) != nil, let number = reader.number(2),
      let day = CalendarDay(year: year, month: month, day: number)
    else { return nil }
    var parsed = Parsed(
      day: day, hasTime: false, secondOfDay: 0, millisecond: 0, offset: nil, isZulu: false)
    guard !reader.isAtEnd else { return parsed }

    guard reader.take(UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")) != nil,
      let second = reader.secondOfDay(), let millisecond = reader.millisecond()
    else { return nil }
    parsed.hasTime = true
    parsed.secondOfDay = second
    parsed.millisecond = millisecond

    if reader.take(UInt8(ascii: "Z"), UInt8(ascii: "z")) != nil {
      parsed.offset = 0
      parsed.isZulu = true
    } else if let sign = reader.take(UInt8(ascii: "+"), hyphen) {
      guard let offset = reader.offset() else { return nil }
      parsed.offset = sign == hyphen ? -offset : offset
    }
    return reader.isAtEnd ? parsed : nil
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
