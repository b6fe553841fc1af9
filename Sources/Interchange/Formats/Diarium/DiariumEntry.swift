import DiaryCore
import System

/// An entry as Diarium's JSON has it.
enum DiariumEntry {
  /// `media` are the folders with entries' files, by the times of the entries.
  static func read(
    _ json: JSONValue, media: [String: [String]], in files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    guard json.members != nil else { throw .notAnObject }
    let defaults = files.defaults
    guard let words = json["date"]?.words, !words.isBlank else { throw .noDate }
    // The writer's clock, without its zone.
    guard let written = WrittenDate(words) else { throw .invalidDate(words) }
    let date = written.date(localOffset: defaults.localOffset)
    var placing = PhotoPlacing(files.tree)
    var text = try LooseHTML.markdown(of: json["html"]?.string ?? "") { address, caption in
      placing.markdown(files.lookup.photo(at: address, from: ""), called: address, caption: caption)
    }
    let heading = json["heading"]?.string ?? ""
    let title =
      heading.isBlank
      ? LeadingHeading.remove(from: &text).map(PlainMarkdown.words) ?? "" : heading
    for path in media[Self.folder(of: written)] ?? [] {
      for name in files.tree.files(in: path) {
        placing.markdown(files.lookup.photo(at: "\(path)/\(name)", from: ""), called: name)
      }
    }
    let known: Set = ["date", "heading", "html", "tags", "people", "weather", "rating"]
    let fields = EntryFields(
      date: date, title: title, content: text, tags: names(json["tags"]) + names(json["people"]),
      journal: "",
      details: EntryDetails(
        mood: json["rating"]?.integer.flatMap { (1...5).contains($0) ? "\($0)/5" : nil },
        weather: json["weather"]?.string.flatMap { $0.isBlank ? nil : $0 }))
    let entry = Entry(
      .diarium, [.string(words)], fields, author: defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000),
      carrying: (json.members ?? []).filter { !known.contains($0.name) && $0.value.saysSomething })
    return ForeignEntry(entry: entry, placing: placing)
  }

  private static func names(_ json: JSONValue?) -> [String] {
    (json?.array ?? []).compactMap(\.string)
  }

  /// What the name of a folder begins with: `2025-06-09_190339`, and milliseconds behind it.
  static func time(ofFolder name: String) -> String { String(name.prefix(17)) }

  /// The same of an entry's time.
  private static func folder(of written: WrittenDate) -> String {
    let second = written.second ?? 0
    let digits = second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60
    let time = String(digits)
    return "\(written.day)_" + String(repeating: "0", count: 6 - time.count) + time
  }
}

extension JSONValue {
  /// Whether it isn't null, empty or blank.
  var saysSomething: Bool {
    switch self {
    case .null: false
    case .string(let text): !text.isBlank
    case .array(let values): !values.isEmpty
    case .object(let members): !members.isEmpty
    default: true
    }
  }
}
