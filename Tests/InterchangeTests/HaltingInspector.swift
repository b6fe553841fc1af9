import DiaryCore
import Synchronization
import TestSupport

/// Looks into photos of text, and halts or fails at one of them. As with the picture program, whose
/// process is ended then, an inspection that is cancelled fails.
final class HaltingInspector: PhotoInspector {
  private enum Obstacle {
    case halt
    case failure(DiaryError)
  }

  private let obstacle = Mutex<(end: String, Obstacle)?>(nil)
  private let pause = Mutex(Duration.zero)
  private let halts: AsyncStream<Void>
  private let halted: AsyncStream<Void>.Continuation

  init() { (halts, halted) = AsyncStream.makeStream() }

  /// The next photo whose path ends so takes until it is cancelled.
  func halt(at end: String) { obstacle.withLock { $0 = (end, .halt) } }

  /// The next one fails, as if the diary had not taken it.
  func fail(at end: String, with error: DiaryError) {
    obstacle.withLock { $0 = (end, .failure(error)) }
  }

  /// Each photo from now on takes that long.
  func slow(to pause: Duration) { self.pause.withLock { $0 = pause } }

  func waitUntilHalted() async { for await _ in halts { return } }

  func facts(ofPhotoAt path: String) async throws(DiaryError) -> PhotoFacts {
    let met = obstacle.withLock { obstacle -> Obstacle? in
      guard let (end, met) = obstacle, path.hasSuffix(end) else { return nil }
      obstacle = nil
      return met
    }
    let pause = pause.withLock { $0 }
    if pause > .zero { try? await Task.sleep(for: pause) }
    switch met {
    case .failure(let error): throw error
    case .halt:
      halted.yield()
      // Only cancelling ends it.
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
    case nil: break
    }
    if Task.isCancelled { throw .photo(path: path, .noPictureProgram) }
    return try await TextInspector().facts(ofPhotoAt: path)
  }
}
