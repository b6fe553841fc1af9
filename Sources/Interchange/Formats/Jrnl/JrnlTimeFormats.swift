import DiaryCore

/// The forms in which the heads of entries may give their dates: the one that is set, or the one that
/// fits most of them, and then those that jrnl reads beside it.
struct JrnlTimeFormats {
  private let own: JrnlTimeFormat?

  /// `set` is what settings or a person say; `heads` are what stands in brackets at the beginning of
  /// lines, from which it is told where nobody says.
  init(set: JrnlTimeFormat?, heads: [ArraySlice<UInt8>]) {
    own = set ?? Self.likeliest(for: heads)
  }

  /// The time of a head, which it must be as a whole. `day` as for a format.
  func time(_ head: ArraySlice<UInt8>, on day: CalendarDay? = nil) -> JrnlTime? {
    if let own, let time = Self.time(head, own, on: day) { return time }
    // To jrnl, what is so short is the mark of a footnote.
    guard head.count > 6 else { return nil }
    for format in Self.known {
      if let time = Self.time(head, format, on: day) { return time }
    }
    return nil
  }

  private static func time(
    _ head: ArraySlice<UInt8>, _ format: JrnlTimeFormat, on day: CalendarDay?
  ) -> JrnlTime? {
    format.read(head, on: day).flatMap { $0.count == head.count ? $0.time : nil }
  }

  /// Of all, the one that reads the most heads; of those that read as many, the first.
  private static func likeliest(for heads: [ArraySlice<UInt8>]) -> JrnlTimeFormat? {
    let counts = known.map { format in
      heads.count { head in format.read(head).map { $0.count == head.count } ?? false }
    }
    guard let most = counts.max(), most > 0 else { return nil }
    return counts.firstIndex(of: most).map { known[$0] }
  }

  static let known: [JrnlTimeFormat] = {
    let days = [
      "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%d-%m-%Y",
      "%b %d, %Y", "%b %d %Y", "%d %b %Y", "%d. %b %Y", "%a %d %b %Y", "%a, %d %b %Y",
      "%a, %b %d, %Y", "%a %b %d %Y", "%a %Y-%m-%d",
    ]
    let times = [
      " %H:%M", " %I:%M:%S %p", " %H:%M:%S", " %I:%M %p", "T%H:%M:%S", "T%H:%M", ", %H:%M",
      ", %I:%M %p", "",
    ]
    return times.flatMap { time in days.compactMap { JrnlTimeFormat($0 + time) } }
      + ["%c"].compactMap { JrnlTimeFormat($0) }
  }()
}
