/// An entry as JSON, in the one order that listings, exports, the index and the logs share.
extension Entry {
  /// The members of the entry's JSON object. `file` names the file of a photo or an attachment.
  package func json(file: (AssetFile) -> String?) -> JSONValue {
    .object(
      [JSONMember("id", .string(id.description))] + contentMembers(file: file)
        + carriedMembers)
  }

  /// Everything but the id: `date` to `attachments`.
  package func contentMembers(file: (AssetFile) -> String?) -> [JSONMember] {
    firstMembers(file: file) + detailMembers + [attachmentMember(file: file)]
  }

  /// Everything but the id as a line of the store holds it.
  package func storedMembers(file: (AssetFile) -> String?) -> [JSONMember] {
    firstMembers(file: file) + toldDetails + toldAttachments(file: file)
  }

  /// `date` to `modified`.
  private func firstMembers(file: (AssetFile) -> String?) -> [JSONMember] {
    [
      JSONMember("date", .string(date.description)),
      JSONMember("title", .string(title)),
      JSONMember("content", .string(content)),
      JSONMember("tags", .array(tags.map(JSONValue.string))),
      JSONMember("journal", .string(journal)),
      JSONMember("author", .string(author.description)),
      JSONMember("photos", .array(photos.map { $0.json(file: file($0.file)) })),
      JSONMember("created", .string(created.description)),
      JSONMember("modified", .string(modified.description)),
    ]
  }

  /// Reads what `contentMembers` and `storedMembers` write. `nil` when a member is missing or of another kind.
  package init?(id: ID<Entry>, json: JSONValue, isKnown: (String) -> Bool) {
    guard let date = json["date"]?.string.flatMap({ EntryDate($0) }),
      let title = json["title"]?.string, let content = json["content"]?.string,
      let tags = json["tags"]?.array, let journal = json["journal"]?.string,
      let author = json["author"]?.string, let photoValues = json["photos"]?.array,
      let created = json["created"]?.string.flatMap(Timestamp.init),
      let modified = json["modified"]?.string.flatMap(Timestamp.init)
    else { return nil }
    let photos = photoValues.compactMap(Photo.init)
    guard photos.count == photoValues.count else { return nil }
    let attachments = Attachment.list(json[Attachment.member])
    self.init(
      id: id,
      fields: EntryFields(
        date: date, title: title, content: content, photos: photos, tags: tags.compactMap(\.string),
        journal: journal, details: EntryDetails(json), attachments: attachments ?? []),
      author: AuthorID(author), created: created, modified: modified,
      unknownMembers: (json.members ?? []).filter {
        !Self.contentNames.contains($0.name) && !$0.tellsDetail && !isKnown($0.name)
          && !($0.name == Attachment.member && attachments != nil)
      })
  }

  private static let contentNames: Set = [
    "id", "date", "title", "content", "tags", "journal", "author", "photos", "created", "modified",
  ]
}

extension Photo {
  /// `file` is the path to give for the asset, or `nil` to leave that member out.
  package func json(file: String?) -> JSONValue {
    var members = named.members
    members += [
      JSONMember("width", .optional(width)),
      JSONMember("height", .optional(height)),
      JSONMember("taken", .optional(taken)),
      JSONMember("caption", .string(caption)),
    ]
    if let file { members.append(JSONMember("file", .string(file))) }
    return .object(members)
  }

  /// Reads what `json(file:)` writes.
  package init?(_ json: JSONValue) {
    guard let named = NamedFile(json) else { return nil }
    self.init(
      asset: named.file.asset, name: named.name, type: named.file.type,
      width: json["width"]?.integer,
      height: json["height"]?.integer, taken: json["taken"]?.string,
      caption: json["caption"]?.string ?? "")
  }
}

// MARK: - DetailsJSON

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

// MARK: - AttachmentJSON

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

// MARK: - EntryCommentJSON

extension EntryComment {
  /// It as exports, `show` and `watch` tell it.
  package var json: JSONValue {
    [
      "id": .string(id.description), "author": .string(author.description),
      "created": .string(created.description), "modified": .string(modified.description),
      "text": .string(text),
    ]
  }

  /// What stands so under an entry; `nil` for what can't be a comment.
  package init?(_ json: JSONValue, on entry: ID<Entry>) {
    guard let id = json["id"]?.string.flatMap({ ID<EntryComment>($0) }),
      let author = json["author"]?.string, !author.isEmpty,
      let created = json["created"]?.string.flatMap({ Timestamp($0) }),
      let text = json["text"]?.string, !text.isBlank, text.utf8.count <= Self.longest
    else { return nil }
    self.init(
      id: id, entry: entry, author: AuthorID(author), created: created,
      modified: json["modified"]?.string.flatMap { Timestamp($0) } ?? created, text: text)
  }
}
