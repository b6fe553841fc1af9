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

  package static func entries(_ number: Int) -> String { count(number, "entry", "entries") }
  package static func photos(_ number: Int) -> String { count(number, "photo", "photos") }

  /// Words are what stands between white space.
  package static func words(in text: String) -> String {
    count(text.split(whereSeparator: \.isWhitespace).count, "word", "words")
  }
}
