/// Reads numbers of a fixed number of ASCII digits and the marks between them.
struct DigitReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  /// Passes over a mark, if it comes next.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == mark.value else { return false }
    index += 1
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(of count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// A decimal fraction of any length, as a number of so many digits.
  mutating func fraction(digits: Int) -> Int? {
    guard var number = digit() else { return nil }
    var count = 1
    while let next = digit() {
      if count < digits { number = number * 10 + next }
      count += 1
    }
    for _ in 0..<max(0, digits - count) { number *= 10 }
    return number
  }

  private mutating func digit() -> Int? {
    guard index < bytes.count, (0x30...0x39).contains(bytes[index]) else { return nil }
    defer { index += 1 }
    return Int(bytes[index]) - 0x30
  }
}

func padded(_ number: Int, to width: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
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
