import DiaryCore

/// A place in a page that a link can lead to. Letters, digits and `-` alone.
struct Anchor: Hashable {
  let text: String

  private init(_ text: String) { self.text = text }

  /// A place that the program names.
  static func fixed(_ name: StaticString) -> Self { Self("\(name)") }
  static func entry(_ id: ID<Entry>) -> Self { Self("e-\(id)") }
  static func day(_ day: CalendarDay) -> Self { Self("day-\(day)") }
  static func month(_ day: CalendarDay) -> Self { Self("month-\(day.description.dropLast(3))") }
  /// A footnote of an entry, in a part of its text.
  static func footnote(_ number: Int, part: Int, of id: ID<Entry>) -> Self {
    Self("n-\(id)-\(part)-\(number)")
  }
}
