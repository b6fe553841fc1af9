import DiaryCore

/// What this diary has of an entry and Day One has no place for, carried along in a member of its
/// own, so that an export that is imported gives the same entry again.
struct DayOneOwn {
  static let name = "photodiary"

  private let json: JSONValue

  /// `nil` of an entry that this program didn't write.
  init?(of entry: JSONValue) {
    guard let json = entry[Self.name], json.members != nil else { return nil }
    self.json = json
  }

  init(_ members: [JSONMember]) { json = .object(members) }

  var member: JSONMember { JSONMember(Self.name, json) }

  var date: EntryDate? { json["date"]?.string.flatMap { EntryDate($0) } }
  var created: Timestamp? { json["created"]?.string.flatMap { Timestamp($0) } }
  var modified: Timestamp? { json["modified"]?.string.flatMap { Timestamp($0) } }
  var title: String? { json["title"]?.string }
  /// Refers to photos by the assets that they had.
  var content: String? { json["content"]?.string }
  var journal: String? { json["journal"]?.string }
  var mood: String? { json["mood"]?.string }
  var unknownMembers: [JSONMember] { json["members"]?.members ?? [] }
}

/// The same of a photo.
struct DayOneOwnPhoto {
  /// Which it was in the diary; its bytes may be others now.
  let asset: AssetID
  let taken: String?

  init?(of photo: JSONValue) {
    guard let json = photo[DayOneOwn.name],
      let asset = json["asset"]?.string.flatMap({ AssetID($0) })
    else { return nil }
    self.asset = asset
    taken = json["taken"]?.string
  }

  static func member(of photo: Photo) -> JSONMember {
    JSONMember(
      DayOneOwn.name,
      .object([
        JSONMember("asset", .string(photo.asset.description)),
        JSONMember("taken", .optional(photo.taken)),
      ]))
  }
}
