import DiaryCore
import System

extension JSONValue {
  /// In bytes. Files that tell of photos and albums have about a thousand, and those of shared albums all comments.
  private static let longestOfTakeout = 1 << 20

  /// What Takeout tells in a file; `nil` of one that can't be read, or is too long to be such.
  init?(takeoutFileAt path: String) {
    guard let file = try? SourceFile(path, [.readOnly, .noFollow, .nonBlocking]),
      let size = try? file.status().size, size <= Self.longestOfTakeout,
      let bytes = try? TextFile.read(file),
      let json = try? JSONParser.parse(bytes, mendsSurrogates: true)
    else { return nil }
    self = json
  }
}
