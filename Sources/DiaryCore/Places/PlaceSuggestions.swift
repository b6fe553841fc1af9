/// Suggests names for photos' positions: first the names that the user gave to places nearby, then
/// the installed place names.
package actor PlaceSuggestions {
  private let userPlaces: UserPlaces
  private let naming: any PlaceNaming

  package init(service: DiaryService, positions: PhotoPositions, naming: any PlaceNaming) {
    userPlaces = UserPlaces(service: service, positions: positions)
    self.naming = naming
  }

  package struct Suggestions: Sendable {
    /// The names for each position, the best first.
    package var names: [[String]]
    /// The reason why the installed place names are missing.
    package var problem: MessageError?
  }

  /// Returns names for positions.
  ///
  /// - Parameter entry: the edited entry, whose names aren't used.
  package func names(
    at positions: [PhotoDetails.Position], excluding entry: ID<Entry>? = nil
  ) async -> Suggestions {
    let known = positions.isEmpty ? [] : await userPlaces.places(excluding: entry)
    var suggested = Suggestions(names: [])
    for position in positions {
      var names = UserPlaces.names(near: position, among: known)
      do {
        names += try naming.names(at: position).filter { !names.contains($0) }
      } catch {
        suggested.problem = MessageError(error)
      }
      suggested.names.append(names)
    }
    return suggested
  }

  // MARK: Imports

  /// The number of a group's photos to look up, spread over all of them.
  private static let mostPhotos = 24

  /// Sets each group's place to the one where most of its photos were taken. Groups of photos
  /// without a position are unchanged.
  package func addingPlaces(
    to groups: [PhotoGroup]
  ) async -> (groups: [PhotoGroup], problem: MessageError?) {
    var problem: MessageError?
    let known = await userPlaces.places(excluding: nil)
    let groups = groups.map { group in
      var group = group
      let step = max(1, group.photos.count / Self.mostPhotos)
      let names = stride(from: 0, to: group.photos.count, by: step).compactMap { index in
        name(of: group.photos[index], known, &problem)
      }
      group.place = names.mostFrequentFirst.first ?? group.place
      return group
    }
    return (groups, problem)
  }

  /// Returns the place in the photo's file or, if there is none, a name for its position.
  private func name(
    of photo: FoundPhoto, _ known: [UserPlaces.Place], _ problem: inout MessageError?
  ) -> String? {
    if let place = photo.place?.normalizedPlace { return place }
    guard let position = photo.location else { return nil }
    if let name = UserPlaces.names(near: position, among: known).first { return name }
    do {
      return try naming.names(at: position).first
    } catch {
      problem = MessageError(error)
      return nil
    }
  }
}

/// Names that the user gave to places: each entry that names a place names the positions of its
/// photos. Computed from the diary alone, so the result is the same on all devices and never
/// outdated.
struct UserPlaces: Sendable {
  struct Place: Hashable, Sendable {
    let name: String
    let position: PhotoDetails.Position
  }

  /// The radius in meters within which such a name applies.
  static let radius = 150.0
  /// The number of entries with photos to use, the newest first.
  private static let mostEntries = 5_000
  /// The number of photos to read of each entry.
  private static let photosOfEntry = 3

  private let service: DiaryService
  private let positions: PhotoPositions

  init(service: DiaryService, positions: PhotoPositions) {
    self.service = service
    self.positions = positions
  }

  /// Returns the names near a position, the nearest first, without duplicates.
  static func names(near position: PhotoDetails.Position, among places: [Place]) -> [String] {
    let near = places.map { (name: $0.name, distance: $0.position.distance(to: position)) }
      .filter { $0.distance <= radius }.sorted { $0.distance < $1.distance }
    var names: [String] = []
    for place in near where !names.contains(where: { $0.isSameName(as: place.name) }) {
      names.append(place.name)
    }
    return names
  }

  /// Returns all named places, except those from `entry`; none if the diary can't be read.
  func places(excluding entry: ID<Entry>?) async -> [Place] {
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
    await positions.saveCache()
    return named.flatMap { name, photos in
      photos.compactMap { photo in known[photo.asset].map { Place(name: name, position: $0) } }
    }
  }
}

// MARK: - Names of places

/// Finds installed names of places. Works offline.
package protocol PlaceNaming: Sendable {
  /// `false` if no names are installed.
  var isInstalled: Bool { get }

  /// Returns names for a position in the user's language: the best first, then others nearby. Empty
  /// on the open sea, and if no names are installed.
  ///
  /// - Throws: `MessageError` if the names can't be read.
  func names(at position: PhotoDetails.Position) throws -> [String]

  /// Returns the positions of places by their names in any language. Ambiguous names are omitted.
  ///
  /// - Throws: `MessageError` if the names can't be read.
  func positions(
    ofPlaces names: Set<String>
  ) throws -> [String: PhotoDetails.Position]
}

extension PlaceNaming {
  package var isInstalled: Bool { true }
}

extension String {
  /// A place's name from a photo or a sidecar file, on one line that is safe for a terminal; `nil`
  /// if it is empty.
  package var normalizedPlace: String? {
    let text = String(printable.trimmed)
    return text.isEmpty ? nil : text
  }
}
