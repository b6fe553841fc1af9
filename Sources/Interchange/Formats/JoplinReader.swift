import DiaryCore
import System

/// Reads Joplin's exports, either JEX (a tar archive) or a folder of the same files: notes,
/// notebooks, tags and resources, each in a file named by its ID, and a folder with the resources'
/// bytes.
///
/// Everything but the text of notes is read first, so that a note's notebook, tags and photos are
/// known.
struct JoplinReader: EntryFileReader {
  private static let sampleSize = 20

  var entryFiles: EntryFiles
  private var context: JoplinContext?

  static func recognizes(_ tree: ImportTree) -> Bool {
    guard !tree.isFile else { return false }
    return tree.files().lazy.filter { JoplinItem.hasJoplinName($0) }.prefix(sampleSize).contains {
      file in
      item(file, in: tree) != nil
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: JoplinItem.hasJoplinName)
  }

  private static func item(_ file: String, in tree: ImportTree) -> JoplinItem? {
    (try? EntryFiles.text(of: file, in: tree)).flatMap {
      JoplinItem(String(decoding: $0, as: UTF8.self))
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let context = loadContext()
    guard let item = JoplinItem(String(decoding: try entryFiles.text(of: file), as: UTF8.self))
    else {
      entryFiles.recordSkipped(file)
      return []
    }
    guard item.kind == .note else { return [] }
    if item.flag("encryption_applied") { throw EntryFieldError.encrypted }
    guard item.text("deleted_time") ?? "0" == "0", !item.flag("is_conflict") else {
      return [.note(ImportNote(place, .trashedAtSource))]
    }
    return try JoplinNote.read(item, context, in: &entryFiles).items(at: place)
  }

  /// Returns the notebooks, tags and resources, which are read once.
  private mutating func loadContext() -> JoplinContext {
    if let context { return context }
    var context = JoplinContext()
    // The first note needs them already.
    for file in entryFiles.tree.allFiles() where JoplinItem.hasJoplinName(file) {
      if let item = Self.item(file, in: entryFiles.tree) { context.add(item) }
    }
    self.context = context
    return context
  }
}

/// The notebooks, tags and resources of a Joplin export.
struct JoplinContext {
  /// The IDs of all notes.
  private(set) var notes: Set<String> = []
  private var notebooks: [String: (title: String, parent: String?)] = [:]
  private var tags: [String: String] = [:]
  /// The IDs of notes' tags, by note ID.
  private var taggings: [String: [String]] = [:]
  private var resources: [String: (name: String, fileExtension: String)] = [:]

  mutating func add(_ item: JoplinItem) {
    switch item.kind {
    case .notebook: notebooks[item.id] = (item.title, item.text("parent_id"))
    case .tag: tags[item.id] = item.title
    case .tagging:
      guard let note = item.text("note_id"), let tag = item.text("tag_id") else { return }
      taggings[note, default: []].append(tag)
    case .resource:
      let fileExtension = item.text("file_extension") ?? MarkdownFiles.fileExtension(of: item.title)
      resources[item.id] = (item.title, fileExtension)
    case .note: notes.insert(item.id)
    case nil: break
    }
  }

  func tags(of note: JoplinItem) -> [String] {
    (taggings[note.id] ?? []).compactMap { tags[$0] }.sorted()
  }

  func notebook(of note: JoplinItem) -> String? {
    note.text("parent_id").flatMap { notebooks[$0]?.title }
  }

  /// Returns the path of a resource's file in the export, and its original name.
  func resource(_ id: String) -> (path: String, name: String)? {
    resources[id].map { resource in
      let fileExtension = resource.fileExtension.isEmpty ? "" : "." + resource.fileExtension
      let path = "resources/\(id)\(fileExtension)"
      return (path, resource.name.isBlank ? "\(id)\(fileExtension)" : resource.name)
    }
  }
}

// MARK: - JoplinItem

/// A file of a Joplin export: a title, a text, and lines of names and values at the end.
struct JoplinItem {
  enum Kind: Int {
    case note = 1
    case notebook = 2
    case resource = 4
    case tag = 5
    case tagging = 6
  }

  /// The item's type, or `nil` if it isn't used.
  let kind: Kind?
  let id: String
  private(set) var title = ""
  private(set) var body = ""
  private let values: [String: String]

  /// The maximum length of a name, in bytes.
  private static let maxNameLength = 100

  /// Parses a file. Returns `nil` if it isn't in Joplin's format.
  init?(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.isBlank == true { lines.removeLast() }
    var values: [String: String] = [:]
    while let line = lines.popLast(), !line.isBlank {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = line[..<colon].trimmed
      guard !name.isEmpty, name.utf8.count <= Self.maxNameLength else { return nil }
      values[String(name)] = Self.unescaped(String(line[line.index(after: colon)...].trimmed))
    }
    guard let type = values["type_"].flatMap({ Int($0) }), let id = values["id"], !id.isEmpty else {
      return nil
    }
    kind = Kind(rawValue: type)
    self.id = id.lowercased()
    self.values = values
    guard let first = lines.first else { return }
    title = String(first)
    var rest = lines.dropFirst()
    if rest.first?.isBlank == true { rest = rest.dropFirst() }
    body = rest.joined(separator: "\n")
  }

  /// Returns a value, or `nil` if it is missing or empty.
  func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  func flag(_ name: String) -> Bool { values[name] == "1" }

  func time(_ names: String...) -> ForeignInstant? {
    names.lazy.compactMap { self.text($0) }
      .compactMap { ForeignInstant(.string($0), unitsPerSecond: 1000) }
      .first { $0.timestamp.milliseconds != 0 }
  }

  /// Returns the named values that aren't empty or zero, as members.
  func members(_ names: [String]) -> [JSONMember] {
    names.compactMap { name in
      guard let value = text(name), value != "0", Double(value) != 0 else { return nil }
      return JSONMember(name, .string(value))
    }
  }

  private static func unescaped(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    return value.replacing("\\n", with: "\n").replacing("\\r", with: "\r")
  }

  /// Returns whether a file's name has Joplin's form: 32 hexadecimal digits and `.md`.
  static func hasJoplinName(_ file: String) -> Bool {
    let name = Path.split(file).name
    return name.utf8.count == 35 && name.hasSuffix(".md")
      && name.utf8.dropLast(3).allSatisfy { hexadecimalValue(of: $0) != nil }
  }
}

// MARK: - JoplinNote

/// Converts a note of a Joplin export to an entry.
enum JoplinNote {
  static func read(
    _ item: JoplinItem, _ context: JoplinContext, in files: inout EntryFiles
  ) throws -> ForeignEntry {
    guard let created = item.time("user_created_time", "created_time", "updated_time") else {
      throw EntryFieldError.noDate
    }
    var placing = PhotoPlacing(files.tree)
    var text = item.body
    // Joplin stores clipped web pages as HTML.
    if item.text("markup_language") == "2" {
      text = try HTMLMarkdown.markdown(of: text) { "![\($1)](\($0))" }
    }
    text = MarkdownImages.replaced(in: text) { image in
      guard case .address(let address) = image.target else { return nil }
      return Self.markdown(address, image.words, context, &placing, &files.lookup)
    }
    // Attach resources that the text only links to: videos, recordings, PDFs.
    for id in Self.linkedIDs(in: text) {
      guard let resource = context.resource(id) else { continue }
      attach(resource, &placing, &files.lookup)
    }
    text = placing.links.replaced(in: text) { link in
      guard case .address(let address) = link.target, let id = Self.id(inLink: address),
        context.resource(id) == nil
      else { return nil }
      return context.notes.contains(id) ? .entry(ID(of: .joplin, [.string(id)])) : .missing
    }
    let fields = EntryFields(
      date: created.date(localOffset: files.defaults.localOffset), title: item.title, content: text,
      tags: context.tags(of: item), journal: context.notebook(of: item) ?? "")
    let entry = Entry(
      .joplin, [.string(item.id)], fields, author: files.defaults.author,
      created: created.timestamp,
      modified: item.time("user_updated_time", "updated_time")?.timestamp,
      carrying: item.members([
        "latitude", "longitude", "altitude", "author", "source_url", "is_todo", "todo_due",
        "todo_completed",
      ]))
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Returns the ID in a link, `:/ID` or an address that Joplin opens.
  private static func id(inLink address: String) -> String? {
    let mark = "openNote?id="
    let rest =
      address.hasPrefix("joplin:")
      ? address.firstRange(of: mark).map { address[$0.upperBound...] }
      : address.hasPrefix(":/") ? address.dropFirst(2) : nil
    let id = rest?.prefix { $0.isHexDigit }.lowercased()
    return id?.utf8.count == 32 ? id : nil
  }

  /// Returns the replacement for an image in the text, or `nil` to keep it unchanged.
  private static func markdown(
    _ address: String, _ words: String, _ context: JoplinContext, _ placing: inout PhotoPlacing,
    _ lookup: inout PhotoLookup
  ) -> String? {
    guard address.hasPrefix(":/") else {
      if address.hasScheme { placing.record(.remotePhoto(address)) }
      return nil
    }
    let id = address.dropFirst(2).lowercased()
    guard let resource = context.resource(id) else {
      placing.record(.missingPhoto(words.isBlank ? id : words))
      return nil
    }
    let caption = PhotoPlacing.caption(words, of: resource.name)
    let result = lookup.photo(at: resource.path, from: "")
    if case .missing = result {
      placing.record(.missingPhoto(resource.name))
      return nil
    }
    guard case .found(let file) = result else {
      attach(resource, &placing, &lookup)
      return nil
    }
    return "![\(caption)](photo:\(placing.place(file, named: resource.name, caption: caption)))"
  }

  /// Attaches a resource's file under its original name. The link in the text is kept.
  private static func attach(
    _ resource: (path: String, name: String), _ placing: inout PhotoPlacing,
    _ lookup: inout PhotoLookup
  ) {
    let result = lookup.photo(at: resource.path, from: "")
    switch result {
    case .found(let file): placing.place(file, named: resource.name)
    case .missing: placing.record(.missingAttachment(resource.name))
    case .otherFile(let file): placing.attach(file, named: resource.name)
    default: placing.markdown(result, named: resource.name)
    }
  }

  /// Returns the IDs of the links `](:/ID` in a text, each once.
  private static func linkedIDs(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    let mark = Array("](:/".utf8)
    var ids: [String] = []
    var index = 0
    while let start = bytes[index...].firstIndex(of: mark[0]) {
      index = start + 1
      guard bytes[start...].starts(with: mark) else { continue }
      let digits = bytes[(start + mark.count)...].prefix(32)
      guard digits.count == 32, digits.allSatisfy({ hexadecimalValue(of: $0) != nil }) else {
        continue
      }
      let id = String(decoding: digits, as: UTF8.self).lowercased()
      if !ids.contains(id) { ids.append(id) }
    }
    return ids
  }
}
