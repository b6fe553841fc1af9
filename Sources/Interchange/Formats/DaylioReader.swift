import DiaryCore
import System

/// Reads Daylio's backups, which include photos, and its CSV exports.
struct DaylioReader: EntryFileReader {
  private static let backup = "backup.daylio"
  private static let folder = "assets"
  /// The first columns of an export, which have the same names in every language.
  private static let columns = ["full_date", "date", "weekday", "time", "mood", "activities"]
  private static let knownColumns = columns + ["note_title", "note"]
  private static let sampleSize = 20

  var entryFiles: EntryFiles
  /// The number of entries read so far for each minute.
  private var seen = RepeatCounter()

  static func recognizes(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    return files.contains { isBackup($0, in: tree) }
      || files.lazy.filter { MarkdownFiles.fileExtension(of: $0) == "csv" }.prefix(sampleSize)
        .contains { isTable(tree.head(of: $0)) }
  }

  /// Returns whether a file is the data file of a backup. The backup itself, an archive, has the
  /// same extension.
  private static func isBackup(_ file: String, in tree: ImportTree) -> Bool {
    let name = Path.split(file).name.lowercased()
    return name == backup || name.hasSuffix(".daylio") && !tree.isArchive(file)
  }

  private static func isTable(_ head: [UInt8]) -> Bool {
    let line = CSVRows.read(Array(head.prefix { $0 != 0x0A })).first ?? []
    return line.starts(with: columns)
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    entryFiles = EntryFiles(tree, defaults) { file in
      Self.isBackup(file, in: tree)
        || MarkdownFiles.fileExtension(of: file) == "csv" && Self.isTable(tree.head(of: file))
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws
    -> [ReadItem]
  {
    let text = try entryFiles.text(of: file)
    guard Self.isBackup(file, in: entryFiles.tree) else { return items(ofTable: text, in: file) }
    let backup = try DaylioBackup(text)
    var seen = seen
    defer { self.seen = seen }
    let read = items(backup.entries.count, in: file) { index, files in
      let json = backup.entries[index]
      let entry = try backup.entry(json, localOffset: files.defaults.localOffset)
      var placing = PhotoPlacing(files.tree)
      for asset in backup.assets(of: json) { Self.add(asset, to: &placing, &files.lookup) }
      return try entry.read(seen.add(entry.minute), placing, files.defaults)
    }
    return read + (backup.goals > 0 ? [.note(ImportNote(place, .goals(backup.goals)))] : [])
  }

  private mutating func items(ofTable text: [UInt8], in file: String) -> [ReadItem] {
    let rows = CSVRows.read(text)
    let names = rows.first ?? []
    var seen = seen
    defer { self.seen = seen }
    return items(max(0, rows.count - 1), in: file) { index, files in
      let values = Dictionary(
        zip(names, rows[index + 1]), uniquingKeysWith: { first, _ in first })
      var placing = PhotoPlacing(files.tree)
      let entry = try Self.entry(values, names, &placing, files.defaults)
      return try entry.read(seen.add(entry.minute), placing, files.defaults)
    }
  }

  /// Adds a photo or an attachment. Files are named by their checksums, without an extension.
  private static func add(
    _ asset: DaylioBackup.Asset, to placing: inout PhotoPlacing, _ lookup: inout PhotoLookup
  ) {
    let result = lookup.photo(named: asset.checksum, near: folder)
    guard case .otherFile(let path) = result else {
      if asset.isPhoto {
        placing.markdown(result, named: asset.checksum)
      } else {
        placing.record(.missingAttachment(asset.checksum))
      }
      return
    }
    let name = asset.name.isBlank ? asset.checksum : asset.name
    if asset.isPhoto {
      placing.place(path, named: MediaType.isPhoto(named: name) ? name : name + ".jpg")
    } else {
      placing.attach(path, named: name)
    }
  }

  private static func entry(
    _ values: [String: String], _ names: [String], _ placing: inout PhotoPlacing,
    _ defaults: EntryDraft.Defaults
  ) throws -> DaylioEntry {
    let day = values["full_date"] ?? ""
    guard !day.isBlank else { throw EntryFieldError.noDate }
    guard let onlyDay = PartialDate(day) else { throw EntryFieldError.invalidDate(day) }
    let time = values["time"] ?? ""
    let written = time.isBlank ? nil : PartialDate("\(day) \(time)")
    if written == nil, !time.isBlank { placing.record(.unparsedDate(time)) }
    return DaylioEntry(
      date: (written ?? onlyDay).date(localOffset: defaults.localOffset),
      title: values["note_title"] ?? "", note: values["note"] ?? "", mood: values["mood"] ?? "",
      activities: (values["activities"] ?? "").split(separator: "|").map { String($0.trimmed) },
      carried: names.compactMap { name in
        guard !knownColumns.contains(name), let value = values[name], !value.isBlank else {
          return nil
        }
        return JSONMember(name, .string(value))
      })
  }
}

// MARK: - DaylioBackup

/// The contents of a Daylio backup: entries, and the moods, activities and files they refer to.
struct DaylioBackup {
  /// A photo or a recording.
  struct Asset {
    /// The name of the asset's file, which has no extension.
    let checksum: String
    let isPhoto: Bool
    let name: String
  }

  /// The names of the built-in moods, best first.
  private static let moods = ["rad", "good", "meh", "bad", "awful"]
  private static let photoType = 1

  let entries: [JSONValue]
  /// The number of goals, which aren't imported.
  let goals: Int
  private var moods: [Int: String] = [:]
  private var activities: [Int: String] = [:]
  private var assets: [Int: Asset] = [:]

  /// Parses JSON, either as Base64 or as plain text.
  init(_ text: [UInt8]) throws {
    let bytes = Base64Decoder.bytes(of: text) ?? text
    let json = try JSONRows.Row(line: 1, content: .bytes(bytes)).foreignJSON.value
    guard let entries = json["dayEntries"]?.array else {
      throw EntryFieldError.invalidMember("dayEntries")
    }
    self.entries = entries
    goals = json["goals"]?.array?.count ?? 0
    for mood in json["customMoods"]?.array ?? [] {
      guard let id = mood["id"]?.integer else { continue }
      let customName = mood["custom_name"]?.string ?? ""
      let number = mood["predefined_name_id"]?.integer ?? 0
      moods[id] =
        customName.isBlank && Self.moods.indices.contains(number - 1)
        ? Self.moods[number - 1] : customName
    }
    for tag in json["tags"]?.array ?? [] {
      if let id = tag["id"]?.integer { activities[id] = tag["name"]?.string }
    }
    for asset in json["assets"]?.array ?? [] {
      guard let id = asset["id"]?.integer, let checksum = asset["checksum"]?.string else {
        continue
      }
      assets[id] = Asset(
        checksum: checksum, isPhoto: asset["type"]?.integer == Self.photoType,
        name: Self.name(of: asset))
    }
  }

  /// Returns a file's original name, which is stored as JSON inside a JSON string.
  private static func name(of asset: JSONValue) -> String {
    let metadata = ["android_metadata", "ios_metadata"].lazy.compactMap { asset[$0]?.string }.first
    let json = metadata.flatMap { try? JSONParser.parse(Array($0.utf8)) }
    return json?["Name"]?.string ?? ""
  }

  func entry(_ json: JSONValue, localOffset: (Int64) -> Int) throws -> DaylioEntry {
    guard let instant = json["datetime"].flatMap({ ForeignInstant($0, unitsPerSecond: 1000) })
    else {
      throw EntryFieldError.noDate
    }
    let offset = json["timeZoneOffset"]?.integer.map { $0 / 1000 }
    let date =
      offset.flatMap { abs($0) < 16 * 3600 ? $0 : nil }
      .map { EntryDate(instant: instant.timestamp.seconds, withinCalendar: $0) }
      ?? instant.date(localOffset: localOffset)
    return DaylioEntry(
      date: date, title: json["note_title"]?.string ?? "", note: json["note"]?.string ?? "",
      mood: json["mood"]?.integer.flatMap { moods[$0] } ?? "",
      activities: (json["tags"]?.array ?? []).compactMap { $0.integer.flatMap { activities[$0] } })
  }

  /// Returns the photos and recordings of an entry, in order.
  func assets(of json: JSONValue) -> [Asset] {
    (json["assets"]?.array ?? []).compactMap { $0.integer.flatMap { assets[$0] } }
  }
}

// MARK: - DaylioEntry

/// An entry of a Daylio backup or CSV export.
struct DaylioEntry {
  var date: EntryDate
  var title = ""
  var note = ""
  var mood = ""
  var activities: [String] = []
  /// Values that the diary has no field for.
  var carried: [JSONMember] = []

  /// Converts to an entry of the diary. `count` is the number of entries before it in the same
  /// minute. Backups and CSV exports have the same minutes, so an entry imported from one is
  /// recognized in the other.
  func read(
    _ count: Int, _ placing: PhotoPlacing, _ defaults: EntryDraft.Defaults
  ) throws -> ForeignEntry {
    let text = try MixedHTML.markdown(of: note)
    var title = title
    // Most days have a mood and nothing else.
    if title.isBlank, text.isBlank, placing.isEmpty {
      title = mood.isBlank ? activities.joined(separator: ", ") : mood
    }
    let fields = EntryFields(
      date: date, title: title, content: text, tags: activities, journal: "",
      details: EntryDetails(mood: mood.isBlank ? nil : mood))
    let entry = Entry(
      .daylio, RepeatCounter.identity(.string(minute), count: count), fields,
      author: defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000), carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// The local date and time, to the minute.
  var minute: String { "\(date.day) \(date.clock)" }
}
