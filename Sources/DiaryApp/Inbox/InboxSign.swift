import DiaryCore
import Localization

/// What the list's title bar tells of what waits in the inbox.
enum InboxSign {
  /// `3 photos and 1 note wait: Alt-i`, `4 wait: Alt-i`, `4 wait`: the longest form first. None where
  /// nothing waits.
  static func forms(_ app: ScreenContext) -> [String] {
    guard let count = app.inbox, count.total > 0 else { return [] }
    let short = localized(id: "inbox.count", "\(CountWords.grouped(count.total)) wait")
    let long = waiting(parts(count))
    guard let key = app.keys[.list].keyName(of: .inbox) else { return [long, short] }
    return ["\(long): \(key)", "\(short): \(key)", short]
  }

  /// For those who have it read to them.
  static func spoken(_ app: ScreenContext) -> String? { forms(app).first }

  static func parts(_ count: InboxCount) -> [String] {
    [
      count.photos > 0 ? CountWords.photos(count.photos) : nil,
      count.notes > 0
        ? localized(
          counting: count.notes, one: "\(count.notes) note", other: "\(count.notes) notes") : nil,
      count.films > 0 ? CountWords.films(count.films) : nil,
      count.recordings > 0 ? CountWords.recordings(count.recordings) : nil,
    ].compactMap(\.self)
  }

  private static func waiting(_ parts: [String]) -> String {
    guard let last = parts.last else { return "" }
    let others = parts.dropLast().joined(separator: ", ")
    return others.isEmpty
      ? localized("\(last) wait") : localized("\(others) and \(last) wait")
  }
}
