import DiaryCore
import Localization

extension Effect {
  /// Opens the screen on which entries are made of what waits in the inbox.
  static var openInbox: Effect {
    .run { context in
      (hasInbox: context.environment.inbox != nil, await context.environment.inbox?.folder())
    } thenPerform: { state, found in
      guard let folder = found.1 else {
        state.context.toast =
          found.hasInbox
          ? localized("Name a folder for the inbox in config.toml first: inbox = \"~/Sync/Inbox\".")
          : localized("The inbox is for your own diary, not for the sample.")
        return []
      }
      return PhotoImportState.open(folder: folder, isInbox: true, in: &state.context)
    }
  }
}

extension Message {
  /// How much waits there now.
  static func inboxCounted(_ count: InboxCount) -> Message {
    Message(count) { $0.context.inbox = count }
  }
}
