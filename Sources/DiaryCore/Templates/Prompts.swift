/// Questions that one may write about: a person's own, for all entries and for those of a journal, or
/// else those that come with the program.
///
///     # in the morning
///     What did the garden do?
///
///     [Work]
///     What was finished?
///
/// Empty lines and those that begin with # are passed over.
package struct Prompts: Hashable, Sendable {
  private struct Section: Hashable {
    /// `nil` for all journals.
    let journal: String?
    var questions: [String] = []
  }

  private var sections: [Section] = []

  /// In characters; a question stands on a line.
  private static let longest = 500

  /// Those that come with the program.
  package init() {}

  /// Reads a file's text.
  package init(file: String) {
    var section = Section(journal: nil)
    for line in file.split(whereSeparator: \.isNewline).map(\.trimmed) {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        sections.append(section)
        section = Section(journal: String(line.dropFirst().dropLast().trimmed))
      } else {
        section.questions.append(String(line.prefix(Self.longest)))
      }
    }
    sections.append(section)
  }

  /// The question of a day for an entry of a journal: the same all day long, and not again before all
  /// others had their day.
  package func text(on day: CalendarDay, in journal: String) -> String {
    let own = questions { $0.map { $0.isSameName(as: journal) } ?? false }
    let general = own.isEmpty ? questions { $0 == nil } : own
    guard !general.isEmpty else { return DailyPrompt.text(on: day) }
    return general[DailyPrompt.index(on: day, of: general.count)]
  }

  private func questions(_ isMeant: (String?) -> Bool) -> [String] {
    sections.filter { isMeant($0.journal) }.flatMap(\.questions)
  }
}
