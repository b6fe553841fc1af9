/// A color of a pixel.
struct Color: Equatable {
  let red: UInt8
  let green: UInt8
  let blue: UInt8

  static let black = Color(number: 0)

  private init(number: UInt32) {
    red = UInt8(truncatingIfNeeded: number >> 16)
    green = UInt8(truncatingIfNeeded: number >> 8)
    blue = UInt8(truncatingIfNeeded: number)
  }

  /// Six hexadecimal digits.
  init?(_ text: String) {
    guard text.utf8.count == 6, text.allSatisfy(\.isHexDigit), let number = UInt32(text, radix: 16)
    else { return nil }
    self.init(number: number)
  }
}
