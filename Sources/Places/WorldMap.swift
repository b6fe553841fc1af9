import DiaryCore
import Synchronization

/// The map that comes with the program: lines from a file, which is opened when the map is first looked at,
/// and towns from the names of places.
package final class WorldMap: WorldMapping {
  private let path: @Sendable () -> String?
  private let places: PlaceNames
  private let file = Mutex<MapFile?>(nil)

  /// The lines in the file at a path, which is looked for with the first of them; none without one.
  package init(path: @autoclosure @escaping @Sendable () -> String?, places: PlaceNames) {
    self.path = path
    self.places = places
  }

  package func piece(_ request: MapRequest) throws(WorldMapError) -> MapPiece {
    var piece = MapPiece()
    // Where their file tells none, the lines alone are drawn.
    piece.towns = (try? places.towns(in: request.box, atMost: request.towns)) ?? []
    if let file = try opened() {
      piece.lines = try file.lines(in: request.box, dot: request.dot)
    }
    return piece
  }

  private func opened() throws(WorldMapError) -> MapFile? {
    if let file = file.withLock({ $0 }) { return file }
    guard let path = path() else { return nil }
    let opened = try MapFile(path: path)
    file.withLock { $0 = opened }
    return opened
  }
}
