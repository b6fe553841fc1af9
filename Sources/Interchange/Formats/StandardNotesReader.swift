import DiaryCore
import System

/// Reads a backup of Standard Notes: a file of JSON with all notes and tags, and beside it the same once more
/// as texts.
struct StandardNotesReader: EntryFileReader {
  private static let lookedAt = 50
  /// Where the zip has the notes' texts once more.
  private static let folder = "Items/"

  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.files().lazy.filter { ["txt", "json"].contains(MarkdownFiles.ending(of: $0)) }
      .prefix(lookedAt).contains { isBackup($0, in: tree) }
  }

  private static func isBackup(_ file: String, in tree: ImportTree) -> Bool {
    // A note may stand before the names that are looked for.
    let head = tree.head(of: file, 1 << 16)
    guard head.first == UInt8(ascii: "{") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return ["\"items\"", "\"content_type\"", "\"uuid\""].allSatisfy { text.contains($0) }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    let backups = Set(
      tree.files().filter { file in
        ["txt", "json"].contains(MarkdownFiles.ending(of: file)) && Self.isBackup(file, in: tree)
      })
    entryFiles = EntryFiles(
      tree, defaults, isEntry: { backups.contains($0) }, isPart: { $0.hasPrefix(Self.folder) })
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let (json, problems) = try entryFiles.object(in: file)
    let backup = try StandardNotesBackup(json)
    // Of a backup that is encrypted as a whole, that is told once.
    if backup.notes.allSatisfy({ $0["content"]?.string != nil }),
      backup.isEncrypted || !backup.notes.isEmpty
    {
      throw .encrypted
    }
    var notes = problems
    let read = items(backup.notes.count, in: file) { index, files throws(EntryFieldError) in
      let note = backup.notes[index]
      guard note["content"]?["trashed"]?.bool != true else {
        notes.append(.trashedThere)
        return nil
      }
      return try StandardNotesNote.read(note, backup, in: files)
    }
    return read + notes.map { .note(ImportNote(place, $0)) }
  }
}

/// What a backup of Standard Notes has: notes, and the tags and files that refer to them.
struct StandardNotesBackup {
  private struct Tag {
    let title: String
    let parent: String?
  }

  /// Tags within each other; in a circle there is no end of them.
  private static let deepest = 20

  private(set) var notes: [JSONValue] = []
  /// Whether items are there that a key is needed for.
  private(set) var isEncrypted = false
  private var tags: [String: Tag] = [:]
  /// By the ids of notes.
  private var taggings: [String: [String]] = [:]
  private var files: [String: [String]] = [:]
  /// Names by the ids of files.
  private var fileNames: [String: String] = [:]

  init(_ json: JSONValue) throws(EntryFieldError) {
    guard let items = json["items"]?.array else { throw .invalidMember("items") }
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

  /// The names of a note's tags, those above a tag before it: `trips/Busan`.
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

  /// The names of a note's files, whose bytes aren't in the backup.
  func files(of note: String) -> [String] { files[note] ?? [] }

  /// The name of a file, or its id where the backup doesn't name it.
  func fileName(_ id: String) -> String { fileNames[id] ?? id }
}

/// A note of Standard Notes.
enum StandardNotesNote {
  private enum Kind { case plain, markdown, html, code, rich }

  private static let own = "org.standardnotes.sn"

  static func read(
    _ item: JSONValue, _ backup: StandardNotesBackup, in files: EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    guard let content = item["content"], content.members != nil else {
      throw item["content"]?.string == nil ? .invalidMember("content") : .encrypted
    }
    guard let created = item["created_at"].flatMap(Self.instant) else { throw .noDate }
    let id = item["uuid"]?.string ?? ""
    let edited = content["appData"]?[own]?["client_updated_at"].flatMap(Self.instant)
    let modified = edited ?? item["updated_at"].flatMap(Self.instant)
    var placing = PhotoPlacing(files.tree)
    for name in backup.files(of: id) { placing.record(.missingAttachment(name)) }
    func flag(_ name: String) -> Bool {
      content[name]?.bool ?? content["appData"]?[own]?[name]?.bool ?? false
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
  ) throws(EntryFieldError) -> String {
    let text = content["text"]?.string ?? ""
    switch kind(of: content) {
    case .plain, .markdown: return text
    case .html:
      return try HTMLMarkdown.markdown(of: text) { address, words in
        placing.markdown(.remote, called: address, caption: words)
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
      // Older notes name the editor alone.
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

/// A note that was written with marks: a tree of paragraphs, lists and words, as the editor Lexical keeps
/// it. It is told as HTML would tell it.
struct StandardNotesRichText {
  /// The marks of words, by bits of a number.
  private static let marks = [(1, "b"), (2, "i"), (4, "s"), (16, "code")]
  private static let elements = [
    "paragraph": "p", "quote": "blockquote", "code": "pre", "table": "table", "tablerow": "tr",
    "tablecell": "td", "collapsible-title": "p",
  ]

  private var writer = HTMLMarkdown { _, _ in nil }
  /// The ids of files that are shown.
  private(set) var files: [String] = []
  /// For each open list, `true` if its items have boxes.
  private var areBoxes: [Bool] = []
  /// The addresses of pictures that are elsewhere.
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
      // A list within one has an item of its own, which is no box.
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

  /// No deeper than JSON may be.
  private mutating func addChildren(of node: JSONValue) {
    for child in node["children"]?.array ?? [] { add(child) }
  }
}
