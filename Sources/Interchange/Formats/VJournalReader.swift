import DiaryCore
import System

/// Imports journal entries in iCalendar files (`VJOURNAL`) of jtx Board, Evolution, KOrganizer and
/// servers. A file has one or many entries.
struct VJournalReader: EntryFileReader {
  private static let maxExamined = 200
  private static let headSize = 1 << 20

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().lazy.filter { isCalendar($0) }.prefix(maxExamined).contains { file in
      let head = String(decoding: tree.head(of: file, headSize), as: UTF8.self)
      return head.hasPrefix("BEGIN:VCALENDAR") && head.contains("BEGIN:VJOURNAL")
    }
  }

  private static func isCalendar(_ file: String) -> Bool {
    ["ics", "ical"].contains(MarkdownFiles.fileExtension(of: file))
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isCalendar)
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let lines = CalendarLine.read(try entryFiles.text(of: file))
    let journals = Self.journals(in: lines)
    guard !journals.isEmpty else {
      entryFiles.recordSkipped(file)
      return []
    }
    var removed = 0
    let read = items(journals.count, in: file) { index, files in
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
    let notes =
      Array(repeating: ImportIssue.trashedAtSource, count: removed)
      + (others > 0 ? [.events(others)] : [])
    return read + notes.map { .note(ImportNote(place, $0)) }
  }

  /// Returns the lines of each journal entry, without those of nested components.
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

/// A journal entry of a calendar.
struct VJournal {
  let lines: [CalendarLine]

  /// The properties that an entry has no field for, and that are preserved.
  private static let carriedNames: Set = [
    "GEO", "URL", "STATUS", "CLASS", "CONTACT", "COMMENT", "ORGANIZER", "RELATED-TO", "RRULE",
    "COLOR",
  ]

  private func first(_ name: String) -> CalendarLine? { lines.first { $0.name == name } }

  private func all(_ name: String) -> [CalendarLine] { lines.filter { $0.name == name } }

  /// True if the entry is cancelled, which means removed.
  var isRemoved: Bool { first("STATUS")?.value.uppercased() == "CANCELLED" }

  func read(in file: String, _ files: inout EntryFiles) throws -> ForeignEntry {
    let localOffset = files.defaults.localOffset
    var placing = PhotoPlacing(files.tree)
    // Notes have no start date.
    guard let line = first("DTSTART") ?? first("CREATED") ?? first("DTSTAMP") else {
      throw EntryFieldError.noDate
    }
    let (date, zone) = try Self.date(line, &files.zones, localOffset)
    if let zone { placing.record(.unknownZone(zone)) }
    func time(_ name: String) -> Timestamp? {
      first(name).flatMap { line in
        (try? Self.date(line, &files.zones, localOffset)).map {
          Timestamp(milliseconds: $0.date.instant * 1000)
        }
      }
    }
    let (created, modified) = (time("CREATED"), time("LAST-MODIFIED"))
    for line in all("ATTACH") {
      CalendarAttachment(line: line).add(
        to: &placing, &files, folder: Path.split(file).folder)
    }
    let title = first("SUMMARY")?.text ?? ""
    let text = all("DESCRIPTION").map(\.text).joined(separator: "\n\n")
    let fields = EntryFields(
      date: date, title: title.replacing("\n", with: " "), content: text,
      tags: all("CATEGORIES").flatMap(\.texts), journal: "",
      details: EntryDetails(place: first("LOCATION")?.text))
    let carried = lines.filter { Self.carriedNames.contains($0.name) }.map { line in
      JSONMember(line.name.lowercased(), .string(line.name == "GEO" ? line.value : line.text))
    }
    // The changed days of a recurring entry have the same UID.
    let words = [first("UID")?.value, first("RECURRENCE-ID")?.value]
    let id = words.compactMap(\.self).map(JSONValue.string)
    let entry = Entry(
      .vjournal, id.isEmpty ? [.string(line.value), .string(title)] : id, fields,
      author: files.defaults.author,
      created: created ?? Timestamp(milliseconds: date.instant * 1000), modified: modified,
      carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Parses `20240503`, `20240503T070000Z`, or a time in a given or the local time zone.
  ///
  /// - Returns: the date, and the name of the time zone if it is unknown.
  private static func date(
    _ line: CalendarLine, _ zones: inout TimeZones, _ localOffset: (Int64) -> Int
  ) throws -> (date: EntryDate, zone: String?) {
    guard let written = PartialDate(line.value) else {
      throw EntryFieldError.invalidDate(line.value)
    }
    guard written.offset == nil else {
      let instant = written.date(localOffset: localOffset).instant
      let offset = localOffset(instant + Int64(localOffset(instant)))
      return (EntryDate(instant: instant, withinCalendar: offset), nil)
    }
    guard let zone = line.parameters["TZID"] else {
      return (written.date(localOffset: localOffset), nil)
    }
    // Some programs add a prefix: `/freeassociation.sourceforge.net/Europe/Berlin`.
    let names = [zone, zone.split(separator: "/").suffix(2).joined(separator: "/")]
    for name in names where zones.offset(of: name, at: 0) != nil {
      let date = written.date { local in
        let near = zones.offset(of: name, at: local) ?? 0
        return zones.offset(of: name, at: local - Int64(near)) ?? near
      }
      return (date, nil)
    }
    return (written.date(localOffset: localOffset), zone)
  }
}

/// A content line of iCalendar (RFC 5545): a name, parameters and a value.
struct CalendarLine {
  let name: String
  /// The parameters without quotes, by their names in upper case.
  let parameters: [String: String]
  let value: String

  /// Parses an unfolded line; `nil` if it isn't valid.
  init?(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    func part(until marks: String) -> String {
      var part: [UInt8] = []
      var isQuoted = false
      while index < bytes.endIndex, isQuoted || !marks.utf8.contains(bytes[index]) {
        if bytes[index] == UInt8(ascii: "\"") {
          isQuoted.toggle()
        } else {
          part.append(bytes[index])
        }
        index += 1
      }
      return String(decoding: part, as: UTF8.self)
    }
    // Unlike vCard, iCalendar has no group before the name.
    name = part(until: ";:").uppercased()
    guard !name.isEmpty else { return nil }
    var parameters: [String: String] = [:]
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: ";") {
      index += 1
      let key = part(until: "=;:").uppercased()
      guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "=") else { continue }
      index += 1
      parameters[key] = part(until: ";:")
    }
    guard index < bytes.endIndex else { return nil }
    self.parameters = parameters
    value = String(decoding: bytes[(index + 1)...], as: UTF8.self)
  }

  /// Parses all lines of a text. A line that begins with white space continues the previous one.
  static func read(_ text: [UInt8]) -> [CalendarLine] {
    var lines: [CalendarLine] = []
    var line: [UInt8] = []
    func end() {
      if let read = CalendarLine(line[...]) { lines.append(read) }
      line = []
    }
    for part in text.split(separator: 0x0A, omittingEmptySubsequences: true) {
      let part = part.last == 0x0D ? part.dropLast() : part
      if let first = part.first, first == 0x20 || first == 0x09 {
        line += part.dropFirst()
      } else {
        end()
        line = Array(part)
      }
    }
    end()
    return lines
  }

  /// The value as text, unescaped.
  var text: String { Self.texts(in: value, separator: nil).first ?? "" }

  /// The values of a comma-separated list, unescaped.
  var texts: [String] { Self.texts(in: value, separator: ",") }

  private static func texts(in value: String, separator: Character?) -> [String] {
    var texts = [""]
    var isEscaped = false
    for character in value {
      if isEscaped {
        texts[texts.count - 1].append(character == "n" || character == "N" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == separator {
        texts.append("")
      } else {
        texts[texts.count - 1].append(character)
      }
    }
    return texts
  }
}

/// An attachment of a journal entry: inline data, a file next to the calendar, or a URL.
struct CalendarAttachment {
  let line: CalendarLine

  private var type: MediaType { MediaType(line.parameters["FMTTYPE"]?.lowercased() ?? "") }

  /// The file name in the parameters; empty if there is none.
  private var name: String {
    ["FILENAME", "X-FILENAME", "X-LABEL"].lazy.compactMap { line.parameters[$0] }
      .first { !$0.isBlank } ?? ""
  }

  func add(to placing: inout PhotoPlacing, _ files: inout EntryFiles, folder: String) {
    if line.parameters["ENCODING"]?.uppercased() == "BASE64" {
      return extract(into: &placing, files.tree.extracted)
    }
    let address = line.value
    let result = files.lookup.photo(at: address, from: folder)
    if case .missing = result, !MediaType.isPhoto(named: address) {
      placing.record(.missingAttachment(address))
    } else {
      placing.markdown(result, named: address)
    }
  }

  private func extract(into placing: inout PhotoPlacing, _ extracted: ExtractedFiles?) {
    guard let extracted, let file = try? ExtractedFile(in: extracted),
      (try? file.write(base64: line.value.utf8)) != nil,
      let digest = (try? file.finish()).flatMap(\.self)
    else {
      placing.record(.brokenFile(name.isEmpty ? "ATTACH" : name))
      return
    }
    let name = ExtractedFile.name(original: name, type: type, digest: digest)
    if type.isPhoto || MediaType.isPhoto(named: name) {
      placing.place(fileAt: file.path, knownAs: digest, named: name)
    } else {
      placing.attach(fileAt: file.path, named: name)
    }
  }
}
