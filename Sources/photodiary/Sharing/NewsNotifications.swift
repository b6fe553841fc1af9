import DiaryCore
import Localization
import System

/// Notes what others have written, once a sync has brought it, and tells the desktop as far as that is wanted:
/// on the screen of the journals of a diary, in the settings of a diary or of what a search finds.
struct NewsNotifications {
  let dependencies: Dependencies
  /// Names of diaries, and searches.
  let wanted: [String]

  /// More than so many entries and comments are told by their number.
  private static let mostTold = 3

  func tell() async {
    let repository = dependencies.unlocking.repository
    let file = dependencies.newsFile
    guard let items = try? await repository.lookForNews(file).new, !items.isEmpty,
      let authors = try? await dependencies.diary.authors()
    else { return }
    let isWhole = file.isNotified || wanted.contains { isName($0) }
    var searches: [EntryPredicate] = []
    for text in wanted where !isName(text) {
      let predicate = SearchQuery(argument: text).predicate
      guard let named = try? await dependencies.diary.naming(predicate) else { continue }
      searches.append(named)
    }
    var told: [(item: NewsItem, entry: Entry)] = []
    for item in items {
      guard let entry = try? await dependencies.diary.entry(item.entry) else { continue }
      if isWhole || searches.contains(where: { $0.matches(entry) }) { told.append((item, entry)) }
    }
    guard !told.isEmpty, let notifier = Notifier.find() else { return }
    if told.count > Self.mostTold {
      let news = DiaryNews(diary: nil, told.map(\.item), by: authors)
      for (name, count) in news.counts { notifier.show(words(name, wrote: count)) }
    } else {
      for (item, entry) in told {
        let name = authors.first { $0.id == item.author }?.name ?? ""
        notifier.show(words(name, item, entry))
      }
    }
    await notifier.finish()
  }

  private func isName(_ text: String) -> Bool {
    dependencies.folders.diary?.isSameName(as: text) == true
  }

  private var diary: String { (dependencies.folders.diary ?? "PhotoDiary").printable }

  private func words(_ name: String, wrote count: Int) -> String {
    localized("\(name.printable) wrote \(CountWords.grouped(count)) in \(diary)")
  }

  private func words(_ name: String, _ item: NewsItem, _ entry: Entry) -> String {
    let (name, title) = (name.printable, entry.displayTitle.printable)
    return item.comment == nil
      ? localized("\(name) wrote “\(title)” in \(diary)")
      : localized("\(name) commented on “\(title)” in \(diary)")
  }
}
