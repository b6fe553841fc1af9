import DiaryCore

/// An entry as Day One writes it. Whatever has no place in ours is carried along as it is.
struct DayOneEntry {
  let created: Timestamp
  /// The name of the time zone in which it was written.
  let zone: String?
  private let json: JSONValue
  private let media: [DayOneMedium]
  private let attached: [(kind: DayOneMedia.Kind, media: [DayOneMedium])]
  private let text: String

  init(_ json: JSONValue) throws(EntryFieldError) {
    guard json.members != nil else { throw .notAnObject }
    guard let written = json["creationDate"], written != .null else { throw .noDate }
    guard let created = written.string.flatMap({ Timestamp($0) }) else {
      throw .invalidDate(written.string ?? "creationDate")
    }
    self.json = json
    self.created = created
    zone = json["timeZone"]?.string.flatMap { $0.isBlank ? nil : $0 }
    text = json["text"]?.string ?? Self.richText(json["richText"]?.string) ?? ""
    media = DayOneMedium.list(json["photos"])
    attached = DayOneMedia.Kind.attachments.map { kind in
      (kind, DayOneMedium.list(json[kind.member]))
    }
  }

  /// The entry with the photos and attachments that are there, and what is wrong with the others.
  /// `offset` gives that of a zone, or else of the entry's, at a time in seconds since 1970.
  func read(
    at place: ImportPosition, date: EntryDate, offset: (String?, Int64) -> Int, journal: String,
    author: AuthorID, files: inout DayOneMedia
  ) -> (entry: ReadEntry, problems: [ImportIssue]) {
    var drafts: [String: PhotoDraft] = [:]
    var missing: [String] = []
    for medium in media where drafts[medium.key] == nil {
      if let path = files.path(of: medium.names, .photos) {
        drafts[medium.key] = medium.draft(path: path, offset: offset)
      } else {
        missing.append(medium.fileName)
      }
    }
    var attachments: [AttachmentDraft] = []
    var problems: [ImportIssue] = []
    let own = DayOneOwn(of: json)
    for attachment in own?.attachments ?? [] {
      if let path = files.path(of: [attachment.md5], attachment.kind) {
        attachments.append(
          AttachmentDraft(
            path: path, name: attachment.name, type: attachment.type,
            unknownMembers: attachment.unknownMembers))
      } else {
        problems.append(.missingAttachment(attachment.name))
      }
    }
    for (kind, media) in own == nil ? attached : [] {
      for medium in media {
        if let path = files.path(of: medium.names, kind) {
          attachments.append(AttachmentDraft(path: path, name: medium.name ?? path))
        } else {
          problems.append(.missingAttachment(medium.fileName))
        }
      }
    }
    var placed: [String] = []
    var written = DayOneText.read(text) { kind, identifier, caption in
      guard kind == .photo else { return nil }
      let key = identifier.lowercased()
      guard let draft = drafts[key] else {
        // An export of this program tells the text beside it, with such words as a person wrote.
        if own == nil, !media.contains(where: { $0.key == key }) { missing.append(identifier) }
        return nil
      }
      if !placed.contains(key) { placed.append(key) }
      let words = caption.isBlank ? draft.caption ?? "" : caption
      return draft.asset.map { "![\(words)](photo:\($0))" }
    }
    if let own {
      written = DayOneText(
        title: own.title ?? written.title,
        content: own.content.map { Self.referring($0, to: media, drafts) } ?? written.content)
      // They were in the order of the diary.
      placed = []
    }
    var links = LinkedEntries()
    if own == nil {
      written = DayOneText(
        title: written.title, content: links.replaced(in: written.content, by: Self.target))
    }
    let others = media.map(\.key).filter { drafts[$0] != nil && !placed.contains($0) }
    var seen: Set<String> = []
    let order = (placed + others).filter { seen.insert($0).inserted }
    var details = self.details
    details.mood = own?.mood
    let fields = EntryFields(
      date: own?.date ?? date, title: written.title, content: written.content,
      tags: json["tags"]?.array?.compactMap(\.string) ?? [], journal: own?.journal ?? journal,
      details: details
    ).tidied
    let entry = Entry(
      id: id, fields: fields, author: author, created: own?.created ?? created,
      modified: own?.modified ?? modified,
      unknownMembers: own?.unknownMembers ?? [JSONMember("dayone", .object(carried))])
    let read = ReadEntry(
      place: place, entry: entry, photos: order.compactMap { drafts[$0] },
      attachments: attachments, links: links.targets)
    return (read, problems + missing.map { .missingPhoto($0) })
  }

  /// `dayone://view?entryId=UUID`, or with `dayone2`.
  private static func target(of link: MarkdownImages.Image) -> LinkTarget? {
    guard case .address(let address) = link.target,
      address.hasPrefix("dayone://") || address.hasPrefix("dayone2://"),
      let mark = address.lowercased().firstRange(of: "entryid=")
    else { return nil }
    let id = address.lowercased()[mark.upperBound...].prefix { $0.isHexDigit || $0 == "-" }
    return ID<Entry>(String(id)).map(LinkTarget.entry) ?? .missing
  }

  /// A text of this program's own in which photos have the names that stand for them until they are
  /// in the diary.
  private static func referring(
    _ text: String, to media: [DayOneMedium], _ drafts: [String: PhotoDraft]
  ) -> String {
    PhotoReference.replaced(in: text) { asset, caption in
      media.first { $0.own?.asset == asset }.flatMap { drafts[$0.key]?.asset }
        .map { "![\(caption)](photo:\($0))" }
    }
  }

  private var modified: Timestamp {
    json["modifiedDate"]?.string.flatMap { Timestamp($0) } ?? created
  }

  /// Day One's own, which has the form of ours; else one made of what the entry says.
  private var id: ID<Entry> {
    let uuid = json["uuid"]?.string
    if let id = uuid.flatMap({ ID<Entry>($0) }) { return id }
    return ID(of: .dayone, [json["creationDate"] ?? .null, .string(uuid ?? text)])
  }

  private var details: EntryDetails {
    EntryDetails(
      isStarred: json["starred"]?.bool ?? json["isStarred"]?.bool ?? false,
      place: json["location"].flatMap(Self.place), weather: json["weather"].flatMap(Self.weather),
      isPinned: json["isPinned"]?.bool ?? json["pinned"]?.bool ?? false)
  }

  /// From the narrowest to the widest, each word once.
  static func place(_ location: JSONValue) -> String? {
    var names: [String] = []
    for key in ["placeName", "localityName", "administrativeArea", "country"] {
      guard let name = location[key]?.string?.trimmed, !name.isEmpty,
        !names.contains(String(name))
      else { continue }
      names.append(String(name))
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  static func weather(_ weather: JSONValue) -> String? {
    var words: [String] = []
    if let conditions = weather["conditionsDescription"]?.string, !conditions.isBlank {
      words.append(conditions)
    }
    if let degrees = weather["temperatureCelsius"]?.double, abs(degrees) < 1000 {
      words.append("\(Int(degrees.rounded()))°C")
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The words of a rich text, which is JSON of its own, where there is no plain one.
  private static func richText(_ text: String?) -> String? {
    guard let text, let json = try? JSONParser.parse(text), let parts = json["contents"]?.array
    else { return nil }
    return parts.compactMap { $0["text"]?.string }.joined()
  }

  /// What isn't said by the entry itself. Of a rich text, the plain one says enough.
  private var carried: [JSONMember] {
    let said: Set = ["text", "tags", "starred", "isPinned", "creationDate"]
    return (json.members ?? []).filter { member in
      !said.contains(member.name)
        && !(member.name == "richText" && json["text"]?.string != nil)
    }
  }
}
