import DiaryCore
import System

/// `following.json`: this is a public diary of somebody else, which is read here and never written. It says
/// which diary it has to be, where that is known.
struct FollowedFile {
  let layout: StoreLayout

  private static let diaryName = "diary"

  var exists: Bool { FileSystem.exists(layout.following) }

  /// The diary that it has to be.
  func diary() throws(DiaryError) -> ID<FoundedDiary>? {
    guard exists else { return nil }
    let bytes = try OpenFile.reading(layout.following).bytes(from: 0, atMost: 4096)
    let json = try? JSONParser.parse(bytes)
    return json?[Self.diaryName]?.string.flatMap { ID<FoundedDiary>($0) }
  }

  func write(_ diary: ID<FoundedDiary>?) throws(DiaryError) {
    try FileSystem.makeFolders(layout.root)
    let json: JSONValue = [Self.diaryName: .optional(diary?.description)]
    try DurableFile.write(JSONWriter.bytes(json) + [0x0A], to: layout.following)
  }
}

extension DiskRepository {
  /// Notes that what comes here is a public diary of somebody else, and which one, if that is known.
  package func noteFollowing(_ diary: ID<FoundedDiary>?) throws(DiaryError) {
    try FollowedFile(layout: layout).write(diary)
  }

  /// Whether this is a public diary of somebody else.
  package nonisolated var isFollowed: Bool { FollowedFile(layout: layout).exists }
}
