import DiaryCore

/// The names that a graph gives to its days: those of their files, and the titles by which its pages
/// link to them.
struct LogseqDays {
  static let settings = "logseq/config.edn"

  /// The folder of the days.
  let folder: String
  private let formats: [JrnlTimeFormat]

  /// `settings` is the text of the graph's settings; the newest names of each come first.
  init(settings: String = "") {
    let lines = settings.split(whereSeparator: \.isNewline).filter { !$0.trimmed.hasPrefix(";") }
    let text = lines.joined(separator: "\n")
    folder = Self.value(of: ":journals-directory", in: text) ?? "journals"
    formats = [
      ":journal/file-name-format", ":journal/page-title-format", ":date-formatter",
    ].compactMap { Self.value(of: $0, in: text).flatMap(Self.format) }
  }

  /// The day of a name: as the settings have it, or as any other program writes a day.
  func day(named name: some StringProtocol) -> CalendarDay? {
    DayName(name).day(formats: formats)
  }

  /// The string that follows a keyword.
  private static func value(of keyword: String, in text: String) -> String? {
    guard let found = text.firstRange(of: keyword + " ") ?? text.firstRange(of: keyword + "\n")
    else { return nil }
    let rest = text[found.upperBound...].trimmed
    guard rest.hasPrefix("\"") else { return nil }
    let value = rest.dropFirst().prefix { $0 != "\"" && !$0.isNewline }
    return value.isEmpty ? nil : String(value)
  }

  /// A pattern of Java's (`MMM do, yyyy`) as that of `strftime`.
  private static func format(_ pattern: String) -> JrnlTimeFormat? {
    var result = ""
    var rest = Substring(pattern)
    while let first = rest.first {
      if first == "'" {
        let words = rest.dropFirst().prefix { $0 != "'" }
        result += words.replacing("%", with: "%%")
        rest = rest[words.endIndex...].dropFirst()
        continue
      }
      let run = rest.prefix { $0 == first }
      rest = rest[run.endIndex...]
      switch first {
      case "y", "u", "Y": result += run.count == 2 ? "%y" : "%Y"
      case "M", "L": result += run.count > 2 ? "%B" : "%m"
      case "d": result += "%d"
      // Ordinals are read as numbers.
      case "o" where result.hasSuffix("%d"): break
      case "E", "e": result += "%A"
      case let letter where letter.isLetter: return nil
      default: result += run.replacing("%", with: "%%")
      }
    }
    return JrnlTimeFormat(result)
  }
}
