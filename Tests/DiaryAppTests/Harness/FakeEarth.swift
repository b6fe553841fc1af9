import DiaryCore
import Synchronization
import TestSupport

/// An earth with one island that is a square, a border through its middle, and a town on it.
final class FakeEarth: WorldMapping {
  private let state = Mutex<(error: WorldMapError?, requests: [MapRequest])>((nil, []))

  var requests: [MapRequest] { state.withLock(\.requests) }

  func fail(with error: WorldMapError?) { state.withLock { $0.error = error } }

  func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece {
    let error = state.withLock { state in
      state.requests.append(request)
      return state.error
    }
    if let error { throw error }
    func line(_ kind: MapPiece.Kind, _ corners: [(Double, Double)]) -> MapPiece.Line {
      let points = corners.map { MapPoint(latitude: $0.0, longitude: $0.1) }
      return MapPiece.Line(
        kind: kind,
        box: MapBox(
          west: points.map(\.x).min()!, north: points.map(\.y).min()!,
          east: points.map(\.x).max()!, south: points.map(\.y).max()!), points: points)
    }
    return MapPiece(
      lines: [
        line(.coast, [(30, 100), (50, 100), (50, 140), (30, 140), (30, 100)]),
        line(.border, [(30, 115), (50, 115)]),
      ], towns: [.init(name: "Oldtown", point: MapPoint(latitude: 45, longitude: 104))])
  }
}
