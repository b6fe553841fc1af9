import DiaryCore
import System

/// A day as Diarium exports it as text: what the day is called, and each entry behind a line with its time:
/// `— 11:37 —`.
struct DiariumText {
  struct DayEntry {
    /// Seconds since midnight.
    let second: Int
    /// How many of the day have this time and came before.
    let count: Int
    let text: String

    func read(
      on day: CalendarDay, _ placing: PhotoPlacing, _ defaults: EntryDraft.Defaults
    ) -> ForeignEntry {
      let date = EntryDate(on: day, secondOfDay: second, localOffset: defaults.localOffset)
      let fields = EntryFields(date: date, title: "", content: text, journal: "")
      let words = SeenWords.words(.string("\(day) \(date.clock)"), count: count)
      let entry = Entry(
        .diarium, words, fields, author: defaults.author,
        created: Timestamp(milliseconds: date.instant * 1000))
      return ForeignEntry(entry: entry, placing: placing)
    }
  }

  private(set) var entries: [DayEntry] = []

  /// The day that a file is called after, as `Diarium_2021-10-24.txt`; `nil` for any other.
  static func day(of file: String) -> CalendarDay? {
    let name = Path.split(file).name
    guard name.hasPrefix("Diarium_"), name.hasSuffix(".txt") else { return nil }
    return CalendarDay(String(name.dropFirst(8).dropLast(4)))
  }

  init(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    // What the day is called, in the person's language.
    if Self.time(of: lines.first ?? "") == nil { lines = lines.dropFirst() }
    var second = 0
    var body: [Substring] = []
    var seen = SeenWords()
    func end() {
      let text = String(body.joined(separator: "\n").trimmed)
      body = []
      guard !text.isEmpty else { return }
      entries.append(DayEntry(second: second, count: seen.add("\(second)"), text: text))
    }
    for line in lines {
      if let time = Self.time(of: line) {
        end()
        second = time
      } else {
        body.append(line)
      }
    }
    end()
  }

  private static func time(of line: Substring) -> Int? {
    let words = line.trimmed
    guard words.hasPrefix("— "), words.hasSuffix(" —") else { return nil }
    return WrittenDate("2000-01-01 \(words.dropFirst(2).dropLast(2))")?.second
  }
}
