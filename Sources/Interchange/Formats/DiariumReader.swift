import DiaryCore
import System

/// Reads what Diarium exports: files of JSON with an array of entries, beside folders with the photos and
/// other files of each; or a text for each day.
struct DiariumReader: EntryFileReader {
  private static let lookedAt = 20

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    return files.contains { DiariumText.day(of: $0) != nil }
      || files.lazy.filter { EntryFiles.isObject($0) }.prefix(lookedAt)
        .contains { isArray($0, in: tree) }
  }

  /// Whether a file is an array whose first element is an entry of Diarium's, by the names of members.
  private static func isArray(_ file: String, in tree: ImportTree) -> Bool {
    let head = tree.head(of: file, 1 << 14)
    guard head.first == UInt8(ascii: "[") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return ["\"date\"", "\"heading\"", "\"html\""].allSatisfy { text.contains($0) }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults) { file in
      DiariumText.day(of: file) != nil || EntryFiles.isObject(file) && Self.isArray(file, in: tree)
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let text = try entryFiles.text(of: file)
    if let day = DiariumText.day(of: file) {
      let entries = DiariumText(String(decoding: text, as: UTF8.self)).entries
      return items(entries.count, in: file) { index, files throws(EntryFieldError) in
        entries[index].read(on: day, PhotoPlacing(files.tree), files.defaults)
      }
    }
    let (json, isMended) = try JSONRows.Row(line: 1, content: .bytes(text)).foreignJSON
    guard let values = json.array else { throw .notAnObject }
    let media = media(beside: file)
    return (isMended ? [.note(ImportNote(place, .mendedCharacter))] : [])
      + items(values.count, in: file) { index, files throws(EntryFieldError) in
        try DiariumEntry.read(values[index], media: media, in: &files)
      }
  }

  /// The folders of the entries, by the times to the second that they are called after.
  private func media(beside file: String) -> [String: [String]] {
    let folder = Path.split(file).folder
    let media = (folder.isEmpty ? "" : folder + "/") + "media"
    return Dictionary(grouping: entryFiles.tree.folders(in: media).map { "\(media)/\($0)" }) {
      DiariumEntry.time(ofFolder: Path.split($0).name)
    }
  }
}

// MARK: - DiariumEntry

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

// MARK: - DiariumText

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
