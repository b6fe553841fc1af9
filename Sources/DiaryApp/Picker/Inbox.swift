import DiaryCore
import Text

extension Effect {
  /// Opens the screen that creates entries from the inbox.
  static var openInbox: Effect {
    .run { context in
      (hasInbox: context.environment.inbox != nil, await context.environment.inbox?.folder())
    } thenPerform: { state, found in
      guard let folder = found.1 else {
        state.toast =
          found.hasInbox
          ? localized("No inbox folder is set. Set inbox in the settings (\(state.settingsKey)).")
          : localized("The sample diary has no inbox.")
        return []
      }
      return PhotoImportState.open(folder: folder, isInbox: true, in: &state)
    }
  }
}

extension Message {
  /// Stores the number of files in the inbox.
  static func inboxCounted(_ count: InboxCount) -> Message {
    Message(count) { $0.inbox = count }
  }
}

/// The number of files in the inbox, in the list's title bar.
enum InboxBadge {
  /// Returns the texts, longest form first: `3 photos and 1 note in inbox: Alt-i`, `4 in inbox:
  /// Alt-i`, `4 in inbox`. Empty if the inbox is empty.
  static func forms(_ app: AppState) -> [String] {
    guard let count = app.inbox, count.total > 0 else { return [] }
    let short = localized(id: "inbox.count", "\(CountText.grouped(count.total)) in inbox")
    let long = waiting(parts(count))
    guard let key = app.keys[.list].keyName(of: .inbox) else { return [long, short] }
    return ["\(long): \(key)", "\(short): \(key)", short]
  }

  /// Returns the text for screen readers.
  static func spoken(_ app: AppState) -> String? { forms(app).first }

  static func parts(_ count: InboxCount) -> [String] {
    [
      count.photos > 0 ? CountText.photos(count.photos) : nil,
      count.notes > 0
        ? localized(
          counting: count.notes, one: "\(count.notes) note", other: "\(count.notes) notes") : nil,
      count.videos > 0 ? CountText.videos(count.videos) : nil,
      count.recordings > 0 ? CountText.recordings(count.recordings) : nil,
    ].compactMap(\.self)
  }

  private static func waiting(_ parts: [String]) -> String {
    guard let last = parts.last else { return "" }
    let others = parts.dropLast().joined(separator: ", ")
    return others.isEmpty
      ? localized("\(last) in inbox") : localized("\(others) and \(last) in inbox")
  }
}
