import DiaryCore

/// Looks into a photo once, however often it is asked: decoding takes time. A file that has been
/// changed is another photo.
package actor RememberingInspector: PhotoInspector {
  private let inspector: any PhotoInspector
  private var known: [FileIdentity: PhotoFacts] = [:]
  /// Beyond this all are forgotten.
  private static let most = 10_000

  package init(_ inspector: any PhotoInspector) { self.inspector = inspector }

  package func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    let file = FileIdentity(path: path)
    if let file, let facts = known[file] { return facts }
    let facts = try await inspector.facts(ofPhotoAt: path)
    // It may have changed while it was looked into.
    if let file, file == FileIdentity(path: path) {
      if known.count >= Self.most { known = [:] }
      known[file] = facts
    }
    return facts
  }

  package func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    await inspector.headers(ofPhotosAt: paths)
  }
}
