import DiaryCore
import Localization

/// Sync in words: how long ago, what is kept where, what came of it.
enum SyncWords {
  private static let minute: Int64 = 60
  private static let hour: Int64 = 3600
  private static let day: Int64 = 86_400
  /// After so many days, a date says more.
  private static let mostDays: Int64 = 30

  /// `just now`, `2 min ago`, `3 hours ago`, `9 days ago`, and a date of what is longer ago. A time that
  /// another machine's clock has put into the future is just now.
  static func ago(_ time: Timestamp, _ app: ScreenContext) -> String {
    let seconds = app.now.instant - time.seconds
    switch seconds {
    case ..<minute: return localized("just now")
    case ..<hour: return localized("\(seconds / minute) min ago")
    case ..<day:
      let hours = Int(seconds / hour)
      return localized(counting: hours, one: "1 hour ago", other: "\(hours) hours ago")
    case ..<(mostDays * day):
      let days = Int(seconds / day)
      return localized(counting: days, one: "1 day ago", other: "\(days) days ago")
    default: return DateWords.short(app.localDate(time).day)
    }
  }

  /// The same where there is little room: `now`, `2 min`, `3 h`, `9 d`.
  static func briefly(_ time: Timestamp, _ app: ScreenContext) -> String {
    let seconds = app.now.instant - time.seconds
    return switch seconds {
    case ..<minute: localized("now")
    case ..<hour: localized("\(seconds / minute) min")
    case ..<day: localized("\(seconds / hour) h")
    default: localized("\(seconds / day) d")
    }
  }

  static func remotes(_ number: Int) -> String {
    let count = CountWords.grouped(number)
    return localized(counting: number, one: "\(count) remote", other: "\(count) remotes")
  }

  static func devices(_ number: Int) -> String {
    let count = CountWords.grouped(number)
    return localized(counting: number, one: "\(count) device", other: "\(count) devices")
  }

  static func photos(_ policy: PhotoPolicy) -> String {
    switch policy {
    case .all: localized("all photos")
    case .small: localized("small photos")
    case .none: localized("photos on request")
    }
  }

  static func encryption(isPlain: Bool) -> String {
    isPlain ? localized("plain files") : localized("encrypted")
  }

  // MARK: What came of it

  /// Of a sync that nobody asked for.
  static func received(_ number: Int) -> String {
    let count = CountWords.grouped(number)
    return localized(
      counting: number, one: "Received \(count) change.", other: "Received \(count) changes.")
  }

  static var stopped: String { localized("Stopped. What was done is kept.") }

  /// Of a sync by hand. What went wrong stands with each remote.
  static func outcome(_ results: [SyncResult]) -> String {
    let failed = results.filter { $0.error != nil }.map { "“\($0.remote.printable)”" }
    guard failed.isEmpty else {
      return localized("Couldn't finish syncing with \(failed.joined(separator: ", ")).")
    }
    let sent = results.reduce(0) { $0 + $1.sentLines + $1.sentFiles }
    let received = results.reduce(0) { $0 + $1.receivedLines + $1.receivedFiles }
    guard sent + received > 0 else { return localized("Everything is in sync.") }
    return localized(
      "Synced: \(CountWords.grouped(sent)) sent, \(CountWords.grouped(received)) received.")
  }
}
