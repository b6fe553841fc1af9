import DiaryCore

/// An entry that was put aside in a `DraftSpool`; in its file, as one line of JSON.
struct DraftLine: Sendable {
  let read: ReadEntry
  /// The revisions that it is to replace; none for a new one.
  let heads: [ID<Revision>]

  /// The bytes that it takes in memory, roughly.
  var size: Int {
    2048 + read.entry.content.utf8.count + 512 * (read.photos.count + read.attachments.count)
  }

  var json: JSONValue {
    [
      "place": Self.json(read.place),
      "own": .bool(read.isOwn),
      "needsFiles": .bool(read.needsFiles),
      "heads": .array(heads.map { .string($0.description) }),
      "photos": .array(read.photos.map(Self.json)),
      "files": .array(read.attachments.map(Self.json)),
      "entry": Self.json(read.entry),
    ]
  }
}

extension DraftLine {
  init?(_ bytes: [UInt8]) {
    guard let json = try? JSONParser.parse(bytes), let entry = json["entry"],
      let id = entry["id"]?.string.flatMap({ ID<Entry>($0) }),
      let known = Entry(id: id, json: entry, isKnown: { _ in false }),
      let place = json["place"].flatMap(Self.place)
    else { return nil }
    let read = ReadEntry(
      place: place, entry: known,
      photos: (json["photos"]?.array ?? []).compactMap { try? PhotoDraft($0) },
      attachments: (json["files"]?.array ?? []).compactMap { try? AttachmentDraft($0) },
      isOwn: json["own"]?.bool ?? false, needsFiles: json["needsFiles"]?.bool ?? false)
    self.init(
      read: read,
      heads: (json["heads"]?.array ?? []).compactMap { $0.string.flatMap { ID<Revision>($0) } })
  }

  // MARK: The parts

  /// As a line of the store has it, where a detail that nothing is said of isn't told.
  private static func json(_ entry: Entry) -> JSONValue {
    .object(
      [JSONMember("id", .string(entry.id.description))] + entry.storedMembers { _ in nil }
        + entry.carriedMembers)
  }

  private static func json(_ place: ImportPosition) -> JSONValue {
    switch place {
    case .file(let name): .array([.string(name)])
    case .entry(let file, let number, let day):
      .array([.string(file), .integer(number), .optional(day)])
    case .line(let file, let number): .array([.string(file), .integer(number)])
    }
  }

  private static func place(_ json: JSONValue) -> ImportPosition? {
    guard let parts = json.array, let file = parts.first?.string else { return nil }
    guard parts.count > 1, let number = parts[1].integer else { return .file(file) }
    return parts.count == 2
      ? .line(file: file, number: number)
      : .entry(file: file, number: number, day: parts[2].string)
  }

  private static func json(_ photo: PhotoDraft) -> JSONValue {
    [
      "file": .string(photo.path), "asset": .optional(photo.asset?.description),
      "name": .string(photo.name), "caption": .optional(photo.caption),
      "taken": .optional(photo.taken), "width": .optional(photo.width),
      "height": .optional(photo.height),
    ]
  }

  private static func json(_ attachment: AttachmentDraft) -> JSONValue {
    .object(
      [
        JSONMember("file", .string(attachment.path)), JSONMember("name", .string(attachment.name)),
        JSONMember("type", .optional(attachment.type?.description)),
      ] + attachment.unknownMembers)
  }
}
