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

  /// `640 bytes`, `1.2 MB`: as many thousands as leave one to three digits before the point.
  package static func bytes(_ number: Int) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB"]
    guard number >= 1000 else { return count(number, "byte", "bytes") }
    // In tenths, rounded; a tenth more may need the next unit.
    var tenths = (number + 50) / 100
    var unit = 0
    while tenths >= 10_000, unit + 1 < units.count {
      tenths = (tenths + 500) / 1000
      unit += 1
    }
    let amount = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : grouped((tenths + 5) / 10)
    return "\(amount) \(units[unit])"
  }

  package static func entries(_ number: Int) -> String { count(number, "entry", "entries") }
  package static func photos(_ number: Int) -> String { count(number, "photo", "photos") }

  /// Words are what stands between white space.
  package static func words(in text: String) -> String {
    count(text.split(whereSeparator: \.isWhitespace).count, "word", "words")
  }
}
