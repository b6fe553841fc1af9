import DiaryCore

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
