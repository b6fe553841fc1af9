import DiaryCore

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
      if let problem = photo.problem { ErrorLine.report(problem, ofAdded: path) }
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
    try await concurrentResults(paths, body).compactMap(\.self).map { result throws(DiaryError) in
      try result.get()
    }
  }
}
