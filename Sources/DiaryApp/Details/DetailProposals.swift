import DiaryCore
import Localization

/// What may be chosen where one can also type.
enum DetailProposals {
  /// From the best to the worst.
  static let moods = ["😄", "🙂", "😐", "🙁", "😢"]

  /// A diary's own ones before them.
  static func moods(inUse own: [String]) -> [String] {
    own + moods.filter { mood in !own.contains { $0.isSameName(as: mood) } }
  }

  /// In the person's language: what is chosen is kept as a text.
  static var weathers: [String] {
    [
      localized("sunny"), localized("cloudy"), localized("rain"), localized("snow"),
      localized("wind"), localized("fog"), localized("storm"),
    ]
  }

  /// Where photos were taken, each place once: by name, or where a photo has none, as `37.5665,
  /// 126.9780`.
  static func places(_ details: [PhotoDetails]) -> [String] {
    var places: [String] = []
    for photo in details {
      let name = photo.place.map { String($0.printable.trimmed) } ?? ""
      let place = name.isEmpty ? photo.position?.coordinates : name
      if let place, !places.contains(place) { places.append(place) }
    }
    return places
  }
}

extension PhotoDetails.Position {
  /// `37.5665, 126.9780`; `nil` when it is no place on the earth.
  var coordinates: String? {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return "\(Self.decimal(latitude)), \(Self.decimal(longitude))"
  }

  /// With four decimals, about ten metres.
  private static func decimal(_ value: Double) -> String {
    let parts = Int((abs(value) * 10_000).rounded())
    let rest = String(10_000 + parts % 10_000).dropFirst()
    return "\(value < 0 && parts > 0 ? "-" : "")\(parts / 10_000).\(rest)"
  }
}

extension Effect {
  /// Photos of an entry that are asked where they were taken.
  private static var mostPlaces: Int { 20 }

  /// Reads where photos were taken, to propose it.
  static func readPlaces(_ photos: [Photo], requestID: Int) -> Effect {
    .run(photos, requestID) { context in
      let paths = photos.prefix(mostPlaces).map { context.service.file(of: $0) }
      let details = await concurrentMap(paths) { path in
        await context.environment.photoActions.facts(ofPhotoAt: path)?.facts.details
          ?? PhotoDetails()
      }
      return DetailProposals.places(details.compactMap(\.self))
    } then: { state, places in
      state.screens.update(DetailsState.self) {
        if $0.requestID == requestID { $0.places = places }
      }
    }
  }
}
