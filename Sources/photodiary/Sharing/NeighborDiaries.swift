import DiaryCore
import System

/// The diaries beside the open one, for the screens.
struct NeighborDiaries: DiaryDirectory {
  let openName: String?
  let together: DiariesTogether?

  func others() async -> [NeighborDiary] {
    var others: [NeighborDiary] = []
    if openName != nil || together != nil, let own = try? Dependencies(store: nil) {
      let entries = try? await own.diary.count()
      let words = entries.map(CountWords.entries) ?? own.folders.store.printable
      others.append(NeighborDiary(name: nil, words: words))
    }
    for name in SharedDiaries.names() where name != openName || together != nil {
      others.append(NeighborDiary(name: name, words: await SharedDiaryState(name).words))
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
