import DiaryCore
import System

/// The date that a file's path tells, and what else its name says: `2024-05-03 Fog.md`,
/// `2024-05-03-fog.md`, `20240503.md`, `202405030730 Fog.md`, `20240503T073000.md`,
/// `2024-05-03_07-30.md`, `2024년 5월 3일.md`, `2024/05/03.md`, `2024/05-03/Fog.md`.
struct PathDate {
  let date: WrittenDate?
  /// The words of the name beside the date.
  let words: String

  /// `path` is that of a file in its tree, without its ending.
  init(_ path: String) {
    let parts = Path.readable(path).split(separator: "/").map(String.init)
    let name = parts.last ?? ""
    if let found = Self.date(in: name) {
      (date, words) = found
      return
    }
    if let found = Self.date(inFolders: parts) {
      (date, words) = found
      return
    }
    (date, words) = (nil, name)
  }

  private typealias Number = (value: Int, digits: Int)

  /// A date with its year, anywhere in a name.
  private static func date(in name: String) -> (WrittenDate, String)? {
    let bytes = Array(name.utf8)
    for start in bytes.indices {
      guard let (date, end) = NameDate.read(bytes, from: start) else { continue }
      let before = String(decoding: bytes[..<start], as: UTF8.self)
      let after = String(decoding: bytes[end...], as: UTF8.self)
      // A name as an address has it, where marks stand for spaces.
      let isAddress = before.isEmpty && (after.hasPrefix("-") || after.hasPrefix("_"))
      let spaced =
        isAddress ? String(after.map { $0 == "-" || $0 == "_" ? " " : $0 }) : before + " " + after
      let edges: Set<Character> = [" ", "-", "_", ".", ","]
      var words = Substring(spaced).drop { edges.contains($0) }
      while let last = words.last, edges.contains(last) { words.removeLast() }
      return (date, String(words))
    }
    return nil
  }

  /// Year, month and day one after the other in the names that a path has.
  private static func date(inFolders parts: [String]) -> (WrittenDate, String)? {
    var numbers: [(number: Number, part: Int)] = []
    for (index, part) in parts.enumerated() {
      for number in leadingNumbers(of: part) { numbers.append((number, index)) }
    }
    guard numbers.count >= 3 else { return nil }
    for start in (0...(numbers.count - 3)).reversed() {
      let (year, month, day) = (numbers[start], numbers[start + 1], numbers[start + 2])
      guard year.number.digits == 4, month.number.digits <= 2, day.number.digits <= 2,
        day.part >= parts.count - 2,
        let found = CalendarDay(
          year: year.number.value, month: month.number.value, day: day.number.value)
      else { continue }
      let name = parts[parts.count - 1]
      let isDay = day.part == parts.count - 1
      let edges: Set<Character> = [" ", "-", "_", ".", ","]
      let words =
        isDay ? name.drop { $0.isNumber || edges.contains($0) } : Substring(name)
      return (WrittenDate(day: found, second: nil), String(words))
    }
    return nil
  }

  /// The numbers that a name begins with: of `05-03 Fog` 5 and 3.
  private static func leadingNumbers(of name: String) -> [Number] {
    var numbers: [Number] = []
    var rest = Substring(name).utf8
    while true {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...4).contains(digits.count) else { return numbers }
      numbers.append((digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count))
      rest = rest.dropFirst(digits.count)
      guard let mark = rest.first, "-_.".utf8.contains(mark) else { return numbers }
      rest = rest.dropFirst()
    }
  }
}
