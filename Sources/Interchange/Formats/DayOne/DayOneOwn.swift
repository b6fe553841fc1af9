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

  var date: EntryDate? { json["date"]?.string.flatMap { EntryDate($0) } }
  var created: Timestamp? { json["created"]?.string.flatMap { Timestamp($0) } }
  var modified: Timestamp? { json["modified"]?.string.flatMap { Timestamp($0) } }
  var title: String? { json["title"]?.string }
  /// Refers to photos by the assets that they had.
  var content: String? { json["content"]?.string }
  var journal: String? { json["journal"]?.string }
  var mood: String? { json["mood"]?.string }
  /// All of the entry's, in its order, for Day One knows but some kinds of files.
  var attachments: [DayOneOwnAttachment] {
    (json["attachments"]?.array ?? []).compactMap(DayOneOwnAttachment.init)
  }
  var unknownMembers: [JSONMember] { json["members"]?.members ?? [] }
}

/// What Day One said of an attachment.
struct DayOneOwnAttachment {
  let kind: DayOneMedia.Kind
  let md5: String
  let name: String
  let type: MediaType
  let unknownMembers: [JSONMember]

  init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(DayOneMedia.Kind.init),
      let md5 = json["md5"]?.string, let name = json["name"]?.string,
      let type = json["type"]?.string
    else { return nil }
    self.kind = kind
    self.md5 = md5
    self.name = name
    self.type = MediaType(type)
    unknownMembers = json["members"]?.members ?? []
  }

  static func json(_ attachment: Attachment, _ packed: DayOnePackedFile) -> JSONValue {
    [
      "kind": .string(packed.kind.rawValue), "md5": .string(packed.md5),
      "name": .string(attachment.name), "type": .string(attachment.type.description),
      "members": .object(attachment.unknownMembers),
    ]
  }
}

/// What Day One said of a photo.
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

  static func json(of photo: Photo) -> JSONValue {
    ["asset": .string(photo.asset.description), "taken": .optional(photo.taken)]
  }
}
