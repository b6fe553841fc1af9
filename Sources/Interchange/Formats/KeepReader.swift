import DiaryCore
import System

/// Reads Google Keep's notes, as exported by Google Takeout: a JSON file for each note, next to the
/// same note as HTML, and all photos and recordings.
struct KeepReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    EntryFiles.hasObject(in: tree) { text in
      text.contains("\"userEditedTimestampUsec\"")
        && ["\"textContent\"", "\"listContent\"", "\"isTrashed\""].contains { text.contains($0) }
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let notes = Set(tree.allFiles().filter(EntryFiles.isObject).map(MarkdownFiles.stem))
    entryFiles = EntryFiles(tree, defaults, isEntry: EntryFiles.isObject) { file in
      let (fileExtension, stem) = (
        MarkdownFiles.fileExtension(of: file), MarkdownFiles.stem(of: file)
      )
      return fileExtension == "html" && notes.contains(stem)
        || Path.split(file).name.lowercased() == "labels.txt"
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    guard json["userEditedTimestampUsec"] != nil else {
      entryFiles.recordSkipped(file)
      return []
    }
    guard json["isTrashed"]?.bool != true else {
      return [.note(ImportNote(place, .trashedAtSource))]
    }
    return try KeepNote.read(json, at: file, in: &entryFiles).items(at: place, after: problems)
  }
}

// MARK: - KeepNote

/// Converts a note of Google Keep to an entry.
enum KeepNote {
  static func read(
    _ json: JSONValue, at path: String, in files: inout EntryFiles
  ) throws -> ForeignEntry {
    let defaults = files.defaults
    var placing = PhotoPlacing(files.tree)
    let edited = json["userEditedTimestampUsec"].flatMap(Self.instant)
    // Notes from Keep's first years have no creation time.
    guard let created = json["createdTimestampUsec"].flatMap(Self.instant) ?? edited else {
      throw EntryFieldError.noDate
    }
    let folder = Path.split(path).folder
    for attachment in json["attachments"]?.array ?? [] {
      guard let name = attachment["filePath"]?.string else { continue }
      placing.markdown(Self.file(name, from: folder, &files.lookup), named: name)
    }
    let fields = EntryFields(
      date: created.date(localOffset: defaults.localOffset), title: json["title"]?.string ?? "",
      content: Self.content(json),
      tags: (json["labels"]?.array ?? []).compactMap { $0["name"]?.string }, journal: "",
      details: EntryDetails(isPinned: json["isPinned"]?.bool ?? false))
    let carried = (json.members ?? []).filter { member in
      switch member.name {
      // The default value carries no information.
      case "color": member.value.string != "DEFAULT"
      case "isArchived": member.value.bool == true
      case "sharees", "tasks": true
      default: false
      }
    }
    // A note has the same time and file name in every export.
    let name = MarkdownFiles.stem(of: Path.name(path))
    let entry = Entry(
      .keep, [json["createdTimestampUsec"] ?? .null, .string(name)], fields,
      author: defaults.author, created: created.timestamp, modified: edited?.timestamp,
      carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  private static func instant(_ value: JSONValue) -> ForeignInstant? {
    guard let instant = ForeignInstant(value, unitsPerSecond: 1_000_000),
      instant.timestamp.milliseconds != 0
    else { return nil }
    return instant
  }

  /// Finds an attached file. Takeout may write `.jpeg` in the note for a file named `.jpg`.
  private static func file(
    _ name: String, from folder: String, _ lookup: inout PhotoLookup
  ) -> PhotoLookup.Result {
    let result = lookup.photo(at: name, from: folder)
    guard case .missing = result else { return result }
    let stem = MarkdownFiles.stem(of: name)
    for fileExtension in ["jpg", "jpeg", "png", "3gp", "m4a"] {
      let other = lookup.photo(at: "\(stem).\(fileExtension)", from: folder)
      if case .missing = other { continue }
      return other
    }
    return result
  }

  /// Returns the text, the checklist and the linked web pages as Markdown.
  private static func content(_ json: JSONValue) -> String {
    var parts: [String] = []
    let text = KeepText.markdown(
      of: json["textContentHtml"]?.string, plain: json["textContent"]?.string)
    if !text.isBlank { parts.append(text) }
    let checklist = (json["listContent"]?.array ?? []).compactMap { item -> String? in
      let text = KeepText.markdown(of: item["textHtml"]?.string, plain: item["text"]?.string)
      guard !text.isBlank else { return nil }
      let mark = item["isChecked"]?.bool == true ? "[x]" : "[ ]"
      return "- \(mark) \(text.replacing("\n", with: " "))"
    }
    if !checklist.isEmpty { parts.append(checklist.joined(separator: "\n")) }
    let written = parts.joined()
    let links = (json["annotations"]?.array ?? []).compactMap { annotation -> String? in
      // Links in the text aren't repeated.
      guard let url = annotation["url"]?.string, url.hasScheme, !written.contains(url) else {
        return nil
      }
      return "- " + MarkdownInlines.link(annotation["title"]?.string ?? "", to: url)
    }
    if !links.isEmpty { parts.append(links.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }
}

/// Converts the text of a note, which Keep stores twice: as plain text, and as HTML in which each
/// line is a paragraph.
private struct KeepText {
  /// The Markdown delimiters of each open element.
  private var open: [[String]] = []
  private var line = MarkdownInlines()
  private var heading = 0
  private var lines: [String] = []
  /// The number of lines before the current paragraph.
  private var start = 0
  private var hasMarks = false

  /// Returns the HTML as Markdown, or the plain text if the HTML has no formatting.
  static func markdown(of html: String?, plain: String?) -> String {
    let plain = plain ?? ""
    var text = KeepText()
    guard let html, (try? MarkupPieces.read(html) { text.receive($0) }) != nil else { return plain }
    text.endLine()
    guard text.hasMarks || plain.isBlank else { return plain }
    while text.lines.last?.isBlank == true { text.lines.removeLast() }
    return text.lines.joined(separator: "\n")
  }

  private static let marks = ["b": "**", "strong": "**", "i": "*", "em": "*", "s": "~~"]

  private mutating func receive(_ piece: MarkupPieces.Piece) {
    switch piece {
    case .text(let text): line.add(text)
    case .begin("br", _):
      endLine(isForced: true)
      open.append([])
    case .begin(let name, let attributes):
      if name.hasPrefix("h"), let level = Int(name.dropFirst()), (1...6).contains(level) {
        heading = level
        hasMarks = true
      }
      if name == "p" { start = lines.count }
      var marks = [Self.marks[name]].compactMap(\.self)
      // Headings are bold by default.
      let style = (attributes["style"] ?? "").lowercased().filter { $0 != " " }
      if heading == 0 {
        let isBold = ["bold", "600", "700", "800", "900"].contains {
          style.contains("font-weight:\($0)")
        }
        if isBold { marks.append("**") }
        if style.contains("font-style:italic") { marks.append("*") }
        if style.contains("line-through") { marks.append("~~") }
      }
      for mark in marks { line.open(mark) }
      hasMarks = hasMarks || !marks.isEmpty
      open.append(marks)
    case .end(let name):
      for mark in (open.popLast() ?? []).reversed() { line.close(mark) }
      if name == "p" || heading > 0 && name.hasPrefix("h") {
        // An empty paragraph is an empty line, unless it contained line breaks.
        endLine(isForced: name == "p" && lines.count == start)
        heading = 0
      }
    }
  }

  private mutating func endLine(isForced: Bool = false) {
    let text = line.taken
    guard isForced || !text.isBlank else { return }
    lines.append(
      heading > 0
        ? String(repeating: "#", count: heading) + " " + text : PlainMarkdown.guarded(text))
  }
}
