import DiaryCore
import Synchronization

/// Looks into photos of text. As with the picture program, whose process is ended then, an
/// inspection that is cancelled fails.
final class HaltingInspector: PhotoInspector {
  private let place = Mutex<String?>(nil)
  private let halts: AsyncStream<Void>
  private let halted: AsyncStream<Void>.Continuation

  init() { (halts, halted) = AsyncStream.makeStream() }

  /// The next photo whose path ends so takes until it is cancelled.
  func halt(at end: String) { place.withLock { $0 = end } }

  func waitUntilHalted() async { for await _ in halts { return } }

  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    let isHalt = place.withLock { place in
      guard let end = place, path.hasSuffix(end) else { return false }
      place = nil
      return true
    }
    if isHalt {
      halted.yield()
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
    }
    if Task.isCancelled { throw .photo(path: path, .noPictureProgram) }
    return try await TextInspector().facts(ofPhotoAt: path)
  }
}
