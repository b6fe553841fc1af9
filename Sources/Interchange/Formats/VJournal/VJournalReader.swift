import DiaryCore
import System

/// Reads the journal entries of calendars (`VJOURNAL` in iCalendar), as jtx Board, Evolution, KOrganizer and
/// servers keep them: many in a file, or a file for each.
struct VJournalReader: EntryFileReader {
  private static let lookedAt = 200
  private static let headSize = 1 << 20

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().lazy.filter { isCalendar($0) }.prefix(lookedAt).contains { file in
      let head = String(decoding: tree.head(of: file, headSize), as: UTF8.self)
      return head.hasPrefix("BEGIN:VCALENDAR") && head.contains("BEGIN:VJOURNAL")
    }
  }

  private static func isCalendar(_ file: String) -> Bool {
    ["ics", "ical"].contains(MarkdownFiles.ending(of: file))
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isCalendar)
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let lines = CalendarLine.read(try entryFiles.text(of: file))
    let journals = Self.journals(in: lines)
    guard !journals.isEmpty else {
      entryFiles.passOver(file)
      return []
    }
    var removed = 0
    let read = items(journals.count, in: file) { index, files throws(EntryFieldError) in
      let journal = VJournal(lines: journals[index])
      guard !journal.isRemoved else {
        removed += 1
        return nil
      }
      return try journal.read(in: file, &files)
    }
    let others = lines.count {
      $0.name == "BEGIN" && ["VEVENT", "VTODO"].contains($0.value.uppercased())
    }
    let told =
      Array(repeating: ImportIssue.trashedThere, count: removed)
      + (others > 0 ? [.events(others)] : [])
    return read + told.map { .note(ImportNote(place, $0)) }
  }

  /// The lines of each, without those of what is within it.
  private static func journals(in lines: [CalendarLine]) -> [[CalendarLine]] {
    var journals: [[CalendarLine]] = []
    var open: [String] = []
    for line in lines {
      let value = line.value.uppercased()
      switch line.name {
      case "BEGIN":
        open.append(value)
        if value == "VJOURNAL" { journals.append([]) }
      case "END": if let index = open.lastIndex(of: value) { open.removeSubrange(index...) }
      default: if open.last == "VJOURNAL" { journals[journals.count - 1].append(line) }
      }
    }
    return journals
  }
}
