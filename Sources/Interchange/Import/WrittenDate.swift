import DiaryCore

/// Reads dates as people and other programs write them: `2024-05-03`, `2024/5/3 7:30 PM`,
/// `2024-05-03 07:30:15 +0900`, `20240503`, `20240503T073015Z`, `[[2024-05-03]]`.
extension WrittenDate {
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
