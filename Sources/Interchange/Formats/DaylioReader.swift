import DiaryCore
import System

/// Reads what Daylio saves, a backup with photos, and what it exports, a table of values.
struct DaylioReader: EntryFileReader {
  private static let backup = "backup.daylio"
  private static let folder = "assets"
  /// The first columns, which are called so in every language.
  private static let columns = ["full_date", "date", "weekday", "time", "mood", "activities"]
  private static let knownColumns = columns + ["note_title", "note"]
  private static let lookedAt = 20

  var entryFiles: EntryFiles
  /// How many entries have the same minute.
  private var seen = SeenWords()

  static func recognizes(_ tree: ImportTree) -> Bool {
    let files = tree.allFiles()
    return files.contains { isBackup($0, in: tree) }
      || files.lazy.filter { MarkdownFiles.ending(of: $0) == "csv" }.prefix(lookedAt)
        .contains { isTable(tree.head(of: $0)) }
  }

  /// The file in a backup; the backup itself is called so, too, and is an archive.
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
        || MarkdownFiles.ending(of: file) == "csv" && Self.isTable(tree.head(of: file))
    }
  }

  mutating func items(of file: String, at place: ImportPosition) throws(EntryFieldError)
    -> [ReadItem]
  {
    let text = try entryFiles.text(of: file)
    guard Self.isBackup(file, in: entryFiles.tree) else { return items(ofTable: text, in: file) }
    let backup = try DaylioBackup(text)
    var seen = seen
    defer { self.seen = seen }
    let read = items(backup.entries.count, in: file) { index, files throws(EntryFieldError) in
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
    return items(max(0, rows.count - 1), in: file) { index, files throws(EntryFieldError) in
      let values = Dictionary(
        zip(names, rows[index + 1]), uniquingKeysWith: { first, _ in first })
      var placing = PhotoPlacing(files.tree)
      let entry = try Self.entry(values, names, &placing, files.defaults)
      return try entry.read(seen.add(entry.minute), placing, files.defaults)
    }
  }

  /// Files are called by their checksums, without an ending.
  private static func add(
    _ asset: DaylioBackup.Asset, to placing: inout PhotoPlacing, _ lookup: inout PhotoLookup
  ) {
    let result = lookup.photo(called: asset.checksum, near: folder)
    guard case .otherFile(let path) = result else {
      if asset.isPhoto {
        placing.markdown(result, called: asset.checksum)
      } else {
        placing.record(.missingAttachment(asset.checksum))
      }
      return
    }
    let name = asset.name.isBlank ? asset.checksum : asset.name
    if asset.isPhoto {
      placing.place(path, called: MediaType.isPhoto(named: name) ? name : name + ".jpg")
    } else {
      placing.attach(path, called: name)
    }
  }

  private static func entry(
    _ values: [String: String], _ names: [String], _ placing: inout PhotoPlacing,
    _ defaults: EntryDraft.Defaults
  ) throws(EntryFieldError) -> DaylioEntry {
    let day = values["full_date"] ?? ""
    guard !day.isBlank else { throw .noDate }
    guard let onlyDay = WrittenDate(day) else { throw .invalidDate(day) }
    // Some phones put spaces of other kinds there.
    let time = String((values["time"] ?? "").map { $0.isWhitespace ? " " : $0 })
    let written = time.isBlank ? nil : WrittenDate("\(day) \(time)")
    if written == nil, !time.isBlank { placing.record(.unreadDate(time)) }
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

/// What Daylio's backup says: entries, and what they refer to.
struct DaylioBackup {
  /// A photo or a recording.
  struct Asset {
    /// What its file is called, which has no ending.
    let checksum: String
    let isPhoto: Bool
    let name: String
  }

  /// What the moods are called that come with the program, best first.
  private static let moods = ["rad", "good", "meh", "bad", "awful"]
  private static let photoType = 1

  let entries: [JSONValue]
  /// How many goals there are, which are no entries.
  let goals: Int
  private var moods: [Int: String] = [:]
  private var activities: [Int: String] = [:]
  private var assets: [Int: Asset] = [:]

  /// Reads JSON in Base64, or as it is.
  init(_ text: [UInt8]) throws(EntryFieldError) {
    let bytes = Base64Decoder.bytes(of: text) ?? text
    let json = try JSONRows.Row(line: 1, content: .bytes(bytes)).foreignJSON.value
    guard let entries = json["dayEntries"]?.array else { throw .invalidMember("dayEntries") }
    self.entries = entries
    goals = json["goals"]?.array?.count ?? 0
    for mood in json["customMoods"]?.array ?? [] {
      guard let id = mood["id"]?.integer else { continue }
      let own = mood["custom_name"]?.string ?? ""
      let number = mood["predefined_name_id"]?.integer ?? 0
      moods[id] =
        own.isBlank && Self.moods.indices.contains(number - 1) ? Self.moods[number - 1] : own
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

  /// What a file was called on the phone, which JSON within the JSON tells.
  private static func name(of asset: JSONValue) -> String {
    let metadata = ["android_metadata", "ios_metadata"].lazy.compactMap { asset[$0]?.string }.first
    let json = metadata.flatMap { try? JSONParser.parse(Array($0.utf8)) }
    return json?["Name"]?.string ?? ""
  }

  func entry(_ json: JSONValue, localOffset: (Int64) -> Int) throws(EntryFieldError) -> DaylioEntry
  {
    guard let instant = json["datetime"].flatMap({ ForeignInstant($0, unitsPerSecond: 1000) })
    else {
      throw .noDate
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

  /// The photos and recordings of an entry, in their order.
  func assets(of json: JSONValue) -> [Asset] {
    (json["assets"]?.array ?? []).compactMap { $0.integer.flatMap { assets[$0] } }
  }
}

// MARK: - DaylioEntry

/// An entry of Daylio's, from its backup or its CSV.
struct DaylioEntry {
  var date: EntryDate
  var title = ""
  var note = ""
  var mood = ""
  var activities: [String] = []
  /// What has no place here.
  var carried: [JSONMember] = []

  /// `count` is how many before it have its minute. Both kinds of file tell the same minute, so that what
  /// came from one is known in the other.
  func read(
    _ count: Int, _ placing: PhotoPlacing, _ defaults: EntryDraft.Defaults
  ) throws(EntryFieldError) -> ForeignEntry {
    let text = try LooseHTML.markdown(of: note)
    var title = title
    // Most days have a mood and nothing else.
    if title.isBlank, text.isBlank, placing.isEmpty {
      title = mood.isBlank ? activities.joined(separator: ", ") : mood
    }
    let fields = EntryFields(
      date: date, title: title, content: text, tags: activities, journal: "",
      details: EntryDetails(mood: mood.isBlank ? nil : mood))
    let entry = Entry(
      .daylio, SeenWords.words(.string(minute), count: count), fields, author: defaults.author,
      created: Timestamp(milliseconds: date.instant * 1000), carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// As the clock showed it.
  var minute: String { "\(date.day) \(date.clock)" }
}
