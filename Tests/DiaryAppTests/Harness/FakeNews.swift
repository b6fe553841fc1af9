import DiaryCore

/// What others have written, in memory.
actor FakeNews: NewsKeeping {
  private var news: [DiaryNews]
  /// What was marked as read at once.
  private(set) var marked: [NewsScope] = []

  init(_ news: [DiaryNews]) { self.news = news }

  func unread() -> [DiaryNews] { news }
  func markRead(_ entry: ID<Entry>) {}

  func markAllRead(_ scope: NewsScope) {
    marked.append(scope)
    news.removeAll { scope == .all || scope == $0.diary.map { .diary($0) } ?? .open }
  }

  func switchNotifications(of diary: String) -> Bool { true }
}
