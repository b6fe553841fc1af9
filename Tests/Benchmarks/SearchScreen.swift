import DiaryApp
import DiaryCore
import TerminalUI

/// The search on a screen that nobody sees: what a letter costs until something is found.
@MainActor
final class SearchScreen {
  private let service: DiaryService
  private var state: AppState

  init(_ service: DiaryService) async throws {
    self.service = service
    state = AppState(
      size: Size(columns: 120, rows: 40), colors: .full, now: OpenDiary.today,
      homeFolder: "/", startFolder: "/",
      localDate: { EntryDate(instant: $0.seconds, offset: 0) },
      assetPath: { service.file(of: $0) })
    _ = try await take(.terminal(.key(.character("/"))))
  }

  /// From a key to the frame that shows the first of what it finds, or that nothing is found, and
  /// whether something is. What is found after the first isn't in the time.
  func press(_ key: KeyEvent) async throws -> (time: Duration, isFound: Bool) {
    try await take(.terminal(.key(key)))
  }

  private func take(_ message: Message) async throws -> (time: Duration, isFound: Bool) {
    let clock = ContinuousClock()
    let start = clock.now
    let effects = state.update(message, now: OpenDiary.today)
    _ = state.frame
    var first: Duration?
    var isFound = true
    for effect in effects {
      if let request = effect.argument(FindRequest.self) {
        for await found in finding(request) {
          _ = state.update(.found(found), now: OpenDiary.today)
          _ = state.frame
          if first == nil { isFound = !found.orders.isEmpty }
          first = first ?? clock.now - start
        }
      } else if effect.name == "loadFound", let found = await effect.answer(of: service) {
        _ = state.update(found, now: OpenDiary.today)
      }
    }
    return (first ?? clock.now - start, isFound)
  }

  private func finding(_ request: FindRequest) -> AsyncStream<FoundEntries> {
    let finder = EntryFinder(service)
    return AsyncStream { continuation in
      Task.detached {
        try? await finder.find(request) { continuation.yield($0) }
        continuation.finish()
      }
    }
  }
}
