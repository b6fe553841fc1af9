import DiaryCore
import TestSupport

/// Looks into photos that tell nothing but where they were taken.
struct LocatedInspector: PhotoInspector {
  /// In degrees, from what stands in the file: `33.4633 126.3098`.
  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    var details = PhotoDetails()
    if let bytes = try? TemporaryFolder.bytes(of: path) {
      let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap {
        Double($0)
      }
      if numbers.count == 2 {
        details.position = .init(latitude: numbers[0], longitude: numbers[1])
      }
    }
    return PhotoFacts(type: MediaType("image/jpeg"), details: details)
  }

  func headers(ofPhotosAt paths: [String]) async -> [PhotoFacts?] {
    var facts: [PhotoFacts?] = []
    for path in paths { facts.append(try? await self.facts(ofPhotoAt: path)) }
    return facts
  }
}
