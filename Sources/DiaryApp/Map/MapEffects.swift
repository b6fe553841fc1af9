import DiaryCore
import TerminalUI

/// A cluster that is to be called something: its newest point.
struct MapAnchor: Hashable, Sendable {
  let anchor: Int
  let point: MapPoint
}

extension Effect {
  /// Finds where entries were written, and tells what is known now and then: no more often than one looks.
  static func readMap(_ predicate: EntryPredicate, requestID: Int) -> Effect {
    .telling(predicate, requestID, in: .latest("map"), priority: .utility) { context in
      guard let positions = context.environment.positions else {
        return context.post(.mapRead([], requestID: requestID, isEnd: true))
      }
      let found = GatheredPlaces()
      do throws(DiaryError) {
        try await positions.read(predicate) { placed in
          if let points = found.add(placed) {
            context.post(.mapRead(points, requestID: requestID, isEnd: false))
          }
        }
        guard !Task.isCancelled else { return }
        context.post(.mapRead(found.takeAll(), requestID: requestID, isEnd: true))
      } catch {
        context.post(
          Message(error, requestID) { state in
            state.screens.update(MapState.self) { $0.reading.fail(requestID) }
            state.context.showError(error)
          })
      }
    }
  }

  static var stopReadingMap: Effect { .stop("map") }

  /// Reads what is to be drawn of the earth.
  static func loadMapPiece(_ request: MapRequest) -> Effect {
    .run(request, in: .latest("mapPiece")) { context in
      await context.environment.mapPiece(request)
    } then: { state, answer in
      state.screens.update(MapState.self) { map in
        guard map.wantedPiece == request else { return }
        map.wantedPiece = nil
        map.piece = (request, (try? answer.get()) ?? map.piece?.piece ?? MapPiece())
      }
      if case .failure(let error) = answer { state.toast = error.line }
    }
  }

  /// Asks what places are called.
  static func nameOnMap(_ anchors: [MapAnchor], generation: Int) -> Effect {
    .run(anchors, generation) { context in
      await context.environment.positions?.names(at: anchors.map(\.point))
    } then: { state, names in
      guard let names else { return }
      state.screens.update(MapState.self) { map in
        guard map.generation == generation else { return }
        map.take(
          Dictionary(zip(anchors.map(\.anchor), names.map { $0 ?? "" })) { first, _ in first })
      }
    }
  }

  /// Reads the newest entries of the selected cluster.
  static func loadMapEntries(_ ids: [ID<Entry>]) -> Effect {
    .read(ids) { service throws(DiaryError) in
      try await service.shownEntries(ids: ids)
    } then: { state, entries in
      state.screens.update(MapState.self) { map in
        if map.shown?.ids == ids {
          map.shown?.entries = entries.filter { !$0.isTrashed }.sorted { $0.order > $1.order }
        }
      }
    }
  }
}

extension Message {
  /// Places that were found, and whether those are all.
  static func mapRead(_ points: [PlacedEntry], requestID: Int, isEnd: Bool) -> Message {
    Message(points, requestID, isEnd) { state in
      state.screens.update(MapState.self) { $0.take(points, requestID, isEnd: isEnd) }
    }
  }
}

extension AppEnvironment {
  /// A part of the map, read away from the screen.
  fileprivate func mapPiece(_ request: MapRequest) async -> Result<MapPiece, WorldMapError> {
    guard let worldMap else { return .success(MapPiece()) }
    do throws(WorldMapError) { return .success(try worldMap.piece(request)) } catch {
      return .failure(error)
    }
  }
}
