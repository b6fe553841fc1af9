import Localization

/// What a new entry begins with: Markdown, with lines in front of it that say the rest.
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
  /// The name of its file without the ending.
  package var name: String
  package var title = ""
  package var tags: [String] = []
  package var journal: String?
  package var mood: String?
  package var text: String

  /// Reads a file's text. What stands in front of it and isn't known is passed over.
  package init(name: String, file: String) {
    self.name = name
    let lines = file.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.first.map({ String($0.trimmed) }) == "---",
      let end = lines.dropFirst().firstIndex(where: { $0.trimmed == "---" })
    else {
      text = Self.withoutLastEnd(file)
      return
    }
    text = Self.withoutLastEnd(lines[(end + 1)...].joined(separator: "\n"))
    for line in lines[1..<end] {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = Self.plain(line[line.index(after: colon)...])
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

  /// A value without the quotes around it.
  private static func plain(_ text: Substring) -> String {
    let value = text.trimmed
    guard let first = value.first, first == "\"" || first == "'", value.count > 1,
      value.last == first
    else { return String(value) }
    return String(value.dropFirst().dropLast())
  }

  /// `[walk, "by the river"]`, or the same without brackets.
  private static func list(_ value: String) -> [String] {
    var items = Substring(value)
    if items.first == "[", items.last == "]" { items = items.dropFirst().dropLast() }
    return items.split(separator: ",").map { plain($0) }
  }

  /// An editor ends the last line of a file; the text needn't.
  private static func withoutLastEnd(_ text: String) -> String {
    text.last?.isNewline == true ? String(text.dropLast()) : text
  }
}

/// What the place holders of a template stand for. One that isn't known stays as it is.
package struct TemplateFilling: Sendable {
  private let values: [String: String]
  private static let cursor = "cursor"

  /// - Parameters:
  ///   - date: that of the entry.
  ///   - title: what the entry is called already.
  ///   - journal: the journal that it's in, which may have questions of its own.
  package init(
    date: EntryDate, title: String, journal: String = EntryFields.defaultJournal,
    prompts: Prompts = Prompts()
  ) {
    values = [
      "date": DateWords.short(date.day), "weekday": DateWords.weekday(date.day),
      "time": date.clock, "title": title,
      "prompt": prompts.text(on: date.day, in: journal),
    ]
  }

  /// A text on one line, where no caret can stand.
  package func line(_ text: String) -> String {
    let (before, after) = filled(text)
    return before + after
  }

  /// A text before and after the place where the caret is to stand: the first `{{cursor}}`, else
  /// the end.
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

  /// In characters, with room for blanks.
  private static var longestName: Int { 24 }
}

extension Substring {
  /// Where two characters stand first.
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
  /// Fills a new entry: what is there already stays, and the text stands where the caret would.
  package func fill(_ fields: inout EntryFields, prompts: Prompts) {
    if fields.journal == EntryFields.defaultJournal, let journal { fields.journal = journal }
    let filling = TemplateFilling(
      date: fields.date, title: fields.title, journal: fields.journal, prompts: prompts)
    if fields.title.isBlank { fields.title = filling.line(title) }
    let (before, after) = filling.filled(text)
    fields.content = before + fields.content + after
    fields.tags += tags.map(filling.line)
    if fields.details.mood == nil { fields.details.mood = mood }
  }
}

// MARK: - Files

/// Why a template, or the file of a person's own questions, can't be used.
package enum TemplateError: Error, Hashable, Sendable {
  case tooLarge
  /// It isn't UTF-8, or holds bytes that no text has.
  case notText
  case unreadable(reason: String)
  /// There is none of that name, or the name is no name of a file.
  case missing
}

/// A template's file: what it says, or why that can't be told.
package struct TemplateFile: Hashable, Sendable {
  package var name: String
  package var result: Result<Template, TemplateError>

  package init(name: String, result: Result<Template, TemplateError>) {
    self.name = name
    self.result = result
  }
}

/// Reads a person's templates.
package protocol TemplateReading: Sendable {
  /// The folder that they stand in, whether it exists or not.
  var folder: String { get }
  /// All of them, by name.
  func templates() async -> [TemplateFile]
}

extension TemplateError {
  /// Why the template of that name can't be used, on one line.
  package func line(_ name: String) -> String {
    let name = name.printable
    return switch self {
    case .tooLarge:
      localized("Template “\(name)” is too large: the limit is 64 kB. Shorten it.")
    case .notText:
      localized("Template “\(name)” isn't UTF-8 text. Save it as plain text.")
    case .unreadable(let reason):
      localized("Couldn't read template “\(name)”: \(reason).")
    case .missing:
      localized("Template “\(name)” not found.")
    }
  }

  /// Why the questions in a file can't be used, on one line.
  package func line(ofPrompts path: String) -> String {
    let path = path.printable
    return switch self {
    case .tooLarge: localized("\(path) is too large: the limit is 64 kB. Shorten it.")
    case .notText: localized("\(path) isn't UTF-8 text. Save it as plain text.")
    case .unreadable(let reason): localized("Couldn't read \(path): \(reason).")
    case .missing: localized("\(path) not found.")
    }
  }
}

// MARK: - Prompts

/// One question a day that one may write about.
package enum DailyPrompt {
  /// The question of a day: the same all day long, and not again for two months.
  package static func text(on day: CalendarDay) -> String {
    all[index(on: day, of: all.count)].text
  }

  /// Which one of so many questions is that of a day.
  static func index(on day: CalendarDay, of count: Int) -> Int {
    let count = Int64(count)
    return Int(((day.daysSinceEpoch % count) + count) % count)
  }

  /// In the order that they are asked in.
  package static let all: [LocalizedText] = [
    "What made you smile today?",
    "What did you notice on the way today?",
    "Who did you talk to, and what about?",
    "What did you eat that was worth remembering?",
    "What would you like to do again tomorrow?",
    "What was the light like today?",
    "What is on your mind this evening?",
    "What did you learn today?",
    "Which moment of today would you keep?",
    "What took longer than you thought?",
    "What are you grateful for today?",
    "What did you hear today?",
    "What surprised you?",
    "Which small thing went well?",
    "What did you put off, and why?",
    "Where would you have liked to be today?",
    "What did you read, watch or listen to?",
    "Who was kind to you?",
    "To whom were you kind?",
    "How did the day begin?",
    "How did your body feel today?",
    "What did you finish?",
    "What did you begin?",
    "Which of today's photos says the most?",
    "What did you almost say?",
    "What made you laugh out loud?",
    "What are you looking forward to?",
    "What would you tell a friend about today?",
    "What did you see from the window?",
    "Which decision did you make today?",
    "What wore you out today?",
    "What gave you strength today?",
    "What smelled good today?",
    "Who did you miss today?",
    "What did you do for the first time?",
    "What have you not told anyone yet?",
    "What would you do differently?",
    "How was the weather, and how did it make you feel?",
    "Which word describes this day?",
    "What did a child, or an animal, do today?",
    "What did you repair, clean or put in order?",
    "Which worry was for nothing?",
    "What was beautiful today?",
    "What did you give away, or get?",
    "Which memory came back today?",
    "What did you make with your hands?",
    "When were you completely calm today?",
    "What annoyed you, and is it still worth it?",
    "What is growing near you just now?",
    "What did you say no to?",
    "What did you say yes to?",
    "Where did you go today?",
    "What do you want to remember in ten years?",
    "What did somebody teach you?",
    "Which question stays open tonight?",
    "What did you carry with you all day?",
    "What changed since last week?",
    "What did you do only for yourself?",
    "What was the quietest moment?",
    "Which song fits this day?",
    "What would you, a year ago, say about today?",
    "What did you leave undone, gladly?",
    "Which conversation would you like to continue?",
    "How does the day end?",
  ]
}

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
