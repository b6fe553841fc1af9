/// The dates in EXIF data: whatever is not exactly one is none.
enum ExifDate {
  /// `2008-10-22T16:28:39` from `2008:10:22 16:28:39`, and the offset after it when it is one.
  static func iso(_ text: [UInt8]?, offset: [UInt8]?) -> String? {
    guard let text, text.count == 19, text[4] == colon, text[7] == colon, text[10] == space,
      text[13] == colon, text[16] == colon, let year = number(text[0..<4]),
      let month = number(text[5..<7]), let day = number(text[8..<10]),
      let hour = number(text[11..<13]), let minute = number(text[14..<16]),
      let second = number(text[17..<19]), year > 0, 1...12 ~= month,
      1...days(inMonth: month, year) ~= day, hour < 24, minute < 60, second < 60
    else { return nil }
    var iso = text
    (iso[4], iso[7], iso[10]) = (dash, dash, letterT)
    return String(decoding: iso, as: UTF8.self) + (zone(offset) ?? "")
  }

  private static func zone(_ text: [UInt8]?) -> String? {
    guard let text, text.count == 6, text[0] == plus || text[0] == dash, text[3] == colon,
      let hours = number(text[1..<3]), let minutes = number(text[4..<6]), hours <= 14, minutes < 60
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private static func days(inMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0 as Int?) { sum, digit in
      guard let sum, 0x30...0x39 ~= digit else { return nil }
      return sum * 10 + Int(digit - 0x30)
    }
  }

  private static let colon = UInt8(ascii: ":")
  private static let space = UInt8(ascii: " ")
  private static let dash = UInt8(ascii: "-")
  private static let plus = UInt8(ascii: "+")
  private static let letterT = UInt8(ascii: "T")
}
