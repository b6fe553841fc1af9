import DiaryCore

extension Wiring {
  /// Keeps the photos of these files. All are looked into first, so that one that is refused
  /// leaves nothing behind; what can't be drawn is kept and said.
  func addPhotos(_ paths: [String]) async throws(DiaryError) -> [Photo] {
    for path in paths { _ = try await inspector.facts(ofPhotoAt: path) }
    var photos: [Photo] = []
    for path in paths {
      let (photo, problem) = try await diary.addPhoto(at: path)
      photos.append(photo)
      if let problem {
        ErrorLine.write("\(path) was added, but \(problem.reason). A placeholder stands for it.")
      }
    }
    return photos
  }
}

/// Looks into a photo once, however often it is asked: decoding takes time.
actor RememberingInspector: PhotoInspector {
  private let inspector: any PhotoInspector
  private var known: [String: PhotoFacts] = [:]

  init(_ inspector: any PhotoInspector) { self.inspector = inspector }

  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    if let facts = known.removeValue(forKey: path) { return facts }
    let facts = try await inspector.facts(ofPhotoAt: path)
    known[path] = facts
    return facts
  }

  func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    await inspector.headers(ofPhotosAt: paths)
  }
}
