import DiaryCore
import System

/// Reads Diarium's exports: either JSON files that contain an array of entries, next to folders
/// with each entry's photos and other files, or a text file for each day.
struct DiariumReader: EntryFileReader {
  private static let sampleSize = 20

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    return files.contains { DiariumText.day(of: $0) != nil }
      || files.lazy.filter { EntryFiles.isObject($0) }.prefix(sampleSize)
        .contains { isArray($0, in: tree) }
  }

  /// Returns whether a file is an array of Diarium's entries, judging by the member names of the
  /// first one.
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

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let text = try entryFiles.text(of: file)
    if let day = DiariumText.day(of: file) {
      let entries = DiariumText(String(decoding: text, as: UTF8.self)).entries
      return items(entries.count, in: file) { index, files in
        entries[index].read(on: day, PhotoPlacing(files.tree), files.defaults)
      }
    }
    let (json, isRepaired) = try JSONRows.Row(line: 1, content: .bytes(text)).foreignJSON
    guard let values = json.array else { throw EntryFieldError.notAnObject }
    let media = media(beside: file)
    return (isRepaired ? [.note(ImportNote(place, .replacedCharacter))] : [])
      + items(values.count, in: file) { index, files in
        try DiariumEntry.read(values[index], media: media, in: &files)
      }
  }

  /// Returns the folders of entries' files, grouped by the time in their names, to the second.
  private func media(beside file: String) -> [String: [String]] {
    let folder = Path.split(file).folder
    let media = (folder.isEmpty ? "" : folder + "/") + "media"
    return Dictionary(grouping: entryFiles.tree.folders(in: media).map { "\(media)/\($0)" }) {
      DiariumEntry.time(ofFolder: Path.split($0).name)
    }
  }
}

// MARK: - DiariumEntry

/// Converts an entry of Diarium's JSON export.
enum DiariumEntry {
  /// Returns the entry. `media` contains the folders of entries' files, by the entries' times.
  static func read(
    _ json: JSONValue, media: [String: [String]], in files: inout EntryFiles
  ) throws -> ForeignEntry {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    let defaults = files.defaults
    guard let words = json["date"]?.words, !words.isBlank else { throw EntryFieldError.noDate }
    // The local time, without a time zone.
    guard let written = PartialDate(words) else { throw EntryFieldError.invalidDate(words) }
    let date = written.date(localOffset: defaults.localOffset)
    var placing = PhotoPlacing(files.tree)
    var text = try MixedHTML.markdown(of: json["html"]?.string ?? "") { address, caption in
      placing.markdown(files.lookup.photo(at: address, from: ""), named: address, caption: caption)
    }
    let heading = json["heading"]?.string ?? ""
    let title =
      heading.isBlank
      ? LeadingHeading.remove(from: &text).map(PlainMarkdown.text) ?? "" : heading
    for path in media[Self.folder(of: written)] ?? [] {
      for name in files.tree.files(in: path) {
        placing.markdown(files.lookup.photo(at: "\(path)/\(name)", from: ""), named: name)
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
      carrying: (json.members ?? []).filter { !known.contains($0.name) && $0.value.hasContent })
    return ForeignEntry(entry: entry, placing: placing)
  }

  private static func names(_ json: JSONValue?) -> [String] {
    (json?.array ?? []).compactMap(\.string)
  }

  /// Returns the time at the start of a folder's name, `2025-06-09_190339`, which milliseconds
  /// follow.
  static func time(ofFolder name: String) -> String { String(name.prefix(17)) }

  /// Returns an entry's time in the form used by folder names.
  private static func folder(of written: PartialDate) -> String {
    let second = written.second ?? 0
    let digits = second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60
    let time = String(digits)
    return "\(written.day)_" + String(repeating: "0", count: 6 - time.count) + time
  }
}

extension JSONValue {
  /// Indicates that the value isn't null, empty or blank.
  var hasContent: Bool {
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

/// A day in Diarium's text export: the name of the day, then each entry after a line with its time,
/// `— 11:37 —`.
struct DiariumText {
  struct DayEntry {
    /// Seconds since midnight.
    let second: Int
    /// The number of entries before this one at the same time of the day.
    let count: Int
    let text: String

    func read(
      on day: CalendarDay, _ placing: PhotoPlacing, _ defaults: EntryDraft.Defaults
    ) -> ForeignEntry {
      let date = EntryDate(on: day, secondOfDay: second, localOffset: defaults.localOffset)
      let fields = EntryFields(date: date, title: "", content: text, journal: "")
      let words = RepeatCounter.identity(.string("\(day) \(date.clock)"), count: count)
      let entry = Entry(
        .diarium, words, fields, author: defaults.author,
        created: Timestamp(milliseconds: date.instant * 1000))
      return ForeignEntry(entry: entry, placing: placing)
    }
  }

  private(set) var entries: [DayEntry] = []

  /// Returns the day in a file's name, such as `Diarium_2021-10-24.txt`, or `nil` for any other
  /// file.
  static func day(of file: String) -> CalendarDay? {
    let name = Path.split(file).name
    guard name.hasPrefix("Diarium_"), name.hasSuffix(".txt") else { return nil }
    return CalendarDay(String(name.dropFirst(8).dropLast(4)))
  }

  init(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
    // The name of the day, in the user's language.
    if Self.time(of: lines.first ?? "") == nil { lines = lines.dropFirst() }
    var second = 0
    var body: [Substring] = []
    var seen = RepeatCounter()
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
    return PartialDate("2000-01-01 \(words.dropFirst(2).dropLast(2))")?.second
  }
}
