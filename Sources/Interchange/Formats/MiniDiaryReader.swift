import DiaryCore

/// Imports a JSON export of Mini Diary: an object whose entries are members called by their days.
struct MiniDiaryReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    EntryFiles.hasObject(in: tree) { $0.contains("\"Mini Diary\"") && $0.contains("\"entries\"") }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: EntryFiles.isObject)
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    guard json["metadata"]?["application"]?.string == "Mini Diary",
      let days = json["entries"]?.members
    else {
      entryFiles.recordSkipped(file)
      return []
    }
    let read = items(days.count, in: file) { index, files in
      try Self.entry(days[index], in: files)
    }
    return read + problems.map { .note(ImportNote(place, $0)) }
  }

  private static func entry(_ member: JSONMember, in files: EntryFiles) throws -> ForeignEntry {
    guard let day = CalendarDay(member.name) else { throw EntryFieldError.invalidDate(member.name) }
    let date = EntryDate(on: day, secondOfDay: 0, localOffset: files.defaults.localOffset)
    // The text is Markdown.
    let fields = EntryFields(
      date: date, title: member.value["title"]?.string ?? "",
      content: member.value["text"]?.string ?? "", journal: "")
    let entry = Entry(
      .minidiary, [.string(day.description)], fields, author: files.defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000),
      modified: member.value["dateUpdated"]?.string.flatMap(Self.time))
    return ForeignEntry(entry: entry, placing: PhotoPlacing(files.tree))
  }

  /// Parses a time as JavaScript prints it, `Sun Feb 15 2026 15:15:23 GMT+0100`, or in ISO 8601.
  private static func time(_ text: String) -> Timestamp? {
    if let time = Timestamp(text) { return time }
    // The zone's name may follow.
    let written = text.split(separator: " ").prefix(6).joined(separator: " ")
    guard let date = PartialDate(written), date.offset != nil else { return nil }
    return Timestamp(milliseconds: date.date { _ in 0 }.instant * 1000)
  }
}
