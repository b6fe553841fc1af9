/// The forms in which the heads of entries may give their dates: the one that is set, or the one that
/// fits most of them, and then those that jrnl reads beside it.
struct JrnlTimeFormats {
  private let formats: [JrnlTimeFormat]

  /// `set` is what settings or a person say; `heads` are what stands in brackets at the beginning of
  /// lines, from which it is told where nobody says.
  init(set: JrnlTimeFormat?, heads: [ArraySlice<UInt8>]) {
    let own = set ?? Self.likeliest(for: heads)
    formats = (own.map { [$0] } ?? []) + Self.known
  }

  /// The time of a head, which it must be as a whole.
  func time(_ head: ArraySlice<UInt8>) -> JrnlTime? {
    // Shorter ones are marks of footnotes to jrnl.
    guard head.count > 6 else { return nil }
    for format in formats {
      if let (time, count) = format.read(head), count == head.count { return time }
    }
    return nil
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
