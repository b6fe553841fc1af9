/// Reads and writes entries as JSON. Listings, exports, the index and the logs share the order of
/// members.
extension Entry {
  /// Returns the entry's JSON object.
  ///
  /// - Parameter file: Returns the path of a photo's or attachment's file, or `nil` to omit it.
  package func json(file: (AssetFile) -> String?) -> JSONValue {
    var object = JSONValue.object(
      [JSONMember("id", .string(id.description))] + contentMembers(file: file)
        + extraMembers)
    if isUnshared { object[Self.unsharedName] = .bool(true) }
    return object
  }

  private static let unsharedName = "unshared"

  /// Returns all members except the id: `date` to `attachments`.
  package func contentMembers(file: (AssetFile) -> String?) -> [JSONMember] {
    firstMembers(file: file) + detailMembers + [attachmentMember(file: file)]
  }

  /// Returns all members except the id in the shorter form of the store, which omits empty details
  /// and attachments.
  package func storedMembers(file: (AssetFile) -> String?) -> [JSONMember] {
    firstMembers(file: file) + presentDetails + presentAttachments(file: file)
  }

  /// Returns `date` to `modified`.
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

  /// Parses what `contentMembers` and `storedMembers` write. Returns `nil` if a required member is
  /// missing or has another type.
  ///
  /// - Parameter isKnown: Returns `true` for additional names that the caller reads itself.
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
        !Self.contentNames.contains($0.name) && !$0.hasDetail && !isKnown($0.name)
          && !($0.name == Attachment.member && attachments != nil)
      })
  }

  private static let contentNames: Set = [
    "id", "date", "title", "content", "tags", "journal", "author", "photos", "created", "modified",
  ]
}

extension Photo {
  /// Returns the photo's JSON object.
  ///
  /// - Parameter file: The path of the file, or `nil` to omit it.
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

  /// Parses what `json(file:)` writes.
  package init?(_ json: JSONValue) {
    guard let named = NamedFile(json) else { return nil }
    self.init(
      asset: named.file.asset, name: named.name, type: named.file.type,
      width: json["width"]?.integer,
      height: json["height"]?.integer, taken: json["taken"]?.string,
      caption: json["caption"]?.string ?? "")
  }
}

// MARK: - Matches

extension Entry {
  /// Returns the places in the entry's texts that contain phrases, for `matches` in the output of a
  /// search. Offsets count Unicode scalars, as in jq and Python.
  ///
  /// - Parameters:
  ///   - phrases: the phrases to find in the entry's texts.
  ///   - photoMatches: the matches in the words of its photos, by the photos' indexes.
  package func matches(
    of phrases: [SearchPhrase], inPhotos photoMatches: [(index: Int, match: PhotoText.Match)] = []
  ) -> JSONValue {
    let texts: [(field: String, index: Int?, text: String)] =
      [("title", nil, title), ("content", nil, content)]
      + tags.enumerated().map { ("tags", $0.offset, $0.element) }
      + photos.enumerated().map { ("photos", $0.offset, $0.element.caption) }
      + [("place", nil, details.place ?? "")]
    return .array(
      texts.flatMap { field, index, text in
        let ranges = phrases.flatMap { $0.ranges(in: text) }
          .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        return text.scalarOffsets(of: ranges).map { range in
          var members = [JSONMember("field", .string(field))]
          if let index { members.append(JSONMember("index", .integer(index))) }
          members.append(JSONMember("start", .integer(range.lowerBound)))
          members.append(JSONMember("end", .integer(range.upperBound)))
          return JSONValue.object(members)
        }
      } + photoMatches.map { $0.match.json(index: $0.index) })
  }

  /// Returns `true` if a member is the output of a listing or search, which isn't a part of the
  /// entry.
  package static func isOutput(_ member: JSONMember) -> Bool {
    switch member.name {
    case unsharedName: member.value.bool == true
    case "matches":
      member.value.array?.allSatisfy { $0["field"] != nil && $0["start"] != nil } == true
    default: false
    }
  }
}

extension PhotoText.Match {
  /// The match in the photo with this index: its line of words, the offsets of the matching words
  /// in it, and the part of the picture that shows them, in thousandths.
  fileprivate func json(index: Int) -> JSONValue {
    let place = line.scalarOffsets(of: [range])[0]
    return [
      "field": .string("photoText"), "index": .integer(index), "start": .integer(place.lowerBound),
      "end": .integer(place.upperBound), "text": .string(line),
      "box": .array([box.left, box.top, box.right, box.bottom].map { .integer($0) }),
    ]
  }
}

extension String {
  /// Converts ranges into offsets in scalars, in one pass. The ranges begin in ascending order.
  fileprivate func scalarOffsets(of ranges: [Range<Index>]) -> [Range<Int>] {
    var (index, offset) = (startIndex, 0)
    return ranges.map { range in
      offset += unicodeScalars.distance(from: index, to: range.lowerBound)
      index = range.lowerBound
      return offset..<offset + unicodeScalars.distance(from: index, to: range.upperBound)
    }
  }
}

// MARK: - DetailsJSON

/// Reads and writes an entry's details as members of its JSON object, after the other members.
///
/// Details were added to the format later. Older lines don't have them, and entries from elsewhere
/// may have members with these names but other types; those are kept unchanged until the detail is
/// set.
extension EntryDetails {
  private static let names: Set = ["starred", "mood", "place", "weather", "pinned"]
  private static let flags: Set = ["starred", "pinned"]

  /// Reads the details that are present.
  package init(_ json: JSONValue) {
    self.init(
      isStarred: json["starred"]?.bool ?? false, mood: json["mood"]?.string,
      place: json["place"]?.string, weather: json["weather"]?.string,
      isPinned: json["pinned"]?.bool ?? false)
  }

  /// Returns whether a member is a detail with the expected type.
  package static func isRecognized(_ member: JSONMember) -> Bool {
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
  /// `true` for a detail that has a value.
  var hasDetail: Bool {
    EntryDetails.isRecognized(self) && value != .null && value != .bool(false)
  }
}

extension Entry {
  /// Every detail; missing ones are null.
  var detailMembers: [JSONMember] {
    details.members.map { $0.hasDetail ? $0 : unknownMember($0.name) ?? $0 }
  }

  /// The details that have a value. Log and index lines only contain these, so that entries without
  /// details keep the size that they always had.
  var presentDetails: [JSONMember] {
    details.members.compactMap { $0.hasDetail ? $0 : unknownMember($0.name) }
  }

  /// The members unknown to this version; they follow the known ones.
  package var extraMembers: [JSONMember] {
    unknownMembers.isEmpty
      ? [] : unknownMembers.filter { !EntryDetails.names($0) && $0.name != Attachment.member }
  }

  private func unknownMember(_ name: String) -> JSONMember? {
    unknownMembers.last { $0.name == name }
  }
}

// MARK: - AttachmentJSON

/// Reads and writes an entry's attachments as a member of its JSON object, after its details.
///
/// Attachments were added to the format later. Lines of the store only have the member if there are
/// any. A member with this name but another type is kept unchanged.
extension Attachment {
  static let member = "attachments"

  private static let names: Set = ["asset", "name", "type", "size", "file"]

  /// Returns the attachment's JSON object.
  ///
  /// - Parameter file: The path of the file, or `nil` to omit it.
  package func json(file: String?) -> JSONValue {
    var members = named.members + [JSONMember("size", .optional(size))] + unknownMembers
    if let file { members.append(JSONMember("file", .string(file))) }
    return .object(members)
  }

  /// Parses what `json(file:)` writes.
  package init?(_ json: JSONValue) {
    guard let named = NamedFile(json) else { return nil }
    self.init(
      asset: named.file.asset, name: named.name, type: named.file.type, size: json["size"]?.integer,
      unknownMembers: Self.unknownMembers(of: json))
  }

  /// Returns the members of an attachment's object that this version doesn't know.
  package static func unknownMembers(of json: JSONValue) -> [JSONMember] {
    (json.members ?? []).filter { !names.contains($0.name) }
  }

  /// Parses a list of attachments; `nil` if the value is anything else.
  static func list(_ json: JSONValue?) -> [Attachment]? {
    guard let values = json?.array else { return nil }
    let attachments = values.compactMap(Attachment.init)
    return attachments.count == values.count ? attachments : nil
  }
}

extension Entry {
  /// Returns the member even if the entry has no attachments.
  func attachmentMember(file: (AssetFile) -> String?) -> JSONMember {
    presentAttachments(file: file).first ?? JSONMember(Attachment.member, .array([]))
  }

  /// Returns the member if the entry has attachments, or the unknown member with its name.
  func presentAttachments(file: (AssetFile) -> String?) -> [JSONMember] {
    guard attachments.isEmpty else {
      return [
        JSONMember(
          Attachment.member, .array(attachments.map { $0.json(file: file($0.file)) }))
      ]
    }
    return unknownMembers.filter { $0.name == Attachment.member }.suffix(1)
  }
}

/// The first members of the JSON of photos and attachments.
extension NamedFile {
  var members: [JSONMember] {
    [
      JSONMember("asset", .string(file.asset.description)),
      JSONMember("name", .string(name)),
      JSONMember("type", .string(file.type.description)),
    ]
  }

  /// Parses `members`; `nil` if one is missing or has another type.
  init?(_ json: JSONValue) {
    guard let asset = json["asset"]?.string.flatMap({ AssetID($0) }),
      let name = json["name"]?.string, let type = json["type"]?.string
    else { return nil }
    self.init(name: name, file: AssetFile(asset: asset, type: MediaType(type)))
  }
}

// MARK: - EntryCommentJSON

extension EntryComment {
  /// The comment as written by exports, `show` and `watch`.
  package var json: JSONValue {
    [
      "id": .string(id.description), "author": .string(author.description),
      "created": .string(created.description), "modified": .string(modified.description),
      "text": .string(text),
    ]
  }

  /// Parses a comment on an entry; `nil` if the value isn't a valid one.
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
