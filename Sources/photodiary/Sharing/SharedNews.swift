import DiaryCore
import DiaryStore
import System

/// What others have written in the diaries on this machine, for the screens.
struct SharedNews: NewsKeeping {
  let dependencies: Dependencies

  func unread() async -> [DiaryNews] {
    var news: [DiaryNews] = []
    let repository = dependencies.unlocking.repository
    if let items = try? await repository.lookForNews(dependencies.newsFile).unread, !items.isEmpty {
      news.append(DiaryNews(diary: nil, items, by: (try? await dependencies.diary.authors()) ?? []))
    }
    for name in SharedDiaries.names() where name != dependencies.folders.diary {
      let other = Dependencies(Folders(newDiary: name))
      // Of one that is shown with this one, what is new has come in this run.
      let isShown = dependencies.parts.contains { $0.folders.diary == name }
      let noted =
        isShown
        ? try? await other.unlocking.repository.lookForNews(other.newsFile).unread : nil
      let items = noted ?? other.newsFile.unread()
      guard !items.isEmpty else { continue }
      // Of one that is locked nothing is told but how much it is.
      let authors = (try? await other.diary.authors()) ?? []
      news.append(DiaryNews(diary: name, items, by: authors))
    }
    return news
  }

  /// Of several diaries that are open as one, it may be of any. What came just now is noted first: it may be
  /// what is being read.
  func markRead(_ entry: ID<Entry>) async {
    for part in dependencies.parts.isEmpty ? [dependencies] : dependencies.parts {
      _ = try? await part.unlocking.repository.lookForNews(part.newsFile)
    }
    let others = SharedDiaries.names().map { Dependencies(Folders(newDiary: $0)).newsFile }
    for file in [dependencies.newsFile] + others { try? file.markRead(entry) }
  }

  func markAllRead(_ scope: NewsScope) async throws(DiaryError) {
    func file(_ name: String) -> NewsFile { Dependencies(Folders(newDiary: name)).newsFile }
    let files =
      switch scope {
      case .open: [dependencies.newsFile]
      case .diary(let name): [file(name)]
      case .all: [dependencies.newsFile] + SharedDiaries.names().map(file)
      }
    for file in files { try file.markAllRead() }
  }

  func switchNotifications(of diary: String) async throws(DiaryError) -> Bool {
    try Dependencies(Folders(newDiary: diary)).newsFile.switchNotifications()
  }
}

extension Dependencies {
  /// Notes what is there in a diary that has just come to this machine: what others write from now on is news.
  func beginNews() async {
    _ = try? await unlocking.repository.lookForNews(newsFile)
  }

  /// What is remembered of what others have written here.
  var newsFile: NewsFile { NewsFile(path: Path.join(folders.news, layout.key + ".json")) }
}
