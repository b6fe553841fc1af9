/// What the person has called places: each entry that names one says so of where its photos were taken. It
/// is told by the diary alone, so it is the same on every machine and goes when the entries go.
struct OwnPlaces: Sendable {
  struct Place: Hashable, Sendable {
    let name: String
    let position: PhotoDetails.Position
  }

  /// As far as a name of one's own holds, in metres.
  static let reach = 150.0
  /// Entries with photos that are looked at, from the newest on.
  private static let mostEntries = 5_000
  /// Photos of one that are asked where they were taken.
  private static let photosOfEntry = 3

  private let service: DiaryService
  private let positions: PhotoPositions

  init(service: DiaryService, positions: PhotoPositions) {
    self.service = service
    self.positions = positions
  }

  /// The names near a position: the nearest first, each once.
  static func names(near position: PhotoDetails.Position, among places: [Place]) -> [String] {
    let near = places.map { (name: $0.name, distance: $0.position.distance(to: position)) }
      .filter { $0.distance <= reach }.sorted { $0.distance < $1.distance }
    var names: [String] = []
    for place in near where !names.contains(where: { $0.isSameName(as: place.name) }) {
      names.append(place.name)
    }
    return names
  }

  /// All that are known, by other entries than one. None where the diary can't be read.
  func places(besides entry: ID<Entry>?) async -> [Place] {
    let query = EntryQuery(.withPictures, limit: Self.mostEntries)
    guard let batches = try? await service.batches(query) else { return [] }
    var named: [(name: String, photos: ArraySlice<Photo>)] = []
    for await batch in batches {
      for other in batch where other.id != entry {
        guard let name = other.details.placeName else { continue }
        named.append((name, other.pictures.prefix(Self.photosOfEntry)))
      }
    }
    let known = await positions.positions(of: named.flatMap(\.photos))
    await positions.keep()
    return named.flatMap { name, photos in
      photos.compactMap { photo in known[photo.asset].map { Place(name: name, position: $0) } }
    }
  }
}
