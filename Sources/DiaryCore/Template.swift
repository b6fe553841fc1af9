import Text

/// The initial contents of a new entry: Markdown, with optional fields in front of it.
///
///     ---
///     title: Morning, {{date}}
///     tags: morning, walk
///     mood: 🙂
///     ---
///     {{prompt}}
///
///     {{cursor}}
package struct Template: Hashable, Sendable {
  /// The name of its file without the extension.
  package var name: String
  package var title = ""
  package var tags: [String] = []
  package var journal: String?
  package var mood: String?
  package var text: String

  /// Parses the text of a template's file. Unknown fields are ignored.
  package init(name: String, file: String) {
    self.name = name
    let lines = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.first.map({ String($0.trimmed) }) == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.trimmed == "---" })
    else {
      text = Self.withoutFinalNewline(file)
      return
    }
    text = Self.withoutFinalNewline(lines[(end + 1)...].joined(separator: "\n"))
    for line in lines[1..<end] {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = Self.unquoted(line[line.index(after: colon)...])
      guard !value.isEmpty else { continue }
      switch line[..<colon].trimmed {
      case "title": title = value
      case "tags": tags = Self.list(value)
      case "journal": journal = value
      case "mood": mood = value
      default: break
      }
    }
  }

  /// Returns a value without enclosing quotes.
  private static func unquoted(_ text: Substring) -> String {
    let value = text.trimmed
    guard let first = value.first, first == "\"" || first == "'", value.count > 1,
      value.last == first
    else { return String(value) }
    return String(value.dropFirst().dropLast())
  }

  /// Parses a list such as `[walk, "by the river"]`, with or without brackets.
  private static func list(_ value: String) -> [String] {
    var items = Substring(value)
    if items.first == "[", items.last == "]" { items = items.dropFirst().dropLast() }
    return items.split(separator: ",").map { unquoted($0) }
  }

  /// Removes the line break that editors add at the end of a file.
  private static func withoutFinalNewline(_ text: String) -> String {
    text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}

/// Replaces the placeholders of a template. Unknown ones are kept unchanged.
package struct TemplateFiller: Sendable {
  private let values: [String: String]
  private static let cursor = "cursor"

  /// - Parameters:
  ///   - date: the entry's date.
  ///   - title: the entry's current title.
  ///   - journal: the entry's journal, which may have custom prompts.
  package init(
    date: EntryDate, title: String, journal: String = EntryFields.defaultJournal,
    prompts: Prompts = Prompts()
  ) {
    values = [
      "date": DateText.short(date.day), "weekday": DateText.weekday(date.day),
      "time": date.clock, "title": title,
      "prompt": prompts.text(on: date.day, in: journal),
    ]
  }

  /// Fills in a single-line field, ignoring `{{cursor}}`.
  package func line(_ text: String) -> String {
    let (before, after) = filled(text)
    return before + after
  }

  /// Fills in a text. Returns the parts before and after the cursor, which is at the first
  /// `{{cursor}}` or at the end.
  package func filled(_ text: String) -> (before: String, after: String) {
    var (result, before) = ("", String?.none)
    var rest = text[...]
    while let start = rest.range(ofOpening: "{{") {
      result += rest[..<start]
      rest = rest[start...]
      let inner = rest.dropFirst(2)
      guard let end = inner.prefix(Self.longestName).range(ofOpening: "}}") else {
        result += rest.prefix(2)
        rest = inner
        continue
      }
      let name = String(inner[..<end].trimmed).lowercased()
      if name == Self.cursor {
        if before == nil {
          before = result
          result = ""
        }
      } else if let value = values[name] {
        result += value
      } else {
        // Another `{{` may follow closely.
        result += rest.prefix(2)
        rest = inner
        continue
      }
      rest = inner[end...].dropFirst(2)
    }
    result += rest
    return before.map { ($0, result) } ?? (result, "")
  }

  /// In characters, including spaces.
  private static var longestName: Int { 24 }
}

extension Substring {
  /// Returns the index of the first occurrence of a pair of characters.
  fileprivate func range(ofOpening pair: String) -> Index? {
    var rest = self
    while let first = pair.first, let start = rest.firstIndex(of: first) {
      if rest[start...].hasPrefix(pair) { return start }
      rest = rest[start...].dropFirst()
    }
    return nil
  }
}

extension Template {
  /// Fills a new entry. Existing values are kept, and existing text is put at the cursor.
  package func fill(_ fields: inout EntryFields, prompts: Prompts) {
    if fields.journal == EntryFields.defaultJournal, let journal { fields.journal = journal }
    let filling = TemplateFiller(
      date: fields.date, title: fields.title, journal: fields.journal, prompts: prompts)
    if fields.title.isBlank { fields.title = filling.line(title) }
    let (before, after) = filling.filled(text)
    fields.content = before + fields.content + after
    fields.tags += tags.map(filling.line)
    if fields.details.mood == nil { fields.details.mood = mood }
  }
}

// MARK: - Files

/// A template's file: the template, or the reason why it can't be used.
package struct TemplateFile: Hashable, Sendable {
  package var name: String
  package var result: Result<Template, MessageError>

  package init(name: String, result: Result<Template, MessageError>) {
    self.name = name
    self.result = result
  }
}

// MARK: - Prompts

/// The built-in prompts, one for each day.
package enum DailyPrompt {
  /// Returns the prompt of a day, which isn't repeated for two months.
  package static func text(on day: CalendarDay) -> String {
    all[index(on: day, of: all.count)].text
  }

  /// Returns the index of a day's prompt among `count` prompts.
  static func index(on day: CalendarDay, of count: Int) -> Int {
    let count = Int64(count)
    return Int(((day.daysSinceEpoch % count) + count) % count)
  }

  /// All prompts in the order of their days.
  package static let all: [LocalizedText] = [
    "What made you smile today?",
    "What did you notice on your way today?",
    "Who did you talk to, and what about?",
    "What did you eat that was worth remembering?",
    "What would you like to do again tomorrow?",
    "What was the light like today?",
    "What is on your mind this evening?",
    "What did you learn today?",
    "Which moment of today would you like to keep?",
    "What took longer than you expected?",
    "What are you grateful for today?",
    "What did you hear today?",
    "What surprised you?",
    "What small thing went well?",
    "What did you put off, and why?",
    "Where would you have liked to be today?",
    "What did you read, watch or listen to?",
    "Who was kind to you?",
    "Who were you kind to?",
    "How did the day begin?",
    "How did your body feel today?",
    "What did you finish?",
    "What did you start?",
    "Which of today's photos says the most?",
    "What did you almost say?",
    "What made you laugh out loud?",
    "What are you looking forward to?",
    "What would you tell a friend about today?",
    "What did you see from the window?",
    "What decision did you make today?",
    "What wore you out today?",
    "What gave you strength today?",
    "What smelled good today?",
    "Who did you miss today?",
    "What did you do for the first time?",
    "What haven't you shared with anyone yet?",
    "What would you do differently?",
    "How was the weather, and how did it make you feel?",
    "What word describes today?",
    "What did a child, or an animal, do today?",
    "What did you repair, clean or put in order?",
    "Which worry turned out to be for nothing?",
    "What was beautiful today?",
    "What did you give or receive?",
    "Which memory came back today?",
    "What did you make with your hands?",
    "When were you completely calm today?",
    "What annoyed you, and is it still worth it?",
    "What is growing near you right now?",
    "What did you say no to?",
    "What did you say yes to?",
    "Where did you go today?",
    "What do you want to remember in ten years?",
    "What did someone teach you?",
    "What question is still open tonight?",
    "What did you carry with you all day?",
    "What changed since last week?",
    "What did you do just for yourself?",
    "What was the quietest moment?",
    "What song fits today?",
    "What would the you of a year ago say about today?",
    "What were you glad to leave undone?",
    "Which conversation would you like to continue?",
    "How is the day ending?",
  ]
}

/// Prompts to write about: the user's, for all entries or for those of a journal, or the built-in
/// ones.
///
///     # in the morning
///     What did the garden do?
///
///     [Work]
///     What was finished?
///
/// Empty lines and those that begin with # are ignored.
package struct Prompts: Hashable, Sendable {
  private struct Section: Hashable {
    /// `nil` for all journals.
    let journal: String?
    var questions: [String] = []
  }

  private var sections: [Section] = []

  /// In characters. A prompt is shown on one line.
  private static let longest = 500

  /// Creates the built-in prompts.
  package init() {}

  /// Parses the text of a file of prompts.
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

  /// Returns the prompt of a day for an entry of a journal. A prompt isn't repeated until all
  /// others have been used.
  package func text(on day: CalendarDay, in journal: String) -> String {
    let custom = questions { $0.map { JournalName.isSame($0, as: journal) } ?? false }
    let general = custom.isEmpty ? questions { $0 == nil } : custom
    guard !general.isEmpty else { return DailyPrompt.text(on: day) }
    return general[DailyPrompt.index(on: day, of: general.count)]
  }

  private func questions(_ includes: (String?) -> Bool) -> [String] {
    sections.filter { includes($0.journal) }.flatMap(\.questions)
  }
}
