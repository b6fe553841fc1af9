import DiaryCore
import System

/// Reads the journal of Day One Classic: a folder with a property list for each entry, and photos
/// named by the entries' UUIDs.
struct DayOneClassicReader: EntryFileReader {
  var entryFiles: EntryFiles

  static func recognizes(_ tree: ImportTree) -> Bool { tree.allFiles().contains(where: isEntry) }

  private static func isEntry(_ file: String) -> Bool {
    MarkdownFiles.fileExtension(of: file) == "doentry"
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults, isEntry: Self.isEntry)
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let head = entryFiles.tree.head(of: file)
    if head.isEmpty { throw EntryFieldError.empty }
    if head.starts(with: "bplist".utf8) { throw EntryFieldError.unreadable }
    // Anything that isn't XML was encrypted by the app.
    guard head.first == UInt8(ascii: "<") else { throw EntryFieldError.encrypted }
    let list = try PropertyList.read(String(decoding: entryFiles.text(of: file), as: UTF8.self))
    if list["Entry Text"] == nil,
      list.members?.contains(where: { $0.name.contains("Encrypt") }) == true
    {
      throw EntryFieldError.encrypted
    }
    return try entry(list, of: file).items(at: place)
  }

  private mutating func entry(_ list: JSONValue, of file: String) throws -> ForeignEntry {
    guard let written = list["Creation Date"] else { throw EntryFieldError.noDate }
    guard let created = ForeignInstant(written, unitsPerSecond: 1) else {
      throw EntryFieldError.invalidDate(written.words ?? "Creation Date")
    }
    var placing = PhotoPlacing(entryFiles.tree)
    let zone = list["Time Zone"]?.string ?? ""
    let (date, isKnown) = created.date(
      in: zone, &entryFiles.zones, localOffset: entryFiles.defaults.localOffset)
    if !isKnown, !zone.isBlank { placing.record(.unknownZone(zone)) }
    let (folder, name) = Path.split(file)
    let uuid = list["UUID"]?.string ?? MarkdownFiles.stem(of: name)
    for fileExtension in ["jpg", "jpeg", "png", "gif", "heic"] {
      let found = entryFiles.lookup.photo(named: "photos/\(uuid).\(fileExtension)", near: folder)
      if case .found = found { placing.markdown(found, named: uuid) }
    }
    let text = DayOneText.read(list["Entry Text"]?.string ?? "") { _, _, _ in nil }
    let fields = EntryFields(
      date: date, title: text.title, content: text.content,
      tags: (list["Tags"]?.array ?? []).compactMap(\.string), journal: journal(of: file),
      details: EntryDetails(
        isStarred: list["Starred"]?.bool ?? false, place: list["Location"].flatMap(Self.place),
        weather: list["Weather"].flatMap(Self.weather)))
    let represented: Set = ["Creation Date", "Entry Text", "Starred", "Tags", "UUID"]
    var entry = Entry(
      .dayoneclassic, [.string(uuid)], fields, author: entryFiles.defaults.author,
      created: created.timestamp,
      carrying: (list.members ?? []).filter { !represented.contains($0.name) })
    // Later versions of Day One kept these IDs, and the same diary may be imported from both.
    if let id = ID<Entry>(uuid) { entry.id = id }
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// Returns the name of the enclosing journal folder, `Journal.dayone`, without the extension.
  private func journal(of file: String) -> String {
    let folders = [entryFiles.tree.name] + file.split(separator: "/").map(String.init)
    let journal = folders.last { MarkdownFiles.fileExtension(of: $0) == "dayone" }
    return journal.map(MarkdownFiles.stem) ?? ""
  }

  private static func place(_ location: JSONValue) -> String? {
    DayOneEntry.place([
      "placeName": location["Place Name"] ?? .null, "localityName": location["Locality"] ?? .null,
      "administrativeArea": location["Administrative Area"] ?? .null,
      "country": location["Country"] ?? .null,
    ])
  }

  private static func weather(_ weather: JSONValue) -> String? {
    let degrees = weather["Celsius"]?.words.flatMap { Double($0) }
    return DayOneEntry.weather([
      "conditionsDescription": weather["Description"] ?? .null,
      "temperatureCelsius": degrees.map { .number("\($0)") } ?? .null,
    ])
  }
}

// MARK: - PropertyList

/// Parses XML property lists, the format of Apple's systems, to JSON values. Dates become strings,
/// and data is dropped.
struct PropertyList {
  private struct Open {
    let isArray: Bool
    var key: String?
    var members: [JSONMember] = []
    var values: [JSONValue] = []
  }

  private var open: [Open] = []
  private var words = ""
  private var value: JSONValue?

  /// Parses a property list.
  ///
  /// - Throws: `EntryFieldError.overlyComplexMarkup` if `text` isn't XML or contains no property
  ///   list.
  static func read(_ text: String) throws -> JSONValue {
    var list = PropertyList()
    try MarkupPieces.read(text, as: .xml) { list.receive($0) }
    guard let value = list.value else { throw EntryFieldError.overlyComplexMarkup }
    return value
  }

  private mutating func receive(_ piece: MarkupPieces.Piece) {
    switch piece {
    case .text(let text): words += text
    case .begin(let name, _):
      words = ""
      if ["dict", "array"].contains(name) { open.append(Open(isArray: name == "array")) }
    case .end(let name): end(name)
    }
  }

  private mutating func end(_ name: String) {
    switch name {
    case "key": if let last = open.indices.last { open[last].key = words }
    case "string", "date": add(.string(words))
    case "integer", "real":
      let number = Double(words.trimmed).flatMap { $0.isFinite ? $0 : nil }
      add(
        Int(words.trimmed).map { .integer($0) } ?? number.map { .number("\($0)") } ?? .string(words)
      )
    case "true", "false": add(.bool(name == "true"))
    case "data": add(.null)
    case "dict", "array":
      guard let closed = open.popLast() else { return }
      add(closed.isArray ? .array(closed.values) : .object(closed.members))
    default: break
    }
  }

  private mutating func add(_ new: JSONValue) {
    guard let last = open.indices.last else {
      value = value ?? new
      return
    }
    if open[last].isArray {
      open[last].values.append(new)
    } else if let key = open[last].key {
      open[last].members.append(JSONMember(key, new))
      open[last].key = nil
    }
  }
}
