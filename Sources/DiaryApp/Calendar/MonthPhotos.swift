import DiaryCore

/// The first photo of each day of a month, for a screen that has room for them.
struct MonthPhotos: Sendable {
  /// Those of the last month that was read; they are shown until the next answer.
  private var photos: [CalendarDay: Photo] = [:]
  /// The first day of the month that was asked for since the last change of the diary.
  private var asked: (month: CalendarDay, requestID: Int)?

  /// More entries of a month aren't looked at.
  static let limit = 400

  subscript(day: CalendarDay) -> Photo? { photos[day] }

  /// Whether a month has to be asked for, which is then noted.
  mutating func request(_ month: CalendarDay, requestID: Int) -> Bool {
    guard asked?.month != month else { return false }
    asked = (month, requestID)
    return true
  }

  /// Takes the month's entries with photos in, newest first.
  mutating func take(_ newestFirst: [Entry], _ requestID: Int) {
    guard asked?.requestID == requestID else { return }
    photos = Dictionary(
      newestFirst.compactMap { entry in entry.pictures.first.map { (entry.date.day, $0) } }
    ) { $1 }
  }

  /// The diary has changed: what is shown is asked for anew.
  mutating func reload() { asked = nil }
}
