import DiaryCore
import Localization

/// What may be chosen where one can also type.
enum DetailProposals {
  /// A diary's own moods, then those of the person's order that it hasn't.
  static func moods(inUse own: [String], _ scale: MoodScale) -> [String] {
    own + scale.names.filter { mood in !own.contains { $0.isSameName(as: mood) } }
  }

  /// In the person's language: what is chosen is kept as a text.
  static var weathers: [String] {
    [
      localized("sunny"), localized("cloudy"), localized("rain"), localized("snow"),
      localized("wind"), localized("fog"), localized("storm"),
    ]
  }

  /// Where photos were taken, each place once: by the name in a photo; or where it has none, by the names of
  /// its position, the best ones of all photos first, and as `37.5665, 126.9780`. `names` are those of the
  /// photos that need some, in their turn.
  static func places(_ details: [PhotoDetails], names: [[String]] = []) -> [String] {
    var named = names.makeIterator()
    var rows: [[String]] = []
    var coordinates: [String] = []
    for photo in details {
      if let name = photo.place?.tidiedPlace {
        rows.append([name])
      } else if let position = photo.position?.coordinates {
        rows.append((named.next() ?? []).compactMap(\.tidiedPlace))
        coordinates.append(position)
      }
    }
    let turns = (0..<(rows.map(\.count).max() ?? 0)).flatMap { turn in
      rows.compactMap { $0.element(at: turn) }
    }
    var known: Set<String> = [""]
    return (turns + coordinates).filter { known.insert($0).inserted }
  }
}

extension PhotoDetails {
  /// Where it was taken, if only that can name the place.
  fileprivate var unnamedPosition: Position? {
    guard place?.tidiedPlace == nil, let position, position.coordinates != nil else { return nil }
    return position
  }
}

extension Effect {
  /// Photos of an entry that are asked where they were taken.
  private static var mostPlaces: Int { 20 }

  /// Reads where photos were taken, to propose it.
  static func readPlaces(
    _ photos: [Photo], of entry: ID<Entry>?, requestID: Int
  ) -> Effect {
    .run(photos, requestID) { context in
      let service = context.service
      let details = await concurrentMap(Array(photos.prefix(mostPlaces))) { photo in
        let path = service.file(of: photo)
        if photo.type.isFilm {
          let header = FilmHeader(fileAt: path, by: service.assetOpener)
          return PhotoDetails(position: header?.position)
        }
        return await context.environment.photoActions.facts(ofPhotoAt: path)?.facts.details
          ?? PhotoDetails()
      }
      let known = details.compactMap(\.self)
      let positions = known.compactMap(\.unnamedPosition)
      let suggested = await context.environment.placeSuggestions?.names(
        at: positions, besides: entry)
      return (
        places: DetailProposals.places(known, names: suggested?.names ?? []),
        problem: suggested?.problem
      )
    } then: { state, read in
      state.screens.update(DetailsState.self) {
        if $0.requestID == requestID { $0.places = read.places }
      }
      if let problem = read.problem { state.toast = problem.line }
    }
  }
}
