import DiaryCore
import Localization
import System

/// The diaries beside the open one, for the screens.
struct NeighborDiaries: DiaryDirectory {
  let openName: String?
  let together: DiariesTogether?

  func others() async -> [NeighborDiary] {
    var others: [NeighborDiary] = []
    if openName != nil || together != nil, let own = try? Dependencies(store: nil) {
      let entries = try? await own.diary.count()
      let words =
        entries.map(CountWords.entries)
        ?? (own.unlocking.state == .locked
          ? localized("locked") : own.folders.store.printable)
      others.append(NeighborDiary(name: nil, words: words))
    }
    for name in SharedDiaries.names() where name != openName || together != nil {
      let news = Dependencies(Folders(newDiary: name)).newsFile
      let (count, isNotified) = (news.unread().count, news.isNotified)
      let words = [
        count > 0 ? CountWords.new(count) : nil,
        await SharedDiaryState(name).words, isNotified ? localized("told on the desktop") : nil,
      ]
      others.append(
        NeighborDiary(name: name, words: words.compactMap(\.self).joined(separator: ", ")))
    }
    return others
  }

  /// Begins the program anew with another diary, or with all of them and the open one first.
  static func open(_ opening: DiaryOpening, from folders: Folders, _ choice: ScreenChoice) {
    var choice = choice
    var arguments: [String] = []
    switch opening {
    case .diary(let diary):
      choice.isTogether = false
      if let name = diary.name { arguments = ["--diary", name] }
    case .together:
      choice.isTogether = true
      arguments = folders.diary.map { ["--diary", $0] } ?? ["--store", folders.store]
    }
    ThisProgram.begin(with: choice.arguments + arguments)
  }
}
