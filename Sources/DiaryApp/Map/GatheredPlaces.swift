import DiaryCore
import Synchronization

/// Places that were found, until they are told: a few times a second.
final class GatheredPlaces: Sendable {
  private struct State {
    var points: [PlacedEntry] = []
    var told: ContinuousClock.Instant?
  }

  private static let pause = Duration.milliseconds(150)

  private let state = Mutex(State())

  /// Returns all that weren't told, if that is due.
  func add(_ points: [PlacedEntry]) -> [PlacedEntry]? {
    state.withLock { state in
      state.points += points
      let now = ContinuousClock.now
      if let told = state.told, told.duration(to: now) < Self.pause { return nil }
      state.told = now
      defer { state.points = [] }
      return state.points
    }
  }

  func takeAll() -> [PlacedEntry] {
    state.withLock { state in
      defer { state.points = [] }
      return state.points
    }
  }
}
