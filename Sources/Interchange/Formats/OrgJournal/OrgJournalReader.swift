import DiaryCore
import System

/// Reads what Emacs' org-journal keeps, and files of Org that are called after days: a file for each day, or
/// for a week, a month or a year, with a heading for each day and one below it for each time.
struct OrgJournalReader: EntryFileReader {
  private static let lookedAt = 200

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().lazy.filter { isOrg($0) }.prefix(lookedAt).contains { file in
      let head = String(decoding: tree.head(of: file, 1 << 16), as: UTF8.self)
      guard head.hasPrefix("* ") || head.hasPrefix("#+") || head.contains("\n* ") else {
        return false
      }
      return day(of: file) != nil || head.contains("\n* ") && head.contains(":CREATED:")
    }
  }

  /// org-journal's files are called `20240503`, with or without an ending.
  private static func isOrg(_ file: String) -> Bool {
    let name = Path.split(file).name
    return MarkdownFiles.ending(of: file) == "org"
      || name.utf8.count == 8 && name.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The day that a file is called after; `nil` for a longer time.
  private static func day(of file: String) -> CalendarDay? {
    PathDate(MarkdownFiles.stem(of: file)).date?.day
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isOrg)
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let text = String(decoding: try entryFiles.text(of: file), as: UTF8.self)
    let journal = OrgJournal(text, day: Self.day(of: file))
    // One that tells no day is none of the journal's.
    guard journal.hasDay else {
      entryFiles.passOver(file)
      return []
    }
    var seen = SeenWords()
    return items(journal.entries.count, in: file) { index, files throws(EntryFieldError) in
      let entry = journal.entries[index]
      guard let day = entry.day else { throw .invalidDate(entry.title) }
      if entry.isEncrypted { throw .encrypted }
      return Self.read(
        entry, on: day, from: Path.split(file).folder, seen: &seen, in: &files)
    }
  }

  private static func read(
    _ entry: OrgJournal.Entry, on day: CalendarDay, from folder: String, seen: inout SeenWords,
    in files: inout EntryFiles
  ) -> ForeignEntry? {
    var placing = PhotoPlacing(files.tree)
    func image(_ address: String, _ words: String) -> String? {
      placing.markdown(
        files.lookup.photo(at: address, from: folder), called: address, caption: words)
    }
    let text = OrgText.markdown(of: entry.lines, image: image)
    let title = PlainMarkdown.words(OrgLine.markdown(of: entry.title, image: image))
    // A day may have nothing but properties.
    guard !text.isBlank || !title.isBlank || !placing.isEmpty else { return nil }
    let date = EntryDate(
      on: day, secondOfDay: entry.second ?? 0, localOffset: files.defaults.localOffset)
    let fields = EntryFields(date: date, title: title, content: text, tags: entry.tags, journal: "")
    let minute = "\(day)" + (entry.second == nil ? "" : " \(date.clock)")
    let made = Entry(
      .orgjournal, SeenWords.words(.string(minute), count: seen.add(minute)), fields,
      author: files.defaults.author, created: Timestamp(milliseconds: date.instant * 1000))
    return ForeignEntry(entry: made, placing: placing)
  }
}
