import DiaryCore

struct FakeDirectory: DiaryDirectory {
  var openName: String?
  var together: DiariesTogether?
  var known: [NeighborDiary]

  func others() async -> [NeighborDiary] { known }
}
