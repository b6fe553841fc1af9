import DiaryCore
import Localization

extension Dependencies {
  /// Keeps the photos of these files. All are looked into first, so that one that is refused
  /// leaves nothing behind; what can't be drawn is kept and said.
  func addPhotos(_ paths: [String]) async throws(DiaryError) -> [Photo] {
    let (diary, inspector) = (diary, inspector)
    _ = try await Self.all(paths) { path async throws(DiaryError) in
      try await inspector.facts(ofPhotoAt: path)
    }
    let added = try await Self.all(paths) { path async throws(DiaryError) in
      try await diary.addPhoto(at: path)
    }
    for (path, photo) in zip(paths, added) {
      guard let problem = photo.problem else { continue }
      ErrorLine.write(
        localized("Added \(path), but \(problem.reason). A placeholder is shown instead."))
    }
    return added.map(\.photo)
  }

  /// Keeps these files with an entry, whatever they hold.
  func attach(_ paths: [String]) async throws(DiaryError) -> [Attachment] {
    let diary = diary
    return try await Self.all(paths) { path async throws(DiaryError) in
      try await diary.addAttachment(at: path).attachment
    }
  }

  /// What a body gives for each path, in their order, several at a time; else the first error.
  private static func all<Value: Sendable>(
    _ paths: [String], _ body: @escaping @Sendable (String) async throws(DiaryError) -> Value
  ) async throws(DiaryError) -> [Value] {
    let results = await concurrentResults(paths, body)
    var values: [Value] = []
    for result in results.compactMap(\.self) { values.append(try result.get()) }
    return values
  }
}
