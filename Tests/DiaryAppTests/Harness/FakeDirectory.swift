import DiaryCore

struct FakeDirectory: DiaryDirectory {
  var openName: String?
  var known: [NeighborDiary]

  func others() async -> [NeighborDiary] { known }
}
