import DiaryCore
import Localization

// What others have written is looked for after the first frame and after what comes from elsewhere.
extension AppState {
  mutating func pendingNews() -> [Effect] {
    guard context.newsIsStale else { return [] }
    context.newsIsStale = false
    return context.tellsNews ? [.loadNews] : []
  }
}

extension Effect {
  static let loadNews = Effect.telling(in: .latest("news")) { context in
    guard let news = await context.environment.news?.unread(), !Task.isCancelled else { return }
    context.post(.newsLoaded(news))
  }

  /// An entry has been read, and what is said under it.
  static func markRead(_ entry: ID<Entry>) -> Effect {
    .telling(entry, in: .queue("readNews")) { context in
      guard let keeper = context.environment.news else { return }
      await keeper.markRead(entry)
      context.post(.newsLoaded(await keeper.unread()))
    }
  }

  /// Nothing of some diaries is new any more.
  static func markAllRead(_ scope: NewsScope) -> Effect {
    .run(scope, in: .queue("readNews")) { context async throws(DiaryError) in
      try await context.environment.news?.markAllRead(scope)
      return await context.environment.news?.unread() ?? []
    } thenPerform: { state, news in
      state.context.news = news
      state.toast =
        switch scope {
        case .open: localized("All that others wrote here is marked as read.")
        case .diary(let name):
          localized("All that others wrote in “\(name.printable)” is marked as read.")
        case .all: localized("All that others wrote is marked as read.")
        }
      return [.loadNeighbors]
    }
  }

  /// Has the desktop tell of another diary, or no longer.
  static func switchNotifications(of diary: String) -> Effect {
    .run(diary, in: .queue("readNews")) { context throws(DiaryError) in
      try await context.environment.news?.switchNotifications(of: diary)
    } thenPerform: { state, isNotified in
      guard let isNotified else { return [] }
      let name = diary.printable
      state.toast =
        isNotified
        ? localized(
          "The desktop tells what others write in “\(name)”, with each sync of the timer.")
        : localized("The desktop no longer tells what others write in “\(name)”.")
      return [.loadNeighbors]
    }
  }
}

extension Message {
  static func newsLoaded(_ news: [DiaryNews]) -> Message {
    Message(news) { $0.context.news = news }
  }
}
