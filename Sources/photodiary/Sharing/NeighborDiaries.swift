import DiaryCore
import System

/// The diaries beside the open one, for the screens.
struct NeighborDiaries: DiaryDirectory {
  let openName: String?

  func others() async -> [NeighborDiary] {
    var others: [NeighborDiary] = []
    if openName != nil, let own = try? Dependencies(store: nil) {
      let entries = try? await own.diary.count()
      let words = entries.map(CountWords.entries) ?? own.folders.store.printable
      others.append(NeighborDiary(name: nil, words: words))
    }
    for name in SharedDiaries.names() where name != openName {
      others.append(NeighborDiary(name: name, words: await SharedDiaryState(name).words))
    }
    return others
  }

  /// Begins the program anew with another diary.
  static func open(_ diary: NeighborDiary, _ choice: ScreenChoice) {
    var arguments = choice.arguments
    if let name = diary.name { arguments += ["--diary", name] }
    ThisProgram.begin(with: arguments)
  }
}
