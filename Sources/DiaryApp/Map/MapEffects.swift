import DiaryCore
import Synchronization
import TerminalUI
import Text

/// The name request for a cluster: its newest point, which identifies it, and the point to look up.
struct MapAnchor: Hashable, Sendable {
  let anchor: MapPoint
  let point: MapPoint
}

extension Effect {
  /// Finds the entries' locations, and reports intermediate results a few times a second.
  static func readMap(_ predicate: EntryPredicate, requestID: Int) -> Effect {
    .posting(predicate, requestID, in: .latest("map"), priority: .utility) { context in
      guard let positions = context.environment.positions else {
        return context.post(.mapRead(MapIndex(), requestID: requestID, isEnd: true))
      }
      let found = GatheredPlaces()
      do {
        try await positions.read(predicate) { placed in
          if let index = found.add(placed) {
            context.post(.mapRead(index, requestID: requestID, isEnd: false))
          }
        }
        guard !Task.isCancelled else { return }
        context.post(.mapRead(found.all, requestID: requestID, isEnd: true))
      } catch {
        let error = DiaryError(error)
        context.post(
          Message(error, requestID) { state in
            state.screens.update(MapState.self) { $0.fail(requestID) }
            state.showError(error)
          })
      }
    }
  }

  static var stopReadingMap: Effect { .stop("map") }

  /// Computes the clusters for a zoom level.
  static func computeClusters(_ index: MapIndex, zoom: Int, withRoute: Bool) -> Effect {
    .posting(zoom, withRoute) { context in
      context.post(.mapClustersComputed(MapClusters(index, zoom: zoom, withRoute: withRoute)))
    }
  }

  /// Reads the part of the world map to draw.
  static func loadMapPiece(_ request: MapRequest) -> Effect {
    .posting(request, in: .latest("mapPiece")) { context in
      context.post(.mapPieceRead(request, await context.environment.mapPiece(request)))
    }
  }

  /// Looks up the names of places.
  static func nameOnMap(_ anchors: [MapAnchor]) -> Effect {
    .run(anchors) { context in
      await context.environment.positions?.names(at: anchors.map(\.point))
    } then: { state, names in
      guard let names else { return }
      let found = zip(anchors.map(\.anchor), names.map { $0 ?? "" })
      state.screens.update(MapState.self) { $0.receive(Dictionary(found) { first, _ in first }) }
    }
  }

  /// Shows a cluster's entries in the list. They are collected in the background, as there may be
  /// any number of them. The title is the cluster's name if all entries have it as their place.
  static func list(
    _ cluster: MapClusters.Cluster, of clusters: MapClusters, name: String?, in scope: MapScope
  ) -> Effect {
    .run(name, in: .latest("mapList")) { _ in
      let points = clusters.points(of: cluster).map { clusters.index.points[Int($0)] }
      return (Set(points.map(\.sortKey.id)), points.allSatisfy { $0.name == name })
    } thenPerform: { (state, found: (ids: Set<ID<Entry>>, haveName: Bool)) in
      guard state.screens.front(as: MapState.self) != nil else { return [] }
      let ids = found.ids
      let title =
        name.map { found.haveName ? $0 : localized("Around \($0)") } ?? scope.title
        ?? localized("Map")
      return [.show(ListScope(.entries(ids, title: title), today: state.now.day))]
    }
  }

  /// Reads the newest entries of the selected cluster.
  static func loadMapEntries(_ ids: [ID<Entry>]) -> Effect {
    .read(ids) { service in
      try await service.visibleEntries(ids: ids)
    } then: { state, entries in
      state.screens.update(MapState.self) { map in
        if map.shown?.ids == ids {
          map.shown?.entries = entries.filter { !$0.isTrashed }.sorted { $0.sortKey > $1.sortKey }
        }
      }
    }
  }
}

extension Message {
  /// Reports the locations found so far. `isEnd` is true if they are complete.
  package static func mapRead(_ index: MapIndex, requestID: Int, isEnd: Bool) -> Message {
    Message(index.points.count, requestID, isEnd) { state in
      state.screens.update(MapState.self) { $0.receive(index, requestID, isEnd: isEnd) }
    }
  }

  package static func mapClustersComputed(_ clusters: MapClusters) -> Message {
    Message(clusters.zoom, clusters.all.count) { state in
      state.screens.update(MapState.self) { $0.receive(clusters) }
    }
  }

  package static func mapPieceRead(
    _ request: MapRequest, _ answer: Result<MapPiece, MessageError>
  ) -> Message {
    Message(request, answer) { state in
      let isFirst = state.screens.topmost(MapState.self)?.piece == nil
      if case .success(let piece) = answer, !piece.isInstalled, isFirst {
        state.toast = localized("The map isn't installed. Places are shown without it.")
      }
      state.screens.update(MapState.self) { map in
        guard map.wantedPiece == request else { return }
        map.wantedPiece = nil
        map.piece = (request, (try? answer.get()) ?? map.piece?.piece ?? MapPiece())
      }
      if case .failure(let error) = answer { state.toast = error.line }
    }
  }
}

extension AppEnvironment {
  /// Reads a part of the world map, in the background.
  fileprivate func mapPiece(_ request: MapRequest) async -> Result<MapPiece, MessageError> {
    Result { try readMap(request) }.mapError(MessageError.init)
  }
}

/// Collects found locations between reports. It limits reports to a few times a second, and the
/// time spent on sorting to a fraction of the total.
final class GatheredPlaces: Sendable {
  private struct State {
    var points: [PlacedEntry] = []
    var due = ContinuousClock.now
  }

  private static let pause = Duration.milliseconds(150)

  private let state = Mutex(State())

  /// Adds locations. Returns all found so far if a report is due.
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
