import DiaryCore
import Words

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
