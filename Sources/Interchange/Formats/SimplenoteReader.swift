import DiaryCore
import System

/// Imports a Simplenote export: a JSON file of all notes, and the same notes as text files. If
/// there are only text files, they are read when the user names the format.
struct SimplenoteReader: EntryFileReader {
  /// The number of JSON files to examine.
  private static let maxExamined = 50

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.allFiles().lazy.filter(EntryFiles.isObject).prefix(maxExamined).contains {
      isExport($0, in: tree)
    }
  }

  static func canRead(_ tree: ImportTree) -> Bool {
    recognizes(tree) || tree.allFiles().contains(where: isText)
  }

  private static func isExport(_ file: String, in tree: ImportTree) -> Bool {
    let head = tree.head(of: file)
    guard head.first == UInt8(ascii: "{") else { return false }
    let rest = head.dropFirst().drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    return ["\"activeNotes\"", "\"trashedNotes\""].contains { rest.starts(with: $0.utf8) }
  }

  private static func isText(_ file: String) -> Bool {
    MarkdownFiles.fileExtension(of: file) == "txt"
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let exports = Set(
      tree.allFiles().filter { EntryFiles.isObject($0) && Self.isExport($0, in: tree) })
    entryFiles = EntryFiles(
      tree, defaults, isEntry: { exports.isEmpty ? Self.isText($0) : exports.contains($0) },
      isPart: { Self.isText($0) })
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    if Self.isText(file) { return try text(of: file, at: place) }
    let (json, problems) = try entryFiles.object(in: file)
    let notes = json["activeNotes"]?.array ?? []
    let titles = Dictionary(
      notes.compactMap { note in
        note["id"]?.string.map { ($0, Self.parts(of: note["content"]?.string ?? "").title) }
      }, uniquingKeysWith: { first, _ in first })
    let trashed = json["trashedNotes"]?.array?.count ?? 0
    let read = items(notes.count, in: file) { index, files in
      try Self.note(notes[index], titles, in: files)
    }
    return read
      + (0..<trashed).map { index in
        .note(
          ImportNote(
            .entry(file: file, number: notes.count + index + 1, day: nil), .trashedAtSource))
      } + problems.map { .note(ImportNote(place, $0)) }
  }

  private static func note(
    _ json: JSONValue, _ titles: [String: String], in files: EntryFiles
  ) throws -> ForeignEntry {
    guard json.members != nil else { throw EntryFieldError.notAnObject }
    let modified = json["lastModified"].flatMap { ForeignInstant($0, unitsPerSecond: 1) }
    guard let written = json["creationDate"] ?? json["lastModified"] else {
      throw EntryFieldError.noDate
    }
    guard let created = ForeignInstant(written, unitsPerSecond: 1) else {
      throw EntryFieldError.invalidDate(written.words ?? "creationDate")
    }
    let parts = parts(of: json["content"]?.string ?? "")
    let fields = EntryFields(
      date: created.date(localOffset: files.defaults.localOffset), title: parts.title,
      content: linked(parts.text, titles), tags: (json["tags"]?.array ?? []).compactMap(\.string),
      journal: "", details: EntryDetails(isPinned: json["pinned"]?.bool ?? false))
    let carried = (json.members ?? []).filter {
      ["publicURL", "collaboratorEmails"].contains($0.name)
    }
    let id = json["id"] ?? .string("\(written.words ?? "") \(parts.title)")
    let entry = Entry(
      .simplenote, [id], fields, author: files.defaults.author, created: created.timestamp,
      modified: modified?.timestamp, carrying: carried)
    return ForeignEntry(entry: entry, placing: PhotoPlacing(files.tree))
  }

  /// Reads a note from a text file. Its date is the file's, and its tags are at the end.
  private mutating func text(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    if file.split(separator: "/").first == "trash" {
      return [.note(ImportNote(place, .trashedAtSource))]
    }
    guard let date = entryFiles.tree.date(of: file, localOffset: entryFiles.defaults.localOffset)
    else { throw EntryFieldError.noDate }
    var parts = Self.parts(of: String(decoding: try entryFiles.text(of: file), as: UTF8.self))
    var tags: [String] = []
    if let mark = parts.text.ranges(of: "\nTags:\n").last {
      tags = parts.text[mark.upperBound...].split { $0 == "," || $0.isNewline }.map {
        String($0.trimmed)
      }
      parts.text = String(parts.text[..<mark.lowerBound].trimmed)
    }
    let fields = EntryFields(
      date: date, title: parts.title, content: parts.text, tags: tags, journal: "")
    let entry = Entry(
      .simplenote, [.string(file)], fields, author: entryFiles.defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000))
    return try ForeignEntry(entry: entry, placing: PhotoPlacing(entryFiles.tree))
      .items(at: place, after: [.fileDate])
  }

  /// The longest title in characters. A longer first line is part of the text.
  private static let maxTitleLength = 200

  /// Splits a note into its title, which is the first line, and its text.
  private static func parts(of content: String) -> (title: String, text: String) {
    let text = content.replacing("\r\n", with: "\n").trimmed
    let line = text.prefix { !$0.isNewline }
    guard line.count <= maxTitleLength else { return ("", String(text)) }
    let title = line.drop { $0 == "#" }
    let rest = text[line.endIndex...].drop(while: \.isNewline)
    return (String((title.first == " " ? title : line).trimmed), String(rest))
  }

  /// Returns a text in which links to other notes are links to their entries.
  private static func linked(_ text: String, _ titles: [String: String]) -> String {
    text.replacing(/\[([^\[\]\n]{0,300})\]\(simplenote:\/\/note\/([^()\s]{1,200})\)/) { match in
      let id = String(match.2)
      guard let title = titles[id] else { return match.1 }
      let digits = ID<Entry>(of: .simplenote, [.string(id)]).description.prefix(EntryLink.digits)
      return "[[\(title.filter { !"[]|".contains($0) })|\(digits)]]"[...]
    }
  }
}
