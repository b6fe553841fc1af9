/// The attachments of an entry as a member of its JSON object, behind its details.
///
/// They came later than the rest. A line of the store names them only where there are some, and a
/// member of this name but of another kind, from elsewhere, is kept as it came.
extension Attachment {
  static let member = "attachments"

  private static let names: Set = ["asset", "name", "type", "size", "file"]

  /// `file` is the path to give for the asset, or `nil` to leave that member out.
  package func json(file: String?) -> JSONValue {
    var members = named.members + [JSONMember("size", .optional(size))] + unknownMembers
    if let file { members.append(JSONMember("file", .string(file))) }
    return .object(members)
  }

  /// Reads what `json(file:)` writes.
  package init?(_ json: JSONValue) {
    guard let named = NamedFile(json) else { return nil }
    self.init(
      asset: named.file.asset, name: named.name, type: named.file.type, size: json["size"]?.integer,
      unknownMembers: Self.unknownMembers(of: json))
  }

  /// What an attachment's object says that this program doesn't know.
  package static func unknownMembers(of json: JSONValue) -> [JSONMember] {
    (json.members ?? []).filter { !names.contains($0.name) }
  }

  /// Those that a member of an entry holds; `nil` when it is something else.
  static func list(_ json: JSONValue?) -> [Attachment]? {
    guard let values = json?.array else { return nil }
    let attachments = values.compactMap(Attachment.init)
    return attachments.count == values.count ? attachments : nil
  }
}

extension Entry {
  /// Always the member; empty where there are none.
  func attachmentMember(file: (AssetFile) -> String?) -> JSONMember {
    toldAttachments(file: file).first ?? JSONMember(Attachment.member, .array([]))
  }

  /// The member if something is said in it.
  func toldAttachments(file: (AssetFile) -> String?) -> [JSONMember] {
    guard attachments.isEmpty else {
      return [
        JSONMember(
          Attachment.member, .array(attachments.map { $0.json(file: file($0.file)) }))
      ]
    }
    return unknownMembers.filter { $0.name == Attachment.member }.suffix(1)
  }
}

/// What the JSON of photos and of attachments begins with.
extension NamedFile {
  var members: [JSONMember] {
    [
      JSONMember("asset", .string(file.asset.description)),
      JSONMember("name", .string(name)),
      JSONMember("type", .string(file.type.description)),
    ]
  }

  /// Reads what `members` gives; `nil` when one is missing or of another kind.
  init?(_ json: JSONValue) {
    guard let asset = json["asset"]?.string.flatMap({ AssetID($0) }),
      let name = json["name"]?.string, let type = json["type"]?.string
    else { return nil }
    self.init(name: name, file: AssetFile(asset: asset, type: MediaType(type)))
  }
}
