import DiaryCore
import Localization
import TerminalUI

extension ConfirmState {
  static func delete(_ entry: Entry) -> Self {
    ConfirmState(
      title: localized("Delete this entry?"), effects: [.change(.one(entry.id), .delete)]
    ) { app in
      var details = DateWords.long(entry.date.day)
      if !entry.photos.isEmpty { details += " · " + CountWords.photos(entry.photos.count) }
      return [app.headline(entry.displayTitle)[0], details, "", trash(app)]
    }
  }

  /// Some of the entries may not be in what the list shows.
  static func change(_ ids: [ID<Entry>], _ change: BulkChange, hidden: Int) -> Self {
    ConfirmState(
      title: BulkWords.question(change, CountWords.entries(ids.count)),
      effects: [.change(.ids(ids), change)]
    ) { app in
      (BulkWords.hidden(hidden).map { [$0, ""] } ?? [])
        + [change == .delete ? trashMany(app) : app.undoWords]
    }
  }

  private static func trash(_ app: ScreenContext) -> String {
    app.undoKey.map { localized("It will move to the trash. Press \($0) to undo.") }
      ?? localized("It will move to the trash.")
  }

  private static func trashMany(_ app: ScreenContext) -> String {
    app.undoKey.map { localized("They will move to the trash. Press \($0) to undo.") }
      ?? localized("They will move to the trash.")
  }
}
