import DiaryCore

/// Reads what Joplin exports as JEX, a tar, or as a folder of the same files: notes, notebooks, tags
/// and resources, each in a file that is called by its id, and the bytes of resources in a folder.
///
/// Only the text of notes may be long. All else is read before them, so that a note knows its notebook,
/// tags and photos.
struct JoplinReader: EntryFileReader {
  private static let lookedAt = 20

  var entryFiles: EntryFiles
  private var context: JoplinContext?

  static func recognizes(_ tree: ImportTree) -> Bool {
    guard !tree.isFile else { return false }
    return tree.files().lazy.filter { JoplinItem.isNamed($0) }.prefix(lookedAt).contains { file in
      item(file, in: tree) != nil
    }
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: JoplinItem.isNamed)
  }

  private static func item(_ file: String, in tree: ImportTree) -> JoplinItem? {
    (try? EntryFiles.text(of: file, in: tree)).flatMap {
      JoplinItem(String(decoding: $0, as: UTF8.self))
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let context = known()
    guard let item = JoplinItem(String(decoding: try entryFiles.text(of: file), as: UTF8.self))
    else {
      entryFiles.passOver(file)
      return []
    }
    guard item.kind == .note else { return [] }
    if item.flag("encryption_applied") { throw .encrypted }
    guard item.text("deleted_time") ?? "0" == "0", !item.flag("is_conflict") else {
      return [.note(ImportNote(place, .trashedThere))]
    }
    return try JoplinNote.read(item, context, in: &entryFiles).items(at: place)
  }

  /// What notes refer to, read once.
  private mutating func known() -> JoplinContext {
    if let context { return context }
    var context = JoplinContext()
    // The first note waits for them already.
    for file in entryFiles.tree.allFiles() where JoplinItem.isNamed(file) {
      if let item = Self.item(file, in: entryFiles.tree) { context.add(item) }
    }
    self.context = context
    return context
  }
}

/// The notebooks, tags and resources of an export by Joplin.
struct JoplinContext {
  /// The ids of the notes.
  private(set) var notes: Set<String> = []
  private var notebooks: [String: (title: String, parent: String?)] = [:]
  private var tags: [String: String] = [:]
  /// The tags of notes, by the notes' ids.
  private var taggings: [String: [String]] = [:]
  private var resources: [String: (name: String, ending: String)] = [:]

  mutating func add(_ item: JoplinItem) {
    switch item.kind {
    case .notebook: notebooks[item.id] = (item.title, item.text("parent_id"))
    case .tag: tags[item.id] = item.title
    case .tagging:
      guard let note = item.text("note_id"), let tag = item.text("tag_id") else { return }
      taggings[note, default: []].append(tag)
    case .resource:
      let ending = item.text("file_extension") ?? MarkdownFiles.ending(of: item.title)
      resources[item.id] = (item.title, ending)
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

  /// The path of a resource's file as exports have it, and what it was called.
  func resource(_ id: String) -> (path: String, name: String)? {
    resources[id].map { resource in
      let ending = resource.ending.isEmpty ? "" : "." + resource.ending
      let path = "resources/\(id)\(ending)"
      return (path, resource.name.isBlank ? "\(id)\(ending)" : resource.name)
    }
  }
}
