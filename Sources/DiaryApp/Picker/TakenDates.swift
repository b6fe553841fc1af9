import DiaryCore

/// When photos in folders were taken, as far as that has been read: kept for the run by path and
/// the time of the last change, so that a folder's photos are looked into once.
package struct TakenDates: Sendable {
  private struct Key: Hashable {
    let path: String
    let modified: Timestamp
  }

  private var dates: [Key: Moment] = [:]
  /// Beyond this all are forgotten, and read again where they are wanted.
  private static let most = 100_000

  /// When a photo was taken.
  struct Moment: Hashable, Sendable {
    /// What a clock on the wall showed, in seconds.
    let wallClock: Int64
    /// `true` if the camera or its name says so; else it is the time of the file.
    let isTaken: Bool

    var day: CalendarDay { EntryDate(instant: wallClock, offset: 0).day }
    var clock: String { EntryDate(instant: wallClock, offset: 0).clock }
  }

  func moment(_ path: String, _ item: FileItem) -> Moment? {
    dates[Key(path: path, modified: item.modified)]
  }

  /// Notes what was read of a photo: ISO 8601, `nil` when neither the camera nor its name said anything.
  mutating func record(
    _ taken: String?, _ path: String, _ item: FileItem, localDate: (Timestamp) -> EntryDate
  ) {
    if dates.count >= Self.most { dates = [:] }
    let date = EntryDate(taken: taken) { local in
      localDate(Timestamp(milliseconds: local * 1000)).offset
    }
    dates[Key(path: path, modified: item.modified)] = Moment(
      wallClock: (date ?? localDate(item.modified)).wallClock, isTaken: date != nil)
  }
}
