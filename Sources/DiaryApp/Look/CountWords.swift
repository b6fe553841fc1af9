import DiaryCore

/// Numbers with their nouns.
package enum CountWords {
  /// `1,204`
  package static func grouped(_ number: Int) -> String {
    var digits = Array(String(abs(number)))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: place)
      place -= 3
    }
    return (number < 0 ? "-" : "") + String(digits)
  }

  /// `1 photo`, `1,204 photos`
  package static func count(_ number: Int, _ singular: String, _ plural: String) -> String {
    "\(grouped(number)) \(number == 1 ? singular : plural)"
  }

  /// `640 bytes`, `1.2 MB`, `12 MB`
  package static func bytes(_ number: Int) -> String {
    guard number >= 1000 else { return count(number, "byte", "bytes") }
    func rounded(_ number: Int, by divisor: Int) -> Int { (number + divisor / 2) / divisor }
    var units = ["kB", "MB", "GB", "TB"][...]
    var size = 1000
    while units.count > 1, rounded(number, by: size) >= 1000 {
      units = units.dropFirst()
      size *= 1000
    }
    let tenths = rounded(number, by: size / 10)
    let amount =
      tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : grouped(rounded(number, by: size))
    return "\(amount) \(units[units.startIndex])"
  }

  package static func entries(_ number: Int) -> String { count(number, "entry", "entries") }
  package static func photos(_ number: Int) -> String { count(number, "photo", "photos") }

  /// Words are what stands between white space; a photo's place in the text is none.
  package static func words(in text: String) -> String {
    count(ReadingTime(text).wordCount, "word", "words")
  }
}
