/// The details of an entry as members of its JSON object, after all the others.
///
/// They came later than the rest: a line without them says nothing of them, and an entry may have
/// members of these names but of another kind, from elsewhere. Those are kept as they came for as
/// long as nothing else is noted.
extension EntryDetails {
  private static let names: Set = ["starred", "mood", "place", "weather", "pinned"]
  private static let flags: Set = ["starred", "pinned"]

  /// Reads what is there.
  package init(_ json: JSONValue) {
    self.init(
      isStarred: json["starred"]?.bool ?? false, mood: json["mood"]?.string,
      place: json["place"]?.string, weather: json["weather"]?.string,
      isPinned: json["pinned"]?.bool ?? false)
  }

  /// Whether a member is one of the details, and of their kind.
  package static func reads(_ member: JSONMember) -> Bool {
    guard names.contains(member.name) else { return false }
    return switch member.value {
    case .null: true
    case .bool: flags.contains(member.name)
    case .string: !flags.contains(member.name)
    default: false
    }
  }

  fileprivate static func names(_ member: JSONMember) -> Bool { names.contains(member.name) }

  fileprivate var members: [JSONMember] {
    [
      JSONMember("starred", .bool(isStarred)), JSONMember("mood", .optional(mood)),
      JSONMember("place", .optional(place)), JSONMember("weather", .optional(weather)),
      JSONMember("pinned", .bool(isPinned)),
    ]
  }
}

extension JSONMember {
  /// Whether it says something of an entry's details.
  var tellsDetail: Bool {
    EntryDetails.reads(self) && value != .null && value != .bool(false)
  }
}

extension Entry {
  /// Every detail, unknown ones null.
  var detailMembers: [JSONMember] {
    details.members.map { $0.tellsDetail ? $0 : unknownMember($0.name) ?? $0 }
  }

  /// The details that something is said of. Lines of a log and an index hold these alone, so that
  /// an entry without any takes the bytes that it always took.
  var toldDetails: [JSONMember] {
    details.members.compactMap { $0.tellsDetail ? $0 : unknownMember($0.name) }
  }

  /// The members that this program doesn't know, which follow those that it does.
  package var carriedMembers: [JSONMember] {
    unknownMembers.isEmpty
      ? [] : unknownMembers.filter { !EntryDetails.names($0) && $0.name != Attachment.member }
  }

  private func unknownMember(_ name: String) -> JSONMember? {
    unknownMembers.last { $0.name == name }
  }
}
