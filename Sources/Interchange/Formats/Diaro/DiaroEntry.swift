import DiaryCore

/// An entry of Diaro's.
enum DiaroEntry {
  static func read(
    _ row: DiaroBackup.Row, _ backup: DiaroBackup, defaults: EntryDraft.Defaults
  ) throws(EntryFieldError) -> Entry {
    guard let written = row["date"], !written.isBlank else { throw .noDate }
    guard let instant = ForeignInstant(.string(written), unitsPerSecond: 1000) else {
      throw .invalidDate(written)
    }
    // It tells the writer's offset, as `+09:00`.
    let offset = row["tz_offset"].flatMap { WrittenDate("2000-01-01 00:00 \($0)")?.offset }
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
    ).tidied
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

  /// A temperature alone may be one that was never told.
  private static func weather(_ row: DiaroBackup.Row) -> String? {
    guard let words = row["weather_description"], !words.isBlank else { return nil }
    guard let degrees = row["weather_temperature"].flatMap({ Double($0) }), abs(degrees) < 150
    else { return words }
    return "\(words), \(Int(degrees.rounded()))°C"
  }
}
