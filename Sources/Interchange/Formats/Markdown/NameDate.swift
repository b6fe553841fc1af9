import DiaryCore

/// A date as the name of a file has it: digits alone, with marks between them, or with 년, 월 and 일;
/// and a time behind it.
struct NameDate {
  private let bytes: [UInt8]
  private var place: Int

  /// The date that begins at a place, and where what follows it begins.
  static func read(_ bytes: [UInt8], from start: Int) -> (WrittenDate, end: Int)? {
    let reader = NameDate(bytes: bytes, place: start)
    // Not in the middle of a longer number.
    guard reader.run > 0, start == 0 || !isDigit(bytes[start - 1]) else { return nil }
    return reader.whole() ?? reader.marked()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// How many digits come next.
  private var run: Int { bytes[place...].prefix(while: Self.isDigit).count }

  private mutating func number(_ counts: ClosedRange<Int>) -> Int? {
    guard counts.contains(run) else { return nil }
    let digits = bytes[place..<place + run]
    place += run
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func consume(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func consumeOne(of marks: String) -> UInt8? {
    guard place < bytes.count, marks.utf8.contains(bytes[place]) else { return nil }
    place += 1
    return bytes[place - 1]
  }

  /// `20240503`, `202405030730`, `20240503073000`, `20240503T0730`, `20240503-073000`.
  private func whole() -> (WrittenDate, end: Int)? {
    guard [8, 12, 14].contains(run) else { return nil }
    let digits = bytes[place..<place + run].map { Int($0 - 0x30) }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    guard let day = CalendarDay(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    else { return nil }
    var reader = self
    reader.place += run
    guard run > 8 else {
      let second = reader.timeBehind()
      return (WrittenDate(day: day, second: second), reader.place)
    }
    let second = run == 14 ? number(12..<14) : 0
    guard let time = Self.time(number(8..<10), number(10..<12), second) else { return nil }
    return (WrittenDate(day: day, second: time), reader.place)
  }

  /// `2024-05-03`, `2024_05_03_07-30`, `2024년 5월 3일`.
  private func marked() -> (WrittenDate, end: Int)? {
    var reader = self
    guard let year = reader.number(4...4) else { return nil }
    let day: CalendarDay?
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
    guard let day else { return nil }
    let second = reader.timeBehind()
    return (WrittenDate(day: day, second: second), reader.place)
  }

  /// A time behind a day, `T0730`, `_07-30`, ` 07.30.15`; goes nowhere when there is none.
  private mutating func timeBehind() -> Int? {
    var reader = self
    guard let mark = reader.consumeOne(of: "Tt_- ") else { return nil }
    let time: Int?
    if [4, 6].contains(reader.run) {
      let digits = reader.run
      // A year, or any number of four digits, may follow a day; those of a time follow a `T`.
      guard digits == 6 || mark | 0x20 == UInt8(ascii: "t"), let number = reader.number(4...6)
      else { return nil }
      let seconds = digits == 6 ? number : number * 100
      time = Self.time(seconds / 10_000, seconds / 100 % 100, seconds % 100)
    } else {
      guard let hour = reader.number(2...2), let between = reader.consumeOne(of: "-_.:"),
        let minute = reader.number(2...2)
      else { return nil }
      var rest = reader
      var second = 0
      if rest.consumeOne(of: "-_.:") == between, let number = rest.number(2...2) {
        (reader, second) = (rest, number)
      }
      time = Self.time(hour, minute, second)
    }
    // More digits or letters are no time.
    guard let time, reader.isAtEdge else { return nil }
    self = reader
    return time
  }

  private var isAtEdge: Bool { place == bytes.count || " -_.,".utf8.contains(bytes[place]) }

  private static func time(_ hour: Int, _ minute: Int, _ second: Int) -> Int? {
    hour < 24 && minute < 60 && second < 60 ? hour * 3600 + minute * 60 + second : nil
  }
}
