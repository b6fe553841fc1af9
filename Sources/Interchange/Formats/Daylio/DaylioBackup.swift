import DiaryCore

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
