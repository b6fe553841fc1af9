import DiaryCore
import System

/// A map as a file of its own, in SVG.
package struct MapImage {
  private let drawing: MapDrawing

  /// `nil` of no points.
  package init?(
    of points: [PlacedEntry], on earth: any WorldMapping
  ) throws(WorldMapError) {
    guard let drawing = try MapDrawing(of: points, on: earth) else { return nil }
    self.drawing = drawing
  }

  /// Where the marks are that no entry calls anything: a point of each.
  package var unnamed: [MapPoint] {
    drawing.marks.filter { $0.name == nil }.map(\.newest.point)
  }

  /// The file, with names for those marks: their first parts stand on it.
  package func bytes(naming names: [String?]) -> [UInt8] {
    var rest = names[...]
    var html = HTML()
    html.declaration()
    html.map(drawing, isAlone: true) { mark in
      if let name = mark.name { return .init(name: name) }
      let name = rest.popFirst()?.map(\.printable)
      return .init(name: name.map { String($0.prefix { $0 != "," }) }, title: name)
    }
    return html.bytes
  }

  /// Writes such a file whole, where nothing is yet.
  ///
  /// - Parameter store: the diary's folder, which nothing else belongs into.
  package static func write(
    _ bytes: [UInt8], to given: String, outside store: String
  ) throws(DiaryError) {
    let path = Path.resolved(given)
    if Path.holds(Path.resolved(store), path) { throw .export(path: given, .insideStore) }
    guard FileSystem.ownStatus(of: path) == nil else { throw .export(path: path, .fileExists) }
    let parent = Path.parent(path)
    // So that a folder that isn't there is named, rather than what would have been made in it.
    try FileSystem.sync(folder: parent)
    var file = try DurableFile<ExportErrors>(in: parent)
    try file.write(bytes)
    try file.commit(asNew: path)
    // Another program was faster.
    if file.isInPlace { throw .export(path: path, .fileExists) }
  }
}
