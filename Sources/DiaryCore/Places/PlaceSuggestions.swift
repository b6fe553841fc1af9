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
