import DiaryCore
import Localization

/// What the list's title bar tells of sync.
enum SyncSign {
  /// `⇅ 2 min` since the last success, `↑3` for what waits to go, `⚠ sync` after a failure: the longest
  /// form first. None where the diary is on this machine alone.
  static func forms(_ app: ScreenContext) -> [String] {
    guard let remotes = app.sync.state?.remotes, !remotes.isEmpty else { return [] }
    if remotes.contains(where: { $0.error != nil }) { return [localized("⚠ sync"), "⚠"] }
    if app.sync.waiting > 0 { return ["↑" + CountWords.grouped(app.sync.waiting)] }
    // With several, what is true of all of them.
    let times = remotes.compactMap(\.lastSync)
    guard times.count == remotes.count, let oldest = times.min() else { return ["⇅"] }
    return ["⇅ " + SyncWords.briefly(oldest, app), "⇅"]
  }

  /// For those who have it read to them: only what has to be done something about.
  static func spoken(_ app: ScreenContext) -> String? {
    guard let remotes = app.sync.state?.remotes, remotes.contains(where: { $0.error != nil })
    else { return nil }
    return app.keys[.list].keyName(of: .sync).map {
      localized("Couldn't sync. Press \($0) to see why.")
    } ?? localized("Couldn't sync.")
  }
}
