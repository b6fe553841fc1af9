import DiaryCore

/// Reads Diaro's backups: one XML file with all entries, and a folder with all photos.
struct DiaroReader: ForeignReader {
  private static let file = "DiaroBackup.xml"
  private static let folder = "media/photo"

  private let tree: ImportTree
  private let defaults: EntryDraft.Defaults
  private var lookup: PhotoLookup
  private var backup: DiaroBackup?
  private var number = 0
  private var pending: ArraySlice<ReadItem> = []

  static func recognizes(_ tree: ImportTree) -> Bool {
    tree.files().contains(file)
      && String(decoding: tree.head(of: file), as: UTF8.self).contains("diaro_")
  }

  init(_ tree: ImportTree, defaults: EntryDraft.Defaults) {
    self.tree = tree
    self.defaults = defaults
    lookup = PhotoLookup(tree, files: tree.allFiles())
  }

  var touchedFiles: Set<String>? { lookup.used.union([Self.file]) }

  mutating func next() throws -> ReadItem? {
    if let item = pending.popFirst() { return item }
    if backup == nil {
      do {
        let text = try EntryFiles.text(of: Self.file, in: tree)
        backup = try DiaroBackup(String(decoding: text, as: UTF8.self))
      } catch {
        backup = DiaroBackup()
        return .note(ImportNote(.file(Self.file), .refusing(error)))
      }
    }
    guard let backup, number < backup.entries.count else { return nil }
    number += 1
    pending = read(backup.entries[number - 1], backup)[...]
    return pending.popFirst()
  }

  private mutating func read(_ row: DiaroBackup.Row, _ backup: DiaroBackup) -> [ReadItem] {
    var day: String?
    func place() -> ImportPosition { .entry(file: Self.file, number: number, day: day) }
    do {
      var placing = PhotoPlacing(tree)
      for name in backup.files(of: row) {
        placing.markdown(lookup.photo(named: name, near: Self.folder), named: name)
      }
      let entry = try DiaroEntry.read(row, backup, defaults: defaults)
      day = entry.date.day.description
      return try ForeignEntry(entry: entry, placing: placing).items(at: place())
    } catch {
      return [.note(ImportNote(place(), .refusing(error)))]
    }
  }
}

// MARK: - DiaroBackup

/// The tables of a Diaro backup: rows of names and values.
struct DiaroBackup {
  typealias Row = [String: String]

  /// All entries of the backup. They are kept in memory, because an entry may precede the rows it
  /// refers to.
  private(set) var entries: [Row] = []
  private var folders: [String: Row] = [:]
  private var tags: [String: Row] = [:]
  private var locations: [String: Row] = [:]
  private var moods: [String: Row] = [:]
  /// Attachments by entry ID.
  private var attachments: [String: [Row]] = [:]

  init(_ xml: String) throws {
    var table = ""
    var row: Row?
    var name: String?
    try MarkupPieces.read(xml, as: .xml) { piece in
      switch piece {
      case .begin("table", let attributes):
        table = attributes["name"] ?? attributes["title"] ?? ""
      case .begin("r", _): row = [:]
      case .begin(let element, _): if row != nil { name = element }
      case .text(let text): if let name { row?[name, default: ""] += text }
      case .end("r"):
        if let row { add(row, to: table) }
        row = nil
      case .end("table"): table = ""
      case .end: name = nil
      }
    }
  }

  /// Creates an empty backup.
  init() {}

  private mutating func add(_ row: Row, to table: String) {
    let id = row["uid"] ?? ""
    switch table {
    case "diaro_entries": entries.append(row)
    case "diaro_folders": folders[id] = row
    case "diaro_tags": tags[id] = row
    case "diaro_locations": locations[id] = row
    case "diaro_moods": moods[id] = row
    case "diaro_attachments": attachments[row["entry_uid"] ?? "", default: []].append(row)
    default: break
    }
  }

  func folder(of entry: Row) -> String? { entry["folder_uid"].flatMap { folders[$0]?["title"] } }

  func tags(of entry: Row) -> [String] {
    (entry["tags"] ?? "").split(separator: ",").compactMap { tags[String($0)]?["title"] }
  }

  func location(of entry: Row) -> Row? { entry["location_uid"].flatMap { locations[$0] } }

  func mood(of entry: Row) -> String? { entry["mood"].flatMap { moods[$0]?["title"] } }

  /// Returns the names of an entry's files, in order.
  func files(of entry: Row) -> [String] {
    (attachments[entry["uid"] ?? ""] ?? []).enumerated().sorted { left, right in
      let places = [left, right].map { Int($0.element["position"] ?? "") ?? Int.max }
      return (places[0], left.offset) < (places[1], right.offset)
    }.compactMap { $0.element["filename"] }
  }
}

// MARK: - DiaroEntry

/// Converts an entry of a Diaro backup.
enum DiaroEntry {
  static func read(
    _ row: DiaroBackup.Row, _ backup: DiaroBackup, defaults: EntryDraft.Defaults
  ) throws -> Entry {
    guard let written = row["date"], !written.isBlank else { throw EntryFieldError.noDate }
    guard let instant = ForeignInstant(.string(written), unitsPerSecond: 1000) else {
      throw EntryFieldError.invalidDate(written)
    }
    // The local UTC offset, such as `+09:00`.
    let offset = row["tz_offset"].flatMap { PartialDate("2000-01-01 00:00 \($0)")?.offset }
    let date =
      offset.map { EntryDate(instant: instant.timestamp.seconds, withinCalendar: $0) }
      ?? instant.date(localOffset: defaults.localOffset)
    let location = backup.location(of: row)
    let place = [location?["title"], location?["address"]].compactMap(\.self).first { !$0.isBlank }
    let fields = EntryFields(
      date: date, title: row["title"] ?? "", content: row["text"] ?? "",
      tags: backup.tags(of: row), journal: backup.folder(of: row) ?? "",
      details: EntryDetails(
        mood: backup.mood(of: row), place: place, weather: Self.weather(row))
    ).normalized
    var carried: [JSONMember] = []
    for name in ["lat", "lng"] {
      guard let value = location?[name], Double(value) ?? 0 != 0 else { continue }
      carried.append(JSONMember(name, .string(value)))
    }
    if let mood = row["mood"], fields.details.mood == nil, !mood.isBlank, mood != "0" {
      carried.append(JSONMember("mood", .string(mood)))
    }
    return Entry(
      .diaro, [.string(row["uid"] ?? written)], fields, author: defaults.author,
      created: instant.timestamp, carrying: carried)
  }

  /// Returns the weather. A temperature without a description may be a default value, so it is
  /// ignored.
  private static func weather(_ row: DiaroBackup.Row) -> String? {
    guard let words = row["weather_description"], !words.isBlank else { return nil }
    guard let degrees = row["weather_temperature"].flatMap({ Double($0) }), abs(degrees) < 150
    else { return words }
    return "\(words), \(Int(degrees.rounded()))°C"
  }
}
