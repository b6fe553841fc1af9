import DiaryCore
import Synchronization

/// Places that were found, until they are told: a few times a second at most, and so that putting all of them
/// in order takes a small part of the time.
final class GatheredPlaces: Sendable {
  private struct State {
    var points: [PlacedEntry] = []
    var due = ContinuousClock.now
  }

  private static let pause = Duration.milliseconds(150)

  private let state = Mutex(State())

  /// Returns all that were found so far, if it is due that they are told.
  func add(_ points: [PlacedEntry]) -> MapIndex? {
    state.withLock { state -> MapIndex? in
      state.points += points
      let start = ContinuousClock.now
      guard start >= state.due else { return nil }
      let index = MapIndex(state.points)
      let end = ContinuousClock.now
      state.due = end + max(Self.pause, start.duration(to: end) * 4)
      return index
    }
  }

  var all: MapIndex { state.withLock { MapIndex($0.points) } }
}
