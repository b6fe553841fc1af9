import DiaryCore
import System

/// A journal entry of a calendar.
struct VJournal {
  let lines: [CalendarLine]

  /// What says something that has no place here.
  private static let carriedNames: Set = [
    "GEO", "URL", "STATUS", "CLASS", "CONTACT", "COMMENT", "ORGANIZER", "RELATED-TO", "RRULE",
    "COLOR",
  ]

  private func first(_ name: String) -> CalendarLine? { lines.first { $0.name == name } }

  private func all(_ name: String) -> [CalendarLine] { lines.filter { $0.name == name } }

  /// Whether it was cancelled, which means that it was removed there.
  var isRemoved: Bool { first("STATUS")?.value.uppercased() == "CANCELLED" }

  func read(
    in file: String, _ files: inout EntryFiles
  ) throws(EntryFieldError) -> ForeignEntry {
    let localOffset = files.defaults.localOffset
    var placing = PhotoPlacing(files.tree)
    // Notes have no day of their own.
    guard let line = first("DTSTART") ?? first("CREATED") ?? first("DTSTAMP") else { throw .noDate }
    let (date, zone) = try Self.date(line, &files.zones, localOffset)
    if let zone { placing.record(.unknownZone(zone)) }
    func time(_ name: String) -> Timestamp? {
      first(name).flatMap { line in
        (try? Self.date(line, &files.zones, localOffset)).map {
          Timestamp(milliseconds: $0.date.instant * 1000)
        }
      }
    }
    let (created, modified) = (time("CREATED"), time("LAST-MODIFIED"))
    for line in all("ATTACH") {
      CalendarAttachment(line: line).bring(
        into: &placing, &files, folder: Path.split(file).folder)
    }
    let title = first("SUMMARY")?.text ?? ""
    let text = all("DESCRIPTION").map(\.text).joined(separator: "\n\n")
    let fields = EntryFields(
      date: date, title: title.replacing("\n", with: " "), content: text,
      tags: all("CATEGORIES").flatMap(\.texts), journal: "",
      details: EntryDetails(place: first("LOCATION")?.text))
    let carried = lines.filter { Self.carriedNames.contains($0.name) }.map { line in
      JSONMember(line.name.lowercased(), .string(line.name == "GEO" ? line.value : line.text))
    }
    // Of one that is repeated, each day that was changed has the same id.
    let words = [first("UID")?.value, first("RECURRENCE-ID")?.value]
    let id = words.compactMap(\.self).map(JSONValue.string)
    let entry = Entry(
      .vjournal, id.isEmpty ? [.string(line.value), .string(title)] : id, fields,
      author: files.defaults.author,
      created: created ?? Timestamp(milliseconds: date.instant * 1000), modified: modified,
      carrying: carried)
    return ForeignEntry(entry: entry, placing: placing)
  }

  /// `20240503`, `20240503T070000Z`, or a local time, in a zone or in that of whoever reads it. `zone` is
  /// the name of one that isn't known.
  private static func date(
    _ line: CalendarLine, _ zones: inout TimeZones, _ localOffset: (Int64) -> Int
  ) throws(EntryFieldError) -> (date: EntryDate, zone: String?) {
    guard let written = WrittenDate(line.value) else { throw .invalidDate(line.value) }
    guard written.offset == nil else {
      let instant = written.date(localOffset: localOffset).instant
      let offset = localOffset(instant + Int64(localOffset(instant)))
      return (EntryDate(instant: instant, withinCalendar: offset), nil)
    }
    guard let zone = line.parameters["TZID"] else {
      return (written.date(localOffset: localOffset), nil)
    }
    // Some programs put a name of their own before it: `/freeassociation.sourceforge.net/Europe/Berlin`.
    let names = [zone, zone.split(separator: "/").suffix(2).joined(separator: "/")]
    for name in names where zones.offset(of: name, at: 0) != nil {
      let date = written.date { local in
        let near = zones.offset(of: name, at: local) ?? 0
        return zones.offset(of: name, at: local - Int64(near)) ?? near
      }
      return (date, nil)
    }
    return (written.date(localOffset: localOffset), zone)
  }
}
