/// What photos' positions may be called: first as the person has called places there, then by the names that
/// come with the program.
package actor PlaceSuggestions {
  private let own: OwnPlaces
  private let naming: any PlaceNaming

  package init(service: DiaryService, positions: PhotoPositions, naming: any PlaceNaming) {
    own = OwnPlaces(service: service, positions: positions)
    self.naming = naming
  }

  package struct Suggested: Sendable {
    /// For each position in its turn, the best first.
    package var names: [[String]]
    /// Why there are none but own ones.
    package var problem: PlaceNamesError?
  }

  /// The names of positions, by entries other than the one that is written.
  package func names(
    at positions: [PhotoDetails.Position], besides entry: ID<Entry>? = nil
  ) async -> Suggested {
    let known = positions.isEmpty ? [] : await own.places(besides: entry)
    var suggested = Suggested(names: [])
    for position in positions {
      var names = OwnPlaces.names(near: position, among: known)
      do throws(PlaceNamesError) {
        names += try naming.names(at: position).filter { !names.contains($0) }
      } catch {
        suggested.problem = error
      }
      suggested.names.append(names)
    }
    return suggested
  }

  // MARK: Whole imports

  /// Photos of a group that are asked where they were taken, spread over all of them.
  private static let mostPhotos = 24

  /// The groups with the name of the place at which most of their photos were taken; those stay as they are
  /// whose photos tell none.
  package func named(
    _ groups: [PhotoGroup]
  ) async -> (groups: [PhotoGroup], problem: PlaceNamesError?) {
    var problem: PlaceNamesError?
    let known = await own.places(besides: nil)
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

  /// What its file says goes before what its position is called.
  private func name(
    of photo: FoundPhoto, _ known: [OwnPlaces.Place], _ problem: inout PlaceNamesError?
  ) -> String? {
    if let place = photo.place?.tidiedPlace { return place }
    guard let position = photo.location else { return nil }
    if let name = OwnPlaces.names(near: position, among: known).first { return name }
    do throws(PlaceNamesError) {
      return try naming.names(at: position).first
    } catch {
      problem = error
      return nil
    }
  }
}

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

// MARK: - Names of places

/// Knows names of places on the earth, and asks nobody for them.
package protocol PlaceNaming: Sendable {
  /// What a position may be called, in the language that is spoken: the best name first, then others
  /// around it. None in the middle of the sea, and where no names are installed.
  func names(at position: PhotoDetails.Position) throws(PlaceNamesError) -> [String]

  /// Where places are, by names as it gives them, in any language; those that it can't be sure of are
  /// left out.
  func positions(
    ofPlaces names: Set<String>
  ) throws(PlaceNamesError) -> [String: PhotoDetails.Position]
}

extension PlaceNaming {
  package func positions(
    ofPlaces names: Set<String>
  ) throws(PlaceNamesError) -> [String: PhotoDetails.Position] { [:] }
}

extension String {
  /// What a photo, or a file beside it, calls a place, on one line that is safe for a terminal; `nil` if
  /// nothing is left of it.
  package var tidiedPlace: String? {
    let text = String(printable.trimmed)
    return text.isEmpty ? nil : text
  }
}
