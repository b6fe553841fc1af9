import DiaryCore
import DiaryStore
import System
import Text

/// News: entries and comments of others in the diaries on this machine, for the screens.
struct SharedNews: NewsTracking {
  let dependencies: Dependencies

  func unread() async -> [DiaryNews] {
    var news: [DiaryNews] = []
    if let items = try? await dependencies.lookForNews().unread, !items.isEmpty {
      news.append(DiaryNews(diary: nil, items, by: (try? await dependencies.diary.authors()) ?? []))
    }
    for name in SharedDiaries.names() where name != dependencies.folders.diary {
      let folders = Folders(newDiary: name)
      // A diary that is shown with this one may have received news in this run.
      let part = dependencies.parts.first { $0.folders.diary == name }
      let items = (try? await part?.lookForNews().unread) ?? folders.newsFile.unread()
      guard !items.isEmpty else { continue }
      // The authors of a locked diary are unknown; only the number is shown.
      let authors = (try? await (part ?? Dependencies(folders)).diary.authors()) ?? []
      news.append(DiaryNews(diary: name, items, by: authors))
    }
    return news
  }

  /// Marks an entry read in every diary that is open, as it may be in any of them. Looks for news
  /// first, as the entry may have just arrived.
  func markRead(_ entry: ID<Entry>) async {
    for part in dependencies.parts.isEmpty ? [dependencies] : dependencies.parts {
      _ = try? await part.lookForNews()
    }
    let others = SharedDiaries.names().map { Folders(newDiary: $0).newsFile }
    for file in [dependencies.folders.newsFile] + others { try? file.markRead(entry) }
  }

  func markAllRead(_ scope: NewsScope) async throws {
    let folders =
      switch scope {
      case .open: [dependencies.folders]
      case .diary(let name): [Folders(newDiary: name)]
      case .all: [dependencies.folders] + SharedDiaries.names().map(Folders.init(newDiary:))
      }
    for folder in folders { try folder.newsFile.markAllRead() }
  }

  func toggleNotifications(of diary: String) async throws -> Bool {
    try Folders(newDiary: diary).newsFile.toggleNotifications()
  }
}

extension Dependencies {
  /// Finds and records the news of the diary. The entries of a new one aren't news.
  ///
  /// - Throws: an error if the diary or the file can't be read.
  func lookForNews() async throws -> (new: [NewsItem], unread: [NewsItem]) {
    try await unlocking.repository.lookForNews(folders.newsFile)
  }
}

// MARK: - NewsNotifications

/// Records news after a sync, and shows notifications on the desktop for those that the user wants:
/// of a diary chosen on its journals screen or in the settings, or of entries that match a search
/// in the settings.
struct NewsNotifications {
  let dependencies: Dependencies
  /// The names of diaries and searches for which to notify.
  let wanted: [String]

  /// Above this number, only counts are shown.
  private static let maxShown = 3

  func send() async {
    guard let items = try? await dependencies.lookForNews().new, !items.isEmpty,
      let authors = try? await dependencies.diary.authors()
    else { return }
    let isComplete =
      dependencies.folders.newsFile.isNotified || wanted.contains { isName($0) }
    var searches: [EntryPredicate] = []
    for text in wanted where !isName(text) {
      let predicate = SearchQuery(argument: text).predicate
      guard let named = try? await dependencies.diary.resolve(predicate) else { continue }
      searches.append(named)
    }
    var shown: [(item: NewsItem, entry: Entry)] = []
    for item in items {
      guard let entry = try? await dependencies.diary.entry(item.entry) else { continue }
      if isComplete || searches.contains(where: { $0.matches(entry) }) {
        shown.append((item, entry))
      }
    }
    guard !shown.isEmpty, let notifier = Notifier.find() else { return }
    if shown.count > Self.maxShown {
      let news = DiaryNews(diary: nil, shown.map(\.item), by: authors)
      for (name, count) in news.counts { notifier.show(text(name, wrote: count)) }
    } else {
      for (item, entry) in shown {
        let name = authors.first { $0.id == item.author }?.name ?? ""
        notifier.show(text(name, item, entry))
      }
    }
    await notifier.finish()
  }

  private func isName(_ text: String) -> Bool {
    dependencies.folders.diary?.isSameName(as: text) == true
  }

  private var diary: String { (dependencies.folders.diary ?? "PhotoDiary").printable }

  private func text(_ name: String, wrote count: Int) -> String {
    localized("\(name.printable) wrote \(CountText.grouped(count)) in \(diary)")
  }

  private func text(_ name: String, _ item: NewsItem, _ entry: Entry) -> String {
    let (name, title) = (name.printable, entry.displayTitle.printable)
    return item.comment == nil
      ? localized("\(name) wrote “\(title)” in \(diary)")
      : localized("\(name) commented on “\(title)” in \(diary)")
  }
}
