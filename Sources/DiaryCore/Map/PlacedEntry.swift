/// An entry at a place on the map. One that was written at several stands at each.
package struct PlacedEntry: Hashable, Sendable {
  package let order: EntrySortKey
  package let day: CalendarDay
  package let point: MapPoint
  /// What the entry calls the place.
  package let name: String?

  package init(order: EntrySortKey, day: CalendarDay, point: MapPoint, name: String? = nil) {
    self.order = order
    self.day = day
    self.point = point
    self.name = name
  }
}

extension PhotoDetails.Position {
  /// `37.5665, 126.9780`; `nil` when it is no place on the earth.
  package var coordinates: String? {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return "\(Self.decimal(latitude)), \(Self.decimal(longitude))"
  }

  /// With four decimals, about ten metres.
  private static func decimal(_ value: Double) -> String {
    let parts = Int((abs(value) * 10_000).rounded())
    let rest = String(10_000 + parts % 10_000).dropFirst()
    return "\(value < 0 && parts > 0 ? "-" : "")\(parts / 10_000).\(rest)"
  }

  /// As `37.5665, 126.9780`, the way the diary itself writes a place without a name, in degrees; `nil` for
  /// anything else, and for what is no place on the earth.
  package init?(coordinates text: some StringProtocol) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Self.degrees(parts[0]),
      let longitude = Self.degrees(parts[1]), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func degrees(_ text: some StringProtocol) -> Double? {
    let digits = text.trimmed
    guard digits.contains("."),
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return Double(digits)
  }
}

extension Entry {
  /// Where it was written, as it says itself: by the coordinates in its place, or by what another program
  /// wrote of that.
  var ownPositions: [PhotoDetails.Position] {
    var positions =
      details.placeName.flatMap { PhotoDetails.Position(coordinates: $0) }.map { [$0] } ?? []
    for member in unknownMembers where positions.isEmpty {
      if let position = member.value.position { positions.append(position) }
    }
    return positions
  }

  /// The name of its place; `nil` for coordinates.
  package var namedPlace: String? {
    details.placeName.flatMap { PhotoDetails.Position(coordinates: $0) == nil ? $0 : nil }
  }
}

extension JSONValue {
  /// What an object says of a place on the earth, itself or in a member of it.
  fileprivate var position: PhotoDetails.Position? {
    func number(_ names: String...) -> Double? {
      names.lazy.compactMap { self[$0]?.double }.first
    }
    if let latitude = number("latitude", "lat"), let longitude = number("longitude", "lng", "lon"),
      abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
    {
      return PhotoDetails.Position(latitude: latitude, longitude: longitude)
    }
    return nil
  }
}
