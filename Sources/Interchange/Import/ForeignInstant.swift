import DiaryCore

/// An instant as other programs write it, and the date that the writer's clock showed.
struct ForeignInstant {
  let timestamp: Timestamp

  /// `nil` outside of the years that a date may have.
  init?(milliseconds: Int64) {
    let written = Timestamp(milliseconds: milliseconds)
    let nearest = Timestamp(fileSeconds: written.seconds, nanoseconds: 0)
    guard nearest.seconds == written.seconds else { return nil }
    timestamp = written
  }

  /// A number of units of which so many make a second, as a number or a text; or ISO 8601.
  init?(_ value: JSONValue, unitsPerSecond: Int64) {
    let words = value.words ?? ""
    if let written = Timestamp(words) {
      self.init(milliseconds: written.milliseconds)
      return
    }
    let number = Int64(words) ?? Double(words).flatMap { Int64(exactly: $0.rounded()) }
    guard let number else { return nil }
    let (seconds, rest) = number.quotientAndRemainder(dividingBy: unitsPerSecond)
    let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
    guard !isTooLarge else { return nil }
    self.init(milliseconds: milliseconds + rest * 1000 / unitsPerSecond)
  }

  /// `localOffset` as for a diary's importer.
  func date(localOffset: (Int64) -> Int) -> EntryDate {
    let seconds = timestamp.seconds
    let offset = localOffset(seconds + Int64(localOffset(seconds)))
    return EntryDate(instant: seconds, withinCalendar: offset)
  }

  /// The offset of the zone in which a clock showed `local`, in seconds as if they were UTC; `nil` where no
  /// zone has such an offset.
  func offset(showing local: Int64) -> Int? {
    let offset = Int(clamping: local - timestamp.seconds)
    return (-12 * 3600...14 * 3600).contains(offset) && offset % 900 == 0 ? offset : nil
  }

  /// In a zone by its name; where there is none of that name, in that of this place.
  func date(
    in zone: String, _ zones: inout TimeZones, localOffset: (Int64) -> Int
  ) -> (date: EntryDate, isZoneKnown: Bool) {
    guard let offset = zones.offset(of: zone, at: timestamp.seconds) else {
      return (date(localOffset: localOffset), false)
    }
    return (EntryDate(instant: timestamp.seconds, withinCalendar: offset), true)
  }
}

extension EntryDate {
  /// At the very ends of the calendar, where an offset would lead out of it, the time is UTC.
  init(instant: Int64, withinCalendar offset: Int) {
    let date = EntryDate(instant: instant, offset: offset)
    self = (1...9999).contains(date.day.year) ? date : EntryDate(instant: instant, offset: 0)
  }
}
