import DiaryCore

/// An entry that was put aside in a `DraftSpool`; in its file, as one line of JSON.
struct DraftLine: Sendable {
  let read: ReadEntry
  /// The revisions that it is to replace; none for a new one.
  let heads: [ID<Revision>]

  init(read: ReadEntry, heads: [ID<Revision>]) {
    self.read = read
    self.heads = heads
  }

  /// The bytes that it takes in memory, roughly.
  var size: Int {
    2048 + read.entry.content.utf8.count + 512 * (read.photos.count + read.attachments.count)
  }

  var json: JSONValue {
    .object([
      JSONMember("place", Self.json(read.place)),
      JSONMember("own", .bool(read.isOwn)),
      JSONMember("needsFiles", .bool(read.needsFiles)),
      JSONMember("heads", .array(heads.map { .string($0.description) })),
      JSONMember("photos", .array(read.photos.map(Self.json))),
      JSONMember("files", .array(read.attachments.map(Self.json))),
      JSONMember("entry", Self.json(read.entry)),
    ])
  }

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(bytes), let entry = json["entry"],
      let id = entry["id"]?.string.flatMap({ ID<Entry>($0) }),
      let known = Entry(id: id, json: entry, isKnown: { _ in false }),
      let place = json["place"].flatMap(Self.place)
    else { return nil }
    read = ReadEntry(
      place: place, entry: known, photos: (json["photos"]?.array ?? []).compactMap(Self.photo),
      attachments: (json["files"]?.array ?? []).compactMap(Self.attachment),
      isOwn: json["own"]?.bool ?? false, needsFiles: json["needsFiles"]?.bool ?? false)
    heads = (json["heads"]?.array ?? []).compactMap { $0.string.flatMap { ID<Revision>($0) } }
  }

  // MARK: The parts

  /// As a line of the store has it, where a detail that nothing is said of isn't told.
  private static func json(_ entry: Entry) -> JSONValue {
    .object(
      [JSONMember("id", .string(entry.id.description))] + entry.storedMembers { _ in nil }
        + entry.carriedMembers)
  }

  private static func json(_ place: ImportPlace) -> JSONValue {
    switch place {
    case .file(let name): .array([.string(name)])
    case .entry(let file, let number, let day):
      .array([.string(file), .integer(number), .optional(day)])
    case .line(let file, let number): .array([.string(file), .integer(number)])
    }
  }

  private static func place(_ json: JSONValue) -> ImportPlace? {
    guard let parts = json.array, let file = parts.first?.string else { return nil }
    guard parts.count > 1, let number = parts[1].integer else { return .file(file) }
    return parts.count == 2
      ? .line(file: file, number: number)
      : .entry(file: file, number: number, day: parts[2].string)
  }

  private static func json(_ photo: PhotoDraft) -> JSONValue {
    .array([
      .string(photo.path), .optional(photo.asset?.description), .string(photo.name),
      .optional(photo.caption), .optional(photo.taken), .optional(photo.width),
      .optional(photo.height),
    ])
  }

  private static func photo(_ json: JSONValue) -> PhotoDraft? {
    guard let parts = json.array, parts.count == 7, let path = parts[0].string,
      let name = parts[2].string
    else { return nil }
    return PhotoDraft(
      path: path, asset: parts[1].string.flatMap { AssetID($0) }, name: name,
      caption: parts[3].string, taken: parts[4].string, width: parts[5].integer,
      height: parts[6].integer)
  }

  private static func json(_ attachment: AttachmentDraft) -> JSONValue {
    .array([
      .string(attachment.path), .string(attachment.name),
      .optional(attachment.type?.description), .object(attachment.unknownMembers),
    ])
  }

  private static func attachment(_ json: JSONValue) -> AttachmentDraft? {
    guard let parts = json.array, parts.count == 4, let path = parts[0].string,
      let name = parts[1].string
    else { return nil }
    return AttachmentDraft(
      path: path, name: name, type: parts[2].string.map { MediaType($0) },
      unknownMembers: parts[3].members ?? [])
  }
}
