/// Dates and times as ISO 8601 writes them.
struct ISO8601 {
  var day: CalendarDay
  /// `false` for a day without a time.
  var hasTime = false
  var secondOfDay = 0
  var millisecond = 0
  /// Seconds east of UTC; `nil` when the text names no offset.
  var offset: Int?
  /// Whether the offset is written `Z`.
  var isZulu = false

  /// Reads `yyyy-mm-dd`, optionally `T` or a space and `hh:mm[:ss[.fff]]`, optionally `Z` or
  /// `±hh[:mm[:ss]]`.
  init?(_ text: String) {
    var reader = DigitReader(text)
    guard let year = reader.number(of: 4), reader.take("-"), let month = reader.number(of: 2),
      reader.take("-"), let dayOfMonth = reader.number(of: 2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.day = day
    if reader.isAtEnd { return }
    guard reader.take("T") || reader.take("t") || reader.take(" ") else { return nil }
    hasTime = true
    guard readTime(&reader), readOffset(&reader), reader.isAtEnd else { return nil }
  }

  private mutating func readTime(_ reader: inout DigitReader) -> Bool {
    guard let hour = reader.number(of: 2), reader.take(":"), let minute = reader.number(of: 2),
      hour < 24, minute < 60
    else { return false }
    secondOfDay = hour * 3600 + minute * 60
    guard reader.take(":") else { return true }
    guard let second = reader.number(of: 2), second < 60 else { return false }
    secondOfDay += second
    guard reader.take(".") || reader.take(",") else { return true }
    guard let milliseconds = reader.fraction(digits: 3) else { return false }
    millisecond = milliseconds
    return true
  }

  private mutating func readOffset(_ reader: inout DigitReader) -> Bool {
    if reader.isAtEnd { return true }
    if reader.take("Z") || reader.take("z") {
      offset = 0
      isZulu = true
      return true
    }
    let isWest = reader.take("-")
    // The widest offsets ever in use are -15:13:42 and +15:13:42 (Manila and Alaska).
    guard isWest || reader.take("+"), let hours = reader.number(of: 2), hours < 16 else {
      return false
    }
    var seconds = hours * 3600
    for unit in [60, 1] where !reader.isAtEnd {
      _ = reader.take(":")
      guard let number = reader.number(of: 2), number < 60 else { return false }
      seconds += number * unit
    }
    offset = isWest ? -seconds : seconds
    return true
  }

  /// `hh:mm:ss` of the seconds since midnight.
  static func time(_ second: Int) -> String {
    let (hour, minute) = (second / 3600, second / 60 % 60)
    return "\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second % 60, to: 2))"
  }

  /// `+09:00`, with seconds only when the offset has some, as local mean times do.
  static func offset(_ seconds: Int) -> String {
    let size = abs(seconds)
    let text = "\(padded(size / 3600, to: 2)):\(padded(size / 60 % 60, to: 2))"
    return (seconds < 0 ? "-" : "+") + text + (size % 60 == 0 ? "" : ":\(padded(size % 60, to: 2))")
  }
}
