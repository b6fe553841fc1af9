/// Reads a date and time from left to right, by bytes: of every entry that is shown, several are
/// read, and characters cost many times as much.
struct ISO8601Reader {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes the next byte if it is one of these; which it was.
  mutating func take(_ bytes: UInt8...) -> UInt8? {
    guard let byte = rest.first, bytes.contains(byte) else { return nil }
    rest.removeFirst()
    return byte
  }

  /// A number of so many digits.
  mutating func number(_ count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit else { return nil }
      number = number * 10 + digit
      rest.removeFirst()
    }
    return number
  }

  /// `hh:mm[:ss]` as the seconds since midnight.
  mutating func secondOfDay() -> Int? {
    guard let hour = number(2), take(colon) != nil, let minute = number(2) else { return nil }
    guard let second = take(colon) == nil ? 0 : number(2) else { return nil }
    guard hour < 24, minute < 60, second < 60 else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// `[.fff]` in milliseconds: as many digits as there are, what is finer left out.
  mutating func millisecond() -> Int? {
    guard take(UInt8(ascii: "."), UInt8(ascii: ",")) != nil else { return 0 }
    guard digit != nil else { return nil }
    var (number, unit) = (0, 100)
    while let digit {
      number += digit * unit
      unit /= 10
      rest.removeFirst()
    }
    return number
  }

  /// What follows the sign of `±hh[:mm[:ss]]`, in seconds.
  mutating func offset() -> Int? {
    var (number, count) = (0, 0)
    while !isAtEnd {
      if take(colon) != nil { continue }
      guard let digit, count < 6 else { return nil }
      number = number * 10 + digit
      count += 1
      rest.removeFirst()
    }
    guard [2, 4, 6].contains(count) else { return nil }
    let full = count == 2 ? number * 10_000 : count == 4 ? number * 100 : number
    let (hours, minutes, seconds) = (full / 10_000, full / 100 % 100, full % 100)
    // The widest offsets ever in use are -15:13:42 and +15:13:42 (Manila and Alaska).
    guard hours < 16, minutes < 60, seconds < 60 else { return nil }
    return hours * 3600 + minutes * 60 + seconds
  }

  private var colon: UInt8 { UInt8(ascii: ":") }

  private var digit: Int? {
    rest.first.flatMap { (0x30...0x39).contains($0) ? Int($0) - 0x30 : nil }
  }
}
