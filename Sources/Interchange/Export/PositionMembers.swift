import DiaryCore

extension Entry {
  /// The entry without what other programs wrote of where it was written: exports carry no position
  /// unless asked, and members that this program doesn't know may hold one.
  var withoutPositions: Entry {
    var copy = self
    copy.unknownMembers = Self.withoutPositions(unknownMembers)
    for index in copy.attachments.indices {
      let members = copy.attachments[index].unknownMembers
      copy.attachments[index].unknownMembers = Self.withoutPositions(members)
    }
    return copy
  }

  /// As diaries and photo programs name positions, without regard to case.
  private static let positionNames: Set = [
    "location", "locations", "position", "gps", "geo", "geolocation", "geotag", "coordinate",
    "coordinates", "latitude", "longitude", "lat", "lon", "lng", "long",
  ]

  private static func withoutPositions(_ members: [JSONMember]) -> [JSONMember] {
    members.compactMap { member in
      positionNames.contains(member.name.lowercased())
        ? nil : JSONMember(member.name, withoutPositions(member.value))
    }
  }

  private static func withoutPositions(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let members): .object(withoutPositions(members))
    case .array(let values): .array(values.map { withoutPositions($0) })
    default: value
    }
  }
}
