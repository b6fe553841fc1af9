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
