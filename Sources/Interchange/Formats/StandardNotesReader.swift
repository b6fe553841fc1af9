import DiaryCore
import System

/// Imports a Standard Notes backup: a JSON file of all notes and tags. The same notes as text files
/// next to it are ignored.
struct StandardNotesReader: EntryFileReader {
  private static let maxExamined = 50
  /// The folder in the zip with the notes as text files.
  private static let folder = "Items/"

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.files().lazy.filter { ["txt", "json"].contains(MarkdownFiles.fileExtension(of: $0)) }
      .prefix(maxExamined).contains { isBackup($0, in: tree) }
  }

  private static func isBackup(_ file: String, in tree: ImportTree) -> Bool {
    // A long note may come before the members searched for.
    let head = tree.head(of: file, 1 << 16)
    guard head.first == UInt8(ascii: "{") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return ["\"items\"", "\"content_type\"", "\"uuid\""].allSatisfy { text.contains($0) }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let backups = Set(
      tree.files().filter { file in
        ["txt", "json"].contains(MarkdownFiles.fileExtension(of: file))
          && Self.isBackup(file, in: tree)
      })
    entryFiles = EntryFiles(
      tree, defaults, isEntry: { backups.contains($0) }, isPart: { $0.hasPrefix(Self.folder) })
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    let backup = try StandardNotesBackup(json)
    // A completely encrypted backup is reported once.
    if backup.notes.allSatisfy({ $0["content"]?.string != nil }),
      backup.isEncrypted || !backup.notes.isEmpty
    {
      throw EntryFieldError.encrypted
    }
    var notes = problems
    let read = items(backup.notes.count, in: file) { index, files in
      let note = backup.notes[index]
      guard note["content"]?["trashed"]?.bool != true else {
        notes.append(.trashedAtSource)
        return nil
      }
      return try StandardNotesNote.read(note, backup, in: files)
    }
    return read + notes.map { .note(ImportNote(place, $0)) }
  }
}

/// The notes of a Standard Notes backup, with the tags and files that refer to them.
struct StandardNotesBackup {
  private struct Tag {
    let title: String
    let parent: String?
  }

  /// The most levels of nested tags, in case they form a cycle.
  private static let deepest = 20

  private(set) var notes: [JSONValue] = []
  /// True if an item is encrypted.
  private(set) var isEncrypted = false
  private var tags: [String: Tag] = [:]
  /// The IDs of tags by the IDs of notes; likewise the names of files.
  private var taggings: [String: [String]] = [:]
  private var files: [String: [String]] = [:]
  /// The names of files by their IDs.
  private var fileNames: [String: String] = [:]

  init(_ json: JSONValue) throws {
    guard let items = json["items"]?.array else { throw EntryFieldError.invalidMember("items") }
    for item in items where item["deleted"]?.bool != true {
      let type = item["content_type"]?.string ?? ""
      guard type == "Note" || item["content"]?.members != nil else {
        isEncrypted = isEncrypted || item["content"]?.string != nil
        continue
      }
      switch type {
      case "Note": notes.append(item)
      case "Tag": add(tag: item)
      case "File":
        let name = item["content"]?["name"]?.string ?? ""
        if let id = item["uuid"]?.string { fileNames[id] = name }
        for note in Self.references(of: item, to: "Note") { files[note, default: []].append(name) }
      default: break
      }
    }
  }

  private mutating func add(tag item: JSONValue) {
    guard let id = item["uuid"]?.string, let title = item["content"]?["title"]?.string else {
      return
    }
    tags[id] = Tag(title: title, parent: Self.references(of: item, to: "Tag").first)
    for note in Self.references(of: item, to: "Note") { taggings[note, default: []].append(id) }
  }

  private static func references(of item: JSONValue, to type: String) -> [String] {
    (item["content"]?["references"]?.array ?? []).compactMap { reference in
      reference["content_type"]?.string == type ? reference["uuid"]?.string : nil
    }
  }

  /// Returns the names of a note's tags with their parents: `trips/Busan`.
  func tags(of note: String) -> [String] {
    (taggings[note] ?? []).compactMap { id in
      var names: [String] = []
      var next: String? = id
      while let id = next, let tag = tags[id], names.count < Self.deepest {
        names.insert(tag.title, at: 0)
        next = tag.parent
      }
      return names.isEmpty ? nil : names.joined(separator: "/")
    }.sorted()
  }

  /// Returns the names of a note's files, whose contents aren't in the backup.
  func files(of note: String) -> [String] { files[note] ?? [] }

  /// Returns the name of a file, or its ID if the backup doesn't contain the name.
  func fileName(_ id: String) -> String { fileNames[id] ?? id }
}

/// Converts notes of Standard Notes to entries.
enum StandardNotesNote {
  private enum Kind { case plain, markdown, html, code, rich }

  private static let appDataKey = "org.standardnotes.sn"

  static func read(
    _ item: JSONValue, _ backup: StandardNotesBackup, in files: EntryFiles
  ) throws -> ForeignEntry {
    guard let content = item["content"], content.members != nil else {
      throw item["content"]?.string == nil
        ? EntryFieldError.invalidMember("content") : .encrypted
    }
    guard let created = item["created_at"].flatMap(Self.instant) else {
      throw EntryFieldError.noDate
    }
    let id = item["uuid"]?.string ?? ""
    let edited = content["appData"]?[appDataKey]?["client_updated_at"].flatMap(Self.instant)
    let modified = edited ?? item["updated_at"].flatMap(Self.instant)
    var placing = PhotoPlacing(files.tree)
    for name in backup.files(of: id) { placing.record(.missingAttachment(name)) }
    func flag(_ name: String) -> Bool {
      content[name]?.bool ?? content["appData"]?[appDataKey]?[name]?.bool ?? false
    }
    let fields = EntryFields(
      date: created.date(localOffset: files.defaults.localOffset),
      title: content["title"]?.string ?? "", content: try Self.text(of: content, backup, &placing),
      tags: backup.tags(of: id), journal: "",
      details: EntryDetails(isStarred: flag("starred"), isPinned: flag("pinned")))
    let entry = Entry(
      .standardnotes, [.string(id)], fields, author: files.defaults.author,
      created: created.timestamp, modified: modified?.timestamp,
      carrying: flag("archived") ? [JSONMember("archived", .bool(true))] : [])
    return ForeignEntry(entry: entry, placing: placing)
  }

  private static func instant(_ value: JSONValue) -> ForeignInstant? {
    guard let instant = ForeignInstant(value, unitsPerSecond: 1000),
      instant.timestamp.milliseconds > 0
    else { return nil }
    return instant
  }

  private static func text(
    of content: JSONValue, _ backup: StandardNotesBackup, _ placing: inout PhotoPlacing
  ) throws -> String {
    let text = content["text"]?.string ?? ""
    switch kind(of: content) {
    case .plain, .markdown: return text
    case .html:
      return try HTMLMarkdown.markdown(of: text) { address, words in
        placing.markdown(.remote, named: address, caption: words)
      }
    case .code: return text.isBlank ? "" : fenced(text)
    case .rich:
      guard let root = (try? JSONParser.parse(Array(text.utf8)))?["root"] else { return text }
      var rich = StandardNotesRichText()
      rich.add(root)
      for file in rich.files { placing.record(.missingAttachment(backup.fileName(file))) }
      for picture in rich.pictures { placing.record(.remotePhoto(picture)) }
      return rich.finished()
    }
  }

  private static func fenced(_ text: String) -> String {
    var writer = HTMLMarkdown { _, _ in nil }
    writer.receive(.begin("pre", attributes: [:]))
    writer.receive(.text(text))
    writer.receive(.end("pre"))
    return writer.finished()
  }

  private static func kind(of content: JSONValue) -> Kind {
    switch content["noteType"]?.string {
    case "super": .rich
    case "rich-text": .html
    case "markdown", "task": .markdown
    case "code", "spreadsheet", "authentication": .code
    default:
      // Older notes have only an editor.
      if let editor = content["editorIdentifier"]?.string, !editor.isEmpty {
        if editor.contains("super-editor") {
          .rich
        } else if editor.contains("plus-editor") || editor.contains("bold-editor") {
          .html
        } else {
          .plain
        }
      } else {
        .plain
      }
    }
  }
}

/// Converts a rich-text note, a tree of nodes of the Lexical editor, by way of HTML.
struct StandardNotesRichText {
  /// The HTML elements of text formats, which are bits of a number.
  private static let marks = [(1, "b"), (2, "i"), (4, "s"), (16, "code")]
  private static let elements = [
    "paragraph": "p", "quote": "blockquote", "code": "pre", "table": "table", "tablerow": "tr",
    "tablecell": "td", "collapsible-title": "p",
  ]

  private var writer = HTMLMarkdown { _, _ in nil }
  /// The IDs of the files shown in the note.
  private(set) var files: [String] = []
  /// A stack of open lists: true for a check list.
  private var areBoxes: [Bool] = []
  /// The URLs of remote pictures.
  private(set) var pictures: [String] = []

  mutating func finished() -> String { writer.finished() }

  mutating func add(_ node: JSONValue) {
    let type = node["type"]?.string ?? ""
    switch type {
    case "text", "code-highlight", "hashtag":
      let format = node["format"]?.integer ?? 0
      let marks = Self.marks.filter { format & $0.0 != 0 }.map(\.1)
      for mark in marks { writer.receive(.begin(mark, attributes: [:])) }
      writer.receive(.text(node["text"]?.string ?? ""))
      for mark in marks.reversed() { writer.receive(.end(mark)) }
    case "linebreak": writer.receive(.begin("br", attributes: [:]))
    case "tab": writer.receive(.text("\t"))
    case "horizontalrule": writer.receive(.begin("hr", attributes: [:]))
    case "unencrypted-image": if let address = node["src"]?.string { pictures.append(address) }
    case "snfile": if let file = node["fileUuid"]?.string { files.append(file) }
    case "link", "autolink":
      add(node, as: "a", ["href": node["url"]?.string ?? ""])
    case "heading":
      let tag = node["tag"]?.string ?? ""
      add(node, as: ["h1", "h2", "h3", "h4", "h5", "h6"].contains(tag) ? tag : "h2")
    case "list":
      let isNumbered = node["listType"]?.string == "number"
      areBoxes.append(node["listType"]?.string == "check")
      defer { areBoxes.removeLast() }
      add(
        node, as: isNumbered ? "ol" : "ul",
        isNumbered ? ["start": "\(node["start"]?.integer ?? 1)"] : [:])
    case "listitem":
      // A nested list has a separate item without a check box.
      let isWrapper = node["children"]?.array?.first?["type"]?.string == "list"
      let checked = isWrapper ? nil : node["checked"]?.bool ?? (areBoxes.last == true ? false : nil)
      add(node, as: "li", checked.map { ["data-checked": $0 ? "true" : "false"] } ?? [:])
    default:
      if let element = Self.elements[type] { add(node, as: element) } else { addChildren(of: node) }
    }
  }

  private mutating func add(
    _ node: JSONValue, as element: String, _ attributes: [String: String] = [:]
  ) {
    writer.receive(.begin(element, attributes: attributes))
    addChildren(of: node)
    writer.receive(.end(element))
  }

  /// Adds the children of a node. The recursion is limited by the JSON parser's limit of nesting.
  private mutating func addChildren(of node: JSONValue) {
    for child in node["children"]?.array ?? [] { add(child) }
  }
}
