import DiaryCore

/// A line that names a day and says nothing else: `Friday, 05/03/2024`, `May 3rd, 2024`,
/// `2024년 5월 3일 (금)`.
struct DayName {
  /// The line without a weekday, in the ways in which that may be found in it.
  private let texts: [Substring]

  init(_ text: some StringProtocol) {
    let line = Self.withoutOrdinals(String(text)).drop { Self.edges.contains($0) }
    let first = line.prefix(while: \.isLetter)
    let rest = line[first.endIndex...]
    var texts = [Self.bare(line)]
    if Self.isWeekday(first, beside: rest.first) { texts.append(Self.bare(rest)) }
    let end = Self.bare(line)
    let last = end[(end.lastIndex { !$0.isLetter }.map(end.index(after:)) ?? end.endIndex)...]
    let before = end[..<last.startIndex]
    if Self.isWeekday(last, beside: text.hasPrefix("<") ? "(" : before.trimmed.last) {
      texts.append(Self.bare(before))
    }
    self.texts = texts
  }

  /// A weekday, or a word that stands where weekdays of other languages stand.
  private static func isWeekday(_ word: Substring, beside mark: Character?) -> Bool {
    guard !word.isEmpty else { return false }
    let name = word.lowercased()
    let isEnglish =
      name.count >= 2
      && ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        .contains { $0 == name || name.count <= 4 && $0.hasPrefix(name) }
    return isEnglish || name.hasSuffix("요일") || name.count == 1 && "월화수목금토일".contains(name)
      || mark == "," || mark == "("
  }

  /// The day, where the line says it in one way only: the year first, the month by its name, or in
  /// one of `formats`.
  func day(formats: [JrnlTimeFormat] = []) -> CalendarDay? {
    texts.lazy.compactMap { text in
      Self.day(text, formats) ?? WrittenDate(text).flatMap { $0.second == nil ? $0.day : nil }
        ?? Self.wholeDay(text) ?? Self.day(text, Self.named)
    }.first
  }

  /// Returns `true` if the line names `day`, with or without its year, in any order of the numbers.
  func isName(of day: CalendarDay) -> Bool {
    self.day() == day
      || texts.contains { text in
        ["\(text)", "\(text) \(day.year)"].contains { text in
          (Self.named + Self.numbered).contains { Self.day(text[...], [$0]) == day }
        }
      }
  }

  /// Returns `true` if the line may name `day` in another language: `viernes, 3 de mayo de 2024`.
  static func mayName(_ text: String, _ day: CalendarDay) -> Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    let numbers = words.indices.filter { Int(words[$0]) != nil }
    let values = numbers.compactMap { Int(words[$0]) }
    guard values.contains(day.year), values.contains(day.day) else { return false }
    // A weekday may stand before; the month is a number, or a word that may have one around it.
    return numbers.count == 3 && words.count <= 4
      || numbers.count == 2 && words.count <= 6 && [2, 4].contains(numbers[1] - numbers[0])
  }

  private static let named = ["%b %d, %Y", "%b %d %Y", "%d %b %Y", "%d. %b %Y", "%d %b, %Y"]
    .compactMap { JrnlTimeFormat($0) }
  private static let numbered = [
    "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%m-%d-%Y", "%m/%d/%y", "%d/%m/%y", "%d.%m.%y",
  ].compactMap { JrnlTimeFormat($0) }

  private static func day(_ text: Substring, _ formats: [JrnlTimeFormat]) -> CalendarDay? {
    let bytes = Array(text.utf8)
    return formats.lazy.compactMap { $0.read(bytes[...]) }.first { $0.count == bytes.count }?.time
      .day
  }

  private static func wholeDay(_ text: Substring) -> CalendarDay? {
    let bytes = Array(text.utf8)
    guard let (date, end) = NameDate.read(bytes, from: 0), end == bytes.count, date.second == nil
    else { return nil }
    return date.day
  }

  private static let edges: Set<Character> = [" ", "\t", ",", "(", ")", "[", "]", "<", ">", "#"]

  private static func bare(_ text: Substring) -> Substring {
    var text = text.drop { edges.contains($0) }
    while let last = text.last, edges.contains(last) { text.removeLast() }
    return text
  }

  /// `3rd` as `3`.
  private static func withoutOrdinals(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      let digits = word.prefix(while: \.isNumber)
      let rest = word[digits.endIndex...]
      let isOrdinal = ["st", "nd", "rd", "th"].contains(rest.prefix(2).lowercased())
      guard !digits.isEmpty, isOrdinal, rest.dropFirst(2).allSatisfy(\.isPunctuation) else {
        return String(word)
      }
      return String(digits + rest.dropFirst(2))
    }.joined(separator: " ")
  }
}
